//! The elements that match, in tree order.
//!
//! The crate `selectors` decides whether a compound selector matches an element. Combinators are followed here, from the root down and
//! with what has matched so far, so that a deep document takes no time squared and no stack.

use super::Selector;
use super::element::Candidate;
use super::names::Names;
use super::of_type::OfType;
use crate::node::{NodeData, NodeRef, Visit, after};
use selectors::context::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode,
    SelectorCaches,
};
use selectors::matching::{CompoundSelectorMatchingResult, matches_compound_selector_from};
use selectors::parser::{Combinator, Component};
use selectors::{Element, OpaqueElement};
use std::fmt;
use std::iter::once;

/// A compound selector: a part of a selector without combinators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Compound {
    /// Its place in the selector.
    offset: usize,
    /// What combines it with the one before.
    combinator: Option<Combinator>,
}

impl Compound {
    /// The compound selectors of a selector; none if they are too many.
    pub(super) fn all_of(selector: &selectors::parser::Selector<Names>) -> Option<Vec<Compound>> {
        let combinators = (1..).zip(selector.iter_raw_parse_order_from(0));
        let combinators = combinators.filter_map(|(after, component)| match component {
            Component::Combinator(combinator) => Some((after, Some(*combinator))),
            _ => None,
        });
        let all = once((0, None)).chain(combinators);
        let all = all.map(|(offset, combinator)| Compound { offset, combinator });
        let all: Vec<_> = all.collect();
        (all.len() <= Beginnings::BITS as usize).then_some(all)
    }
}

/// Beginnings of a selector that an element matches: a bit for each of its compound selectors, with all that is left of it.
type Beginnings = u64;

/// The beginnings that elements around the next one match.
#[derive(Clone, Copy, Default)]
struct Around {
    parent: Beginnings,
    ancestors: Beginnings,
    previous: Beginnings,
    earlier: Beginnings,
}

impl Around {
    fn of(&self, combinator: Combinator) -> Beginnings {
        match combinator {
            Combinator::Child => self.parent,
            Combinator::Descendant => self.ancestors,
            Combinator::NextSibling => self.previous,
            Combinator::LaterSibling => self.earlier,
            // The parser accepts no selectors that have these.
            Combinator::PseudoElement | Combinator::SlotAssignment | Combinator::Part => 0,
        }
    }
}

/// The elements that match a [`Selector`]: the iterator of [`Selector::select`].
///
/// It takes linear time for the whole of a document, and memory for as many elements as are open at once. If the selector asks for the
/// number of an element, as `:nth-child()` does, the numbers take memory for all elements of the document, and a clone numbers the
/// children of what is open again. Only a combinator inside of `:is()`, `:not()` or `:nth-child(of)` looks at the elements around
/// each element.
///
/// ```
/// use tokenwright_tree::{Matches, parse};
///
/// let document = parse("<p>1<p class=a>2<p class=a>3");
/// let mut matches: Matches<'_> = document.select("p.a")?;
/// assert_eq!(matches.next().expect("a paragraph").text_content(), "2");
/// # Ok::<_, tokenwright_tree::SelectorError>(())
/// ```
pub struct Matches<'d> {
    selector: Selector,
    /// The node in which it selects, and where it is.
    of: NodeRef<'d>,
    visit: Option<Visit<'d>>,
    /// For each open element, what is known for each selector that has a combinator.
    around: Vec<Around>,
    /// How many selectors have a combinator.
    combined: usize,
    of_type: OfType,
    caches: SelectorCaches,
    quirks_mode: QuirksMode,
    scope: Option<OpaqueElement>,
}

/// The quirks mode of the document of a node: classes and identifiers match without case in it.
pub(super) fn quirks_mode(node: NodeRef<'_>) -> QuirksMode {
    match node.document().quirks_mode() {
        Some(crate::QuirksMode::Quirks) => QuirksMode::Quirks,
        Some(crate::QuirksMode::LimitedQuirks) => QuirksMode::LimitedQuirks,
        None => QuirksMode::NoQuirks,
    }
}

fn has_sibling_combinator(selector: &Selector) -> bool {
    let mut compounds = selector.compounds.iter().flatten();
    compounds.any(|compound| compound.combinator.is_some_and(|of| of.is_sibling()))
}

/// What is known around the root of a tree, for each selector that has a combinator: a fragment is the `:scope` of its nodes, though it
/// is no element.
fn outside(selector: &Selector, node: NodeRef<'_>) -> Vec<Around> {
    let is_scope = node.data() == NodeData::Fragment;
    let selectors = selector.list.slice().iter().zip(&selector.compounds);
    let combined = selectors.filter(|(_, compounds)| compounds.len() > 1);
    let around = combined.map(|(selector, _)| {
        let first = selector.iter_raw_parse_order_from(0);
        let mut first = first.take_while(|it| !matches!(it, Component::Combinator(_)));
        let matched = Beginnings::from(is_scope && first.all(|it| *it == Component::Scope));
        Around {
            parent: matched,
            ancestors: matched,
            ..Around::default()
        }
    });
    around.collect()
}

