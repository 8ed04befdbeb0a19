//! Inputs that are a little different from one.

use std::collections::BTreeSet;

/// Inputs that are a little different.
pub(super) fn edits(input: &str) -> Vec<String> {
    let characters: Vec<char> = input.chars().collect();
    let mut all: BTreeSet<String> = BTreeSet::new();
    for at in 0..=characters.len() {
        let [before, after] =
            [&characters[..at], &characters[at..]].map(|part| part.iter().collect::<String>());
        for c in ['a', 'b', ' ', '>', '1', '"', ';'] {
            all.insert(format!("{before}{c}{after}"));
        }
        let mut rest = after.chars();
        if let Some(old) = rest.next() {
            let rest = rest.as_str();
            all.insert(format!("{before}{rest}"));
            for c in ['a', 'b', 'x', 'A', ' ', '1', '>', old.to_ascii_lowercase()] {
                all.insert(format!("{before}{c}{rest}"));
            }
        }
    }
    for end in ["\">", "'>", "-->", "]]>", " x>", "=x>", "</a>"] {
        all.insert(format!("{input}{end}"));
    }
    all.remove(input);
    all.into_iter().collect()
}
