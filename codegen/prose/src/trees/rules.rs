//! The tables of rules for trees. They are in the form of those for the tokenizer; a line of the meaning may open or close
//! a branch, as [`super::stmt`] reads it.

use crate::rules::{Rule, Table, parse, table};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Clauses that are steps.
pub(super) static STEPS: LazyLock<Table> = table!("rules/steps.txt");

/// Clauses that are conditions: a line is an alternative.
pub(super) static CONDITIONS: LazyLock<Table> = table!("rules/conditions.txt");

/// Sentences that announce the steps or the cases that follow, or name them.
pub(super) static FRAMES: LazyLock<Table> = table!("rules/frames.txt");

/// The items of lists of elements.
pub(super) static ITEMS: LazyLock<Table> = table!("rules/items.txt");

/// The headings of rows.
pub(super) static TERMS: LazyLock<Table> = table!("rules/terms.txt");

/// Sentences that change nothing that the tables describe, with the reason.
pub(super) static WITHOUT_EFFECT: LazyLock<Table> = table!("rules/without_effect.txt");

/// The names of things that holes hold.
pub(super) static VALUES: LazyLock<Vec<Rule>> =
    LazyLock::new(|| parse(include_str!("rules/values.txt")));

/// What sentences can call, and what belongs to the document.
pub(super) static NAMES: LazyLock<Vec<Rule>> =
    LazyLock::new(|| parse(include_str!("rules/names.txt")));

/// The tables of sentences and clauses.
pub(crate) fn tables() -> [&'static Table; 6] {
    [
        &STEPS, &CONDITIONS, &FRAMES, &ITEMS, &TERMS, &WITHOUT_EFFECT,
    ]
}

/// Rules by their names, and those for sentences that have to follow in the section.
pub(super) static FOLLOWED: LazyLock<BTreeSet<(&str, &str)>> = LazyLock::new(|| {
    let rules = tables().into_iter().flat_map(|table| &table.rules);
    let each = rules.map(|(_, rule)| (rule.name, &rule.followed_by));
    each.flat_map(|(name, all)| all.iter().map(move |it| (name, *it)))
        .collect()
});

/// The words of the rules.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    let rules = tables().into_iter().flat_map(|table| &table.rules);
    rules
        .map(|(_, rule)| rule.pattern)
        .chain(VALUES.iter().map(|rule| rule.pattern))
}
