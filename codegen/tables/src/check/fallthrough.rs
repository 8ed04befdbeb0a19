//! The characters that an edit leaves to the row `anything else`.

use super::rows::effective_sets;
use crate::diagnostic::Diagnostic;
use crate::model::{Revision, Row, State};
use crate::set::Set;

/// Notes on each row `anything else` that matches EOF or characters that another row matched `before`. A row may
/// have been removed by mistake, which leaves the tables valid.
#[must_use]
pub fn fallthrough(before: &Revision, after: &Revision) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    let pairs = [
        (&before.states, &after.states),
        (&before.procedures, &after.procedures),
    ];
    for (older, newer) in pairs {
        for state in newer {
            let same = |other: &&State| other.name == state.name;
            if let Some(old) = older.iter().find(same) {
                notes.extend(in_state((before, old), (after, state)));
            }
        }
    }
    notes
}

fn in_state(
    (before, old): (&Revision, &State),
    (after, new): (&Revision, &State),
) -> Vec<Diagnostic> {
    let old_sets = effective_sets(old, &before.about);
    let taken_before = |row: &Row| {
        let rows = old.rows.iter().zip(&old_sets);
        let mut alike = rows.filter(|(old, _)| old.is_anything_else() && old.when == row.when);
        alike.next().map(|(_, set)| set.clone())
    };
    let rows = new.rows.iter().zip(effective_sets(new, &after.about));
    rows.filter(|(row, _)| row.is_anything_else())
        .filter_map(|(row, set)| {
            let more = set.minus(&taken_before(row)?);
            let (any, _) = row.on.matcher_lists();
            let message = format!(
                "`anything else` in `{}` now takes {}",
                new.name.value,
                named(&more)
            );
            let note = Diagnostic::note(any.first()?.place, message)
                .label("no row before this one takes it any more")
                .help(advice(&more));
            (!more.is_empty()).then_some(note)
        })
        .collect()
}

/// The members for a message, EOF first.
fn named(set: &Set) -> String {
    let eof = Set::one(None);
    match (set.has_eof(), set.has_characters()) {
        (true, true) => format!("EOF and {}", set.minus(&eof).sample()),
        _ => set.sample(),
    }
}

fn advice(set: &Set) -> &'static str {
    match (set.has_eof(), set.has_characters()) {
        (true, false) => "if a row for EOF was removed by mistake, put it back",
        _ => "if a row was removed by mistake, put it back",
    }
}
