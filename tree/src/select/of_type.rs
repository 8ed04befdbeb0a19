//! The numbers of elements among their siblings of the same type.
//!
//! To count, the crate `selectors` goes on to the next sibling of the type, which takes quadratic time where each has a type of its own.
//! It looks first for a number that it has: so all children of a node are numbered before the crate asks for one.

use super::element::Candidate;
use super::names::Names;
use crate::arena::Data;
use crate::node::NodeRef;
use selectors::Element;
use selectors::context::SelectorCaches;
use selectors::parser::{Component, SelectorList};
use selectors::visitor::SelectorVisitor;
use std::collections::HashMap;

/// The most children among which the crate counts: that takes less time than to number them.
const FEW: usize = 16;

/// The numbers that a selector asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OfType {
    from_start: bool,
    from_end: bool,
    /// Whether `:nth-child(of)` may ask for those of all siblings of an element.
    pub(super) of_siblings: bool,
}

impl OfType {
    pub(super) fn asked_by(selectors: &SelectorList<Names>) -> Self {
        let mut asked = OfType::default();
        for selector in selectors.slice() {
            selector.visit(&mut asked);
        }
        asked
    }

    /// Numbers the children of a node.
    pub(super) fn number_children(self, node: NodeRef<'_>, caches: &mut SelectorCaches) {
        if !self.from_start && !self.from_end {
            return;
        }
        let children = node.children().filter(NodeRef::is_element);
        if children.clone().nth(FEW).is_none() {
            return;
        }
        if self.from_start {
            number(children.clone(), false, caches);
        }
        if self.from_end {
            number(children.rev(), true, caches);
        }
    }
}

fn number<'d>(
    elements: impl Iterator<Item = NodeRef<'d>>,
    is_from_end: bool,
    caches: &mut SelectorCaches,
) {
    let numbers = caches.nth_index.get::<Names>(true, is_from_end, &[]);
    let mut counts = HashMap::new();
    for element in elements {
        if let Data::Element(namespace, name, _) = element.node().data {
            let count = counts.entry((namespace, name)).or_insert(0);
            *count += 1;
            numbers.insert(Candidate(element).opaque(), *count);
        }
    }
}

impl SelectorVisitor for OfType {
    type Impl = Names;

    fn visit_simple_selector(&mut self, component: &Component<Names>) -> bool {
        if let Component::Nth(about) = component
            && about.ty.is_of_type()
        {
            self.from_start |= about.ty.is_only() || !about.ty.is_from_end();
            self.from_end |= about.ty.is_only() || about.ty.is_from_end();
        }
        self.of_siblings |= matches!(component, Component::NthOf(_));
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::parse;
    use crate::select::element::looked_at;

    const COMPOUNDS: &[&str] = &[
        ":first-of-type",
        ":last-of-type",
        ":only-of-type",
        ":nth-of-type(2)",
        ":nth-last-of-type(2n)",
        ":not(:first-of-type)",
        ":is(a, :nth-last-of-type(1))",
        ":nth-child(1 of :last-of-type)",
        ":first-child",
        ":only-child",
        ":nth-child(2n)",
        ":nth-last-child(3)",
        "x1:nth-child(2n)",
        "x1:nth-last-child(2n)",
        "x1:nth-of-type(odd)",
        "x1:only-of-type",
        ":nth-child(2 of x1)",
        ":empty",
    ];

    /// No more than a few times for each, in the whole of the document, below a node and by a copy that goes on.
    #[test]
    fn siblings_are_looked_at_a_few_times() {
        // The tests of this crate have pages of no more than 4 KB.
        let count = 150;
        let distinct = (0..count).map(|number| format!("<x{number}></x{number}>"));
        let pages = [
            distinct.clone().collect::<String>(),
            distinct.rev().collect(),
            "<x1></x1>".repeat(count),
            "<x1></x1><x2></x2>".repeat(count / 2),
            "<x1></x1><!----><!---->a".repeat(count),
            "<svg></svg>x<p>".repeat(count),
        ];
        for (page, html) in pages.iter().enumerate() {
            let document = parse(&format!("<body>{html}<p id=last><b>"));
            assert_eq!(document.limit_exceeded(), None, "{page}");
            let nodes = document.node_count();
            for compound in COMPOUNDS {
                for selector in [
                    (*compound).to_owned(),
                    format!("{compound} ~ *"),
                    format!("{compound} + {compound}"),
                    format!("body > {compound} b"),
                ] {
                    looked_at();
                    let all = document.select(&selector).expect("a selector");
                    all.count();
                    let of_all = looked_at();
                    let last = document.select("#last").expect("a selector").next();
                    looked_at();
                    let below = last.expect("an element").select(&selector);
                    below.expect("a selector").count();
                    let of_below = looked_at();
                    let mut halved = document.select(&selector).expect("a selector");
                    halved.next();
                    looked_at();
                    halved.clone().count();
                    let of_copy = looked_at();
                    for found in [of_all, of_below, of_copy] {
                        let most = 12 * nodes;
                        assert!(
                            found < most,
                            "{selector} in page {page}: {found} of {nodes}"
                        );
                    }
                }
            }
        }
    }
}
