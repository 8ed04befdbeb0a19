//! Answers to conditions, by sentences that both the tables and the program say.

use super::super::clauses::canonical;
use std::collections::BTreeMap;

/// The answers.
pub(super) type Known = BTreeMap<String, bool>;

/// What variables hold, in words.
pub(super) type Values = BTreeMap<String, String>;

/// Marks a value that may be another once a character is appended.
const UNSTEADY: char = '~';

/// A sentence with the values of its variables.
pub(super) fn key(sentence: &str, values: &Values) -> String {
    let mut out = canonical(sentence);
    for (name, value) in values {
        let mut words = sentence.split(|c: char| !c.is_alphanumeric());
        if words.any(|word| word == name) {
            out.push_str(&format!(" [{name}: {value}]"));
        }
    }
    out
}

/// The same of a value that appended characters may change.
pub(super) fn unsteady(key: &str) -> String {
    format!("{UNSTEADY}{key}")
}

/// Whether no appended character changes what a sentence says.
pub(super) fn is_steady(key: &str) -> bool {
    !key.contains(UNSTEADY)
}

/// Runs every open state through each item in turn; `pass` gives the states that are open after an item in place of one.
pub(super) fn through<I: Copy, S>(
    items: impl IntoIterator<Item = I>,
    first: S,
    mut pass: impl FnMut(I, S) -> Result<Vec<S>, String>,
) -> Result<Vec<S>, String> {
    let mut open = vec![first];
    for item in items {
        let mut next = Vec::new();
        for state in open {
            next.extend(pass(item, state)?);
        }
        open = next;
    }
    Ok(open)
}
