//! Bulk scans: a state that handles most characters with one row and stays in place consumes them in bulk.

use super::{Pass, Passes, stops};
use crate::ir::{Action, CharSet, End, LoweredMachine, Row, Source, StateKind, Test};
use crate::program::{ConditionalStop, Scan, ScanKind, Scans};

/// Finds the scan of every consuming state that has one. The passes for names decide how names are scanned.
pub(super) fn find(machine: &LoweredMachine, passes: &Passes) -> Scans {
    let mut scans = Scans::new();
    for (id, state) in machine.states.iter().enumerate() {
        let StateKind::Consume(rows) = &state.kind else {
            continue;
        };
        // A guard would be evaluated for each character.
        if rows.iter().any(|row| row.guard.is_some()) {
            continue;
        }
        let Some(kind) = rows.iter().find(|row| row.anything_else).and_then(kind) else {
            continue;
        };
        let same = rows.iter().filter(|row| self::kind(row) == Some(kind));
        let on = same.fold(CharSet::default(), |set, row| set.union(&row.on));
        let stops = on.complement();
        // The scan does not decode bytes beyond ASCII.
        if stops.beyond_ascii() == Some(false) {
            let ends = |letter: u8| stops.contains(u32::from(letter));
            let bytewise = passes.has(Pass::BytewiseScan)
                && (b'A'..=b'Z').all(ends)
                && !(b'a'..=b'z').any(ends);
            let lowers = |row: &&Row| row.on == capitals() && is_lowered(row, kind);
            let ends = rows.iter().find(lowers).map(|_| stops.minus(&capitals()));
            let ends = ends.filter(|_| bytewise && passes.has(Pass::MixedCaseNames));
            let scan = Scan {
                kind,
                stop_bytes: match bytewise {
                    true => stops::all_but(&stops),
                    false => stops::listed(&stops),
                },
                conditional: rows.iter().find_map(|row| conditional(row, kind, &stops)),
                stops,
                bytewise,
                name_ends: ends.as_ref().map(stops::listed),
            };
            scans.insert(id, scan);
        }
    }
    scans
}

fn kind(row: &Row) -> Option<ScanKind> {
    if row.block.end != End::Stay {
        return None;
    }
    match row.block.actions.as_slice() {
        [] => Some(ScanKind::Skip),
        [Action::EmitCurrent] => Some(ScanKind::Emit),
        [Action::Append(Source::Current, field)] => Some(ScanKind::Append(*field)),
        _ => None,
    }
}

/// The stop of a row that does the same as the run, unless a text ends with its character.
fn conditional(row: &Row, kind: ScanKind, stops: &CharSet) -> Option<ConditionalStop> {
    let [Action::If(test, _, otherwise), Action::EmitCurrent] = row.block.actions.as_slice() else {
        return None;
    };
    let is_run = kind == ScanKind::Emit && row.block.end == End::Stay;
    let [(byte, last)] = row.on.ascii()[..] else {
        return None;
    };
    let is_one = row.on == CharSet::from_ranges([(byte.into(), byte.into())]) && byte == last;
    let text = text_behind(test).filter(|text| text.as_bytes().ends_with(&[byte]))?;
    let others = stops.minus(&row.on);
    // Where the last of its characters is that ends every run.
    let before = &text.as_bytes()[..text.len() - 1];
    let at = before
        .iter()
        .rposition(|byte| others.contains(u32::from(*byte)))?;
    (is_run && is_one && otherwise.is_empty() && !row.eof && text.is_ascii()).then(|| {
        ConditionalStop {
            byte,
            text: text.to_owned(),
            reach: before.len() - at,
            others: stops::listed(&others),
        }
    })
}

/// A text that the consumed characters have to end with for a condition to hold.
fn text_behind(test: &Test) -> Option<&str> {
    match test {
        Test::Behind(text) => Some(text),
        Test::All(tests) => tests.iter().find_map(text_behind),
        _ => None,
    }
}

/// Whether a row appends in lower case, to the field of the run.
fn is_lowered(row: &Row, kind: ScanKind) -> bool {
    let lowered = match row.block.actions.as_slice() {
        [Action::Append(Source::CurrentLowercase, field)] => Some(ScanKind::Append(*field)),
        _ => None,
    };
    row.block.end == End::Stay && lowered == Some(kind)
}

fn capitals() -> CharSet {
    CharSet::from_ranges([(0x41, 0x5A)])
}
