//! Trees that the tables of tree construction build.

use super::Context;
use crate::tables;
use std::sync::OnceLock;
use tokenwright::Namespace as Ours;
use tokenwright_interpreter::Interpreter;
use tokenwright_interpreter::tree::{self, Environment, Parsed, Stuck};
use tokenwright_tables::tree::grammar::{ElementType, Namespace};
use tokenwright_tables::tree::model::TreeTables;

/// The tree that tables build of a document or a fragment, in the form of html5lib's tests, or a line that says why there is
/// none.
///
/// # Panics
/// If the tables of the newest revision cannot be run.
#[must_use]
pub fn interpreted(
    trees: &TreeTables,
    input: &str,
    context: Option<&Context>,
    scripting: bool,
) -> String {
    match parsed(trees, input, context, scripting) {
        Ok(parsed) => parsed.document.html5lib(parsed.root),
        Err(stuck) => format!("stuck: {stuck}\n"),
    }
}

/// What tables make of a document or a fragment.
///
/// # Errors
/// If the tables do not say how to go on.
///
/// # Panics
/// If the tables of the newest revision cannot be run.
pub fn parsed(
    trees: &TreeTables,
    input: &str,
    context: Option<&Context>,
    scripting: bool,
) -> Result<Parsed, Stuck> {
    let newest = tables::all().len() - 1;
    run(newest, trees, input, context, scripting)
}

/// The tree that a revision builds, as [`interpreted`] has it.
///
/// # Panics
/// If the revision has no tables of tree construction, or its tables cannot be run.
#[must_use]
pub fn interpreted_in(
    revision: &str,
    input: &str,
    context: Option<&Context>,
    scripting: bool,
) -> String {
    let mut all = tables::all().iter();
    let at = all.position(|one| one.revision.about.id == revision);
    let at = at.unwrap_or_else(|| panic!("no revision {revision}"));
    let trees = tables::all()[at].trees.as_ref();
    let trees = trees.expect("a revision with tables of tree construction");
    match run(at, trees, input, context, scripting) {
        Ok(parsed) => parsed.document.html5lib(parsed.root),
        Err(stuck) => format!("stuck: {stuck}\n"),
    }
}

/// Runs tables with the tokenizer of a revision.
fn run(
    at: usize,
    trees: &TreeTables,
    input: &str,
    context: Option<&Context>,
    scripting: bool,
) -> Result<Parsed, Stuck> {
    static INTERPRETERS: OnceLock<Vec<Interpreter<'static>>> = OnceLock::new();
    let all = INTERPRETERS.get_or_init(|| {
        let all = tables::all().iter().map(|one| {
            let interpreter = Interpreter::new(&one.revision, &one.references);
            interpreter.unwrap_or_else(|refusal| panic!("{refusal}"))
        });
        all.collect()
    });
    let context = context.map(|context| ElementType {
        namespace: match context.namespace {
            Ours::Html => Namespace::Html,
            Ours::MathMl => Namespace::MathMl,
            Ours::Svg => Namespace::Svg,
        },
        name: context.name.clone(),
    });
    let environment = Environment::of_test(context, scripting);
    let revision = &tables::all()[at].revision;
    tree::parse(&all[at], revision, trees, environment, input)
}
