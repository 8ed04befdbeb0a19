//! The elements that the parser knows, and sets of them.

use super::kind::{Kind, KindSet};
use super::name::Name;
use crate::Namespace;

/// An element that the parser created, the Document, a marker in the list of active formatting elements, or null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Element(pub(super) u32);

impl Element {
    /// Null.
    pub(crate) const NULL: Element = Element(u32::MAX);
    /// The Document.
    pub(super) const DOCUMENT: Element = Element(0);
    const MARKERS: u32 = 1 << 31;

    pub(super) fn marker(number: u32) -> Element {
        Element(number & !Self::MARKERS & (u32::MAX >> 2) | Self::MARKERS)
    }

    #[inline]
    pub(super) fn is_marker(self) -> bool {
        self != Self::NULL && self.0 & Self::MARKERS != 0
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for Element {
    fn default() -> Self {
        Element::NULL
    }
}

/// The place of an element that has none.
pub(super) const NOWHERE: u32 = u32::MAX;

/// What is known of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<N> {
    pub(super) node: N,
    pub(super) kind: Kind,
    pub(super) name: Name,
    pub(super) namespace: Namespace,
    /// Its place in the stack of open elements.
    pub(super) place: u32,
    /// Its place in the list of active formatting elements.
    pub(super) entry: u32,
    /// The element that was above it when it left the stack.
    pub(super) was_below: Element,
    /// The token at which it left.
    pub(super) left: u32,
    /// Whether a rule has marked it.
    pub(super) is_tainted: bool,
    /// What rules have asked of its attributes.
    pub(super) answers: Answers,
}

/// Questions about the attributes of an element that were answered, a bit for each by its number. The attributes are those that it was
/// created with, so no answer changes. It is kept because an element may have any number of attributes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Answers {
    known: u8,
    yes: u8,
}

impl Answers {
    /// How many questions there are answers for. The tables have two.
    pub(super) const MOST: usize = u8::BITS as usize;

    pub(super) fn get(self, question: usize) -> Option<bool> {
        (self.known >> question & 1 != 0).then_some(self.yes >> question & 1 != 0)
    }

    pub(super) fn set(&mut self, question: usize, answer: bool) {
        self.known |= 1 << question;
        self.yes |= u8::from(answer) << question;
    }
}

/// What asks whether an element is one of some.
pub(crate) trait ElementTest: Copy {
    /// Whether an element of a kind, a name and a namespace is.
    fn holds(self, element: Element, kind: Kind, namespace: Namespace, name: Name) -> bool;

    /// The kinds that it holds for, if it depends on nothing else.
    fn kinds(self) -> Option<&'static KindSet> {
        None
    }

    /// The element that it holds for, if there is one alone.
    fn element(self) -> Option<Element> {
        None
    }

    /// The name of the HTML elements that it holds for, if it depends on nothing else.
    fn name(self) -> Option<Name> {
        None
    }
}

impl ElementTest for &'static KindSet {
    #[inline(always)]
    fn holds(self, _: Element, kind: Kind, _: Namespace, _: Name) -> bool {
        self.has(kind)
    }

    #[inline(always)]
    fn kinds(self) -> Option<&'static KindSet> {
        Some(self)
    }
}

/// Elements in a namespace.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InNamespace(pub(crate) Namespace);

impl ElementTest for InNamespace {
    #[inline(always)]
    fn holds(self, _: Element, kind: Kind, namespace: Namespace, _: Name) -> bool {
        kind != super::kind::NO_ELEMENT && namespace == self.0
    }
}

/// HTML elements with a tag name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named(pub(crate) Name);

impl ElementTest for Named {
    #[inline(always)]
    fn holds(self, _: Element, kind: Kind, namespace: Namespace, name: Name) -> bool {
        kind != super::kind::NO_ELEMENT && namespace == Namespace::Html && name == self.0
    }

    #[inline(always)]
    fn name(self) -> Option<Name> {
        Some(self.0)
    }
}

/// One element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Same(pub(crate) Element);

impl ElementTest for Same {
    #[inline(always)]
    fn holds(self, element: Element, _: Kind, _: Namespace, _: Name) -> bool {
        element == self.0
    }

    #[inline(always)]
    fn element(self) -> Option<Element> {
        Some(self.0)
    }
}
