//! The types of names and values in selectors.

use cssparser::{ToCss, serialize_identifier, serialize_string};
use precomputed_hash::PrecomputedHash;
use selectors::parser::{self, SelectorParseErrorKind};
use std::fmt::{self, Write};

/// An identifier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Name(pub(super) String);

impl From<&str> for Name {
    fn from(name: &str) -> Self {
        Name(name.to_owned())
    }
}

impl ToCss for Name {
    fn to_css<W: Write>(&self, out: &mut W) -> fmt::Result {
        serialize_identifier(&self.0, out)
    }
}

impl PrecomputedHash for Name {
    /// Filters of ancestors are built from it; there are none.
    fn precomputed_hash(&self) -> u32 {
        0
    }
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value(String);

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Value(value.to_owned())
    }
}

impl AsRef<str> for Value {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl ToCss for Value {
    fn to_css<W: Write>(&self, out: &mut W) -> fmt::Result {
        serialize_string(&self.0, out)
    }
}

/// A pseudo-class or a pseudo-element that the crate does not answer by itself: there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unknown {}

impl ToCss for Unknown {
    fn to_css<W: Write>(&self, _: &mut W) -> fmt::Result {
        match *self {}
    }
}

impl parser::NonTSPseudoClass for Unknown {
    fn is_active_or_hover(&self) -> bool {
        match *self {}
    }

    fn is_user_action_state(&self) -> bool {
        match *self {}
    }
}

impl parser::PseudoElement for Unknown {}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names;

impl parser::SelectorImpl for Names {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Value;
    type Identifier = Name;
    type LocalName = Name;
    type NamespaceUrl = Name;
    type NamespacePrefix = Name;
    type BorrowedNamespaceUrl = Name;
    type BorrowedLocalName = Name;
    type NonTSPseudoClass = Unknown;
    type PseudoElement = Unknown;
}

pub(super) struct SelectorParser;

impl parser::Parser<'_> for SelectorParser {
    type Impl = Names;
    type Error = SelectorParseErrorKind;

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    /// The crate answers `:has()` by a recursion, which a deep tree would make overflow the stack.
    fn parse_has(&self) -> bool {
        false
    }

    /// A mistake inside of `:is()` is an error.
    fn allow_forgiving_selectors(&self) -> bool {
        false
    }
}
