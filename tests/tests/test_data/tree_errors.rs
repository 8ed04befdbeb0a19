//! The parse errors that html5lib's tests of trees list, and those of the tables.
//!
//! The lists are by several hands: html5lib's own names, messages of validators, or sentences. Their number is compared in
//! every test. Their places are compared where each line has one. The standard gives tree construction's errors no place, so
//! that of a list may be anywhere in the token and in the text before it. The tokenizer's errors have names and places since
//! 2017, and those are compared exactly.

use crate::trees;
use libtest_mimic::{Failed, Trial};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use tokenwright::{ColumnUnit, LineIndex};
use tokenwright_interpreter::tree::TreeError;
use tokenwright_tables::tree::grammar::TreeStep;
use tokenwright_tables::tree::model::{Clause, TreeTables};
use tokenwright_tests::tree_construction::{Case, parsed};
use tokenwright_tests::{data, tables};

/// The one error of tree construction that the standard names, and the tests with it.
const OF_THE_STANDARD: &str = "non-void-html-element-start-tag-with-trailing-solidus";

/// Tests whose lists are not those of the tables.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Differing {
    /// The tests by the sentence of the section.
    other_number: BTreeMap<String, Vec<String>>,
    other_name: Vec<String>,
    other_place: Vec<String>,
}

impl Differing {
    fn other_number(&self) -> impl Iterator<Item = &String> {
        self.other_number.values().flatten()
    }
}

/// The tables with one error less. 13.2.6.4.10, anything else, says "this is a parse error: reprocess the character tokens",
/// and the rows that process them say it for each again; the tests count the latter alone.
fn as_listed() -> TreeTables {
    let mut tables = tables::of_trees().clone();
    let is_error = |clause: &Clause| matches!(clause, Clause::Step(step) if matches!(step.value, TreeStep::NamedError(_)));
    let is_flush = |clause: &Clause| matches!(clause, Clause::Step(step) if matches!(step.value, TreeStep::ProcessPending(..)));
    let rows = tables.modes.iter_mut().flat_map(|mode| &mut mode.rows);
    for clause in rows.flat_map(|row| &mut row.body) {
        if let Clause::If { then, .. } = clause
            && then.iter().any(is_flush)
        {
            then.retain(|clause| !is_error(clause));
        }
    }
    assert_ne!(&tables, tables::of_trees());
    tables
}

/// Line and column of a listed error, if the line begins with them.
fn listed(line: &str) -> Option<(usize, usize)> {
    let place = line.strip_prefix('(').unwrap_or(line);
    let (row, rest) = place.split_once([':', ','])?;
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let column = &rest[..end.unwrap_or(rest.len())];
    Some((row.parse().ok()?, column.parse().ok()?))
}

/// The byte offset of a line and a column; column 0 is before the first.
fn offset(text: &str, (line, column): (usize, usize)) -> usize {
    let start: usize = text
        .split_inclusive('\n')
        .take(line - 1)
        .map(str::len)
        .sum();
    let rest = text[start..].char_indices();
    let at = rest.map(|(at, _)| at).nth(column.saturating_sub(1));
    at.map_or(text.len(), |at| start + at)
}

/// Whether a listed place is in the token of an error, or in the text before it.
fn is_near(text: &str, error: &TreeError, place: usize) -> bool {
    let (before, after) = text.split_at(error.offset);
    let markup = before.rfind('<').filter(|_| after.starts_with('>'));
    let start = before[..markup.unwrap_or(before.len())].rfind('>');
    let start = start.map_or(0, |at| at + 1);
    let end = match after.starts_with('>') {
        true => error.offset + 1,
        false => after.find('<').map_or(text.len(), |at| error.offset + at),
    };
    // At the end of the file, lists have the last character, or the end.
    let start = start.min(text.len().saturating_sub(1));
    (start..=end).contains(&place)
}

/// What differs in a test.
fn difference(tables: &TreeTables, differing: &Differing, case: &Case) -> Result<(), String> {
    let parsed = parsed(tables, &case.input(case.scripting.unwrap_or_default()));
    let parsed = parsed.map_err(|stuck| stuck.to_string())?;

    let lines = LineIndex::new(&case.data);
    let mut named: Vec<String> = Vec::new();
    for error in &parsed.tokenizer_errors {
        named.push(format!("({}:{}) {}", error.line, error.column, error.code));
    }
    for error in &parsed.errors {
        let Some(code) = error
            .code
            .as_deref()
            .filter(|code| *code == OF_THE_STANDARD)
        else {
            continue;
        };
        let tag = case.data[..error.offset].rfind('<').unwrap_or_default();
        let [(row, column), (end_row, end)] =
            [tag, error.offset + 1].map(|at| lines.line_column(at, ColumnUnit::Utf16));
        named.push(format!("({row}:{column}-{end_row}:{end}) {code}"));
    }
    if !case.new_errors.is_empty()
        && (named == case.new_errors) == differing.other_name.contains(&case.id)
    {
        return Err(format!("listed: {:?}\nfound: {named:?}", case.new_errors));
    }

    let number = parsed.tokenizer_errors.len() + parsed.errors.len();
    let other_number = differing.other_number().any(|id| *id == case.id);
    if (number == case.errors.len()) == other_number {
        return Err(format!(
            "listed: {:?}\nfound {number}: {:?} {:?}",
            case.errors, parsed.tokenizer_errors, parsed.errors
        ));
    }
    let places: Option<Vec<_>> = case.errors.iter().map(|line| listed(line)).collect();
    let Some(places) = places.filter(|_| !other_number) else {
        return Ok(());
    };
    let mut places: Vec<usize> = places
        .into_iter()
        .map(|at| offset(&case.data, at))
        .collect();
    let missing = parsed.errors.iter().find(|error| {
        let near = places
            .iter()
            .position(|place| is_near(&case.data, error, *place));
        near.map(|at| places.remove(at)).is_none()
    });
    match missing.is_some() == differing.other_place.contains(&case.id) {
        true => Ok(()),
        false => Err(format!("listed: {:?}\nfound: {missing:?}", case.errors)),
    }
}

pub(crate) fn trials(files: trees::Files) -> Result<Vec<Trial>, Box<dyn Error>> {
    let differing: Differing = data::read("overruled/errors-of-trees.toml")?;
    let other = differing.other_name.iter().chain(&differing.other_place);
    for id in differing.other_number().chain(other) {
        if !files.values().flatten().any(|case| case.id == *id) {
            return Err(format!("{id} is listed, and does not exist").into());
        }
    }
    Ok(vec![Trial::test("errors of trees", move || {
        let tables = as_listed();
        let mut failures = String::new();
        for case in files.values().flatten() {
            if let Err(difference) = difference(&tables, &differing, case) {
                let _ = writeln!(failures, "{}: {}\n{difference}\n", case.id, case.data);
            }
        }
        match failures.is_empty() {
            true => Ok(()),
            false => Err(Failed::from(failures)),
        }
    })])
}
