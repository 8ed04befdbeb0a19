//! Common parts of the text and the Markdown of a difference: titles, and descriptions of changed rows.
//!
//! The two reports must not disagree, so they share words and differ in layout alone. Long lists are cut, always with
//! a number of what is missing. Around a changed step only a few lines are shown, but an "if" far above is kept:
//! without it a step would seem unconditional.

use super::change::{
    Change, Content, Difference, Kind, Line, Mark, Open, Relation, StateChange, Subject,
};
use super::side::Side;
use super::steps::heading;
use super::summary;
use tokenwright_tables::english;

/// `FROM (8.2.4) → TO (12.2.4)`
pub(super) fn title(difference: &Difference) -> String {
    let side = |side: &Side| match section(side) {
        Some(section) => format!("{} (section {section})", side.name),
        None => side.name.clone(),
    };
    format!("{} → {}", side(&difference.from), side(&difference.to))
}

/// The number of the section, where it is known.
pub(super) fn section(side: &Side) -> Option<&str> {
    let known = side.page.as_ref().is_none_or(|page| page.known.numbers);
    let section = side.revision.about.section.as_str();
    (known && !section.is_empty()).then_some(section)
}

/// The heading of the lines below a sentence that was not understood.
pub(super) const INSTEAD: &str = "what was understood there, against the other side";

/// The sentences that were not understood and are shown, and how many are not.
pub(super) fn shown_open(open: &[Open]) -> (&[Open], usize) {
    const SHOWN: usize = 100;
    let shown = &open[..open.len().min(SHOWN)];
    (shown, open.len() - shown.len())
}

/// The part and the row of a sentence that was not understood.
pub(super) fn place(open: &Open) -> String {
    let number = open.number.as_ref().map(|number| format!("{number} "));
    let part = format!("{}{}", number.unwrap_or_default(), open.part);
    match &open.row {
        Some(row) => format!("{part}, [{row}]"),
        None => part,
    }
}

/// Changes outside the states, those of long tables together.
pub(super) enum Group<'d> {
    One(&'d Change),
    Many(String, Vec<String>),
}

/// From how many on the entries of a table are only named.
const MANY: usize = 8;

/// The most entries of a table that are named.
const MOST: usize = 64;

/// The changes outside the states, in the form of reports.
pub(super) fn outside(difference: &Difference) -> Vec<Group<'_>> {
    let mut groups = Vec::new();
    let (mut codes, mut references, mut replacements) = (Vec::new(), Vec::new(), Vec::new());
    for change in &difference.outside {
        match &change.subject {
            Subject::Code(_) if change.kind != Kind::Renamed => codes.push(change),
            Subject::Reference(_) => references.push(change),
            Subject::Replacement(_) => replacements.push(change),
            _ => groups.push(Group::One(change)),
        }
    }
    for (changes, what) in [
        (codes, "error codes"),
        (references, "named character references"),
        (replacements, "numeric replacements"),
    ] {
        for kind in [Kind::Gone, Kind::New, Kind::Changed] {
            let of = changes.iter().copied().filter(|change| change.kind == kind);
            let of: Vec<&Change> = of.collect();
            if of.len() <= MANY {
                groups.extend(of.into_iter().map(Group::One));
                continue;
            }
            let title = format!("{} {what} are {}", of.len(), summary::kind(kind));
            let mut names: Vec<String> = of.iter().map(|change| name(change)).collect();
            if names.len() > MOST {
                let left = names.len() - MOST;
                names.truncate(MOST);
                names.push(format!("and {left} more"));
            }
            groups.push(Group::Many(title, names));
        }
    }
    groups
}

/// The name in an identifier such as `error eof-in-tag`.
fn name(change: &Change) -> String {
    let id = change.id.as_str();
    id.split_once(' ').map_or(id, |(_, name)| name).to_owned()
}

/// The description of a change outside the states.
pub(super) fn fact(change: &Change) -> String {
    use Content::Text;
    match (&change.subject, &change.from, &change.to) {
        (_, Some(Text(from)), Some(Text(to))) => format!("{} → {}", shown(from), shown(to)),
        (Subject::InputRow { .. }, ..) => row_state(change, false),
        _ => summary::kind(change.kind).to_owned(),
    }
}

