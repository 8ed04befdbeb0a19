//! Text as HTML.

pub(super) use tokenwright_tables::kernel::escaped as escape;

/// A text as a part of an address, where only letters, digits and `-_.` stand for themselves.
pub(super) fn percent_encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'_' | b'.' => {
                encoded.push(char::from(byte));
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// A name as the `id` of an element: lower case, with hyphens for spaces.
pub(super) fn slug(name: &str) -> String {
    let kept = name
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::{escape, percent_encode, slug};

    #[test]
    fn markup_is_text() {
        assert_eq!(escape("<a b=\"&\">"), "&lt;a b=&quot;&amp;&quot;&gt;");
    }

    #[test]
    fn an_input_survives_an_address() {
        assert_eq!(percent_encode("<a é&#\0"), "%3Ca%20%C3%A9%26%23%00");
    }

    #[test]
    fn a_heading_has_the_id_that_markdown_links_use() {
        assert_eq!(slug("Text: `<textarea>`, and"), "text-textarea-and");
        assert_eq!(
            slug("attribute value (double-quoted)"),
            "attribute-value-double-quoted"
        );
    }
}
