//! A difference of tree construction as JSON, as documented in `docs/diff-json.md`.

use super::super::change::Kind;
use super::super::json::lines;
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
    let renamed = difference.renamed_modes.iter();
    json!({
        "equal": difference.is_empty(),
        "same_up_to_names_and_order": difference.same,
        "from": sides[0],
        "to": sides[1],
        "renamed_modes": renamed.map(|(from, to)| json!({ "from": from, "to": to })).collect::<Vec<_>>(),
        "outside": difference.lists.iter().map(change).collect::<Vec<_>>(),
        "parts": difference.parts.iter().map(part).collect::<Vec<_>>(),
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
        "changes": part.changes.iter().map(change).collect::<Vec<_>>(),
    })
}

fn change(change: &TreeChange) -> Value {
    let moved = change.moved.as_ref();
    let name = match &change.subject {
        TreeSubject::Row { label, .. } => Some(label),
        TreeSubject::List(_, name) => Some(name),
        _ => None,
    };
    json!({
        "id": change.id,
        "kind": summary::kind(change.kind),
        "subject": match &change.subject {
            TreeSubject::Part => "part",
            TreeSubject::Row { .. } => "row",
            TreeSubject::Steps => "steps",
            TreeSubject::Never => "never",
            TreeSubject::List(kind, _) => kind,
        },
        "from": name.filter(|_| change.kind != Kind::New),
        "to": name.filter(|_| change.kind != Kind::Gone),
        "lines": lines(&change.lines),
        "moved": moved.map(|moved| json!({ "after": moved.after, "matters": moved.matters })),
        "remarks": change.remarks,
    })
}
