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
    static INTERPRETER: OnceLock<Interpreter<'static>> = OnceLock::new();
    let newest = tables::newest();
    let interpreter = INTERPRETER.get_or_init(|| {
        let interpreter = Interpreter::new(&newest.revision, &newest.references);
        interpreter.unwrap_or_else(|refusal| panic!("{refusal}"))
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
    tree::parse(interpreter, &newest.revision, trees, environment, input)
}
