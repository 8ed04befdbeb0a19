//! A difference of tree construction as JSON, as documented in `docs/diff-json.md`.

use super::super::change::Kind;
use super::super::json::{each, of_subject, renames};
use super::super::summary;
use super::change::{Part, PartChange, TreeChange, TreeDifference, TreeSubject};
use super::text::part_kind;
use serde_json::{Value, json};

/// A difference of tree construction as JSON, in the form that `docs/diff-json.md` describes.
#[must_use]
pub fn json(difference: &TreeDifference) -> Value {
    let sides = difference.names.iter().zip(difference.sizes);
    let sides: Vec<Value> = sides
        .map(|(name, (modes, algorithms))| {
            json!({ "name": name, "modes": modes, "algorithms": algorithms })
        })
        .collect();
    json!({
        "equal": difference.is_empty(),
        "same_up_to_names_and_order": difference.same,
        "from": sides[0],
        "to": sides[1],
        "renamed_modes": renames(&difference.renamed_modes),
        "outside": each(&difference.lists, change),
        "parts": each(&difference.parts, part),
    })
}

fn part(part: &PartChange) -> Value {
    json!({
        "kind": match part.part.kind {
            Part::Mode => "mode",
            Part::ForeignContent => "foreign-content",
            Part::Algorithm => "algorithm",
        },
        "name": part.name,
        "was": part.was,
        "relation": match part_kind(part) {
            kind @ (Kind::New | Kind::Gone) => summary::kind(kind),
            _ if part.was.is_some() => "renamed",
            _ => "same",
        },
        "from_number": part.from_number,
        "to_number": part.to_number,
        "changes": each(&part.changes, change),
    })
}

fn change(change: &TreeChange) -> Value {
    let subject = match &change.subject {
        TreeSubject::Part => "part",
        TreeSubject::Row { .. } => "row",
        TreeSubject::Steps => "steps",
        TreeSubject::Never => "never",
        TreeSubject::List(kind, _) => kind,
    };
    of_subject(change, subject)
}
