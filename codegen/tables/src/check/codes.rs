//! The names of parse errors.

use super::sentences::{Sentences, word};
use crate::diagnostic::Diagnostic;
use crate::grammar::{Step, nearest};
use crate::model::Revision;

/// Either all errors of a revision have names, or none has.
pub(super) fn named(revision: &Revision, out: &mut Vec<Diagnostic>) {
    for (step, _) in Sentences::of(revision).steps {
        match (&step.value, revision.about.named_errors) {
            (Step::BareError, true) => out.push(
                Diagnostic::error(step.place, "a parse error without a name")
                    .label("the errors of this revision have names")
                    .help("name it: `parse error: eof-in-tag`"),
            ),
            // If `errors.toml` has codes, the flag is wrong.
            (Step::NamedError(code), false) if revision.errors.is_empty() => out.push(
                Diagnostic::error(
                    word(step.place, &step.to_string(), &code.0),
                    "a parse error with a name",
                )
                .label("the errors of this revision have no names")
                .edit("leave the name out", step.place, "parse error"),
            ),
            _ => {}
        }
    }
}

/// Codes are those of `errors.toml`.
pub(super) fn unknown(revision: &Revision, out: &mut Vec<Diagnostic>) {
    // A file of codes that is missing has been reported.
    if !revision.about.named_errors || revision.errors.is_empty() {
        return;
    }
    let known: Vec<&str> = revision.errors.iter().map(|e| e.code.as_str()).collect();
    for (step, _) in Sentences::of(revision).steps {
        let Step::NamedError(code) = &step.value else {
            continue;
        };
        if known.contains(&code.0.as_str()) {
            continue;
        }
        let place = word(step.place, &step.to_string(), &code.0);
        let diagnostic = Diagnostic::error(place, format!("unknown error code `{}`", code.0));
        // Codes are long and similar, so only a difference of a few letters counts as a misspelling.
        let slip = nearest(&code.0, known.iter().copied())
            .filter(|near| strsim::damerau_levenshtein(near, &code.0) <= 3);
        out.push(match slip {
            Some(near) => diagnostic.edit(format!("the nearest code is `{near}`"), place, near),
            None => diagnostic
                .label("`errors.toml` does not list it")
                .help("add it to `errors.toml`, or use a code that is there"),
        });
    }
}
