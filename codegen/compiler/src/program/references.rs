//! The character references that the hot path resolves.

use crate::ir::{CharSet, StateId, Test};
use std::collections::BTreeMap;
use tokenwright_tables::grammar::Field;

/// The references, by the state that resolves them.
pub type References = BTreeMap<StateId, Reference>;

/// The references that a state resolves without leaving the loop: all names with a semicolon, and some numbers with
/// one. Neither is an error, and the character after the semicolon does not matter. The rows resolve all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The byte that begins a reference.
    pub byte: u8,
    /// A condition on flags, which no reference changes; without it the rows decide.
    pub when: Option<Test>,
    /// What the characters are appended to.
    pub to: Receiver,
    /// The numbers that are replaced by the character of that number.
    pub plain: CharSet,
}

/// The receiver of the characters of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// Emits them as character tokens.
    Emitted,
    /// Appends them to a field of a token.
    Appended(Field),
}

/// The first number beyond Unicode; all numbers from here on have the same outcome.
pub const BEYOND: u32 = 0x11_0000;
