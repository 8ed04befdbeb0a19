//! A difference as JSON, as documented in `docs/diff-json.md`.
//!
//! Programs read it for years, so the keys are written here one by one and not derived from the types, which change
//! with the code. A field is left out where it is empty. A removed key or another meaning raises the version; a new
//! key does not, so readers must ignore what they do not know.

use super::change::{
    Change, Content, Difference, Editorial, Line, Open, Relation, StateChange, Subject,
};
use super::side::Side;
use super::steps::heading;
use super::tables::code_points;
use super::{summary, wording};
use serde_json::{Value, json};

/// The version of the format. It increases when a key is removed or changes its meaning.
const VERSION: u32 = 2;

/// A difference as JSON, in the form that `docs/diff-json.md` describes.
pub fn json(difference: &Difference) -> Value {
    json!({
        "version": VERSION,
        "equal": difference.is_empty(),
        "understood": difference.is_complete(),
        "from": side(&difference.from),
        "to": side(&difference.to),
        "renamed_states": renames(&difference.renamed_states),
        "renamed_codes": renames(&difference.renamed_codes),
        "outside": each(&difference.outside, change),
        "states": each(&difference.states, state),
        "editorial": each(&difference.editorial, editorial),
        "not_understood": each(&difference.open, open),
    })
}

pub(super) fn each<T>(all: &[T], json: impl Fn(&T) -> Value) -> Value {
    all.iter().map(json).collect()
}

/// Pairs of an older name and a newer one.
pub(super) fn renames(pairs: &[(String, String)]) -> Value {
    each(pairs, |(from, to)| json!({ "from": from, "to": to }))
}

fn side(side: &Side) -> Value {
    json!({
        "name": side.name,
        "section": wording::section(side),
        "states": side.revision.states.len(),
        "page": side.page.is_some(),
        "sentences": side.page.as_ref().map(|page| {
            let (understood, all) = page.report.share();
            json!({ "understood": understood, "all": all })
        }),
    })
}

fn state(state: &StateChange) -> Value {
    let (mut was, mut content) = (None, false);
    let (mut out_of, mut taken_over): (&[String], &[String]) = (&[], &[]);
    let relation = match &state.relation {
        Relation::Same => "same",
        Relation::Renamed {
            was: old,
            by_content,
        } => {
            (was, content) = (Some(old.as_str()), *by_content);
            "renamed"
        }
        Relation::New { out_of: states } => {
            out_of = states;
            "new"
        }
        Relation::Gone { into: states } => {
            taken_over = states;
            "gone"
        }
    };
    json!({
        "name": state.name,
        "procedure": state.at.procedure,
        "relation": relation,
        "was": was,
        "by_content": content,
        "split_from": out_of,
        "merged_into": taken_over,
        "from_number": state.from_number,
        "to_number": state.to_number,
        "moved": state.moved,
        "changes": each(&state.changes, change),
    })
}

fn change(change: &Change) -> Value {
    let subject = match &change.subject {
        Subject::State(at) if at.procedure => "procedure",
        Subject::State(_) => "state",
        Subject::Entry(_) => "entry",
        Subject::Row { .. } => "row",
        Subject::Swap { .. } => "rows",
        Subject::InputRow { .. } => "input-stream-row",
        Subject::Rule(_) => "rule",
        Subject::Definition(_) => "definition",
        Subject::Class(_) => "class",
        Subject::Names(_) => "names",
        Subject::Fact(_) => "fact",
        Subject::Code(_) => "error",
        Subject::Reference(_) => "named-character-reference",
        Subject::Replacement(_) => "numeric-replacement",
    };
    of_subject(change, subject)
}

/// A change of the subject that is called by this word.
pub(super) fn of_subject<S>(change: &Change<S>, subject: &str) -> Value {
    let moved = change.moved.as_ref();
    json!({
        "id": change.id,
        "kind": summary::kind(change.kind),
        "subject": subject,
        "from": change.from.as_ref().and_then(content),
        "to": change.to.as_ref().and_then(content),
        "lines": lines(&change.lines),
        "moved": moved.map(|moved| json!({ "after": moved.after, "matters": moved.matters })),
        "remarks": change.remarks,
    })
}

/// Content that fits in one string; steps are in the lines.
fn content(content: &Content) -> Option<String> {
    match content {
        Content::State(state) => Some(state.name.value.clone()),
        Content::Steps(_) => None,
        Content::Row(row) => Some(heading(row)),
        Content::Rule(rule) => Some(rule.on.to_string()),
        Content::Definition(definition) => Some(definition.name().value.clone()),
        Content::Words(words) => Some(words.join(", ")),
        Content::Text(text) => Some(text.clone()),
        Content::Code(error) => Some(error.code.value.clone()),
        Content::CodePoints(codes) => Some(code_points(codes)),
    }
}

fn lines(lines: &[Line]) -> Value {
    each(
        lines,
        |line| json!({ "mark": wording::mark(line.mark), "depth": line.depth, "text": line.text }),
    )
}

fn editorial(one: &Editorial) -> Value {
    json!({
        "part": one.part,
        "from_line": one.from_line,
        "to_line": one.to_line,
        "from": one.from,
        "to": one.to,
        "because": one.because,
    })
}

fn open(open: &Open) -> Value {
    json!({
        "side": if open.newer { "to" } else { "from" },
        "page": open.page,
        "line": open.line,
        "part": open.part,
        "number": open.number,
        "row": open.row,
        "said": open.original,
        "kind": if open.is_sentence { "sentence" } else { "fault" },
        "nearest": open.nearest,
        "instead": lines(&open.instead),
    })
}
