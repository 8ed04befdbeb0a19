//! The main content of a page as Markdown: CommonMark, and tables of GitHub.
//!
//! It is read from a tree. Which elements are left out is a rule (`rule.rs`); what is visible is what it is for the text. The walk
//! (`walk.rs`) keeps the content of one block (`inline.rs`), and gives it to what writes blocks one after another (`blocks.rs`).

mod blocks;
mod delimiters;
mod escape;
mod inline;
mod rule;
mod tables;
mod walk;

use crate::elements::Element;
use crate::watch::Watch;
use tokenwright_tree::{Document, NodeRef, Visit};
use url::Url;
use walk::Walk;

/// What was written.
pub(crate) struct Written {
    pub(crate) text: String,
    /// Whether it was cut off at the budget.
    pub(crate) is_over_budget: bool,
}

/// Writes the main content of a page. Links and images are resolved against `base`.
pub(crate) fn write(
    document: &Document,
    base: Option<&Url>,
    budget: usize,
    watch: &mut Watch<'_>,
) -> Written {
    let mut walk = Walk::new(base, budget, true);
    for main in mains(document) {
        walk.read(main, watch);
    }
    if !walk.blocks.has_content() && !walk.is_over_budget {
        walk = Walk::new(base, budget, false);
        walk.read(document.root(), watch);
    }
    Written {
        is_over_budget: walk.is_over_budget,
        text: walk.blocks.into_string(),
    }
}

/// The visible elements that say that they are the main content, without those in others.
fn mains(document: &Document) -> Vec<NodeRef<'_>> {
    let mut found = Vec::new();
    let mut skipped = None;
    for visit in document.root().traverse() {
        match visit {
            Visit::Enter(node) if skipped.is_none() => {
                let Some(name) = node.name() else {
                    continue;
                };
                let hides = Element::of(name).hides(|name| node.attribute(name).is_some());
                let is_main = !hides && rule::is_main(&node, name);
                found.extend(is_main.then_some(node));
                skipped = (hides || is_main).then(|| node.id());
            }
            Visit::Leave(node) if skipped == Some(node.id()) => skipped = None,
            Visit::Enter(_) | Visit::Leave(_) => {}
        }
    }
    found
}
