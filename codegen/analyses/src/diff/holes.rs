//! The parts of a page that were not understood; content missing there does not count as removed.
//!
//! A row whose sentence is unknown looks exactly like a row that was removed. So each change is looked up among the
//! open parts of its side, and one that may be in such a part is withheld and shown with it. That can hide a real
//! removal; the report says how many sentences are open, so a reader knows where.

use super::change::{Line, Open};
use super::side::Side;
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_prose::{Cause, Verdict, owner_of_title};
use tokenwright_tables::model::State;

/// The holes of one side.
#[derive(Clone, Debug, Default)]
pub(super) struct Holes {
    /// Entries of rows that were not understood completely.
    rows: BTreeSet<u32>,
    /// The entry of each row, by state.
    entries_of: BTreeMap<String, Vec<Option<u32>>>,
    /// States with sentences outside the rows that were not understood.
    entries: BTreeSet<String>,
    /// Rows whose head was not understood, by state.
    lost: BTreeMap<String, BTreeSet<u32>>,
    /// States of which the page has lost a part, with the entries that show it.
    lossy: BTreeMap<String, Vec<u32>>,
    /// Whether something outside the states was not understood.
    pub(super) outside: bool,
    /// Unknown parts.
    pub(super) unknown_parts: Vec<String>,
}

impl Holes {
    /// The holes of a side; tables have none.
    pub(super) fn of(side: &Side) -> Self {
        let mut holes = Holes::default();
        let Some(page) = &side.page else {
            return holes;
        };
        holes.entries_of = page.report.entries.iter().cloned().collect();
        let rows = holes.entries_of.values().flatten().flatten();
        let rows: BTreeSet<u32> = rows.copied().collect();
        let open = page.report.not_understood();
        let open = open.map(|sentence| (&sentence.part, sentence.entry));
        let faults = page.report.faults.iter();
        let faults = faults.map(|fault| (&fault.part, fault.entry));
        for fault in &page.report.faults {
            let owner = owner_of_title(&fault.part);
            if let (Cause::Page | Cause::Lost, Some(state)) = (fault.cause, owner) {
                // There is no entry before the first row.
                let entry = fault.entry.unwrap_or_default();
                holes.lossy.entry(state).or_default().push(entry);
            }
        }
        for (part, row) in open.chain(faults) {
            match (owner_of_title(part), row) {
                (Some(_), Some(row)) if rows.contains(&row) => {
                    holes.rows.insert(row);
                }
                (Some(state), Some(row)) => {
                    holes.lost.entry(state).or_default().insert(row);
                }
                (Some(state), None) => {
                    holes.entries.insert(state);
                    // A global sentence can also be in a state.
                    holes.outside = true;
                }
                (None, _) => {
                    holes.outside = true;
                    let known = part == "the section" || holes.unknown_parts.contains(part);
                    if !known && page.report.is_unknown_part(part) {
                        holes.unknown_parts.push(part.clone());
                    }
                }
            }
        }
        holes
    }

    /// The entry that a row of a state was read from.
    pub(super) fn entry_of(&self, state: &str, row: usize) -> Option<u32> {
        self.entries_of.get(state)?.get(row).copied().flatten()
    }

    /// The entry of a row that was not understood completely.
    pub(super) fn row(&self, state: &str, row: usize) -> Option<u32> {
        self.entry_of(state, row)
            .filter(|entry| self.rows.contains(entry))
    }

    /// Whether something of a state outside its rows was not understood.
    pub(super) fn entry(&self, state: &State) -> bool {
        self.entries.contains(&state.name.value)
    }

    /// The entry of a state whose loss may have removed a row before `after`.
    pub(super) fn lossy(&self, state: &str, after: u32) -> Option<u32> {
        let entries = self.lossy.get(state)?;
        let before = entries.iter().filter(|entry| **entry < after).max();
        before.or(entries.first()).copied()
    }

    /// The rows of a state whose head was not understood.
    pub(super) fn lost(&self, state: &str) -> Vec<u32> {
        let lost = self.lost.get(state).into_iter().flatten();
        lost.copied().collect()
    }
}

