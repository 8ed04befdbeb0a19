//! Nodes as the elements of the crate `selectors`.
//!
//! They have a type of their own, so that no type of that crate is public here.

use super::names::{Name, Names, Unknown, Value};
use crate::arena::Data;
use crate::node::{NodeData, NodeRef};
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::context::MatchingContext;
use selectors::matching::ElementSelectorFlags;
use selectors::{Element, OpaqueElement};
use tokenwright::Namespace;

#[cfg(test)]
thread_local! {
    static LOOKS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// How often a sibling of an element was looked at since the last call.
#[cfg(test)]
pub(super) fn looked_at() -> usize {
    LOOKS.take()
}

#[inline(always)]
fn count_look() {
    #[cfg(test)]
    LOOKS.set(LOOKS.get() + 1);
}

/// An element that may match.
#[derive(Clone, Debug)]
pub(super) struct Candidate<'d>(pub(super) NodeRef<'d>);

impl Element for Candidate<'_> {
    type Impl = Names;

    fn opaque(&self) -> OpaqueElement {
        OpaqueElement::new(self.0.node())
    }

    fn parent_element(&self) -> Option<Self> {
        self.0.parent().filter(NodeRef::is_element).map(Candidate)
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        false
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        None
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        count_look();
        self.0
            .previous_siblings()
            .find(NodeRef::is_element)
            .map(Candidate)
    }

    fn next_sibling_element(&self) -> Option<Self> {
        count_look();
        self.0
            .next_siblings()
            .find(NodeRef::is_element)
            .map(Candidate)
    }

    fn first_element_child(&self) -> Option<Self> {
        self.0.children().find(NodeRef::is_element).map(Candidate)
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.0.namespace() == Some(Namespace::Html)
    }

    fn has_local_name(&self, name: &Name) -> bool {
        self.0.name() == Some(&name.0)
    }

    /// Without prefixes, selectors name no namespace but none, and every element has one.
    fn has_namespace(&self, _: &Name) -> bool {
        false
    }

    fn is_same_type(&self, other: &Self) -> bool {
        match (self.0.node().data, other.0.node().data) {
            (Data::Element(namespace, name, _), Data::Element(other_namespace, other_name, _)) => {
                (namespace, name) == (other_namespace, other_name)
            }
            _ => false,
        }
    }

    fn attr_matches(
        &self,
        namespace: &NamespaceConstraint<&Name>,
        name: &Name,
        operation: &AttrSelectorOperation<&Value>,
    ) -> bool {
        self.0.attributes().any(|attribute| {
            let is_in_namespace = match namespace {
                NamespaceConstraint::Any => true,
                NamespaceConstraint::Specific(_) => attribute.namespace.is_none(),
            };
            is_in_namespace && attribute.name == name.0 && operation.eval_str(attribute.value)
        })
    }

    fn match_non_ts_pseudo_class(
        &self,
        class: &Unknown,
        _: &mut MatchingContext<'_, Names>,
    ) -> bool {
        match *class {}
    }

    fn match_pseudo_element(&self, element: &Unknown, _: &mut MatchingContext<'_, Names>) -> bool {
        match *element {}
    }

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        false
    }

    fn is_html_slot_element(&self) -> bool {
        self.0.is_html("slot")
    }

    fn has_id(&self, id: &Name, case: CaseSensitivity) -> bool {
        let value = self.0.attribute("id");
        value.is_some_and(|value| case.eq(value.as_bytes(), id.0.as_bytes()))
    }

    fn has_class(&self, name: &Name, case: CaseSensitivity) -> bool {
        let classes = self.0.attribute("class").unwrap_or_default();
        let mut classes = classes.split_ascii_whitespace();
        classes.any(|class| case.eq(class.as_bytes(), name.0.as_bytes()))
    }

    fn has_custom_state(&self, _: &Name) -> bool {
        false
    }

    fn imported_part(&self, _: &Name) -> Option<Name> {
        None
    }

    fn is_part(&self, _: &Name) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        self.0
            .children()
            .all(|child| !child.is_element() && child.as_text().is_none())
    }

    fn is_root(&self) -> bool {
        self.0
            .parent()
            .is_some_and(|parent| parent.data() == NodeData::Document)
    }

    fn add_element_unique_hashes(&self, _: &mut BloomFilter) -> bool {
        false
    }
}
