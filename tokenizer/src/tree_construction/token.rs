//! The token that is processed.

use super::name::Name;
use crate::{Comment, Doctype, ProcessingInstruction, Tag};

/// A table of names and what they become, sorted.
pub(crate) type Pairs = [(&'static str, &'static str)];

/// The namespace of an attribute that has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeNamespace {
    /// `http://www.w3.org/1999/xlink`
    XLink,
    /// `http://www.w3.org/XML/1998/namespace`
    Xml,
    /// `http://www.w3.org/2000/xmlns/`
    Xmlns,
}

/// An attribute that gets a namespace in foreign content.
#[derive(Clone, Copy, Debug)]
pub struct ForeignAttribute {
    pub(crate) name: &'static str,
    pub(crate) prefix: Option<&'static str>,
    pub(crate) local_name: &'static str,
    pub(crate) namespace: AttributeNamespace,
}

/// What rows do to the attributes of a token.
#[derive(Clone, Copy, Debug)]
pub(super) enum Adjustment {
    Names(&'static Pairs),
    Namespaces(&'static [ForeignAttribute]),
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    StartTag,
    EndTag,
    Character,
    Comment,
    ProcessingInstruction,
    Doctype,
    EndOfFile,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Data<'t> {
    None,
    Tag(&'t Tag<'t>),
    Characters(&'t str),
    Comment(&'t Comment<'t>),
    Instruction(&'t ProcessingInstruction<'t>),
    Doctype(&'t Doctype<'t>),
}

/// A token.
#[derive(Debug)]
pub struct Token<'t> {
    pub(super) kind: TokenKind,
    pub(super) data: Data<'t>,
    /// The name of a tag.
    pub(super) name: Name,
    /// The class of a character.
    pub(super) class: usize,
    pub(super) is_self_closing: bool,
    pub(super) is_acknowledged: bool,
}

impl<'t> Token<'t> {
    #[inline(always)]
    pub(super) fn new(kind: TokenKind, data: Data<'t>) -> Self {
        Token {
            kind,
            data,
            name: Name::NONE,
            class: 0,
            is_self_closing: false,
            is_acknowledged: false,
        }
    }

    #[inline(always)]
    pub(crate) fn kind(&self) -> TokenKind {
        self.kind
    }

    #[inline(always)]
    pub(crate) fn name(&self) -> Name {
        self.name
    }

    #[inline(always)]
    pub(crate) fn class(&self) -> usize {
        self.class
    }

    #[inline]
    pub(super) fn tag(&self) -> Option<&'t Tag<'t>> {
        match self.data {
            Data::Tag(tag) => Some(tag),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn doctype(&self) -> Option<&'t Doctype<'t>> {
        match self.data {
            Data::Doctype(doctype) => Some(doctype),
            _ => None,
        }
    }
}

/// A token that a step names.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum TokenReference {
    /// The token that is processed.
    #[default]
    Current,
    /// The token for which an element was created.
    CreatedFor(super::element::Element),
    /// A start tag without attributes.
    Empty(Name),
}

/// A text that a step names.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Text<'t> {
    /// The name of a tag.
    Name(Name),
    /// Characters.
    Characters(&'t str),
    /// The pending table character tokens.
    Pending,
}

impl Default for Text<'_> {
    fn default() -> Self {
        Text::Characters("")
    }
}
