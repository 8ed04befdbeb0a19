//! The behaviour of the understood changes, if a page was understood only in part.

use super::behaviour::{is_of_rows, references};
use super::engine::{Verdict, compare};
use crate::diff::{self, Change, Difference, Kind, Subject};
use tokenwright_prose::owner_of_title;

/// The effects of the understood changes. Everything else is as in one side.
#[derive(Clone, Debug)]
pub struct PartialBehaviour {
    /// The side that was understood completely; everything else is taken from it.
    pub kept: String,
    /// The verdict on that side against a copy with the changes applied, or undone if it is the newer side.
    pub verdict: Verdict,
}

/// Judges the understood changes. `None` if neither side was understood completely, or if the changes cannot
/// be applied without parts that were not understood.
///
/// It proves nothing about the pages: a sentence that was not understood may do anything.
pub fn of_understood(difference: &Difference) -> Option<PartialBehaviour> {
    if difference.open.iter().all(|open| open.newer) {
        let verdict = judged(difference, false)?;
        return Some(PartialBehaviour {
            kept: difference.from.name.clone(),
            verdict,
        });
    }
    if difference.open.iter().any(|open| open.newer) {
        return None;
    }
    let back = diff::compare(difference.to.clone(), difference.from.clone());
    let verdict = judged(&back, true)?;
    Some(PartialBehaviour {
        kept: difference.to.name.clone(),
        verdict,
    })
}

/// Compares the older side with a copy that has all understood changes; `swapped` puts the copy first.
fn judged(difference: &Difference, swapped: bool) -> Option<Verdict> {
    let changes: Vec<&Change> = difference.changes().filter(|c| is_of_rows(c)).collect();
    // A state that is understood only in part cannot be added.
    let half = difference
        .open
        .iter()
        .filter_map(|open| owner_of_title(&open.part));
    let half: Vec<String> = half.collect();
    let is_half = |change: &&Change| {
        let Subject::State(at) = change.subject else {
            return false;
        };
        let states = &difference.to.revision;
        let states = if at.procedure {
            &states.procedures
        } else {
            &states.states
        };
        let new = at.to.and_then(|to| states.get(to));
        change.kind == Kind::New && new.is_some_and(|state| half.contains(&state.name.value))
    };
    if changes.iter().any(is_half) {
        return None;
    }
    let edited = difference.apply_all(&changes)?;
    let references = references(difference);
    let kept = (&difference.from.revision, references[0]);
    let edited = (&edited, references[1]);
    let (from, to) = if swapped {
        (edited, kept)
    } else {
        (kept, edited)
    };
    compare(from, to).ok()
}
