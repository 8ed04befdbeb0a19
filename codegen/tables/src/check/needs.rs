//! Which registers have to be set before a step or a condition, and what messages call them.

use crate::effects::{self, Registers};
use crate::grammar::{Condition, Step};

/// The names of registers in messages. The registers of one line are checked as one.
const GROUPS: [(Registers, &str); 17] = [
    (Registers::RETURN_STATE, "the return state"),
    (Registers::BUFFER, "the temporary buffer"),
    (Registers::CODE, "the character reference code"),
    (Registers::ADDITIONAL, "the additional allowed character"),
    (Registers::TAG, "the current tag token"),
    (Registers::ATTRIBUTE, "the current attribute"),
    (Registers::COMMENT, "the current comment token"),
    (Registers::DOCTYPE, "the current DOCTYPE token"),
    (
        Registers::INSTRUCTION,
        "the current processing instruction token",
    ),
    (
        Registers::PREVIOUS_STATE,
        "the state that switched to this one",
    ),
    (NAMED, "the longest match of a named character reference"),
    (Registers::RANGE, "the range of digits"),
    (Registers::BASE, "the base of the number"),
    (
        Registers::MATCHED_DIGITS,
        "the characters that match the range",
    ),
    (Registers::TARGET, "the target"),
    (Registers::BULK, "the characters consumed in bulk"),
    (Registers::RETURNED, "what a procedure has returned"),
];

/// The result of a longest match.
const NAMED: Registers = Registers::MATCHED_NAME.or(Registers::REFERENCE);

/// The registers whose value outlives the state that sets it.
pub(super) const LASTING: Registers = Registers::RETURN_STATE
    .or(Registers::BUFFER)
    .or(Registers::CODE)
    .or(Registers::ADDITIONAL)
    .or(Registers::TAG)
    .or(Registers::ATTRIBUTE)
    .or(Registers::COMMENT)
    .or(Registers::DOCTYPE)
    .or(Registers::INSTRUCTION);

/// The groups that have one of some registers.
pub(super) fn groups(of: Registers) -> impl Iterator<Item = Registers> {
    let groups = GROUPS.iter().map(|(group, _)| *group);
    groups.filter(move |group| group.has(of))
}

pub(super) fn words(group: Registers) -> &'static str {
    let found = GROUPS.iter().find(|(other, _)| *other == group);
    found.map_or("this", |(_, words)| words)
}

/// Whole groups. An attribute needs its tag token, so that a missing token is reported once.
fn needs(reads: Registers) -> Registers {
    let all = groups(reads).fold(Registers::NONE, Registers::or);
    match all.has(Registers::ATTRIBUTE) {
        true => all.without(Registers::TAG),
        false => all,
    }
}

/// The registers that have to be set before a step.
pub(super) fn needed(step: &Step) -> Registers {
    let effects = effects::of_step(step);
    needs(effects.reads.or(effects.updates))
}

/// The registers that a step sets. The return state is not among them, since its value matters too.
pub(super) fn set_by(step: &Step) -> Registers {
    let writes = effects::of_step(step).writes;
    writes.without(Registers::RETURN_STATE)
}

/// The registers that have no value after a step.
pub(super) fn cleared(step: &Step) -> Registers {
    effects::of_step(step).clears
}

/// The registers that have to be set before a condition is evaluated.
pub(super) fn asked(condition: &Condition) -> Registers {
    needs(effects::of_condition(condition))
}
