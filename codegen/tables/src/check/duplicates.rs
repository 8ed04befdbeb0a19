//! No two definitions share a name.

use crate::diagnostic::{Diagnostic, Subject};
use crate::grammar::Class;
use crate::grammar::form::Hole;
use crate::model::{Located, Revision};
use std::fmt::Display;

/// Reports every name that repeats an earlier one of `names`.
pub(super) fn twice<'r, T: Display + PartialEq + 'r>(
    what: &str,
    names: impl Iterator<Item = &'r Located<T>>,
    out: &mut Vec<Diagnostic>,
) {
    let mut seen: Vec<&Located<T>> = Vec::new();
    for name in names {
        match seen.iter().find(|other| **other == name) {
            Some(first) => out.push(
                Diagnostic::error(name.place, format!("duplicate {what} `{}`", name.value))
                    .also(first.place, "the first is here"),
            ),
            None => seen.push(name),
        }
    }
}

/// No two states, and no two procedures, have the same name.
pub(super) fn states(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let mut found = Vec::new();
    twice("state", revision.states.iter().map(|s| &s.name), &mut found);
    out.extend(copied_files(found));
    twice(
        "procedure",
        revision.procedures.iter().map(|s| &s.name),
        out,
    );
}

/// Merges the messages about several states of one file that are also in another file.
fn copied_files(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let files = |diagnostic: &Diagnostic| match (&diagnostic.subject, &diagnostic.labels[..]) {
        (Subject::Place(place), [first]) => Some((place.file, first.place.file)),
        _ => None,
    };
    let mut messages: Vec<Diagnostic> = Vec::new();
    for group in found.chunk_by(|a, b| files(a) == files(b)) {
        match group {
            [first, .., _] if files(first).is_some_and(|(file, other)| file != other) => {
                let mut first = first.clone();
                let others = match group.len() - 1 {
                    1 => "another state".to_owned(),
                    count => format!("{count} other states"),
                };
                first.message += &format!(", and {others} in the same two files");
                messages.push(first.help("remove one of the files"));
            }
            _ => messages.extend_from_slice(group),
        }
    }
    messages
}

/// Every error code is listed once.
pub(super) fn codes(revision: &Revision, out: &mut Vec<Diagnostic>) {
    twice("error code", revision.errors.iter().map(|e| &e.code), out);
}

/// Every sentence is defined once.
pub(super) fn definitions(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let names = revision.definitions.iter().map(|d| d.name());
    twice("definition of", names, out);
}

/// A revision does not redefine the classes that all revisions know.
pub(super) fn classes_and_names(revision: &Revision, out: &mut Vec<Diagnostic>) {
    for (name, _) in &revision.about.classes {
        let known = Class::read(name).is_some();
        let reserved = ["EOF", "anything else", "the additional allowed character"];
        if known || reserved.contains(&name.value.as_str()) {
            out.push(Diagnostic::error(
                name.place,
                format!("the table language has `{}` already", name.value),
            ));
        }
    }
}