fn shown(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

/// The numbers of a section on both sides, in front of its title: `12.2.6.4.7 → 13.2.6.4.7 `.
pub(super) fn numbers(from: &Option<String>, to: &Option<String>) -> String {
    let known = |number: &Option<String>| number.clone().filter(|it| !it.is_empty());
    match (known(from), known(to)) {
        (Some(from), Some(to)) if from != to => format!("{from} → {to} "),
        (Some(number), _) | (None, Some(number)) => format!("{number} "),
        (None, None) => String::new(),
    }
}

/// `13.2.5.6 → 13.2.5.7 Tag open state`, with the kind of its change.
pub(super) fn state_title(state: &StateChange) -> String {
    let mut text = numbers(&state.from_number, &state.to_number);
    text.push_str(&english::capitalized(&state.name));
    if !state.at.procedure {
        text.push_str(" state");
    }
    match &state.relation {
        Relation::Same => {}
        Relation::Renamed { was, by_content } => {
            text.push_str(&format!(" (renamed from {was}"));
            text.push_str(if *by_content {
                ", as its contents show)"
            } else {
                ")"
            });
        }
        Relation::New { out_of } if out_of.is_empty() => text.push_str(" (new)"),
        Relation::New { out_of } => {
            text.push_str(&format!(" (new, split from {})", out_of.join(", ")));
        }
        Relation::Gone { into } if into.is_empty() => text.push_str(" (gone)"),
        Relation::Gone { into } => {
            text.push_str(&format!(" (gone, merged into {})", into.join(", ")));
        }
    }
    if state.moved {
        text.push_str(" (moved)");
    }
    text
}

/// What is in front of the lines of a change.
pub(super) struct Heading {
    /// What the row matches; what both rows match that have swapped places. None of what is not about a row.
    pub(super) rows: Vec<String>,
    /// What has become of them, or what changed.
    pub(super) state: String,
}

/// The heading of a change in a state; none of a whole state.
pub(super) fn heading_in_state(change: &Change) -> Option<Heading> {
    let rows = match (&change.from, &change.to) {
        (_, Some(Content::Row(row))) | (Some(Content::Row(row)), None) => vec![heading(row)],
        (_, Some(Content::Words(rows))) => rows.clone(),
        _ => Vec::new(),
    };
    let state = match &change.subject {
        Subject::State(_) => return None,
        Subject::Entry(_) => "before the rows".to_owned(),
        subject => row_state(change, matches!(subject, Subject::Swap { .. })),
    };
    Some(Heading { rows, state })
}

/// Whether the change is one of codes of errors that had others.
fn has_other_codes(lines: &[Line]) -> bool {
    let side = |mark: Mark| -> Option<Vec<usize>> {
        let changed = lines.iter().filter(|line| line.mark == mark);
        let depth = |line: &Line| line.text.ends_with(" parse error.").then_some(line.depth);
        changed.map(depth).collect()
    };
    let old = side(Mark::Gone).filter(|old| !old.is_empty());
    old.is_some() && old == side(Mark::New)
}

/// The description of a changed row, or of two rows that have swapped places.
pub(super) fn row_state<S>(change: &Change<S>, is_swap: bool) -> String {
    let mut text = match (change.kind, &change.moved) {
        (Kind::Moved, _) if is_swap => "have changed places".to_owned(),
        (Kind::Moved, _) => "moved".to_owned(),
        (Kind::Named, _) => "its error has a name now".to_owned(),
        (Kind::Changed, None) if has_other_codes(&change.lines) => {
            "its error has another code now".to_owned()
        }
        (kind, None) => summary::kind(kind).to_owned(),
        (kind, Some(_)) => format!("{} and moved", summary::kind(kind)),
    };
    if let Some(moved) = &change.moved {
        match &moved.after {
            _ if is_swap => {}
            Some(after) => text.push_str(&format!(", now after [{after}]")),
            None => text.push_str(", now the first"),
        }
        text.push_str(if moved.matters {
            "; the order can matter, for they match some of the same"
        } else {
            "; no character matches both, so the order does not matter"
        });
    }
    text
}

/// The number of unchanged lines shown around a change.
const AROUND: usize = 3;

/// The lines near a change; `None` takes the place of each omitted run.
pub(super) fn near(lines: &[Line]) -> Vec<Option<&Line>> {
    let changed: Vec<usize> = (0..lines.len())
        .filter(|at| lines[*at].mark != Mark::Same)
        .collect();
    let shown = |at: usize| {
        // An "if" far above a change shows the condition of the change. If it is not above the next change, it is above none.
        let heads = |changed: &usize| {
            at < *changed
                && lines[at].depth < lines[*changed].depth
                && lines[at + 1..*changed]
                    .iter()
                    .all(|line| line.depth > lines[at].depth)
        };
        let after = changed.partition_point(|near| *near < at);
        let is_near = |near: Option<&usize>| near.is_some_and(|near| near.abs_diff(at) <= AROUND);
        let before = after.checked_sub(1).map(|before| &changed[before]);
        changed.is_empty()
            || is_near(before)
            || is_near(changed.get(after))
            || changed.get(after).is_some_and(heads)
    };
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let alone = at.checked_sub(1).is_none_or(&shown) && shown(at + 1);
        if shown(at) || alone {
            found.push(Some(line));
        } else if found.last().is_none_or(Option::is_some) {
            found.push(None);
        }
    }
    found
}

/// The sign in front of a line.
pub(super) fn mark(mark: Mark) -> char {
    match mark {
        Mark::Same => ' ',
        Mark::Gone => '-',
        Mark::New => '+',
    }
}
