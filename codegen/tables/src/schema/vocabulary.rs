//! The names and phrases that the sentences of one revision can use.

use crate::model::{Definition, Revision};
use std::collections::BTreeSet;

/// The names that a revision adds to the table language.
pub(super) struct Vocabulary<'r> {
    pub(super) states: Vec<&'r str>,
    pub(super) procedures: Vec<&'r str>,
    pub(super) codes: Vec<&'r str>,
    /// The codes that steps of tree construction may name: those of the revision, and those that any tables name there.
    pub(super) tree_codes: BTreeSet<String>,
    pub(super) classes: Vec<&'r str>,
    /// The lists of `[names]`.
    pub(super) lists: Vec<&'r str>,
    pub(super) steps: Vec<&'r str>,
    /// Defined conditions, each followed by its negation where it has one.
    pub(super) conditions: Vec<String>,
}

impl<'r> Vocabulary<'r> {
    /// With the codes that the tables of tree construction of some revision name.
    pub(super) fn of(revision: &'r Revision, tree_codes: &BTreeSet<String>) -> Self {
        let codes = revision.errors.iter().map(|e| e.code.as_str());
        let about = &revision.about;
        let mut vocabulary = Vocabulary {
            states: revision.states.iter().map(|s| s.name.as_str()).collect(),
            procedures: revision
                .procedures
                .iter()
                .map(|p| p.name.as_str())
                .collect(),
            tree_codes: tree_codes
                .iter()
                .cloned()
                .chain(codes.clone().map(str::to_owned))
                .collect(),
            codes: codes.collect(),
            classes: about
                .classes
                .iter()
                .map(|(name, _)| name.as_str())
                .collect(),
            lists: about.names.iter().map(|(name, _)| name.as_str()).collect(),
            steps: Vec::new(),
            conditions: Vec::new(),
        };
        for definition in &revision.definitions {
            match definition {
                Definition::Step { name, .. } => vocabulary.steps.push(name),
                Definition::Condition { name, .. } => {
                    vocabulary.conditions.push(name.value.clone());
                    vocabulary.conditions.extend(negation(name));
                }
            }
        }
        vocabulary
    }
}

/// The condition with its verb negated, as the loader reads it.
fn negation(condition: &str) -> Option<String> {
    [(" is ", " is not "), (" was ", " was not ")]
        .into_iter()
        .find(|(verb, _)| condition.contains(verb))
        .map(|(verb, negated)| condition.replacen(verb, negated, 1))
}
