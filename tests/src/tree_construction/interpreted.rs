//! Trees that the tables of tree construction build.

use super::Input;
use crate::tables;
use crate::tokens::{Token, Tokens};
use std::sync::OnceLock;
use tokenwright_interpreter::Interpreter;
use tokenwright_interpreter::tree::{
    self, Construction, Environment, ParseState, Parsed, Stuck, TreeObserver, TreeToken,
};
use tokenwright_tables::tree::model::TreeTables;

/// The tree that tables build of a document or a fragment, in the form of html5lib's tests, or a line that says why there is
/// none.
///
/// # Panics
/// If the tables of the newest revision cannot be run.
#[must_use]
pub fn interpreted(trees: &TreeTables, input: &Input) -> String {
    written(parsed(trees, input))
}

fn written(parsed: Result<Parsed, Stuck>) -> String {
    match parsed {
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
pub fn parsed(trees: &TreeTables, input: &Input) -> Result<Parsed, Stuck> {
    let (newest, _) = of_revision(&tables::newest().revision.about.id);
    run(newest, trees, input, ())
}

/// The tree that a revision builds, as [`interpreted`] has it.
///
/// # Panics
/// If the revision has no tables of tree construction, or its tables cannot be run.
#[must_use]
pub fn interpreted_in(revision: &str, input: &Input) -> String {
    let (at, trees) = of_revision(revision);
    written(run(at, trees, input, ()))
}

/// The tokens that a revision's tables of tree construction have its tokenizer emit.
///
/// # Panics
/// If the revision has no tables of tree construction, or its tables cannot be run.
#[must_use]
pub fn interpreted_tokens(revision: &str, input: &Input) -> Vec<Token> {
    let (at, trees) = of_revision(revision);
    let mut emitted = Emitted::default();
    let parsed = run(at, trees, input, &mut emitted);
    parsed.unwrap_or_else(|stuck| panic!("{input}: {stuck}"));
    emitted.0.tokens
}

/// Collects what the tokenizer emits.
#[derive(Default)]
struct Emitted(Tokens);

impl TreeObserver for Emitted {
    fn token(&mut self, token: &TreeToken, _: ParseState<'_>) {
        match token {
            TreeToken::Character(character) => {
                self.0.push_text(character.encode_utf8(&mut [0; 4]));
            }
            token => self.0.tokens.extend(Token::of(token.clone().into())),
        }
    }
}

/// A revision's place among the tables, and its tables of tree construction.
fn of_revision(revision: &str) -> (usize, &'static TreeTables) {
    let mut all = tables::all().iter();
    let at = all.position(|one| one.revision.about.id == revision);
    let at = at.unwrap_or_else(|| panic!("no revision {revision}"));
    let trees = tables::all()[at].trees.as_ref();
    (
        at,
        trees.expect("a revision with tables of tree construction"),
    )
}

/// Runs tables with the tokenizer of a revision.
fn run(
    at: usize,
    trees: &TreeTables,
    input: &Input,
    observer: impl TreeObserver,
) -> Result<Parsed, Stuck> {
    /// The tokenizer of each revision, and a parser that knows what sentences call.
    type Machines = Vec<(Interpreter<'static>, Option<Construction<'static>>)>;
    static MACHINES: OnceLock<Machines> = OnceLock::new();
    let all = MACHINES.get_or_init(|| {
        let all = tables::all().iter().map(|one| {
            let interpreter = Interpreter::new(&one.revision, &one.references);
            let interpreter = interpreter.unwrap_or_else(|refusal| panic!("{refusal}"));
            let trees = one.trees.as_ref().map(|trees| {
                let environment = Environment::of_test(None, false);
                Construction::new(trees, environment).unwrap_or_else(|stuck| panic!("{stuck}"))
            });
            (interpreter, trees)
        });
        all.collect()
    });
    let environment = Environment::of_test(input.context.clone(), input.scripting);
    let own = &tables::all()[at];
    let (interpreter, first) = &all[at];
    let is_own = own.trees.as_ref().is_some_and(|it| std::ptr::eq(it, trees));
    let construction = match first {
        Some(first) if is_own => first.another(trees, environment, observer)?,
        _ => Construction::observed(trees, environment, observer)?,
    };
    tree::observe(interpreter, &own.revision, construction, &input.html)
}
