//! Tests that contradict the tables, with the deciding row of each.

use crate::markdown;
use std::collections::BTreeMap;
use std::fmt::Write;
use tokenwright_analyses::mutate::{Part, Site};
use tokenwright_analyses::suite::{Case, View, ViewEntry};
use tokenwright_interpreter::{BlockKind, BlockRef, Interpreter, Observer, Output, Refusal, Token};
use tokenwright_prose as prose;
use tokenwright_tables::model::Revision;

/// A test whose expectation differs from the output of the tables.
pub(super) struct Contrary {
    file: String,
    case: Case,
    /// The output of the tables; `None` if they cannot be run.
    tables: Result<View, Refusal>,
    row: Option<Site>,
}

impl Contrary {
    pub(super) fn new(
        interpreter: &Interpreter<'_>,
        file: &str,
        case: Case,
        tables: Result<Output, Refusal>,
    ) -> Self {
        let named = interpreter.revision().about.named_errors;
        let tables = tables.map(|output| View::of(&output, named));
        let row = tables
            .as_ref()
            .ok()
            .and_then(|tables| row(interpreter, &case, tables));
        Contrary {
            file: file.to_owned(),
            case,
            tables,
            row,
        }
    }
}

/// The row at which the two diverge: at the first character for which only one side reports an error, or else
/// where the tables emit the first unexpected token.
fn row(interpreter: &Interpreter<'_>, case: &Case, tables: &View) -> Option<Site> {
    let only = |these: &View, those: &View| -> Option<(usize, usize)> {
        let errors = these
            .errors
            .iter()
            .filter(|error| !those.errors.contains(error));
        errors.map(|(_, line, column)| (*line, *column)).min()
    };
    let [a, b] = [only(tables, &case.expected), only(&case.expected, tables)];
    let mut rows = Rows::default();
    interpreter
        .observe(&case.setup, &case.input, &mut rows)
        .ok()?;
    if let Some((line, column)) = a.into_iter().chain(b).min() {
        let offset = offset(&case.input, line, column);
        let at = rows.chosen.iter().find(|(at, _)| *at >= offset);
        return at.or(rows.chosen.last()).map(|(_, site)| *site);
    }
    let whole = |view: &View| -> Vec<ViewEntry> {
        let text = |shown: &&ViewEntry| !matches!(shown, ViewEntry::Token(Token::Characters(_)));
        view.tokens.iter().filter(text).cloned().collect()
    };
    let (tables, expected) = (whole(tables), whole(&case.expected));
    let same = tables
        .iter()
        .zip(&expected)
        .take_while(|(a, b)| a == b)
        .count();
    rows.emitted
        .get(same)
        .or(rows.emitted.last())
        .copied()
        .flatten()
}

/// The byte offset of a line and a column, both from 1; the end of the input if it has no such place.
fn offset(input: &str, line: usize, column: usize) -> usize {
    let (mut at, mut after_return) = ((1, 1), false);
    for (offset, c) in input.char_indices() {
        if std::mem::replace(&mut after_return, c == '\r') && c == '\n' {
            continue;
        }
        if at >= (line, column) {
            return offset;
        }
        at = match c {
            '\n' | '\r' => (at.0 + 1, 1),
            c => (at.0, at.1 + c.len_utf16()),
        };
    }
    input.len()
}

/// The rows of a run, each with the byte offset of the character consumed last, and the rows that emit tokens other
/// than text.
#[derive(Default)]
struct Rows {
    now: usize,
    chosen: Vec<(usize, Site)>,
    emitted: Vec<Option<Site>>,
}

impl Observer for &mut Rows {
    fn consume(&mut self, _: Option<char>, offset: usize) {
        self.now = offset;
    }

    fn row(&mut self, block: BlockRef<'_>, row: usize) {
        let part = match block.kind {
            BlockKind::State => Part::State(block.index),
            BlockKind::Procedure => Part::Procedure(block.index),
        };
        let row = Some(row);
        self.chosen.push((self.now, Site { part, row }));
    }

    fn token(&mut self, token: &Token) {
        if *token != Token::EndOfFile {
            self.emitted.push(self.chosen.last().map(|(_, site)| *site));
        }
    }
}

/// The tests, grouped by the deciding row.
pub(super) fn write(out: &mut String, revision: &Revision, all: &[Contrary]) {
    let mut rows: BTreeMap<Option<Site>, Vec<&Contrary>> = BTreeMap::new();
    for one in all {
        rows.entry(one.row).or_default().push(one);
    }
    for (row, tests) in rows {
        let title = match row {
            Some(row) => prose::spell(&row.describe(revision)),
            None => "no row".to_owned(),
        };
        let _ = writeln!(out, "### Decided by {title}\n");
        out.push_str("| test | input | expected | output of the tables |\n|---|---|---|---|\n");
        for test in tests {
            let tables = match &test.tables {
                Ok(tables) => shown(tables),
                Err(refusal) => refusal.to_string(),
            };
            let state = match &test.case.setup.state {
                Some(state) => format!(" in the {state} state"),
                None => String::new(),
            };
            let _ = writeln!(
                out,
                "| {}: {}{state} | {} | {} | {tables} |",
                test.file,
                markdown::code(&test.case.description),
                markdown::input(&test.case.input),
                shown(&test.case.expected),
            );
        }
        out.push('\n');
    }
}

fn shown(view: &View) -> String {
    let tokens = view.tokens.iter().filter_map(|shown| match shown {
        ViewEntry::Token(token) => Some(token),
        ViewEntry::Error => None,
    });
    let mut out = markdown::tokens(tokens);
    let bare = view
        .tokens
        .iter()
        .filter(|shown| **shown == ViewEntry::Error)
        .count();
    if bare > 0 {
        let _ = write!(out, "<br>{}", xtask::report::counted(bare, "error"));
    }
    for (code, line, column) in &view.errors {
        let _ = write!(out, "<br>{code} at {line}:{column}");
    }
    out
}
