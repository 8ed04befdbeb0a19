//! The sections of a page, by topics that a web developer knows.

use super::changes::{is_procedure, on};
use tokenwright_analyses::diff::{Change, Difference, Subject};

/// The sections, and the files of tables whose states belong there, by how their names end.
pub(super) const SECTIONS: [(&str, &[&str]); 10] = [
    ("Tags and attributes", &["tags", "attributes"]),
    ("Comments", &["comments"]),
    ("DOCTYPE", &["doctype"]),
    ("Character references", &["character-references"]),
    (
        "Text: `<textarea>`, `<style>` and their kind",
        &["text", "raw-text-end-tags"],
    ),
    ("Scripts", &["script-data"]),
    ("Processing instructions", &["processing-instructions"]),
    ("CDATA sections", &["cdata-sections"]),
    ("NUL and control characters", &[]),
    ("Besides", &[]),
];

/// The section on changes that flags decided.
const TEXT: usize = 4;
/// The section of U+0000 and of the input stream.
const CONTROLS: usize = 8;
const OTHER: usize = 9;

/// The section of related changes: that of most of the new or removed states, or of most of the rows if
/// there are no such states.
pub(super) fn of(difference: &Difference, changes: &[&Change]) -> usize {
    let controls = |change: &&Change| {
        let row = on(change);
        matches!(change.subject, Subject::InputRow { .. })
            || row == Some("U+0000 (NULL)")
            || change.remarks.iter().any(|r| r.ends_with("U+000B (VT)"))
    };
    let is_class = |change: &&Change| matches!(change.subject, Subject::Class(_));
    if changes.iter().all(|it| controls(it) || is_class(it)) {
        return CONTROLS;
    }
    let is_fact = |change: &&Change| matches!(change.subject, Subject::Fact(_));
    if changes.iter().any(is_fact) {
        return TEXT;
    }
    let is_state = |change: &&&Change| matches!(change.subject, Subject::State(_));
    let whole: Vec<&&Change> = changes.iter().filter(is_state).collect();
    let all: Vec<&&Change> = match whole.is_empty() {
        true => changes.iter().collect(),
        false => whole,
    };
    let mut counts = [0; SECTIONS.len()];
    for change in all {
        counts[section(difference, change)] += 1;
    }
    let most = counts.iter().max().copied().unwrap_or_default();
    counts
        .iter()
        .position(|count| *count == most)
        .unwrap_or(OTHER)
}

fn section(difference: &Difference, change: &Change) -> usize {
    match &change.subject {
        Subject::InputRow { .. } => return CONTROLS,
        Subject::Rule(_) => return 0,
        Subject::Reference(_) | Subject::Replacement(_) => return 3,
        _ if is_procedure(change) => return 3,
        _ => {}
    }
    let Some(file) = file(difference, change) else {
        return OTHER;
    };
    let name = file.trim_end_matches(".toml");
    let name = name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
    let found = SECTIONS.iter().position(|(_, files)| files.contains(&name));
    found.unwrap_or(OTHER)
}

/// The file of tables that the state of a change is in.
pub(super) fn file<'d>(difference: &'d Difference, change: &Change) -> Option<&'d str> {
    let at = super::changes::state(change)?;
    let state = match (at.procedure, at.to, at.from) {
        (true, ..) => return None,
        (false, Some(to), _) => difference.to.revision.states.get(to),
        (false, None, Some(from)) => difference.from.revision.states.get(from),
        (false, None, None) => None,
    };
    state.map(|state| state.file.as_str())
}
