//! A parse error.

use super::occurrences::{self, Occurrence};
use super::witnesses::{Goal, Witnesses};
use crate::places::place;
use crate::trees::Trees;
use std::fmt::Write;
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::english::Sentence;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Revision;
use tokenwright_tables::tree;
use xtask::report;

/// How many names of elements a row of tree construction shows.
const MOST: usize = 8;

/// Prints what a parse error means.
///
/// # Errors
/// If the tables cannot be run.
pub(super) fn explain(
    code: &str,
    (loaded, trees): (&Loaded, Option<&Trees>),
    all: &[Loaded],
    descriptions: &Descriptions,
    sources: &Sources,
) -> Result<(), Diagnostic> {
    let revision = &loaded.revision;
    let occurrences = occurrences::all(revision, code);
    let of_trees = trees.map_or_else(Vec::new, |trees| occurrences::of_trees(trees, code));
    let rows = occurrences.iter().map(|occurrence| occurrence.row);
    let goal = Goal::Errors(code, rows.collect());
    let witnesses = Witnesses::find(loaded, &goal);
    let witnesses = witnesses.map_err(report::refused(&revision.about.id))?;
    let mut text = format!("{code}\n");
    if let Some(description) = descriptions.get(code) {
        let _ = writeln!(text, "  {description}");
    }
    let (id, since) = (&revision.about.id, since(code, all));
    let _ = writeln!(text, "  a parse error of {id}{since}");
    let by = revision
        .errors
        .iter()
        .find(|error| error.code.value == code);
    match by.and_then(|error| error.by.as_deref()) {
        Some(by) if occurrences.is_empty() && of_trees.is_empty() => {
            let _ = writeln!(
                text,
                "  reported by {by}; no row of these tables reports it"
            );
        }
        _ => {
            let count = report::counted(occurrences.len() + of_trees.len(), "place");
            let _ = writeln!(text, "  reported in {count} of the tables");
        }
    }
    for occurrence in &occurrences {
        write_occurrence(&mut text, occurrence, code, &witnesses, sources);
    }
    for part in &of_trees {
        let heading = trees.map(|trees| trees.in_short(part.id, MOST));
        let _ = writeln!(text, "\n{}", heading.unwrap_or_default());
        let _ = writeln!(text, "  {}", place(part.place, sources));
        steps(&mut text, &tree::english::sentences(part.body));
    }
    print!("{text}");
    Ok(())
}

/// The first revision that has the code.
fn since(code: &str, all: &[Loaded]) -> String {
    let revisions = || all.iter().map(|loaded| &loaded.revision);
    let is_listed = |revision: &Revision| {
        let mut errors = revision.errors.iter();
        errors.any(|error| error.code.value == code)
    };
    let Some(first) = revisions().find(|revision| is_listed(revision)) else {
        return match all.iter().any(|loaded| loaded.trees.is_some()) {
            true => "; the standard has no name for it".to_owned(),
            false => String::new(),
        };
    };
    let named = revisions().find(|revision| revision.about.named_errors);
    match named.is_some_and(|named| named.about.id == first.about.id) {
        true => format!(
            ", since {}, the first whose errors have names",
            first.about.id
        ),
        false => format!(", since {}", first.about.id),
    }
}

fn write_occurrence(
    text: &mut String,
    occurrence: &Occurrence,
    code: &str,
    witnesses: &Witnesses<'_>,
    sources: &Sources,
) {
    let _ = writeln!(text, "\n{}", occurrence.part);
    let _ = writeln!(text, "  {}", place(occurrence.place, sources));
    if let Some(heading) = &occurrence.heading {
        let _ = writeln!(text, "  {heading}");
    }
    steps(text, &occurrence.steps);
    let witness = witnesses.of_error(code, occurrence.row);
    if let Some(witness) = witness {
        let _ = writeln!(text, "  shown by {}", witness.describe());
    }
}

/// Sentences, indented below a heading.
pub(super) fn steps(text: &mut String, steps: &[Sentence]) {
    for (depth, sentence) in steps {
        let _ = writeln!(text, "    {:1$}{sentence}", "", 2 * depth);
    }
}
