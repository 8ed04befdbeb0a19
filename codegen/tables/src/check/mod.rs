//! The rules that tables must keep, one function each.
//!
//! A rule takes the model and adds its messages. Rules about names and about single rows also run on
//! a model with gaps, where a part could not be read. Rules about the whole do not, because a gap
//! would look like an error. Unused and unreachable items are warnings: they occur while tables are
//! edited, and the generated code is still correct.

mod arrival;
mod bulk;
mod codes;
mod consuming;
mod current;
mod definitions;
mod duplicates;
mod fallthrough;
mod guards;
pub(crate) mod identifiers;
mod input_stream;
mod limits;
mod machine;
mod needs;
mod notes;
mod origin;
mod placement;
mod progress;
mod reach;
mod registers;
mod results;
mod return_state;
mod rows;
mod sentences;
mod text_modes;
mod unknown;
mod unused;
mod walk;

pub use fallthrough::fallthrough;

use crate::diagnostic::{Diagnostic, Subject, extend_new};
use crate::load::{self, Folder, Loaded, Reading};
use crate::model::Revision;
use crate::tree;
use machine::ControlFlowGraph;

/// A rule: adds a message for everything that breaks it.
type Rule = fn(&Revision, &mut Vec<Diagnostic>);

/// The rules for each part of a revision on its own.
const OF_PARTS: &[Rule] = &[
    notes::open,
    duplicates::states,
    duplicates::codes,
    duplicates::definitions,
    duplicates::classes_and_names,
    identifiers::states,
    identifiers::files,
    identifiers::codes,
    codes::named,
    codes::unknown,
    definitions::of_no_form,
    definitions::without_themselves,
    rows::kinds,
    rows::except,
    rows::overlap,
    placement::returns_in_procedures,
    placement::procedures,
    placement::rules,
    input_stream::steps,
    input_stream::rows,
    input_stream::texts,
    placement::current_state,
    placement::flags,
    placement::anything_else,
    placement::after_the_end,
    bulk::form,
    arrival::possible,
    consuming::order,
    consuming::bulk_comments,
    text_modes::switches,
    text_modes::elements,
];

/// The rules about names that nothing has. Each name is like a part which could not be read.
const OF_NAMES: &[Rule] = &[
    unknown::states,
    unknown::classes,
    unknown::names,
    unknown::procedures,
];

/// The rules that a part which could not be read would seem to break.
const OF_THE_WHOLE: &[Rule] = &[
    rows::total,
    current::character,
    results::used,
    text_modes::unique,
];

/// The rules about the paths from state to state, which a part that could not be read would seem to break.
const OF_PATHS: &[fn(&Revision, &ControlFlowGraph, &mut Vec<Diagnostic>)] =
    &[registers::set, origin::is_passed_once, progress::comes_on];

/// The rules about unused items; after an error elsewhere, they would report many.
const OF_USE: &[Rule] = &[
    unused::codes,
    unused::definitions,
    unused::classes_and_names,
    unused::procedures,
];

/// Checks a revision that was read without an error; the messages are in the order of the tables.
pub fn revision(revision: &Revision) -> Vec<Diagnostic> {
    let mut diagnostics = limits::exceeded(revision);
    if !diagnostics.is_empty() {
        return sorted(diagnostics);
    }
    for rule in OF_NAMES {
        rule(revision, &mut diagnostics);
    }
    let is_whole = diagnostics.is_empty();
    for rule in OF_PARTS {
        rule(revision, &mut diagnostics);
    }
    if !is_whole {
        return sorted(diagnostics);
    }
    for rule in OF_THE_WHOLE {
        rule(revision, &mut diagnostics);
    }
    let machine = ControlFlowGraph::of(revision);
    for rule in OF_PATHS {
        rule(revision, &machine, &mut diagnostics);
    }
    if diagnostics.is_empty() {
        reach::states(revision, &machine, &mut diagnostics);
        for rule in OF_USE {
            rule(revision, &mut diagnostics);
        }
    }
    sorted(diagnostics)
}

/// The result of checking a folder.
#[derive(Debug)]
pub struct Checked {
    /// The revision with its character references, unless there is an error.
    pub loaded: Option<Loaded>,
    /// Every error and every warning.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks the tables of a folder.
pub fn folder(folder: Folder) -> Checked {
    let Reading {
        revision: read,
        mut diagnostics,
    } = folder.tables;
    let (trees, mut of_trees) = match folder.trees {
        Ok(trees) => {
            let found = trees.as_ref().map_or_else(Vec::new, tree::check::check);
            (trees, found)
        }
        Err(errors) => (None, errors),
    };
    let Some((read, references)) = read.zip(folder.references) else {
        diagnostics.extend(of_trees);
        let diagnostics = sorted(diagnostics);
        return Checked {
            loaded: None,
            diagnostics,
        };
    };
    let against = trees.iter().map(|trees| tree::check::against(trees, &read));
    of_trees.extend(against.flatten());
    if diagnostics.is_empty() {
        diagnostics.extend(revision(&read));
    } else if limits::exceeded(&read).is_empty() {
        for rule in OF_NAMES.iter().chain(OF_PARTS) {
            rule(&read, &mut diagnostics);
        }
    }
    let references = references.map_err(|errors| diagnostics.extend(errors)).ok();
    diagnostics.extend(of_trees);
    let diagnostics = sorted(diagnostics);
    let is_sound = !diagnostics.iter().any(Diagnostic::is_error);
    Checked {
        loaded: references.filter(|_| is_sound).map(|references| Loaded {
            revision: read,
            references,
            trees,
        }),
        diagnostics,
    }
}

/// Checks the tables of all revisions; returns them, the oldest first, and the warnings.
///
/// # Errors
/// Every error and every warning, if there is an error.
pub fn folders(folders: Vec<Folder>) -> Result<(Vec<Loaded>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut revisions = Vec::new();
    let mut diagnostics = Vec::new();
    for read in folders {
        let checked = folder(read);
        extend_new(&mut diagnostics, checked.diagnostics);
        revisions.extend(checked.loaded);
    }
    diagnostics.extend(together(&revisions));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    load::sort(&mut revisions);
    Ok((revisions, diagnostics))
}

/// Checks the rules that concern several revisions.
#[must_use]
pub fn together(revisions: &[Loaded]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    identifiers::across(revisions, &mut diagnostics);
    sorted(diagnostics)
}

/// In source order; messages about whole files come first.
fn sorted(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|diagnostic| match diagnostic.subject {
        Subject::Path(_) => None,
        Subject::Place(place) => Some(place),
    });
    diagnostics.dedup();
    diagnostics
}
