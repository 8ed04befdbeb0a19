//! Markdown as a plain text dump: headings without their number signs, links as their words, items of lists with the
//! mark of dumps. Line numbers stay the same.

use crate::assemble::is_procedure;
use crate::prefix::prefix;
use crate::replace::{replaced, with_lines};
use crate::terms::{numbered, title};
use std::borrow::Cow;

/// The longest words of a link, and the longest target, in bytes.
const LONGEST: usize = 500;

/// The page without the marks of Markdown, if it has a heading of a state or of the procedure in them.
pub(super) fn to_text(source: &str) -> Cow<'_, str> {
    let names_a_state = |line: &str| {
        heading(line).is_some_and(|text| {
            let (_, text) = numbered(text);
            title(text).is_some() || is_procedure(text)
        })
    };
    if !source.lines().any(names_a_state) {
        return Cow::Borrowed(source);
    }
    let plain = |line: &str| unescaped(&block(line));
    Cow::Owned(with_lines(&without_links(source), plain))
}

/// The text of a heading: `### 13.2.5.1 Data state`.
fn heading(line: &str) -> Option<&str> {
    let level = line.bytes().take_while(|b| *b == b'#').count();
    let text = line[level..].strip_prefix(' ')?;
    (1..=6)
        .contains(&level)
        .then(|| text.trim_end_matches('#').trim())
}

/// A line without the marks at its start.
fn block(line: &str) -> Cow<'_, str> {
    let text = line.trim();
    let margin = &line[..line.len() - line.trim_start().len()];
    if let Some(text) = heading(text) {
        return Cow::Borrowed(text);
    }
    if text.starts_with("<a id=") && text.ends_with("></a>") {
        return Cow::Borrowed("");
    }
    if let Some(cells) = text.strip_prefix('|') {
        let is_rule = text.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
        let cells = cells.trim_matches(['|', ' ']).replace(" | ", " ");
        return Cow::Owned(if is_rule { String::new() } else { cells });
    }
    if let Some(definition) = text.strip_prefix(":   ") {
        return Cow::Owned(format!("{margin}{definition}"));
    }
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let item = digits
        .strip_prefix(". ")
        .filter(|_| digits.len() < text.len())
        .or_else(|| text.strip_prefix("- "));
    match item {
        // A term is bold.
        Some(item) if !item.starts_with("**") => Cow::Owned(format!("{margin}* {item}")),
        _ => Cow::Borrowed(line),
    }
}

/// The text with the words of each `[link](target)` in its place.
fn without_links(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find('[') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match link(rest) {
            Some((words, after)) if !out.ends_with('\\') => {
                out.push_str(words);
                rest = after;
            }
            _ => out.push('['),
        }
    }
    out + rest
}

/// The words of a link after its bracket, and the text after it.
fn link(text: &str) -> Option<(&str, &str)> {
    let (words, _) = prefix(text, LONGEST).split_once("](")?;
    let target = &text[words.len() + 2..];
    let mut depth = 0_usize;
    // A target can have pairs of parentheses.
    let closes = |c: char| {
        depth += usize::from(c == '(');
        let is_end = c == ')' && depth == 0;
        depth = depth.saturating_sub(usize::from(c == ')'));
        is_end
    };
    let end = prefix(target, LONGEST).find(closes)?;
    let has_space = target[..end].contains(char::is_whitespace);
    (!words.contains('[') && !has_space).then(|| (words, &target[end + 1..]))
}

/// The text without the backslashes before punctuation.
fn unescaped(line: &str) -> String {
    replaced(line, &['\\'], |rest| {
        let escaped = rest.get(1..2)?;
        let is_mark = escaped.bytes().all(|b| b.is_ascii_punctuation());
        is_mark.then(|| (escaped.into(), &rest[2..]))
    })
}

#[cfg(test)]
mod tests {
    use super::to_text;

    #[test]
    fn marks_are_dropped_and_lines_stay() {
        let page = "## 13.2.5 Tokenization\n\n<a id=\"data-state\"></a>\n\n### 13.2.5.1 Data state\n\n\
                    - **U+003C (\\<)**\n\n   Switch to the [tag\n   open state](#tag-(open)-state).\n\n\
                    - U+0009\n1. One\n\n| Number | Code |\n| --- | --- |\n| 0x80 | U+20AC |\nTerm\n:   It \\[x\\](y).";
        let text = "13.2.5 Tokenization\n\n\n\n13.2.5.1 Data state\n\n\
                    - **U+003C (<)**\n\n   Switch to the tag\n   open state.\n\n\
                    * U+0009\n* One\n\nNumber Code\n\n0x80 U+20AC\nTerm\nIt [x](y).";
        assert_eq!(to_text(page), text);
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        let text = "# A comment\n13.2.5.1 Data state\n- [x](y)";
        assert_eq!(to_text(text), text);
    }
}
