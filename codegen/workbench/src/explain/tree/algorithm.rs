//! An algorithm.

use super::uses::{self, Target};
use super::{Explanation, steps};
use crate::places::place;
use crate::trees::{PartId, Trees};
use std::fmt::Write;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::model::Callee;

/// The algorithm of a name: the whole of it, or words of which one algorithm alone has all, as `adoption agency` or
/// `adoption agency algorithm`.
pub(super) fn find(text: &str, trees: &Trees) -> Option<usize> {
    let algorithms = || trees.tables.algorithms.iter();
    let exact = trees.tables.algorithm(text);
    if exact.is_some() {
        return exact;
    }
    let bare = text.strip_suffix(" algorithm").unwrap_or(text);
    let words: Vec<String> = bare.split_whitespace().map(str::to_lowercase).collect();
    let has_all = |name: &str| {
        let name = name.to_lowercase();
        words
            .iter()
            .all(|word| name.split(' ').any(|it| it == word))
    };
    let mut found = algorithms().enumerate();
    let mut found = found.by_ref().filter(|(_, it)| has_all(&it.name));
    let (first, only) = (found.next()?.0, found.next().is_none());
    (only && words.len() > 1).then_some(first)
}

/// What an algorithm does.
pub(super) fn explain(explanation: &Explanation<'_>, at: usize) -> String {
    let trees = explanation.trees;
    let algorithm = &trees.tables.algorithms[at];
    let place = place(algorithm.name.place, explanation.sources);
    let name = &algorithm.name.value;
    let mut text = format!("{name}\n  an algorithm of tree construction\n  {place}\n");
    if let Some(shown) = explanation.shown_by(PartId::Algorithm(at)) {
        let _ = writeln!(text, "  {shown}");
    }
    let callers = uses::of(Target::Called(Callee::Algorithm(at)), trees);
    explanation.parts(&mut text, "called by", &callers);
    if callers.is_empty() {
        let _ = writeln!(text, "\ncalled by\n  the parser, and no step");
    }
    let _ = writeln!(text, "\nsteps");
    steps(&mut text, &english::sentences(&algorithm.body));
    text
}
