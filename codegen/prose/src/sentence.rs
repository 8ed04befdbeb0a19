//! Paragraphs cut into sentences.

use super::lexicon::Words;
use super::normalise::normalise_in;
use super::outline::Text;

/// A sentence with the place where it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    /// As the page has it.
    pub original: String,
    /// Normalised.
    pub text: String,
    /// The line of the page, from 1.
    pub line: u32,
}

/// The sentences of a paragraph on the tokenizer.
///
/// A sentence in parentheses is a separate sentence; parentheses inside a sentence stay in it.
pub(super) fn sentences(paragraph: &Text) -> Vec<Sentence> {
    sentences_in(paragraph, Words::Tokenizer)
}

/// The sentences of a paragraph, with the words of a part of the page.
pub(super) fn sentences_in(paragraph: &Text, words: Words) -> Vec<Sentence> {
    let text = paragraph.as_str();
    let mut found = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            // A glyph in parentheses: `((`, `())`.
            '(' if before != '(' => depth += 1,
            ')' if text[at + 1..].starts_with(')') && before == '(' => {}
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = c;
        let end = at + c.len_utf8();
        // A name such as `"-//Sun Microsystems Corp.//DTD HTML//"` is no end of a sentence.
        let is_quoted =
            || words == Words::Trees && text[start..at].matches(QUOTES).count() % 2 == 1;
        let closes = match c {
            '.' => depth == 0 && !abbreviation(&text[start..end]) && !is_quoted(),
            ')' => {
                depth == 0
                    && text[..at].ends_with('.')
                    && text[start..].trim_start().starts_with('(')
            }
            _ => false,
        };
        let ends = match text[end..].strip_prefix(' ') {
            Some(rest) => starts(rest),
            None => end == text.len() || starts_at_once(&text[start..at], &text[end..]),
        };
        if closes && ends {
            push(&mut found, paragraph, words, start, end);
            start = end;
        }
    }
    push(&mut found, paragraph, words, start, text.len());
    found
}

/// What opens and closes a text.
const QUOTES: [char; 3] = ['"', '\u{201C}', '\u{201D}'];

/// Whether a sentence can start like this.
fn starts(text: &str) -> bool {
    // One page writes the first words of a link small.
    text.starts_with("parse error")
        || text.starts_with(|c: char| {
            c.is_uppercase() || matches!(c, '(' | '"' | '\u{201C}' | '.' | '\u{2026}')
        })
}

/// Whether a sentence starts right after the full stop of another: `Parse error.Append it.`
fn starts_at_once(before: &str, after: &str) -> bool {
    let mut letters = after.chars();
    let word = letters.next().is_some_and(|c| c.is_ascii_uppercase())
        && letters.next().is_some_and(|c| c.is_ascii_lowercase());
    word && before.ends_with(|c: char| {
        c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, ')' | ']' | '}' | '|' | '_')
    })
}

fn abbreviation(text: &str) -> bool {
    ["e.g.", "i.e.", "etc.", ".."]
        .iter()
        .any(|a| text.ends_with(a))
        && !text.ends_with("etc. ")
}

fn push(found: &mut Vec<Sentence>, paragraph: &Text, words: Words, start: usize, end: usize) {
    let original = &paragraph.as_str()[start..end];
    let indent = original.len() - original.trim_start().len();
    let original = original.trim();
    // An ellipsis alone has no words.
    if original.contains(|c: char| !matches!(c, '.' | '\u{2026}')) {
        found.push(Sentence {
            original: original.to_owned(),
            text: match original.len() {
                // It is too long for any rule, and normalising it would not shorten it enough.
                4_000.. => original.to_owned(),
                _ => normalise_in(original, words),
            },
            line: paragraph.line(start + indent),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::sentences;
    use crate::outline::Text;

    fn cut(text: &str) -> Vec<String> {
        let text = Text::at(1, text);
        sentences(&text).into_iter().map(|s| s.original).collect()
    }

    #[test]
    fn sentences_end_at_full_stops() {
        assert_eq!(
            cut(
                "Parse error. Emit a U+003C LESS-THAN SIGN (<) token. (Don't emit it yet; later.) Stop"
            ),
            [
                "Parse error.",
                "Emit a U+003C LESS-THAN SIGN (<) token.",
                "(Don't emit it yet; later.)",
                "Stop"
            ]
        );
        assert_eq!(
            cut("_Parse error_.Append it (once).Stop. In 8.2.A and a.html"),
            [
                "_Parse error_.",
                "Append it (once).",
                "Stop.",
                "In 8.2.A and a.html"
            ]
        );
        assert_eq!(
            cut("It is, e.g. Here, one. Two."),
            ["It is, e.g. Here, one.", "Two."]
        );
        assert_eq!(
            cut("(If it was, it is empty. Similarly, it is empty then.) Next."),
            [
                "(If it was, it is empty. Similarly, it is empty then.)",
                "Next."
            ]
        );
    }
}