impl<'d> Matches<'d> {
    pub(super) fn new(selector: Selector, node: NodeRef<'d>) -> Self {
        let combined = selector.compounds.iter().filter(|of| of.len() > 1).count();
        let mut matches = Matches {
            of: node,
            visit: Some(Visit::Enter(node)),
            around: outside(&selector, node),
            combined,
            of_type: OfType::asked_by(&selector.list),
            caches: SelectorCaches::default(),
            quirks_mode: quirks_mode(node),
            scope: node.is_element().then(|| Candidate(node).opaque()),
            selector,
        };
        if combined > 0 {
            matches.enter_ancestors(node);
        }
        matches.number_children(node);
        matches
    }

    /// Goes from the root to the node.
    fn enter_ancestors(&mut self, node: NodeRef<'d>) {
        let looks_at_siblings = has_sibling_combinator(&self.selector);
        let mut path: Vec<_> = once(node).chain(node.ancestors()).collect();
        path.retain(NodeRef::is_element);
        for node in path.into_iter().rev() {
            if (looks_at_siblings || self.of_type.of_siblings)
                && let Some(parent) = node.parent()
            {
                self.number_children(parent);
            }
            if looks_at_siblings {
                let siblings = node.previous_siblings().filter(NodeRef::is_element);
                let siblings: Vec<_> = siblings.collect();
                for sibling in siblings.into_iter().rev() {
                    self.enter(sibling);
                    self.leave();
                }
            }
            self.enter(node);
        }
    }

    fn number_children(&mut self, node: NodeRef<'_>) {
        self.of_type.number_children(node, &mut self.caches);
    }

    /// Enters an element. Returns whether it matches.
    fn enter(&mut self, node: NodeRef<'d>) -> bool {
        let candidate = Candidate(node);
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            None,
            &mut self.caches,
            self.quirks_mode,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        context.scope_element = self.scope;
        let first = self.around.len() - self.combined;
        let mut combined = first;
        let mut is_match = false;
        let selectors = self.selector.list.slice().iter();
        for (selector, compounds) in selectors.zip(&self.selector.compounds) {
            if is_match && compounds.len() == 1 {
                continue;
            }
            let around = self.around.get(combined).copied().unwrap_or_default();
            let mut matched: Beginnings = 0;
            for (at, compound) in compounds.iter().enumerate() {
                let is_possible = compound
                    .combinator
                    .is_none_or(|combinator| around.of(combinator) << 1 >> at & 1 != 0);
                if is_possible {
                    let result = matches_compound_selector_from(
                        selector, compound.offset, &mut context, &candidate,
                    );
                    let is_matched = !matches!(result, CompoundSelectorMatchingResult::NotMatched);
                    matched |= Beginnings::from(is_matched) << at;
                }
            }
            is_match |= matched >> (compounds.len() - 1) & 1 != 0;
            if compounds.len() > 1 {
                let here = &mut self.around[combined];
                here.previous = matched;
                here.earlier |= matched;
                self.around.push(Around {
                    parent: matched,
                    ancestors: around.ancestors | matched,
                    ..Around::default()
                });
                combined += 1;
            }
        }
        is_match
    }

    fn leave(&mut self) {
        self.around.truncate(self.around.len() - self.combined);
    }
}

impl<'d> Iterator for Matches<'d> {
    type Item = NodeRef<'d>;

    fn next(&mut self) -> Option<NodeRef<'d>> {
        while let Some(visit) = self.visit {
            self.visit = after(visit, self.of);
            match self.visit? {
                Visit::Enter(node) if node.is_element() => {
                    self.number_children(node);
                    if self.enter(node) {
                        return Some(node);
                    }
                }
                Visit::Leave(node) if node.is_element() => self.leave(),
                _ => {}
            }
        }
        None
    }
}

impl Clone for Matches<'_> {
    fn clone(&self) -> Self {
        let mut matches = Matches {
            selector: self.selector.clone(),
            around: self.around.clone(),
            caches: SelectorCaches::default(),
            ..*self
        };
        if let Some(Visit::Enter(node) | Visit::Leave(node)) = self.visit {
            for open in once(node).chain(node.ancestors()) {
                matches.number_children(open);
            }
        }
        matches
    }
}

impl fmt::Debug for Matches<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matches")
            .field("selector", &self.selector)
            .finish_non_exhaustive()
    }
}
