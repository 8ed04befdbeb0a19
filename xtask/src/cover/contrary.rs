//! Tests that contradict the tables, and the row that decides.

use crate::markdown;
use std::collections::BTreeMap;
use std::fmt::Write;
use tokenwright_analyses::mutate::{Part, Site};
use tokenwright_analyses::suite::{Case, View, ViewEntry};
use tokenwright_interpreter::{BlockKind, BlockRef, Interpreter, Observer, Output, Refusal, Token};
use tokenwright_prose as prose;
use tokenwright_tables::model::Revision;

/// A test that expects something else.
pub(super) struct Contrary {
    file: String,
    case: Case,
    /// The output of the tables; `None` if they cannot be run.
    given: Result<View, Refusal>,
    row: Option<Site>,
}

impl Contrary {
    pub(super) fn new(
        interpreter: &Interpreter<'_>,
        file: &str,
        case: Case,
        given: Result<Output, Refusal>,
    ) -> Self {
        let named = interpreter.revision().about.named_errors;
        let given = given.map(|output| View::of(&output, named));
        let row = given
            .as_ref()
            .ok()
            .and_then(|given| row(interpreter, &case, given));
        Contrary {
            file: file.to_owned(),
            case,
            given,
            row,
        }
    }
}

/// The row that the tables run where the two part: on the first character at which only one of them
/// reports an error, or else where the first token is emitted that is not expected.
fn row(interpreter: &Interpreter<'_>, case: &Case, given: &View) -> Option<Site> {
    let only = |these: &View, those: &View| -> Option<(usize, usize)> {
        let errors = these
            .errors
            .iter()
            .filter(|error| !those.errors.contains(error));
        errors.map(|(_, line, column)| (*line, *column)).min()
    };
    let [a, b] = [only(given, &case.expected), only(&case.expected, given)];
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
    let (given, expected) = (whole(given), whole(&case.expected));
    let same = given
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

/// The byte offset of a line and a column, both from 1; the end if there is none.
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

/// Which rows a run runs, with the first byte of the character consumed last; and on which tokens are
/// emitted that are no text.
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

/// The tests, those that one row decides together.
pub(super) fn write(out: &mut String, revision: &Revision, all: &[Contrary]) {
    let mut rows: BTreeMap<Option<Site>, Vec<&Contrary>> = BTreeMap::new();
    for one in all {
        rows.entry(one.row).or_default().push(one);
    }
    for (row, tests) in rows {
        let title = match row {
            Some(row) => prose::spell(&row.describe(revision)),
            None => "none of the rows".to_owned(),
        };
        let _ = writeln!(out, "### Decided by {title}\n");
        out.push_str("| test | input | it expects | the tables give |\n|---|---|---|---|\n");
        for test in tests {
            let given = match &test.given {
                Ok(given) => shown(given),
                Err(refusal) => refusal.to_string(),
            };
            let state = match &test.case.setup.state {
                Some(state) => format!(" in the {state} state"),
                None => String::new(),
            };
            let _ = writeln!(
                out,
                "| {}: {}{state} | {} | {} | {given} |",
                test.file,
                cell(&test.case.description),
                markdown::input(&test.case.input),
                shown(&test.case.expected),
            );
        }
        out.push('\n');
    }
}

/// A description, in any JSON type.
fn cell(text: &str) -> String {
    markdown::code(text)
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
        let _ = write!(out, "<br>{}", crate::report::counted(bare, "error"));
    }
    for (code, line, column) in &view.errors {
        let _ = write!(out, "<br>{code} at {line}:{column}");
    }
    out
}
