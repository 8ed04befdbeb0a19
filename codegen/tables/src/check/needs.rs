//! The registers that must be set before a step or a condition, and their names in messages.

use crate::grammar::{Condition, Step};
use crate::kernel::effects::RegisterSet;

/// The names of registers in messages. The registers of one line are checked as one.
const GROUPS: [(RegisterSet, &str); 17] = [
    (RegisterSet::RETURN_STATE, "the return state"),
    (RegisterSet::BUFFER, "the temporary buffer"),
    (RegisterSet::CODE, "the character reference code"),
    (RegisterSet::ADDITIONAL, "the additional allowed character"),
    (RegisterSet::TAG, "the current tag token"),
    (RegisterSet::ATTRIBUTE, "the current attribute"),
    (RegisterSet::COMMENT, "the current comment token"),
    (RegisterSet::DOCTYPE, "the current DOCTYPE token"),
    (
        RegisterSet::INSTRUCTION,
        "the current processing instruction token",
    ),
    (
        RegisterSet::PREVIOUS_STATE,
        "the state that switched to this one",
    ),
    (NAMED, "the longest match of a named character reference"),
    (RegisterSet::RANGE, "the range of digits"),
    (RegisterSet::BASE, "the base of the number"),
    (
        RegisterSet::MATCHED_DIGITS,
        "the characters that match the range",
    ),
    (RegisterSet::TARGET, "the target"),
    (RegisterSet::BULK, "the characters consumed in bulk"),
    (RegisterSet::RETURNED, "what a procedure has returned"),
];

/// The result of a longest match.
const NAMED: RegisterSet = RegisterSet::MATCHED_NAME.or(RegisterSet::REFERENCE);

/// The registers of tokens.
pub(super) const TOKENS: RegisterSet = RegisterSet::TAG
    .or(RegisterSet::ATTRIBUTE)
    .or(RegisterSet::COMMENT)
    .or(RegisterSet::DOCTYPE)
    .or(RegisterSet::INSTRUCTION);

/// The registers whose value outlives the state that sets it.
pub(super) const LASTING: RegisterSet = RegisterSet::RETURN_STATE
    .or(RegisterSet::BUFFER)
    .or(RegisterSet::CODE)
    .or(RegisterSet::ADDITIONAL)
    .or(TOKENS);

/// The groups that have one of some registers.
pub(super) fn groups(of: RegisterSet) -> impl Iterator<Item = RegisterSet> {
    let groups = GROUPS.iter().map(|(group, _)| *group);
    groups.filter(move |group| group.has(of))
}

pub(super) fn words(group: RegisterSet) -> &'static str {
    let found = GROUPS.iter().find(|(other, _)| *other == group);
    found.map_or("this", |(_, words)| words)
}

/// Whole groups. An attribute needs its tag token, so that a missing token is reported once.
fn needs(reads: RegisterSet) -> RegisterSet {
    let all = groups(reads).fold(RegisterSet::NONE, RegisterSet::or);
    match all.has(RegisterSet::ATTRIBUTE) {
        true => all.without(RegisterSet::TAG),
        false => all,
    }
}

/// The registers that have to be set before a step.
pub(super) fn needed(step: &Step) -> RegisterSet {
    let effects = step.effects();
    needs(effects.reads.or(effects.updates))
}

/// The registers that a step sets. The return state is not among them, since its value matters too.
pub(super) fn set_by(step: &Step) -> RegisterSet {
    let writes = step.effects().writes;
    writes.without(RegisterSet::RETURN_STATE)
}

/// The registers that have no value after a step. There is one token at a time: a new one ends the others.
pub(super) fn cleared(step: &Step) -> RegisterSet {
    let effects = step.effects();
    match effects.writes.has(TOKENS.without(RegisterSet::ATTRIBUTE)) {
        true => effects.clears.or(TOKENS),
        false => effects.clears,
    }
}

/// The registers that have to be set before a condition is evaluated.
pub(super) fn needed_for(condition: &Condition) -> RegisterSet {
    needs(condition.effects().reads)
}
