//! A document that differs, parsed from its text by both sides, without tokens that it does not need.

use super::alphabet::Letter;
use super::behaviour::Machine;
use super::culprits::{Culprits, culprits};
use super::pair::differ;
use crate::diff::trees::TreeDifference;
use tokenwright_interpreter::tree::{Environment, Parsed, Stuck, TreeError, parse};
use tokenwright_tables::tree::grammar::ElementType;

/// How a document is parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Whether scripting is enabled.
    pub scripting: bool,
    /// The context element, if it is a fragment.
    pub context: Option<ElementType>,
}

impl Start {
    /// What the document answers.
    #[must_use]
    pub fn environment(&self) -> Environment {
        Environment::of_test(self.context.clone(), self.scripting)
    }
}

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TreeGrade {
    /// The parse errors of tree construction alone.
    Errors,
    /// The trees.
    Trees,
}

/// A document that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeWitness {
    /// Its text.
    pub input: String,
    /// The number of its tokens, the end of the file not counted.
    pub tokens: usize,
    /// How it is parsed.
    pub start: Start,
    /// What differs.
    pub grade: TreeGrade,
    /// Both trees, as html5lib writes them; empty on a side that stops.
    pub trees: [String; 2],
    /// Why a side stops, if its rules do not say how to go on.
    pub stops: [Option<String>; 2],
    /// The parse errors of tree construction of both sides: their names, where they have any, and their offsets.
    pub errors: [Vec<(Option<String>, usize)>; 2],
    /// The token at which both sides part, and the rows that it runs, if the difference of the tables is known.
    pub culprits: Option<Culprits>,
}

/// Replays a document as a text; none if it then does not differ.
pub(super) fn replayed(
    machines: [&Machine<'_>; 2],
    difference: Option<&TreeDifference>,
    letters: &[&Letter],
    start: &Start,
    grade: TreeGrade,
) -> Option<TreeWitness> {
    let differs = |letters: &[&Letter]| {
        let both = texts(machines, letters, start)?;
        let [one, other] = &both;
        let is_shown = match grade {
            TreeGrade::Trees => one.tree != other.tree,
            TreeGrade::Errors => one.tree == other.tree && differ(&one.errors, &other.errors),
        };
        is_shown.then_some(both)
    };
    let mut letters = letters.to_vec();
    let mut parsed = differs(&letters)?;
    // The last tokens first: those before them may be what leads there.
    let mut at = letters.len();
    while at > 0 {
        at -= 1;
        let mut fewer = letters.clone();
        fewer.remove(at);
        if let Some(both) = differs(&fewer) {
            (letters, parsed) = (fewer, both);
            at = letters.len();
        }
    }
    let tokens = letters.iter().filter(|letter| !letter.spelt.is_empty());
    let errors = parsed.each_ref().map(|it| {
        let errors = it.errors.iter().map(|it| (it.code.clone(), it.offset));
        errors.collect()
    });
    Some(TreeWitness {
        input: text(&letters),
        tokens: tokens.count(),
        start: start.clone(),
        grade,
        trees: parsed
            .each_ref()
            .map(|it| it.tree.clone().unwrap_or_default()),
        stops: parsed.map(|it| it.tree.err()),
        errors,
        culprits: difference.and_then(|it| culprits(machines, it, &letters, start)),
    })
}

fn text(letters: &[&Letter]) -> String {
    letters.iter().map(|letter| letter.spelt.as_str()).collect()
}

/// What a side makes of a document.
struct Read {
    /// The tree, or why there is none.
    tree: Result<String, String>,
    errors: Vec<TreeError>,
}

/// What both sides make of a document; none if nothing is known of one, or if both stop.
fn texts(machines: [&Machine<'_>; 2], letters: &[&Letter], start: &Start) -> Option<[Read; 2]> {
    let text = text(letters);
    let [one, other] = machines.map(|it| {
        let environment = start.environment();
        read(parse(
            it.interpreter, it.revision, it.tables, environment, &text,
        ))
    });
    let both = [one?, other?];
    both.iter().any(|it| it.tree.is_ok()).then_some(both)
}

fn read(parsed: Result<Parsed, Stuck>) -> Option<Read> {
    match parsed {
        Ok(parsed) => Some(Read {
            tree: Ok(parsed.document.html5lib(parsed.root)),
            errors: parsed.errors,
        }),
        Err(stuck) => (!stuck.is_unread).then(|| Read {
            tree: Err(stuck.reason),
            errors: Vec::new(),
        }),
    }
}
