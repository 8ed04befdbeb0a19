//! The rules of a revision, as the runtime sees them.

use super::builder::Builder;
use super::construction::Construction;
use super::kind::{Kind, KindSet};
use super::known_names::KnownNames;
use super::name::Name;
use super::token::{ForeignAttribute, Token, TokenKind};
use crate::names::NameSet;
use crate::{Namespace, TextMode};

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

/// Names of tags.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TagNames {
    /// Those that rules mention.
    pub(crate) known: &'static KindSet,
    /// Whether all others are among them.
    pub(crate) others: bool,
}

impl TagNames {
    /// Whether a name is among them; none if rules do not mention it.
    pub(crate) fn has_name(&self, name: Option<Name>) -> bool {
        name.map_or(self.others, |name| self.known.has(name.0))
    }

    #[inline]
    pub(crate) fn has<R: TreeRules>(&self, name: Name) -> bool {
        match name.index() < R::NAMES.len() {
            true => self.known.has(name.0),
            false => self.others,
        }
    }
}

/// What a tokenizer without a tree follows. The compiler finds it in the rows.
#[derive(Debug)]
pub struct Following {
    /// The mode in place of all in which elements may be forgotten.
    pub(crate) home: InsertionMode,
    /// Whether elements are forgotten in a mode.
    pub(crate) modes: &'static [bool],
    /// The start tags that are followed when other elements are forgotten; those that lead from one of these modes to another; those
    /// whose frameset-ok flag matters.
    pub(crate) start_tags: NameSet,
    /// The same without those that lead to another mode.
    pub(crate) start_tags_in_any_mode: NameSet,
    pub(crate) followed: TagNames,
    /// Those of them that switch the tokenizer and do nothing else, up to their end tags.
    pub(crate) text_modes: &'static [(Name, TextMode)],
    pub(crate) changes_mode: TagNames,
    /// The start tags, and the end tags, that do something else in another of these modes.
    pub(crate) start_depends: TagNames,
    pub(crate) end_depends: TagNames,
    /// The start tags that ask for attributes of the tag.
    pub(crate) asks_attributes: TagNames,
    /// The start tags that ask for the form element pointer, and for the frameset-ok flag.
    pub(crate) asks_form: TagNames,
    pub(crate) asks_frameset: TagNames,
    /// The HTML elements that may be forgotten.
    pub(crate) forgotten: TagNames,
    /// The start tags whose elements become active formatting elements.
    pub(crate) listed: TagNames,
    /// The start tags, and the end tags, for which rules are needed at the beginning of a document.
    pub(crate) start_needs_rules: TagNames,
    pub(crate) end_needs_rules: TagNames,
    /// The classes of characters after which, at the beginning of a document, elements may be forgotten, a bit for each. If there is none,
    /// rules are run from the first token on.
    pub(crate) settling: u32,
    /// How many of the scopes are no sets at which walks stop.
    pub(crate) scopes: usize,
    /// For each mode, the classes of characters that it ignores, a bit for each.
    pub(crate) ignored: &'static [u32],
    /// The attributes of open elements that rules ask for.
    pub(crate) attributes: &'static [&'static str],
}

impl Following {
    pub(super) fn is_forgotten<R: TreeRules>(&self, name: Name) -> bool {
        self.forgotten.has::<R>(name)
    }

    pub(super) fn is_forgotten_kind<R: TreeRules>(&self, kind: Kind) -> bool {
        (kind as usize) < R::NAMES.len() && self.forgotten.known.has(kind)
    }
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
    /// The same as a table.
    const NAME_TABLE: &'static KnownNames;
    /// The elements outside of HTML that rules mention.
    const FOREIGN: &'static [(Namespace, Name)];
    /// The elements that have template contents.
    const WITH_CONTENTS: &'static KindSet;
    /// The elements at which each scope ends, and those at which walks up the stack stop.
    const SCOPES: &'static [&'static KindSet];
    /// The attributes that get a namespace, sorted by name.
    const FOREIGN_ATTRIBUTES: &'static [ForeignAttribute];
    /// Whether a rule asks for a Text node before a place, or whether it is the last node that was inserted.
    const TEXT_IS_READ: bool;
    /// The mode for foreign content, where it is one.
    const FOREIGN_MODE: Option<InsertionMode>;
    /// How many classes of characters rules distinguish.
    const CLASSES: usize;
    /// The classes of the characters of ASCII, and that of the bytes of others; none if others are distinguished.
    const CLASSES_OF_BYTES: &'static [u8; 256];
    /// For each mode and class, the classes that are processed as it once that changes nothing, a bit for each.
    const PROCESSED_AS: &'static [&'static [u32]];
    /// For each mode and class, the class that is processed as it with most others.
    const WIDEST: &'static [&'static [u8]];

    /// What a tokenizer without a tree follows.
    const FOLLOWING: &'static [Following; 2];

    /// Some character of a class.
    fn member(class: usize) -> Option<char> {
        (0..=u32::from(char::MAX))
            .filter_map(char::from_u32)
            .find(|it| Self::class(*it) == class)
    }

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
