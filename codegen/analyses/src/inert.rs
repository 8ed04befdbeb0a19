//! Text of a page as Markdown that does nothing: no mention, reference, link, image, markup or end of a fence.
//!
//! GitHub looks for mentions, references, hashes of commits and addresses in the rendered text, where escapes are gone, so
//! these are cut in two by a character without width.

use std::fmt::Write;

/// Cuts what GitHub would link.
const CUT: char = '\u{200B}';

/// Whether what follows a colon may be part of an address or the name of a picture; `1:2` is a place.
fn may_begin(after: &[char]) -> bool {
    let number = after.iter().take_while(|c| c.is_ascii_digit()).count();
    let next = after.get(number).copied();
    match number {
        0 => next.is_some_and(|c| c.is_ascii_alphanumeric() || "/+-_".contains(c)),
        _ => next.is_some_and(|c| c.is_ascii_alphabetic() || ":/_".contains(c)),
    }
}

/// The letters and digits in a row from which they can be the hash of a commit.
const HASH: usize = 7;

/// A text, escaped for a line of Markdown.
///
/// ```
/// use tokenwright_analyses::inert::text;
///
/// assert_eq!(text("<b> of @name"), "&lt;b&gt; of @\u{200B}name");
/// ```
pub fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let chars: Vec<char> = text.chars().collect();
    let mut run = 0;
    for (at, c) in chars.iter().copied().enumerate() {
        let after = chars.get(at + 1).copied();
        let before = at.checked_sub(1).map(|at| chars[at]);
        run = if c.is_ascii_hexdigit() { run + 1 } else { 0 };
        if run == HASH {
            out.push(CUT);
            run = 1;
        }
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '~' | '$' => {
                out.push('\\');
                out.push(c);
            }
            '@' => {
                out.push('@');
                out.push(CUT);
            }
            '#' => {
                out.push_str(if out.is_empty() { "\\#" } else { "#" });
                out.push(CUT);
            }
            // `https://`, `www.`, `GH-1`, `:tada:`
            ':' if may_begin(&chars[at + 1..]) => {
                out.push(':');
                out.push(CUT);
            }
            '.' if before.is_some_and(|c| c.eq_ignore_ascii_case(&'w')) => {
                out.push(CUT);
                out.push('.');
            }
            '-' if before.is_some_and(|c| c.eq_ignore_ascii_case(&'h'))
                && after.is_some_and(|c| c.is_ascii_digit()) =>
            {
                out.push('-');
                out.push(CUT);
            }
            // The mark of a list or a heading.
            '-' | '+' | '=' if out.is_empty() => {
                out.push('\\');
                out.push(c);
            }
            '.' | ')'
                if !out.is_empty()
                    && out.bytes().all(|b| b.is_ascii_digit())
                    && after.is_none_or(char::is_whitespace) =>
            {
                out.push('\\');
                out.push(c);
            }
            c => push_plain(c, &mut out),
        }
    }
    out
}

/// A text as code, on one line.
pub fn code(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    text.chars().for_each(|c| push_plain(c, &mut plain));
    if plain.trim().is_empty() {
        return self::text(&plain);
    }
    let marks = "`".repeat(longest_run(&plain) + 1);
    // A renderer strips a space at each end, if there is one at both.
    let is_stripped = plain.starts_with(' ') && plain.ends_with(' ');
    match is_stripped || marks.len() > 1 {
        true => format!("{marks} {plain} {marks}"),
        false => format!("{marks}{plain}{marks}"),
    }
}

/// The marks of a fence around a text, which the text cannot close.
pub fn fence(text: &str) -> String {
    "`".repeat(longest_run(text).max(2) + 1)
}

/// The longest run of grave accents.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|c| c != '`').map(str::len);
    runs.max().unwrap_or_default()
}

/// A line of a fenced block: without characters that would end it, or change the order of others.
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push_plain(c, &mut out));
    out
}

fn push_plain(c: char, out: &mut String) {
    let is_order =
        matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    match c {
        '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' | '\u{85}' => out.push(' '),
        c if c.is_control() || is_order => {
            let _ = write!(out, "U+{:04X}", u32::from(c));
        }
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::{code, fence, line, text};

    #[test]
    fn nothing_of_a_hostile_text_is_live() {
        let hostile = "@name #1 org/repo#2 GH-3 me@example.org https://example.org www.example.org \
                       0123456789abcdef0123456789abcdef01234567 ![x](y) [x](y) <img src=x> <!-- x --> \
                       ``` ~~x~~ $x$ :tada: **x** |x| org/repo@abcdef1 \u{202E}x";
        let inert = text(hostile);
        for live in [
            "@n", "#1", "#2", "GH-3", "@e", "://", "www.", "x](", "<img", "<!--", "```", "~~",
            ":t", "**", " |", "0123456", "abcdef0", "@a", "\u{202E}",
        ] {
            assert!(!inert.contains(live), "{live}: {inert}");
        }
        assert!(!inert.contains(" $x"), "{inert}");
        for (line, escaped) in [
            ("# x", "\\#\u{200B} x"),
            ("- x", "\\- x"),
            ("+ x", "\\+ x"),
            ("===", "\\==="),
            ("12. x", "12\\. x"),
            ("1) x", "1\\) x"),
            ("a\n\n# b", "a  #\u{200B} b"),
        ] {
            assert_eq!(text(line), escaped);
        }
        assert_eq!(
            text("Data state: a less-than sign"),
            "Data state: a less-than sign"
        );
    }

    #[test]
    fn code_and_fences_are_not_closed_by_their_text() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a``b"), "``` a``b ```");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code("a\n\n# b"), "`a  # b`");
        assert_eq!(code(""), "");
        assert_eq!(fence("a"), "```");
        assert_eq!(fence("x\n````\ny"), "`````");
        assert_eq!(line("a\r\n```"), "a  ```");
    }
}
