//! The rules for tables of tree construction.
//!
//! A table that passes can be run: every name exists, each variable is one kind of thing, each kind of token has a row in every
//! mode, no row is shadowed, every variable has a value, no token is reprocessed for ever, and no loop empties the stack. What depends on the document, such
//! as a node that is null, is left to the interpreter, which refuses to go on.

mod acting;
mod assigned;
mod circles;
mod endless;
mod flow;
mod kinds;
mod names;
mod rows;
mod secondary;
mod sections;
mod tokenizer;

pub(crate) use sections::numbers;

use super::model::TreeTables;
use super::types::Types;
use crate::diagnostic::Diagnostic;
use crate::grammar::nearest;
use crate::model::Revision;
use crate::source::Place;

/// Every mistake in the tables. Warnings are among them.
#[must_use]
pub fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let mut all = names::check(tables);
    all.extend(rows::check(tables));
    all.extend(flow::check(tables));
    all.extend(circles::check(tables));
    all.extend(endless::check(tables));
    all.extend(acting::check(tables));
    all.extend(assigned::check(tables));
    all.extend(secondary::check(tables));
    all.extend(sections::check(tables));
    all.extend(kinds::check(tables));
    all.extend(tokenizer::check(tables));
    all.extend(Types::of(tables).contradictions(tables));
    all
}

/// What the tables name that the tokenizer of their revision does not have.
#[must_use]
pub fn against(tables: &TreeTables, revision: &Revision) -> Vec<Diagnostic> {
    tokenizer::against(tables, revision)
}

/// The place of a name in the sentence at `place`: its last occurrence, as what it names is before it (`in the table in table
/// scope`). `None` in a sentence with escapes.
pub(crate) fn place_of_name(sentence: &str, place: Place, name: &str) -> Option<Place> {
    let is_word = |c: char| c.is_alphanumeric() || c == '-';
    let mut found = sentence.rmatch_indices(name);
    let (at, _) = found.find(|(at, _)| {
        !sentence[..*at].ends_with(is_word) && !sentence[at + name.len()..].starts_with(is_word)
    })?;
    ((place.end - place.start) as usize == sentence.len()).then(|| place.part(at, at + name.len()))
}

/// Reports a name in a sentence, with the nearest one; `otherwise` is the advice if none is near.
pub(crate) fn misnamed<'k>(
    message: String,
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
    (sentence, place): (&str, Place),
    otherwise: Option<String>,
) -> Diagnostic {
    let word = place_of_name(sentence, place, name);
    let error = Diagnostic::error(word.unwrap_or(place), message);
    match (nearest(name, known), word, otherwise) {
        (Some(near), Some(word), _) => {
            error.edit(format!("the nearest name is `{near}`"), word, near)
        }
        (Some(near), None, _) => error.help(format!("the nearest name is `{near}`")),
        (None, _, Some(otherwise)) => error.help(otherwise),
        (None, _, None) => error,
    }
}
