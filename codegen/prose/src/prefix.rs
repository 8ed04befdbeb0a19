//! Prefixes of a text that end between characters.

/// The longest prefix of at most `most` bytes.
pub(super) fn prefix(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
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
