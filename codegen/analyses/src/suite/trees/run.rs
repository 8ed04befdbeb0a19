//! Runs documents as texts: what tables make of them, and how that differs from what others make.

use super::goals::Ran;
use crate::compare::trees::{Machine, Start};
use tokenwright_interpreter::tree::{Construction, Stuck, TreeObserver, steer};

/// A parse error, with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacedError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in UTF-16 code units.
    pub column: usize,
    /// Whether tree construction reports it, and not the tokenizer.
    pub of_tree: bool,
    /// Its name; `parse-error` if it has none.
    pub code: String,
}

/// What tables make of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeResult {
    /// The tree, a node or an attribute a line.
    pub tree: String,
    /// The parse errors, by their places.
    pub errors: Vec<PlacedError>,
}

/// What shows a difference, the plainest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// The place or the name of a parse error.
    Errors,
    /// The number of parse errors.
    Count,
    /// The tree.
    Tree,
}

/// How the result of other tables differs; a run that these refuse has no tree.
pub(super) fn shown(expected: &TreeResult, found: &Result<TreeResult, Stuck>) -> Option<Shown> {
    match found {
        Ok(found) if found.tree == expected.tree => {
            match found.errors.len() == expected.errors.len() {
                false => Some(Shown::Count),
                true => (found.errors != expected.errors).then_some(Shown::Errors),
            }
        }
        _ => Some(Shown::Tree),
    }
}

/// Runs texts by some tables.
pub(super) struct Runner<'m, 'a> {
    machine: &'m Machine<'a>,
    /// A parser that has had no token, for what it knows of sentences.
    first: Construction<'a>,
}

impl<'m, 'a> Runner<'m, 'a> {
    /// # Errors
    /// If the tables do not say how to start.
    pub(super) fn new(machine: &'m Machine<'a>) -> Result<Self, Stuck> {
        let environment = Start::default().environment();
        let first = machine.parser(environment, ())?;
        Ok(Runner { machine, first })
    }

    /// One for a mutant, which shares what is known of sentences.
    ///
    /// # Errors
    /// As [`Runner::new`].
    pub(super) fn mutant<'n, 'b>(&self, machine: &'n Machine<'b>) -> Result<Runner<'n, 'b>, Stuck> {
        let environment = Start::default().environment();
        let first = self.first.another(machine.tables, environment, ())?;
        Ok(Runner { machine, first })
    }

    /// A parser that has had no token.
    ///
    /// # Errors
    /// As [`Runner::new`].
    pub(super) fn parser<O: TreeObserver>(
        &self,
        start: &Start,
        observer: O,
    ) -> Result<Construction<'a, O>, Stuck> {
        let tables = self.machine.tables;
        self.first.another(tables, start.environment(), observer)
    }

    /// What the tables make of a text.
    ///
    /// # Errors
    /// If they do not say how to go on.
    pub(super) fn run(&self, start: &Start, text: &str) -> Result<TreeResult, Stuck> {
        self.observed(start, text, ())
    }

    /// What the tables make of a text, and what that runs.
    ///
    /// # Errors
    /// As [`Runner::run`].
    pub(super) fn ran(&self, start: &Start, text: &str) -> Result<(TreeResult, Ran), Stuck> {
        let mut ran = Ran::default();
        let result = self.observed(start, text, &mut ran)?;
        Ok((result, ran))
    }

    /// What the tables make of a text, for an observer.
    ///
    /// # Errors
    /// As [`Runner::run`].
    pub(super) fn observed(
        &self,
        start: &Start,
        text: &str,
        mut observer: impl TreeObserver,
    ) -> Result<TreeResult, Stuck> {
        // One parser for all kinds of observers, which are many to compile.
        let observer: &mut dyn TreeObserver = &mut observer;
        let Machine {
            interpreter,
            revision,
            ..
        } = *self.machine;
        let mut parser = self.parser(start, observer)?;
        let of_tokenizer = steer(interpreter, revision, &mut parser, text)?;
        let of_tokenizer = of_tokenizer.into_iter().map(|error| PlacedError {
            line: error.line,
            column: error.column,
            of_tree: false,
            code: error.code,
        });
        let of_tree = parser.errors.iter().map(|error| {
            let (line, column) = place(text, error.offset);
            let code = error.code.as_deref();
            PlacedError {
                line,
                column,
                of_tree: true,
                code: code.unwrap_or("parse-error").to_owned(),
            }
        });
        let mut errors: Vec<PlacedError> = of_tokenizer.chain(of_tree).collect();
        errors.sort_by_key(|error| (error.line, error.column));
        Ok(TreeResult {
            tree: parser.document.html5lib(parser.root()),
            errors,
        })
    }
}

/// The line and the column of a byte, as the tokenizer counts them.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let lines = before.matches('\n').count();
    let lone = before.matches('\r').count() - before.matches("\r\n").count();
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    (lines + lone + 1, line.encode_utf16().count() + 1)
}
