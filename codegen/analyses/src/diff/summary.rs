//! The summary: the numbers of changes, and the names of new, removed and renamed items.
//!
//! A reader decides by it whether to read on; so it counts kinds of changes and names only what has a name and fits
//! on a line. It is data, a label and a text for each line, from which text and Markdown are laid out. What it leaves
//! out is in the changes below it, never only here.

use super::change::{Change, Difference, Kind, Relation, StateChange, Subject};
use super::states::blocks;

/// The most characters of a line of names.
const WIDTH: usize = 96;

impl Difference {
    /// The lines of the summary, a label and a text each; most are present only if they are not empty.
    pub(super) fn summary(&self) -> Vec<(&'static str, String)> {
        let mut found = Vec::new();
        let mut add = |label, description: String| {
            if !description.is_empty() {
                found.push((label, description));
            }
        };
        let states = |difference: &Difference, procedure: bool| -> String {
            let of = |side: &super::Side| blocks(&side.revision, procedure).len();
            let (from, to) = (of(&difference.from), of(&difference.to));
            let here = difference.states.iter();
            let here = here.filter(|state| state.at.procedure == procedure);
            let here: Vec<&StateChange> = here.collect();
            if from == 0 && to == 0 || procedure && here.is_empty() {
                return String::new();
            }
            let count = |wanted: &dyn Fn(&StateChange) -> bool| {
                here.iter().filter(|state| wanted(state)).count()
            };
            let new = count(&|state| matches!(state.relation, Relation::New { .. }));
            let gone = count(&|state| matches!(state.relation, Relation::Gone { .. }));
            let parts = [
                (new, "new"),
                (gone, "gone"),
                (
                    count(&|state| matches!(state.relation, Relation::Renamed { .. })),
                    "renamed",
                ),
                (count(&|state| state.moved), "elsewhere"),
                (count(&has_changed), "changed"),
            ];
            format!("{from} → {to}{}", counts(&parts))
        };
        add("states", states(self, false));
        add("procedures", states(self, true));
        let rows = self
            .changes()
            .filter(|change| matches!(change.subject, Subject::Row { .. } | Subject::Swap { .. }));
        add("rows", rows_by_kind(rows.map(|change| change.kind)));
        let entries = self.changes();
        let entries = entries.filter(|change| matches!(change.subject, Subject::Entry(_)));
        let entries: Vec<String> = entries
            .map(|change| change.id.trim_end_matches("/entry").to_owned())
            .collect();
        add("steps", names(&entries));
        for (label, kind) in [("new states", Kind::New), ("gone states", Kind::Gone)] {
            let states = self.states.iter().filter(|state| {
                matches!(
                    (&state.relation, kind),
                    (Relation::New { .. }, Kind::New) | (Relation::Gone { .. }, Kind::Gone)
                )
            });
            let states: Vec<String> = states.map(|state| state.name.clone()).collect();
            add(label, names(&states));
        }
        let renamed = self.renamed_states.iter();
        let renamed = renamed.map(|(old, new)| format!("{old} → {new}"));
        let renamed: Vec<String> = renamed.collect();
        add("renamed states", names(&renamed));
        for (label, kind) in [
            ("new codes", Kind::New),
            ("gone codes", Kind::Gone),
            ("renamed codes", Kind::Renamed),
        ] {
            let codes = self.named_outside(|change| match &change.subject {
                Subject::Code(code) if change.kind == kind => Some(match kind {
                    Kind::Renamed => self.rename_of(code),
                    _ => code.clone(),
                }),
                _ => None,
            });
            let listed = names(&codes);
            let is_long = codes.len() > 3;
            let number = is_long.then(|| format!("{}: ", codes.len()));
            add(label, number.unwrap_or_default() + &listed);
        }
        add(
            "references",
            self.tables(&|subject| match subject {
                Subject::Reference(name) => Some(format!("&{name}")),
                _ => None,
            }),
        );
        add(
            "replacements",
            self.tables(&|subject| match subject {
                Subject::Replacement(number) => Some(format!("0x{number:02X}")),
                _ => None,
            }),
        );
        let others = self.named_outside(|change| match change.subject {
            Subject::Code(_) | Subject::Reference(_) | Subject::Replacement(_) => None,
            _ => Some(format!("{} ({})", change.id, kind(change.kind))),
        });
        add("outside", names(&others));
        add("not understood", self.open_count());
        found
    }

