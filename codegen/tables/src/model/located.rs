//! Values with their place in the tables.

use crate::source::Place;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// A value, and its place in the tables.
#[derive(Clone, Debug)]
pub struct Located<T> {
    /// The value that was read.
    pub value: T,
    /// Where its source text is; all zero for [`Located::nowhere`].
    pub place: Place,
}

impl<T> Located<T> {
    /// A value that was not read from a file.
    pub fn nowhere(value: T) -> Self {
        Located::at(value, Place::default())
    }

    /// A value at this place.
    pub fn at(value: T, place: Place) -> Self {
        Located { value, place }
    }
}

impl<T> Deref for Located<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Display> fmt::Display for Located<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Located<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Located<T> {}

impl<T: Hash> Hash for Located<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}
