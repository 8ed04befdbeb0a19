//! Names that generated code can have.
//!
//! An identifier is made of the words of a name: its ASCII letters and digits, in one case.

use crate::diagnostic::Diagnostic;
use crate::model::{Located, Revision};

/// The name of each state and procedure has words that no other has.
pub(super) fn states(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let states = revision.states.iter().chain(&revision.procedures);
    distinct("state", states.map(|state| &state.name), out);
}

/// The same check for error codes.
pub(super) fn codes(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let codes = revision.errors.iter().map(|error| &error.code);
    distinct("error code", codes, out);
}

fn distinct<'r>(
    what: &str,
    names: impl Iterator<Item = &'r Located<String>>,
    out: &mut Vec<Diagnostic>,
) {
    let mut seen: Vec<(Vec<String>, &Located<String>)> = Vec::new();
    for name in names {
        let words = words(name);
        if words.is_empty() {
            out.push(
                Diagnostic::error(
                    name.place,
                    format!(
                        "the {what} `{}` has no letter or digit of ASCII",
                        name.value
                    ),
                )
                .help("generated code names it by these"),
            );
            continue;
        }
        match seen.iter().find(|(others, _)| *others == words) {
            // Another check reports duplicate names.
            Some((_, other)) if *other == name => {}
            Some((_, other)) => out.push(
                Diagnostic::error(
                    name.place,
                    format!(
                        "the {what} `{}` has the words of `{}`",
                        name.value, other.value
                    ),
                )
                .also(other.place, "the other is here")
                .help("generated code names both by their ASCII letters and digits: rename one"),
            ),
            None => seen.push((words, name)),
        }
    }
}

fn words(name: &str) -> Vec<String> {
    name.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}