/// The other side's content at a place that was not understood.
#[derive(Clone, Debug)]
pub(super) struct Withheld {
    /// Whether it is the newer side that was not understood.
    pub(super) newer: bool,
    /// The row that was not understood, or the heading of the part.
    pub(super) at: At,
    /// The matcher of the row on the other side.
    pub(super) heading: Option<String>,
    /// The difference between the understood part and the other side.
    pub(super) lines: Vec<Line>,
}

/// The place of a withheld change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum At {
    Row(u32),
    Entry(String),
    Part(String),
}

/// The sentences of a side that were not understood, without those that only follow from another.
pub(super) fn open(side: &Side, newer: bool, withheld: &[Withheld]) -> Vec<Open> {
    let Some(page) = &side.page else {
        return Vec::new();
    };
    let report = &page.report;
    let sentences: Vec<_> = report.not_understood().collect();
    let mut all: Vec<(Option<u32>, Open)> = Vec::new();
    let mut headings = BTreeSet::new();
    // What is below an unknown heading is reported as the heading, once.
    let mut add = |entry: Option<u32>, one: Open| match report.is_unknown_part(&one.part) {
        true if headings.insert(one.part.clone()) => {
            all.push((None, unknown_part(side, newer, one.line, &one.part)));
        }
        true => {}
        false => all.push((entry, one)),
    };
    for sentence in &sentences {
        let one = Open {
            number: number(side, &sentence.part),
            original: sentence.original.clone(),
            is_sentence: true,
            nearest: match &sentence.verdict {
                Verdict::NotUnderstood { nearest, .. } => nearest.map(str::to_owned),
                _ => None,
            },
            ..unknown_part(side, newer, sentence.line, &sentence.part)
        };
        add(sentence.entry, one);
    }
    for fault in &report.faults {
        let mut sentences = sentences.iter();
        let follows = match fault.cause {
            Cause::Undefined => sentences.any(|sentence| owner_of_title(&sentence.part).is_none()),
            Cause::Page | Cause::Lost => sentences.any(|sentence| {
                let same = sentence.entry == fault.entry;
                sentence.part == fault.part
                    && (same || fault.entry.is_none() || sentence.entry.is_none())
            }),
        };
        if follows && !report.is_unknown_part(&fault.part) {
            continue;
        }
        let one = Open {
            number: number(side, &fault.part),
            original: fault.message.clone(),
            ..unknown_part(side, newer, fault.line, &fault.part)
        };
        add(fault.entry, one);
    }
    let mut used = BTreeSet::new();
    for (entry, open) in &mut all {
        let owner = owner_of_title(&open.part).filter(|_| !report.is_unknown_part(&open.part));
        let at = match (*entry, owner) {
            (Some(row), _) => At::Row(row),
            (None, Some(state)) => At::Entry(state),
            (None, None) => At::Part(open.part.clone()),
        };
        let here = withheld.iter().enumerate();
        let here = here.filter(|(_, withheld)| withheld.newer == newer && withheld.at == at);
        for (index, withheld) in here {
            if withheld.heading.is_some() {
                open.row.clone_from(&withheld.heading);
            }
            // Reported once, with the first sentence of the row.
            if used.insert(index) {
                open.instead.extend(withheld.lines.iter().cloned());
            }
        }
    }
    let mut all: Vec<Open> = all.into_iter().map(|(_, open)| open).collect();
    all.sort_by_key(|open| open.line);
    all
}

/// The number of a part that is a state or a procedure.
fn number(side: &Side, part: &str) -> Option<String> {
    let owner = owner_of_title(part)?;
    let revision = &side.revision;
    let state = revision.state_index(&owner).map(|at| (false, at));
    let at = state.or_else(|| Some((true, revision.procedure_index(&owner)?)));
    at.and_then(|(procedure, at)| side.number(procedure, at))
}

fn unknown_part(side: &Side, newer: bool, line: u32, part: &str) -> Open {
    Open {
        newer,
        page: side.name.clone(),
        line,
        part: part.to_owned(),
        number: None,
        row: None,
        original: "this heading names neither a state nor another known part".to_owned(),
        is_sentence: false,
        nearest: None,
        instead: Vec::new(),
    }
}
