//! The names of a table, one after the other.

use crate::machine::{References, Walk};
use alloc::string::String;
use core::fmt;

/// An iterator over the names of character references and their characters, made by [`names`](super::names).
///
/// A name has no `&`; most end with their semicolon.
///
/// ```
/// use tokenwright::references::names;
///
/// let (name, characters) = names().next().expect("there are names");
/// assert_eq!((&*name, characters), ("AElig", "\u{c6}"));
/// ```
#[derive(Clone)]
pub struct Names {
    table: &'static References,
    walk: Walk,
    number: u16,
}

impl Names {
    pub(super) fn new(table: &'static References) -> Self {
        Names {
            table,
            walk: Walk::of(table),
            number: 0,
        }
    }
}

impl Iterator for Names {
    type Item = (String, &'static str);

    fn next(&mut self) -> Option<Self::Item> {
        let name = self.walk.next_name(self.table)?;
        let characters = self.table.characters(self.number);
        // The order of the walk is the order of the numbers.
        self.number += 1;
        Some((name.into(), characters))
    }
}

impl core::iter::FusedIterator for Names {}

/// Shows how many names have been returned.
impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Names")
            .field("returned", &self.number)
            .finish_non_exhaustive()
    }
}
