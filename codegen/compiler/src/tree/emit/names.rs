//! Identifiers of the generated code.

use proc_macro2::Ident;
use quote::format_ident;
use std::collections::BTreeSet;
use tokenwright_tables::identifier::{is_keyword, words};

/// The names that the generated functions give their own parameters.
const RESERVED: [&str; 3] = ["p", "t", "step"];

/// A name as an identifier.
pub(super) fn identifier(name: &str) -> Ident {
    format_ident!("{name}")
}

/// A variable of the tables: `lastNode` as `last_node`.
pub(super) fn variable(name: &str) -> Ident {
    let mut spaced = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            spaced.push(' ');
        }
        spaced.push(c);
    }
    let name = words(&spaced).collect::<Vec<_>>().join("_");
    match is_keyword(&name) || RESERVED.contains(&name.as_str()) {
        true => format_ident!("{name}_"),
        false => format_ident!("{name}"),
    }
}

/// A name as that of a constant.
pub(super) fn upper(name: &str) -> Ident {
    let words: Vec<String> = words(name).map(|word| word.to_ascii_uppercase()).collect();
    let name = words.join("_");
    match name.starts_with(|c: char| c.is_ascii_digit()) {
        true => format_ident!("N_{name}"),
        false => format_ident!("{name}"),
    }
}

/// Identifiers for sentences, in order; one that is taken gets a number.
pub(super) fn distinct(sentences: impl Iterator<Item = String>) -> Vec<Ident> {
    let mut taken = BTreeSet::new();
    let all = sentences.map(|name| {
        let mut numbers = 2..;
        let mut free = name.clone();
        while !taken.insert(free.clone()) {
            free = format!("{name}_{}", numbers.next().unwrap_or(0));
        }
        format_ident!("{free}")
    });
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::variable;

    #[test]
    fn every_variable_is_an_identifier_of_its_own() {
        for (name, expected) in [
            ("lastNode", "last_node"),
            ("p", "p_"),
            ("self", "self_"),
            ("nSelf", "n_self"),
            ("match", "match_"),
        ] {
            assert_eq!(variable(name), expected);
        }
    }
}
