//! Attributes of elements, in one list for the document.

use crate::text::Range;
use tokenwright::tree_construction::{AttributeNamespace, Name};

/// An attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attribute {
    /// The local name, among the names of attributes.
    pub(crate) name: Name,
    pub(crate) value: Range,
    pub(crate) prefix: Option<&'static str>,
    pub(crate) namespace: Option<AttributeNamespace>,
}

/// The attributes of an element: a range of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attributes {
    pub(crate) start: u32,
    pub(crate) count: u32,
}

impl Attributes {
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.count) as usize
    }
}
