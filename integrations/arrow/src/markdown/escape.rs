//! Text that Markdown reads as text.
//!
//! A character is escaped where it would mean something: everywhere, as `*`, or at the beginning of a line, as `+`. That is known there
//! alone, so both are functions of their own.

use std::fmt::Write;

/// Where text is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    Paragraph,
    Heading,
    /// A cell of a table.
    Cell,
}

/// What a character is for the rules of emphasis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Space,
    /// Punctuation of ASCII.
    Punctuation,
    /// Punctuation that may be a delimiter, which another one would continue.
    Underscore,
    /// A letter or a digit.
    Word,
    /// Versions of CommonMark differ on whether it is punctuation.
    Other,
    /// Implementations differ on whether it is white space.
    Doubtful,
}

impl Class {
    pub(super) fn of(c: char) -> Class {
        match c {
            '\u{B}' | '\u{1C}'..='\u{1F}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Class::Doubtful,
            '_' => Class::Underscore,
            c if c.is_whitespace() => Class::Space,
            c if c.is_ascii_punctuation() => Class::Punctuation,
            // Letters in circles and squares are symbols as well.
            '\u{24B6}'..='\u{24E9}' | '\u{1F130}'..='\u{1F189}' => Class::Other,
            c if c.is_alphanumeric() => Class::Word,
            _ => Class::Other,
        }
    }

    /// Whether a delimiter next to it may be one on either side.
    pub(super) fn separates(self) -> bool {
        matches!(self, Class::Space | Class::Punctuation | Class::Underscore)
    }

    /// Whether a delimiter may be next to it, on the side of the text.
    pub(super) fn is_text(self) -> bool {
        !matches!(self, Class::Space | Class::Doubtful)
    }
}

/// Writes text, without what depends on the beginning of a line.
pub(super) fn text(text: &str, context: Context, out: &mut String) {
    let mut before = Class::Punctuation;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        let is_special = match c {
            '\\' | '*' | '`' | '[' | ']' | '<' | '~' => true,
            // Within a word it is no delimiter.
            '_' => before != Class::Word || next.map(Class::of) != Some(Class::Word),
            '&' => next.is_none_or(|next| next == '#' || next.is_ascii_alphanumeric()),
            '#' => context == Context::Heading,
            '|' => context == Context::Cell,
            _ => false,
        };
        if is_special {
            out.push('\\');
        }
        out.push(c);
        before = Class::of(c);
    }
}

/// Writes a line, with escapes for what would begin another block there.
pub(super) fn line(line: &str, out: &mut String) {
    let mut chars = line.chars();
    let first = chars.next();
    let is_alone = chars.next().is_none_or(|next| !next.is_alphanumeric());
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (before, after) = match first {
        Some('>' | '=' | '|') => (0, line),
        Some('+' | '-' | '#') if is_alone => (0, line),
        // The second row of a table.
        Some(':') if line.starts_with(":-") => (0, line),
        _ if digits > 0 && begins_item(&line[digits..]) => (digits, &line[digits..]),
        _ => {
            out.push_str(line);
            return;
        }
    };
    out.push_str(&line[..before]);
    out.push('\\');
    out.push_str(after);
}

/// Whether what follows digits makes them the number of an item.
fn begins_item(rest: &str) -> bool {
    let rest = rest.strip_prefix(['.', ')']);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\\']))
}

/// Writes the address of a link or an image.
pub(super) fn destination(address: &str, context: Context, out: &mut String) {
    let is_bracketed = address.is_empty() || address.contains(' ');
    if is_bracketed {
        out.push('<');
    }
    let mut rest = address.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek();
        let is_special = match c {
            '\\' | '<' | '>' | '(' | ')' => true,
            '&' => next.is_some_and(|next| *next == '#' || next.is_ascii_alphanumeric()),
            '|' => context == Context::Cell,
            _ => false,
        };
        if c.is_ascii_control() {
            let _ = write!(out, "%{:02X}", u32::from(c));
            continue;
        }
        if is_special {
            out.push('\\');
        }
        out.push(c);
    }
    if is_bracketed {
        out.push('>');
    }
}

/// A fence of backticks that is longer than any in the text, and than `least`.
pub(super) fn fence(text: &str, least: usize) -> String {
    let runs = text.split(|c| c != '`').map(str::len);
    "`".repeat(runs.max().map_or(0, |longest| longest + 1).max(least))
}

#[cfg(test)]
mod tests {
    use super::{Context, destination, fence, line, text};

    fn written(input: &str, context: Context) -> String {
        let mut escaped = String::new();
        text(input, context, &mut escaped);
        let mut out = String::new();
        line(&escaped, &mut out);
        out
    }

    #[test]
    fn only_what_has_a_meaning_is_escaped() {
        for (input, expected) in [
            ("plain, text.", "plain, text."),
            ("a_b _c_", "a_b \\_c\\_"),
            ("1. x", "1\\. x"),
            ("1.5", "1.5"),
            ("2019.", "2019\\."),
            ("- x", "\\- x"),
            ("-5", "-5"),
            ("# x #", "\\# x #"),
            ("#x", "#x"),
            ("a & b &amp; c&", "a & b \\&amp; c\\&"),
            ("wow!", "wow!"),
            ("<b> \\ `c`", "\\<b> \\\\ \\`c\\`"),
            ("> q", "\\> q"),
            ("a|b", "a|b"),
        ] {
            assert_eq!(written(input, Context::Paragraph), expected);
        }
        assert_eq!(written("a # #", Context::Heading), "a \\# \\#");
        assert_eq!(written("a|b", Context::Cell), "a\\|b");
    }

    #[test]
    fn addresses_end_where_they_end() {
        for (input, expected) in [
            ("http://e/(a)?b&c;", "http://e/\\(a\\)?b\\&c;"),
            ("a b", "<a b>"),
            ("", "<>"),
            ("a\n<b>", "a%0A\\<b\\>"),
        ] {
            let mut out = String::new();
            destination(input, Context::Paragraph, &mut out);
            assert_eq!(out, expected);
        }
        assert_eq!(
            (fence("a", 3), fence("a ``` b", 3)),
            ("```".into(), "````".into())
        );
    }
}
