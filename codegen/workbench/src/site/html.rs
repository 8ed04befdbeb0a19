//! Text as HTML.

pub(super) use crate::markdown::slug;
pub(super) use tokenwright_tables::kernel::escaped as escape;

/// The tag in front of a step of this depth.
pub(super) fn step(depth: usize) -> String {
    match depth {
        0 => "<p>".to_owned(),
        depth => format!("<p class=d{depth}>"),
    }
}

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

/// The same document in fewer bytes: quotation marks around values that need none are left out, and those in text are no references.
///
/// A `<` begins a tag, and values are in double quotation marks or in none, as in all pages here.
pub(super) fn slim(page: &str) -> String {
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at].replace("&quot;", "\""));
        let mut is_value = false;
        let end = rest[at..].find(|c| {
            is_value ^= c == '"';
            c == '>' && !is_value
        });
        let end = end.map_or(rest.len(), |end| at + end);
        for (number, part) in rest[at..end].split('"').enumerate() {
            let needs_marks = part.is_empty() || part.contains(|c: char| !is_plain(c));
            match number % 2 == 1 && needs_marks {
                true => out.extend(["\"", part, "\""]),
                false => out.push_str(part),
            }
        }
        rest = &rest[end..];
    }
    out.push_str(&rest.replace("&quot;", "\""));
    out
}

/// Whether a character may be in a value without quotation marks.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.:/#?%;&+,".contains(c)
}

/// The start of a section whose heading has a link to it; `what` is a kind of section, such as `state`.
pub(super) fn section(class: &str, anchor: &str, heading: &str, what: &str) -> String {
    format!(
        "<section class={class} id=\"{anchor}\">\n<h2>{heading} <a class=anchor href=\"#{anchor}\" aria-label=\"Link to this \
         {what}\">#</a></h2>\n"
    )
}

/// The attribute that marks a link to the current page; empty for another page.
pub(super) fn current(is_current: bool) -> &'static str {
    match is_current {
        true => " aria-current=page",
        false => "",
    }
}

#[cfg(test)]
mod tests {
    use super::{escape, percent_encode, slim, slug};

    #[test]
    fn markup_is_text() {
        assert_eq!(escape("<a b=\"&\">"), "&lt;a b=&quot;&amp;&quot;&gt;");
    }

    #[test]
    fn an_input_survives_an_address() {
        assert_eq!(percent_encode("<a é&#\0"), "%3Ca%20%C3%A9%26%23%00");
    }

    #[test]
    fn quotation_marks_that_nothing_needs_are_left_out() {
        for (whole, slimmed) in [
            (
                "<a href=\"a.html#b\" id=c>&quot;&lt;",
                "<a href=a.html#b id=c>\"&lt;",
            ),
            (
                "<a href=\"#a=1\" title=\"\">&quot;</a>",
                "<a href=\"#a=1\" title=\"\">\"</a>",
            ),
            (
                "<a title=\"b > &quot;\" id=\"c\">",
                "<a title=\"b > &quot;\" id=c>",
            ),
            ("no tag &quot;", "no tag \""),
        ] {
            assert_eq!(slim(whole), slimmed);
        }
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
