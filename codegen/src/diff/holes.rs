//! Where a page was not understood, so that what is missing there is not taken for gone.

use super::change::{Line, Open};
use super::side::Side;
use crate::model::State;
use crate::prose::{Cause, Verdict, state_of_title};
use crate::source::Place;
use std::collections::{BTreeMap, BTreeSet};

/// The holes of one side.
#[derive(Clone, Debug, Default)]
pub(super) struct Holes {
    /// Rows of which something was not understood.
    rows: BTreeSet<Place>,
    /// States of which something outside the rows was not understood.
    entries: BTreeSet<String>,
    /// Rows of which not even the head was understood, by state.
    lost: BTreeMap<String, BTreeSet<Place>>,
    /// Whether something outside the states was not understood.
    pub(super) outside: bool,
    /// Parts that are neither a state nor known otherwise.
    pub(super) unknown_parts: Vec<String>,
}

impl Holes {
    /// The holes of a side; tables have none.
    pub(super) fn of(side: &Side) -> Self {
        let mut holes = Holes::default();
        let Some(page) = &side.page else {
            return holes;
        };
        let states = side.revision.states.iter();
        let rows: BTreeSet<Place> = states
            .chain(&side.revision.procedures)
            .flat_map(|state| state.rows.iter().map(|row| row.place.place))
            .collect();
        let open = page.report.not_understood();
        let open = open.map(|told| (&told.part, told.row));
        let faults = page.report.faults.iter();
        let faults = faults
            .filter(|fault| fault.cause != Cause::Replacements)
            .map(|fault| (&fault.part, fault.row));
        for (part, row) in open.chain(faults) {
            match (state_of_title(part), row) {
                (Some(_), Some(row)) if rows.contains(&row) => {
                    holes.rows.insert(row);
                }
                (Some(state), Some(row)) => {
                    holes.lost.entry(state).or_default().insert(row);
                }
                (Some(state), None) => {
                    holes.entries.insert(state);
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

    /// Whether something of a row was not understood.
    pub(super) fn row(&self, place: Place) -> bool {
        self.rows.contains(&place)
    }

    /// Whether something of a state outside its rows was not understood.
    pub(super) fn entry(&self, state: &State) -> bool {
        self.entries.contains(&state.name.value)
    }

    /// The rows of a state of which not even the head was understood.
    pub(super) fn lost(&self, state: &str) -> Vec<Place> {
        let lost = self.lost.get(state).into_iter().flatten();
        lost.copied().collect()
    }
}

/// What the other side has where something was not understood.
#[derive(Clone, Debug)]
pub(super) struct Withheld {
    /// Whether it is the newer side that was not understood.
    pub(super) newer: bool,
    /// The row that was not understood, or the heading of the part.
    pub(super) at: At,
    /// What the row matches, where the other side shows it.
    pub(super) heading: Option<String>,
    /// The difference between what was understood and the other side.
    pub(super) lines: Vec<Line>,
}

/// Where something was withheld.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum At {
    Row(Place),
    Entry(String),
    Part(String),
}

/// What was not understood of a side. What only follows from something else that was not
/// understood is left out.
pub(super) fn open(side: &Side, newer: bool, withheld: &[Withheld]) -> Vec<Open> {
    let Some(page) = &side.page else {
        return Vec::new();
    };
    let report = &page.report;
    let told: Vec<_> = report.not_understood().collect();
    let mut used = BTreeSet::new();
    let mut attach = |part: &str, row: Option<Place>, open: &mut Open| {
        let at = match (row, state_of_title(part)) {
            (Some(row), _) => At::Row(row),
            (None, Some(state)) => At::Entry(state),
            (None, None) => At::Part(part.to_owned()),
        };
        let found = withheld
            .iter()
            .enumerate()
            .find(|(_, withheld)| withheld.newer == newer && withheld.at == at);
        if let Some((index, withheld)) = found {
            open.row.clone_from(&withheld.heading);
            // Said once, with the first sentence of the row.
            if used.insert(index) {
                open.instead.clone_from(&withheld.lines);
            }
        }
    };
    let mut all = Vec::new();
    let part_of = |part: &str, line: u32| {
        let mut one = unknown_part(side, newer, line, part);
        let at = At::Part(part.to_owned());
        let found = withheld.iter().find(|w| w.newer == newer && w.at == at);
        one.instead = found.map(|found| found.lines.clone()).unwrap_or_default();
        one
    };
    let mut parts_told = BTreeSet::new();
    for told in &told {
        if report.is_unknown_part(&told.part) {
            if parts_told.insert(told.part.clone()) {
                all.push(part_of(&told.part, told.line));
            }
            continue;
        }
        let mut one = Open {
            newer,
            page: side.name.clone(),
            line: told.line,
            part: told.part.clone(),
            row: None,
            said: told.said.clone(),
            is_sentence: true,
            nearest: match &told.verdict {
                Verdict::NotUnderstood { nearest } => nearest.map(str::to_owned),
                _ => None,
            },
            instead: Vec::new(),
        };
        attach(&told.part, told.row, &mut one);
        all.push(one);
    }
    for fault in &report.faults {
        if report.is_unknown_part(&fault.part) {
            if parts_told.insert(fault.part.clone()) {
                all.push(part_of(&fault.part, fault.line));
            }
            continue;
        }
        let follows = match fault.cause {
            Cause::Replacements => true,
            Cause::Undefined => told.iter().any(|told| state_of_title(&told.part).is_none()),
            Cause::Page => told.iter().any(|told| {
                told.part == fault.part && (told.row == fault.row || fault.row.is_none())
            }),
        };
        if follows {
            continue;
        }
        let mut one = Open {
            newer,
            page: side.name.clone(),
            line: fault.line,
            part: fault.part.clone(),
            row: None,
            said: fault.message.clone(),
            is_sentence: false,
            nearest: None,
            instead: Vec::new(),
        };
        attach(&fault.part, fault.row, &mut one);
        all.push(one);
    }
    all.sort_by_key(|open| open.line);
    all
}

fn unknown_part(side: &Side, newer: bool, line: u32, part: &str) -> Open {
    Open {
        newer,
        page: side.name.clone(),
        line,
        part: part.to_owned(),
        row: None,
        said: "this heading is that of no state, and of no other part that is known".to_owned(),
        is_sentence: false,
        nearest: None,
        instead: Vec::new(),
    }
}
