//! Errors in the tables of a page, and assumed facts.

use super::arguments::Arguments;
use tokenwright_prose::Known;
use tokenwright_tables::check;
use tokenwright_tables::diagnostic::{Diagnostic, Severity, Sources, Subject};
use tokenwright_tables::model::Revision;
use tokenwright_tables::source::Place;

/// The origin of the facts that the page does not state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The tables that the revision has already.
    Tables,
    /// The revision that `--like` names.
    Like,
    /// Nowhere: they are assumed.
    Assumed,
}

/// Warnings about facts that the page does not state and no other revision was named for.
pub(super) fn assumed(
    arguments: &Arguments,
    origin: Origin,
    known: &Known,
    revision: &Revision,
) -> Vec<Diagnostic> {
    let warning = |message: String| Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::unread(&arguments.page, message)
    };
    let mut warnings = Vec::new();
    if let Some(line) = known.unread_names {
        let assumed = &revision.about.named_references.value;
        warnings.push(warning(format!(
            "the table of named character references is not understood at line {line}; assumed: that of `{assumed}`"
        )));
    }
    if origin != Origin::Assumed {
        return warnings;
    }
    if !known.input_stream {
        let newlines = "newlines are normalized, and no character is an error";
        warnings.push(
            warning(format!(
                "the page does not preprocess the input stream; assumed: {newlines}"
            ))
            .help("`--like REVISION` takes the rows of another revision"),
        );
    }
    let about = &revision.about;
    let given = [
        (arguments.title.is_none(), "title", &about.title),
        (
            arguments.date.is_none() && !about.id.ends_with(&about.date),
            "date",
            &about.date,
        ),
        (arguments.source.is_none(), "source", &about.source),
        (
            arguments.named_references.is_none() && known.named_references.is_none(),
            "named-character-references",
            &about.named_references.value,
        ),
    ];
    let facts = given.iter().filter(|(assumed, ..)| *assumed);
    let facts: Vec<String> = facts
        .map(|(_, key, value)| format!("{key} `{value}`"))
        .collect();
    if !facts.is_empty() {
        warnings.push(
            warning(format!("not on the page and assumed: {}", facts.join(", ")))
                .help("`--like REVISION` takes them from another revision, and options set them"),
        );
    }
    warnings
}

/// The diagnostics of the checks, with places on the page.
pub(super) fn of_checks(revision: &Revision, sources: &Sources) -> Vec<Diagnostic> {
    let mut diagnostics = check::revision(revision);
    for diagnostic in &mut diagnostics {
        // The edits are for sentences of the tables.
        if let Some(help) = &mut diagnostic.help {
            help.edit = None;
        }
        // The place in the model is the first line of the row; the message is about the name.
        let name = diagnostic.message.rsplit('`').nth(1).unwrap_or_default();
        if let Subject::Place(place) = &mut diagnostic.subject {
            *place = within(*place, name, sources);
        }
        for label in &mut diagnostic.labels {
            label.place = within(label.place, name, sources);
        }
    }
    diagnostics
}

/// A row of a page is not longer than this, in bytes.
const ROW: usize = 4000;

/// The place of a name in the row that begins at the place, or the place itself.
fn within(place: Place, name: &str, sources: &Sources) -> Place {
    let text = sources.get(place.file).map_or("", |file| &file.text);
    let start = place.start as usize;
    let rest = text.get(start..).unwrap_or_default();
    match rest.find(name).filter(|at| !name.is_empty() && *at < ROW) {
        Some(at) => Place {
            file: place.file,
            start: (start + at) as u32,
            end: (start + at + name.len()) as u32,
        },
        None => place,
    }
}
