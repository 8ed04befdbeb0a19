//! Attributes of elements, in one list for the document.

use crate::text::Range;
use tokenwright::tree_construction::{AttributeNamespace, Name};

/// An attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attribute {
    /// The local name, among the names of attributes.
    pub(crate) name: Name,
    pub(crate) value: Range,
    /// The number of its namespace and prefix; 0 for none.
    pub(crate) foreign: u32,
}

const _: () = assert!(size_of::<Attribute>() == 16);

/// The namespaces of attributes with their prefixes, by their numbers less one.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttributeNamespaces(Vec<(AttributeNamespace, Option<&'static str>)>);

impl AttributeNamespaces {
    pub(crate) fn add(
        &mut self,
        namespace: AttributeNamespace,
        prefix: Option<&'static str>,
    ) -> u32 {
        let pair = (namespace, prefix);
        let known = self.0.iter().position(|known| *known == pair);
        let at = known.unwrap_or_else(|| {
            self.0.push(pair);
            self.0.len() - 1
        });
        // There are as many as foreign attributes in the tables.
        at as u32 + 1
    }

    pub(crate) fn get(&self, foreign: u32) -> Option<(AttributeNamespace, Option<&'static str>)> {
        let at = (foreign as usize).checked_sub(1)?;
        self.0.get(at).copied()
    }
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
