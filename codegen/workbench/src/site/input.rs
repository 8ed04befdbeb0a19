//! Inputs as HTML.

use super::html::escape;
use crate::markdown::prints;
use tokenwright_tables::grammar::Char;

/// An input as code; characters that do not print appear by name.
pub(super) fn code(input: &str) -> String {
    if input.is_empty() {
        return "the empty input".to_owned();
    }
    let mut out = String::from("<code>");
    for c in input.chars() {
        match prints(c) && !input.trim().is_empty() {
            true => out.push_str(&escape(c.encode_utf8(&mut [0; 4]))),
            false => {
                let name = escape(&Char(u32::from(c)).to_string());
                out.push_str(&format!("<span class=char>{name}</span>"));
            }
        }
    }
    out.push_str("</code>");
    out
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn what_does_not_print_has_its_name() {
        assert_eq!(code("<a"), "<code>&lt;a</code>");
        assert_eq!(
            code("\0"),
            "<code><span class=char>U+0000 (NULL)</span></code>"
        );
        assert_eq!(
            code(" "),
            "<code><span class=char>U+0020 (space)</span></code>"
        );
        assert_eq!(code(""), "the empty input");
    }
}
