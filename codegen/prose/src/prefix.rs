//! Prefixes of a text: those that end between characters, and words that it begins or ends with.

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

#[cfg(test)]
mod tests {
    use super::prefix;

    #[test]
    fn a_character_is_not_cut() {
        assert_eq!(
            ["", "a", "a", "aé", "aé"],
            [0, 1, 2, 3, 9].map(|most| prefix("aé", most))
        );
    }
}
