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

use crate::base::Base;
use crate::elements::Element;
use crate::watch::Watch;
use tokenwright_tree::{Document, NodeRef, Visit};
use walk::Walk;

/// What was written.
pub(crate) struct Written {
    pub(crate) text: String,
    /// Whether it was cut off at the budget.
    pub(crate) is_over_budget: bool,
}

/// What Markdown is written from.
pub(crate) enum Content<'d> {
    /// The tree of a page.
    Tree(&'d Document),
    /// The visible text of a page that has no tree.
    Text(String),
}

/// Writes the main content of a page, or all of its text. Links and images are resolved against `base`.
pub(crate) fn write(
    content: Content<'_>,
    base: &Base,
    budget: usize,
    watch: &mut Watch<'_>,
) -> Written {
    let document = match content {
        Content::Tree(document) => document,
        Content::Text(text) => {
            let mut walk = Walk::new(base, budget, false);
            walk.lines(&text, watch);
            return walk.finish();
        }
    };
    let mut walk = Walk::new(base, budget, true);
    for main in mains(document) {
        walk.read(main, watch);
    }
    if !walk.blocks.has_content() && !walk.is_over_budget {
        walk = Walk::new(base, budget, false);
        walk.read(document.root(), watch);
    }
    walk.finish()
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
