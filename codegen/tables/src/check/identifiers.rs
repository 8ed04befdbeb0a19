//! Names that generated code can have.
//!
//! An identifier is made of the words of a name: its ASCII letters and digits, in one case.

use crate::diagnostic::Diagnostic;
use crate::load::Loaded;
use crate::model::{Located, Revision};
use std::collections::HashMap;

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

/// The error codes of all revisions share one enum, and each revision has a module: codes that have the same words are
/// the same code, and no two revisions have the same words.
pub(super) fn across(revisions: &[Loaded], out: &mut Vec<Diagnostic>) {
    let mut ids: HashMap<Vec<String>, &str> = HashMap::new();
    for loaded in revisions {
        let about = &loaded.revision.about;
        if let Some(other) = ids.insert(words(&about.id), &about.id) {
            out.push(
                Diagnostic::error(
                    about.named_references.place,
                    format!("the revision `{}` has the words of `{other}`", about.id),
                )
                .help("generated code names both by their ASCII letters and digits: rename the folder and the `id`"),
            );
        }
    }
    let mut codes: HashMap<Vec<String>, &Located<String>> = HashMap::new();
    for error in revisions.iter().flat_map(|loaded| &loaded.revision.errors) {
        let code = &error.code;
        let words = words(code);
        if words == ["parse", "error"] && code.value != "parse-error" {
            out.push(
                Diagnostic::error(
                    code.place,
                    format!("the error code `{}` has the words of `parse-error`", code.value),
                )
                .help("`parse-error` is the code of revisions whose errors have no names: rename this one"),
            );
            continue;
        }
        match codes.get(&words) {
            Some(other) if other.value != code.value => out.push(
                Diagnostic::error(
                    code.place,
                    format!("the error code `{}` has the words of `{}`", code.value, other.value),
                )
                .also(other.place, "another revision has that")
                .help("generated code names both by their ASCII letters and digits: write them the same"),
            ),
            Some(_) => {}
            None => {
                codes.insert(words, code);
            }
        }
    }
}
