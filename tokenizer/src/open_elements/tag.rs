//! The tag that is being processed.

use super::rules::ElementRules;
use crate::generated::ElementName;
use crate::machine::CurrentTag;

/// A tag token, with its name looked up.
#[derive(Clone, Copy)]
pub(super) struct TagToken<'t> {
    pub(super) name: &'t str,
    /// Its name in the rules; `None` if those of the revision do not mention it.
    pub(super) known: Option<ElementName>,
    tag: &'t CurrentTag<'t>,
}

impl<'t> TagToken<'t> {
    pub(super) fn new(tag: &'t CurrentTag<'t>, rules: &ElementRules) -> Self {
        let name = tag.name();
        TagToken {
            name,
            known: rules.element(name),
            tag,
        }
    }

    /// The tag under the name that HTML content gives it: `image` is `img`.
    pub(super) fn in_html_content(mut self, rules: &ElementRules) -> Self {
        let renamed = rules
            .tree_construction
            .iter()
            .flat_map(|tables| tables.renamed);
        let mut renamed = renamed.filter(|(from, _)| Some(*from) == self.known);
        if let Some((_, to)) = renamed.next() {
            self.known = Some(*to);
        }
        self
    }

    pub(super) fn is(self, name: ElementName) -> bool {
        self.known == Some(name)
    }

    pub(super) fn is_self_closing(self) -> bool {
        self.tag.is_self_closing()
    }

    /// The value of the attribute with this lowercase name.
    pub(super) fn attribute(self, name: &str) -> Option<&'t str> {
        let mut attributes = self.tag.attributes();
        let found = attributes.find(|attribute| attribute.name() == name)?;
        Some(found.value())
    }

    /// A hash of the attributes that does not depend on their order.
    pub(super) fn hash_of_attributes(self) -> u64 {
        let hashes = self.tag.attributes().map(|attribute| {
            let bytes = attribute.name().bytes().chain([0]);
            fnv_1a(bytes.chain(attribute.value().bytes()))
        });
        hashes.fold(0, u64::wrapping_add)
    }
}

fn fnv_1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
