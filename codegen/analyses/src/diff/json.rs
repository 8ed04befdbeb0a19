//! A difference as JSON, as documented in `docs/diff-json.md`.
//!
//! Programs read it for years, so the keys are written here one by one and not derived from the types, which change
//! with the code. A field is left out where it is empty. A removed key or another meaning raises the version; a new
//! key does not, so readers must ignore what they do not know.

use super::change::{
    Change, Content, Difference, Editorial, Line, Mark, Open, Relation, StateChange, Subject,
};
use super::side::Side;
use super::steps::heading;
use super::summary;
use super::tables::code_points;
use serde::Serialize;

/// The version of the format. It increases when a key is removed or changes its meaning.
const VERSION: u32 = 2;

/// A difference as JSON, in the form that `docs/diff-json.md` describes.
pub fn json(difference: &Difference) -> serde_json::Value {
    serde_json::to_value(Document::of(difference)).expect("it has text and numbers alone")
}

#[derive(Serialize)]
struct Document<'d> {
    version: u32,
    equal: bool,
    understood: bool,
    from: SideJson<'d>,
    to: SideJson<'d>,
    renamed_states: Vec<Rename<'d>>,
    renamed_codes: Vec<Rename<'d>>,
    outside: Vec<ChangeJson<'d>>,
    states: Vec<StateJson<'d>>,
    editorial: Vec<EditorialJson<'d>>,
    not_understood: Vec<OpenJson<'d>>,
}

#[derive(Serialize)]
struct SideJson<'d> {
    name: &'d str,
    section: Option<&'d str>,
    states: usize,
    page: bool,
    sentences: Option<Share>,
}

#[derive(Serialize)]
struct Share {
    understood: usize,
    all: usize,
}

#[derive(Serialize)]
struct Rename<'d> {
    from: &'d str,
    to: &'d str,
}

#[derive(Serialize)]
struct StateJson<'d> {
    name: &'d str,
    procedure: bool,
    relation: &'static str,
    was: Option<&'d str>,
    by_content: bool,
    split_from: &'d [String],
    merged_into: &'d [String],
    from_number: Option<&'d str>,
    to_number: Option<&'d str>,
    moved: bool,
    changes: Vec<ChangeJson<'d>>,
}

#[derive(Serialize)]
struct ChangeJson<'d> {
    id: &'d str,
    kind: &'static str,
    subject: &'static str,
    from: Option<String>,
    to: Option<String>,
    lines: Vec<LineJson<'d>>,
    moved: Option<MovedJson<'d>>,
    remarks: &'d [String],
}

#[derive(Serialize)]
struct MovedJson<'d> {
    after: Option<&'d str>,
    matters: bool,
}

#[derive(Serialize)]
pub(super) struct LineJson<'d> {
    mark: &'static str,
    depth: usize,
    text: &'d str,
}

#[derive(Serialize)]
struct EditorialJson<'d> {
    part: &'d str,
    from_line: Option<u32>,
    to_line: Option<u32>,
    from: Option<&'d str>,
    to: Option<&'d str>,
    because: &'d str,
}

#[derive(Serialize)]
struct OpenJson<'d> {
    side: &'static str,
    page: &'d str,
    line: u32,
    part: &'d str,
    number: Option<&'d str>,
    row: Option<&'d str>,
    #[serde(rename = "said")]
    sentence: &'d str,
    kind: &'static str,
    nearest: Option<&'d str>,
    instead: Vec<LineJson<'d>>,
}

impl<'d> Document<'d> {
    fn of(difference: &'d Difference) -> Self {
        let renames = |pairs: &'d [(String, String)]| -> Vec<Rename<'d>> {
            let each = pairs.iter().map(|(from, to)| Rename { from, to });
            each.collect()
        };
        Document {
            version: VERSION,
            equal: difference.is_empty(),
            understood: difference.is_complete(),
            from: side(&difference.from),
            to: side(&difference.to),
            renamed_states: renames(&difference.renamed_states),
            renamed_codes: renames(&difference.renamed_codes),
            outside: difference.outside.iter().map(change).collect(),
            states: difference.states.iter().map(state).collect(),
            editorial: difference.editorial.iter().map(editorial).collect(),
            not_understood: difference.open.iter().map(open).collect(),
        }
    }
}

fn side(side: &Side) -> SideJson<'_> {
    let known = side.page.as_ref().is_none_or(|page| page.known.numbers);
    let section = side.revision.about.section.as_str();
    SideJson {
        name: &side.name,
        section: (known && !section.is_empty()).then_some(section),
        states: side.revision.states.len(),
        page: side.page.is_some(),
        sentences: side.page.as_ref().map(|page| {
            let (understood, all) = page.report.share();
            Share { understood, all }
        }),
    }
}

fn state(state: &StateChange) -> StateJson<'_> {
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
    StateJson {
        name: &state.name,
        procedure: state.at.procedure,
        relation,
        was,
        by_content: content,
        split_from: out_of,
        merged_into: taken_over,
        from_number: state.from_number.as_deref(),
        to_number: state.to_number.as_deref(),
        moved: state.moved,
        changes: state.changes.iter().map(change).collect(),
    }
}

fn change(change: &Change) -> ChangeJson<'_> {
    ChangeJson {
        id: &change.id,
        kind: summary::kind(change.kind),
        subject: match &change.subject {
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
        },
        from: change.from.as_ref().and_then(content),
        to: change.to.as_ref().and_then(content),
        lines: lines(&change.lines),
        moved: change.moved.as_ref().map(|moved| MovedJson {
            after: moved.after.as_deref(),
            matters: moved.matters,
        }),
        remarks: &change.remarks,
    }
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

pub(super) fn lines(lines: &[Line]) -> Vec<LineJson<'_>> {
    let each = lines.iter().map(|line| LineJson {
        mark: match line.mark {
            Mark::Same => " ",
            Mark::Gone => "-",
            Mark::New => "+",
        },
        depth: line.depth,
        text: &line.text,
    });
    each.collect()
}

fn editorial(one: &Editorial) -> EditorialJson<'_> {
    EditorialJson {
        part: &one.part,
        from_line: one.from_line,
        to_line: one.to_line,
        from: one.from.as_deref(),
        to: one.to.as_deref(),
        because: &one.because,
    }
}

fn open(open: &Open) -> OpenJson<'_> {
    OpenJson {
        side: if open.newer { "to" } else { "from" },
        page: &open.page,
        line: open.line,
        part: &open.part,
        number: open.number.as_deref(),
        row: open.row.as_deref(),
        sentence: &open.original,
        kind: if open.is_sentence {
            "sentence"
        } else {
            "fault"
        },
        nearest: open.nearest.as_deref(),
        instead: lines(&open.instead),
    }
}
