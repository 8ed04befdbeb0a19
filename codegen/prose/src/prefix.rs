//! Parts of a text: prefixes that end between characters, words that it begins or ends with, and words and lines in place of others.

use std::borrow::Cow;

/// The longest prefix of at most `most` bytes.
pub(super) fn prefix(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// What follows the first of these words that the text begins with.
pub(super) fn after<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    words.iter().find_map(|word| text.strip_prefix(word))
}

/// What is between the words that the text begins with and those that it ends with.
pub(super) fn between<'t>(text: &'t str, lead: &str, end: &str) -> Option<&'t str> {
    text.strip_prefix(lead)?.strip_suffix(end)
}

/// What precedes the first of these words that the text ends with.
pub(super) fn before<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    words.iter().find_map(|word| text.strip_suffix(word))
}

/// The text without the first of these words that it begins with.
pub(super) fn without<'t>(text: &'t str, words: &[&str]) -> &'t str {
    after(text, words).unwrap_or(text)
}

/// The text with other words at some of the places where one of these characters is: `other` gives the words for the
/// beginning of the text from there, and what follows it.
pub(super) fn replaced<'t>(
    text: &'t str,
    chars: &[char],
    other: impl Fn(&'t str) -> Option<(Cow<'t, str>, &'t str)>,
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(chars) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (words, tail) = other(rest).unwrap_or_else(|| {
            let (first, tail) = rest.split_at(rest.chars().next().map_or(0, char::len_utf8));
            (first.into(), tail)
        });
        out.push_str(&words);
        rest = tail;
    }
    out + rest
}

/// The text with another line for each of its lines; their ends stay.
pub(super) fn with_lines(text: &str, other: impl Fn(&str) -> String) -> String {
    let lines = text
        .split_inclusive('\n')
        .map(|line| match line.strip_suffix('\n') {
            Some(line) => other(line) + "\n",
            None => other(line),
        });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::{prefix, replaced};

    #[test]
    fn what_is_not_replaced_stays() {
        let other = |rest: &'static str| Some(("".into(), rest.strip_prefix("é!")?));
        assert_eq!(replaced("aé!é?!é!b", &['é', '?'], other), "aé?!b");
    }

    #[test]
    fn a_character_is_not_cut() {
        assert_eq!(
            ["", "a", "a", "aé", "aé"],
            [0, 1, 2, 3, 9].map(|most| prefix("aé", most))
        );
    }
}
