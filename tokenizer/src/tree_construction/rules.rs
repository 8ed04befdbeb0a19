//! The rules of a revision, as the runtime sees them.

use super::builder::Builder;
use super::construction::Construction;
use super::kind::KindSet;
use super::name::Name;
use super::token::{ForeignAttribute, Token, TokenKind};
use crate::Namespace;

/// An insertion mode, by its place in the section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InsertionMode(pub(crate) u8);

/// A scope, by its place in the tables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope(pub(crate) usize);

/// The most scopes that tables may have, with sets at which walks stop.
pub(super) const SCOPES: usize = 16;

/// What comes after a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome {
    /// The token is processed.
    Done,
    /// The token is dispatched again.
    Reprocess,
}

/// A row.
pub(crate) type RowFunction<R, B> = fn(&mut Construction<R, B>, &mut Token<'_>) -> Outcome;

/// A revision that has tables of tree construction. Only generated code implements it.
#[doc(hidden)]
pub trait TreeRules: Sized {
    /// The mode in which a parser starts.
    const INITIAL: InsertionMode;
    /// The names of the modes.
    const MODES: &'static [&'static str];
    /// The names of elements that rules mention, sorted. [`Name`] has their places.
    const NAMES: &'static [&'static str];
    /// The elements outside of HTML that rules mention.
    const FOREIGN: &'static [(Namespace, Name)];
    /// The elements that have template contents.
    const WITH_CONTENTS: &'static KindSet;
    /// The elements at which each scope ends, and those at which walks up the stack stop.
    const SCOPES: &'static [&'static KindSet];
    /// The attributes that get a namespace, sorted by name.
    const FOREIGN_ATTRIBUTES: &'static [ForeignAttribute];
    /// Whether a rule asks for a Text node before a place.
    const TEXT_IS_READ: bool;
    /// How many classes of characters rules distinguish.
    const CLASSES: usize;
    /// The classes of the characters of ASCII, and that of the bytes of others; none if others are distinguished.
    const CLASSES_OF_BYTES: &'static [u8; 256];
    /// For each mode and class, the classes that are processed as it once that changes nothing, a bit for each.
    const PROCESSED_AS: &'static [&'static [u32]];
    /// For each mode and class, the class that is processed as it with most others.
    const WIDEST: &'static [&'static [u8]];

    /// The class of a character.
    fn class(character: char) -> usize;

    /// Dispatches a token of a kind, up to the rows that process it.
    fn dispatch<B: Builder>(
        p: &mut Construction<Self, B>,
        t: &mut Token<'_>,
        kind: TokenKind,
    ) -> Outcome;

    /// The row that would only append a character token. It changes nothing.
    fn quiet_row<B: Builder>(
        p: &mut Construction<Self, B>,
        t: &mut Token<'_>,
    ) -> Option<RowFunction<Self, B>>;

    /// What comes after these rows.
    fn after_dispatch<B: Builder>(p: &mut Construction<Self, B>, t: &mut Token<'_>);

    /// What comes before the first token of a fragment.
    fn begin_fragment<B: Builder>(p: &mut Construction<Self, B>, t: &mut Token<'_>);
}