    /// The changes outside the states that have a name.
    fn named_outside(&self, name: impl Fn(&Change) -> Option<String>) -> Vec<String> {
        self.outside.iter().filter_map(name).collect()
    }

    /// `old → new` of a renamed code.
    pub(super) fn rename_of(&self, code: &str) -> String {
        let found = self.renamed_codes.iter().find(|(_, new)| new == code);
        found.map_or(code.to_owned(), |(old, new)| format!("{old} → {new}"))
    }

    fn open_count(&self) -> String {
        let count = |newer| self.open.iter().filter(|open| open.newer == newer).count();
        let each = [(&self.from, count(false)), (&self.to, count(true))];
        let each = each.iter().filter(|(_, number)| *number > 0);
        let each: Vec<String> = each
            .map(|(side, number)| format!("{number} of {}", side.name))
            .collect();
        each.join(", ")
    }

    /// The numbers of new, removed and changed entries of a table, with samples.
    fn tables(&self, name: &dyn Fn(&Subject) -> Option<String>) -> String {
        const SAMPLES: usize = 3;
        let parts = [Kind::New, Kind::Gone, Kind::Changed].map(|wanted| {
            let found = self.named_outside(|change| {
                let is_wanted = change.kind == wanted;
                is_wanted.then(|| name(&change.subject)).flatten()
            });
            if found.is_empty() {
                return String::new();
            }
            let mut samples = found[..found.len().min(SAMPLES)].join(", ");
            if found.len() > SAMPLES {
                samples.push_str(", …");
            }
            format!("{} {} ({samples})", found.len(), kind(wanted))
        });
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(", ")
    }
}

/// Whether something inside a state of both sides changed.
fn has_changed(state: &StateChange) -> bool {
    let inside = |change: &Change| !matches!(change.subject, Subject::State(_));
    state.changes.iter().any(inside)
}

/// The word for a kind of change.
pub(super) fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::New => "new",
        Kind::Gone => "gone",
        Kind::Changed => "changed",
        Kind::Named => "named",
        Kind::Renamed => "renamed",
        Kind::Moved => "moved",
    }
}

/// `3 changed, 1 gone`, of the kinds of changes of rows.
pub(super) fn rows_by_kind(kinds: impl Iterator<Item = Kind>) -> String {
    let kinds: Vec<Kind> = kinds.collect();
    let of = |kind| kinds.iter().filter(|it| **it == kind).count();
    let parts = [
        (of(Kind::Changed), "changed"),
        (of(Kind::Named), "whose error now has a name"),
        (of(Kind::New), "new"),
        (of(Kind::Gone), "gone"),
        (of(Kind::Moved), "moved"),
    ];
    counts(&parts).trim_start_matches(": ").to_owned()
}

/// `: 3 new, 1 gone`; empty if there are no changes.
pub(super) fn counts(parts: &[(usize, &str)]) -> String {
    let found = parts.iter().filter(|(number, _)| *number > 0);
    let found = found.map(|(number, label)| format!("{number} {label}"));
    let found: Vec<String> = found.collect();
    match found.is_empty() {
        true => String::new(),
        false => format!(": {}", found.join(", ")),
    }
}

/// As many names as fit on a line.
pub(super) fn names(names: &[String]) -> String {
    let mut text = String::new();
    for (at, name) in names.iter().enumerate() {
        let left = names.len() - at;
        if at > 0 && text.chars().count() + name.chars().count() > WIDTH {
            text.push_str(&format!(" and {left} more"));
            break;
        }
        if at > 0 {
            text.push_str(", ");
        }
        text.push_str(name);
    }
    text
}
