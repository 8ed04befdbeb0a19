//! The tables of a page for a comparison: only what was understood, and what no page says from other tables.

use super::clauses::OPEN;
use super::outside::{ABSENT, UNDEFINED};
use super::read::{Owner, TreeReading};
use crate::report::Cause;
use std::collections::BTreeSet;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::model::{
    Algorithm, Clause, DISPATCH, Entry, Mode, Outside, Test, TreeTables,
};

/// The condition under which a self-closing flag is an error: the section on tokens says it, which is not read.
const NOT_ACKNOWLEDGED: &str = "the token's self-closing flag is not acknowledged";

impl TreeReading {
    /// The tables without the names of what was not understood, and of what the page does not define: nothing can run such a
    /// sentence, and a parser that comes to one is stuck.
    #[must_use]
    pub fn certain(&self) -> TreeTables {
        let mut tables = self.tables.clone();
        let is_open = |outside: &Outside| {
            outside.name.starts_with(OPEN) || [ABSENT, UNDEFINED].contains(&&*outside.meaning)
        };
        // They are the last ones, so the indices of the others stay.
        tables.questions.retain(|it| !is_open(it));
        tables.outputs.retain(|it| !is_open(it));
        let (questions, outputs) = (tables.questions.len(), tables.outputs.len());
        for file in &mut tables.files {
            file.entries.retain(|entry| match *entry {
                Entry::Question(at) => at < questions,
                Entry::Output(at) => at < outputs,
                _ => true,
            });
        }
        tables
    }

    /// The algorithms that the page calls and does not have.
    pub fn absent_algorithms(&self) -> impl Iterator<Item = &str> {
        let absent = self.tables.outputs.iter();
        let absent = absent.filter(|output| output.meaning == ABSENT);
        absent.map(|output| output.name.as_str())
    }

    /// Whether a sentence that was not understood has no place in the tables, such as an item of a list of elements: then nothing
    /// says which documents it concerns.
    #[must_use]
    pub fn has_unplaced(&self) -> bool {
        let names = self.tables.outputs.iter().chain(&self.tables.questions);
        let words = names.filter_map(|it| it.name.strip_prefix(OPEN));
        let placed: BTreeSet<String> = words.map(plain).collect();
        let mut open = self.report.not_understood();
        let mut faults = self.report.faults.iter();
        open.any(|sentence| !placed.contains(&plain(&sentence.original)))
            || faults.any(|fault| fault.cause == Cause::Page)
    }

    /// Whether the words of some row of a mode are not understood, which may be any row's; none: of the rules for foreign content.
    #[must_use]
    pub fn has_open_rows(&self, mode: Option<usize>) -> bool {
        let is_of = |owner: &Owner| match (owner, mode) {
            (Owner::Row(at, _), Some(mode)) => *at == mode,
            (Owner::Foreign(_), None) => true,
            _ => false,
        };
        self.open.iter().any(is_of)
    }
}

/// Adds to the tables of a page what no page says in the sections that are read, from the tables with which it is compared: the
/// names of errors, the kinds of tokens that never come, the error of a self-closing flag, and rows of which a note says that the
/// section lacks them.
pub fn assume(page: &mut TreeTables, other: &TreeTables) {
    page.name_errors(other);
    for mode in &mut page.modes {
        if let Some(at) = other.mode(&mode.name) {
            assume_rows(mode, &other.modes[at]);
        }
    }
    if let (Some(mode), Some(other)) = (&mut page.foreign_content, &other.foreign_content) {
        assume_rows(mode, other);
    }
    let says = |algorithm: &Algorithm| algorithm.body.last().is_some_and(is_flag_error);
    let is_dispatch = |algorithm: &&Algorithm| algorithm.name.value == DISPATCH;
    let theirs = other.algorithms.iter().find(is_dispatch);
    let ours = page.algorithms.iter_mut();
    if let Some(theirs) = theirs.filter(|it| says(it))
        && let Some(ours) = ours.into_iter().find(|it| it.name.value == DISPATCH)
        && !says(ours)
    {
        ours.body.extend(theirs.body.last().cloned());
    }
}

fn assume_rows(page: &mut Mode, other: &Mode) {
    page.never.clone_from(&other.never);
    for (at, row) in other.rows.iter().enumerate() {
        let is_there = page.rows.iter().any(|ours| ours.on == row.on);
        if row.note.is_none() || is_there {
            continue;
        }
        let before = at.checked_sub(1).map(|at| &other.rows[at].on);
        let before = page.rows.iter().position(|ours| Some(&ours.on) == before);
        page.rows
            .insert(before.map_or(0, |before| before + 1), row.clone());
    }
}

/// Words without what the name of a call does not have.
fn plain(words: &str) -> String {
    let words = words.replace(['{', '}'], "").replace(" and ", " & ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_flag_error(clause: &Clause) -> bool {
    let Clause::If { any, .. } = clause else {
        return false;
    };
    let mut tests = any.iter().flatten();
    tests.any(|test: &Located<Test>| test.value.to_string() == NOT_ACKNOWLEDGED)
}
