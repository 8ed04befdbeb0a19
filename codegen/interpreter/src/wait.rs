//! The reasons why a machine with an open input waits.

use super::refusal::Refusal;

/// The reason why a machine waits, with the index of the first character that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// Any character, or a bounded number of them.
    Text,
    /// The end of the longest name of a character reference.
    Name(usize),
    /// The end of some digits.
    Digits(usize),
    /// The end of one or more characters of a set.
    Sequence(usize),
    /// The end of a bulk.
    Bulk(usize),
}

/// The state of a run with an open input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunState {
    /// The machine is before a state that needs more input.
    Waits(Wait),
    /// The end-of-file token was emitted.
    Finished,
    /// The revision does not say how to continue.
    Stopped(Refusal),
}
