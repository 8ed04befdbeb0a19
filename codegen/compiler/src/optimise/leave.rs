//! What the next state would do to a character by itself is left to it: it may do it to many at once.
//!
//! The older revisions append the first character of a name in one state and the others in the next.

use super::fuse::FastRow;
use crate::ir::{Action, CharSet, End, Kind, Machine, Row, Source, StateId};
use crate::program::{ScanKind, Scans};

/// The rows of a state, without last actions that are left to the next.
pub(super) fn to_next_state(
    machine: &Machine,
    scans: &Scans,
    state: StateId,
    rows: Vec<FastRow>,
) -> Vec<FastRow> {
    let mut out = Vec::new();
    for row in rows {
        let next = row.state().filter(|next| *next != state && !row.reconsume);
        let left = match (next, row.actions.split_last()) {
            (Some(next), Some((last, _))) => does_as_well((machine, scans), next, last, &row.on),
            _ => CharSet::default(),
        };
        if left.is_empty() {
            out.push(row);
            continue;
        }
        let rest = row.on.minus(&left);
        if !rest.is_empty() {
            // What ends a name seldom begins one.
            out.push(FastRow {
                on: rest,
                hot: false,
                ..row.clone()
            });
        }
        push(leaving(row, left), &mut out);
    }
    out
}

/// A row that gives the next state its character again in place of its last action.
fn leaving(row: FastRow, on: CharSet) -> FastRow {
    let mut row = FastRow {
        on,
        reconsume: true,
        ..row
    };
    row.actions.pop();
    row.hot = row.is_hot();
    row
}

/// Adds a row. One before that does the same becomes part of it: capital and small letters go one way.
fn push(mut row: FastRow, out: &mut Vec<FastRow>) {
    let same = |other: &FastRow| {
        let same_way = other.reconsume && other.to == row.to && other.actions == row.actions;
        same_way && other.guard == row.guard
    };
    if let Some(at) = out.iter().position(same)
        && let [before, between @ ..] = &out[at..]
        && between
            .iter()
            .all(|other| other.on.intersection(&before.on).is_empty())
    {
        let before = out.remove(at);
        row.heading = format!("{}, {}", before.heading, row.heading);
        row.on = row.on.union(&before.on);
    }
    out.push(row);
}

/// The characters to which a state that is given them does the same as the action, and stays.
fn does_as_well(
    (machine, scans): (&Machine, &Scans),
    state: StateId,
    action: &Action,
    on: &CharSet,
) -> CharSet {
    let (Action::Append(source, field), Kind::Consume(rows)) =
        (action, &machine.states[state].kind)
    else {
        return CharSet::default();
    };
    let scan = scans.get(&state);
    match source {
        Source::Current => scan
            .filter(|scan| scan.kind == ScanKind::Append(*field))
            .map_or_else(CharSet::default, |scan| on.minus(&scan.stops)),
        Source::CurrentLowercase => {
            let does =
                |row: &&Row| row.block.end == End::Stay && row.block.actions == [action.clone()];
            let (asking, others): (Vec<&Row>, Vec<&Row>) =
                rows.iter().partition(|row| row.guard.is_some());
            let lowered = all(others.into_iter().filter(does));
            lowered.minus(&all(asking.into_iter())).intersection(on)
        }
        _ => CharSet::default(),
    }
}

fn all<'a>(rows: impl Iterator<Item = &'a Row>) -> CharSet {
    rows.fold(CharSet::default(), |all, row| all.union(&row.on))
}
