//! The locations in the tables, or on a page, at which a comparison failed or was inconclusive, and what to
//! do.

use std::path::{Path, PathBuf};
use tokenwright_analyses::compare::{self, Behaviour, Inconclusive, Verdict, Witness, report};
use tokenwright_analyses::diff::{Difference, Side};
use tokenwright_interpreter::{Interpreter, Refusal};
use tokenwright_tables::check;
use tokenwright_tables::diagnostic::Diagnostic;
use tokenwright_tables::source::Place;

/// The advice for an inconclusive search.
const SMALLER: &str = "judge each change alone with `--each`, or compare with fewer of them made";

/// The broken rules that prevent a side from running; `paths` has the names of the sides.
pub(super) fn cannot_run(difference: &Difference, paths: [&PathBuf; 2]) -> Vec<Diagnostic> {
    let references = compare::references(difference);
    let mut all = Vec::new();
    for (at, side) in [&difference.from, &difference.to].into_iter().enumerate() {
        let Err(refusal) = Interpreter::new(&side.revision, references[at]) else {
            continue;
        };
        let mut broken = check::revision(&side.revision);
        broken.retain(Diagnostic::is_error);
        if broken.is_empty() {
            broken.push(unplaced(side, paths[at], &refusal));
        }
        all.extend(broken);
    }
    all
}

/// The locations at which a machine refuses an input, or a search was inconclusive.
pub(crate) fn places(
    found: &Behaviour,
    difference: &Difference,
    paths: [&PathBuf; 2],
) -> Vec<Diagnostic> {
    match &found.whole {
        Verdict::Equal(_) => Vec::new(),
        Verdict::Unknown(why) => inconclusive(why).into_iter().collect(),
        Verdict::Differs { witness, .. } => {
            let sides = [&difference.from, &difference.to].into_iter().enumerate();
            let references = compare::references(difference);
            let stop = sides
                .filter_map(|(at, side)| stopped(witness, at, (side, paths[at]), references[at]));
            stop.collect()
        }
    }
}

fn inconclusive(search: &Inconclusive) -> Option<Diagnostic> {
    let at = search.at.iter().flatten();
    let mut at: Vec<_> = at.filter(|s| s.place != Place::default()).collect();
    at.dedup();
    let first = at.first()?;
    let why = &search.why;
    let message = format!("it is not known whether the two sides differ: {why}");
    let mut warning = Diagnostic::warning(first.place, message).help(SMALLER);
    warning = warning.label(format!("one side is in the {}", first.within));
    if let Some(other) = at.get(1) {
        let text = format!("the other is in the {}", other.within);
        warning = warning.also(other.place, text);
    }
    Some(warning)
}

fn stopped(
    witness: &Witness,
    at: usize,
    (side, path): (&Side, &Path),
    references: &tokenwright_tables::references::References,
) -> Option<Diagnostic> {
    let refusal = witness.outputs[at].as_ref().err()?;
    let setup = &witness.entry.sides[at];
    let location = compare::refusal_location((&side.revision, references), setup, &witness.input);
    let Some(location) = location.filter(|location| location.place != Place::default()) else {
        return Some(unplaced(side, path, refusal));
    };
    let reason = match refusal {
        Refusal::Stopped { reason, .. } => reason.to_string(),
        other => other.to_string(),
    };
    let after = report::input(&witness.input);
    let message = format!("{} stops after {after}: {reason}", path.display());
    let error = Diagnostic::error(location.place, message);
    // On a page the place is that of the row.
    let label = match &side.page {
        None => format!("in the {}", location.within),
        Some(_) => location.to_string(),
    };
    let error = error.label(label);
    Some(error.help(advice(side, path)))
}

fn unplaced(side: &Side, path: &Path, refusal: &Refusal) -> Diagnostic {
    Diagnostic::unread(path, format!("cannot be run: {refusal}")).help(advice(side, path))
}

fn advice(side: &Side, path: &Path) -> String {
    let path = path.display();
    match &side.page {
        None => format!("`cargo xtask check {path}` names every rule that the tables break"),
        Some(_) => {
            format!("correct {path} there; docs/reading-pages.md explains how it is read")
        }
    }
}
