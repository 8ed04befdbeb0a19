//! The changes from one revision to the next, related ones as one group.
//!
//! One decision of the editors changes dozens of rows. Two rules join them: rows with the same change, and new names
//! with the rows that mention them, by union-find. A definition that many rows share joins nothing, or everything
//! would be one group. Two decisions that touch the same new state cannot be separated and are one group.

use super::changes::{is_procedure, on};
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_analyses::diff::{
    Change, Content, Difference, Kind, Line, Mark, Relation, Subject,
};
use tokenwright_tables::english;

/// Related changes.
#[derive(Clone, Debug)]
pub(super) struct ChangeGroup<'d> {
    /// The heading, in the words of the tables.
    pub(super) title: String,
    /// The section of the page, as an index into [`super::sections::SECTIONS`].
    pub(super) section: usize,
    pub(super) changes: Vec<&'d Change>,
}

impl ChangeGroup<'_> {
    /// Whether it is of named character references.
    pub(super) fn is_references(&self) -> bool {
        let first = self.changes.first();
        first.is_some_and(|change| matches!(change.subject, Subject::Reference(_)))
    }
}

/// All groups of a difference, in the order of the newer tables. Renamed and moved items are in none.
pub(super) fn of(difference: &Difference) -> Vec<ChangeGroup<'_>> {
    let changes: Vec<&Change> = difference.changes().filter(|c| counts(c)).collect();
    let mut groups = Groups::new(changes.len());
    groups.by_mention(difference, &changes);
    groups.by_edit(difference, &changes);
    let mut together: BTreeMap<usize, Vec<&Change>> = BTreeMap::new();
    for (at, change) in changes.iter().enumerate() {
        together.entry(groups.root(at)).or_default().push(change);
    }
    let group = |changes: Vec<_>| ChangeGroup {
        title: title(difference, &changes),
        section: super::sections::of(difference, &changes),
        changes,
    };
    together.into_values().map(group).collect()
}

/// Whether an input can show the change. Renamed error codes and reordered rows are
/// reported elsewhere.
fn counts(change: &Change) -> bool {
    let is_listed = !matches!(change.subject, Subject::Code(_) | Subject::Swap { .. });
    let flag = match &change.subject {
        Subject::Fact(key) => key.ends_with("-flag"),
        _ => true,
    };
    is_listed && flag && matches!(change.kind, Kind::New | Kind::Gone | Kind::Changed)
}

/// A union-find structure over changes: the least of a group represents it.
struct Groups {
    parents: Vec<usize>,
}

impl Groups {
    fn new(count: usize) -> Self {
        Groups {
            parents: (0..count).collect(),
        }
    }

    fn root(&self, mut at: usize) -> usize {
        while self.parents[at] != at {
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// The new and removed names that the changed lines mention.
    fn by_mention(&mut self, difference: &Difference, changes: &[&Change]) {
        let mut later = Vec::new();
        for (at, change) in changes.iter().enumerate() {
            let Some(phrase) = phrase(difference, change) else {
                continue;
            };
            let negated = phrase.replacen(" is ", " is not ", 1);
            let says = |other: &usize| {
                let other = changes[*other];
                edits(other, &phrase) || edits(other, &negated)
            };
            let others: Vec<usize> = (0..changes.len())
                .filter(|other| *other != at)
                .filter(says)
                .collect();
            match &change.subject {
                Subject::Definition(_) => later.push((at, others)),
                _ => others.iter().for_each(|other| self.join(at, *other)),
            }
        }
        // A shared definition does not connect unrelated changes.
        for (at, others) in later {
            let is_of_rows = |other: &usize| matches!(changes[*other].subject, Subject::Row { .. });
            let mut roots: Vec<usize> = others.iter().map(|other| self.root(*other)).collect();
            roots.dedup();
            if others.iter().all(is_of_rows) || roots.len() == 1 {
                others.iter().for_each(|other| self.join(at, *other));
            }
        }
    }

    /// Rows with the same change.
    fn by_edit(&mut self, difference: &Difference, changes: &[&Change]) {
        let mut first: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        for (at, change) in changes.iter().enumerate() {
            if let Some(edit) = edit(difference, change) {
                let first = *first.entry(edit).or_insert(at);
                self.join(first, at);
            }
        }
    }
}

/// The phrases by which sentences mention new or removed items.
fn phrase(difference: &Difference, change: &Change) -> Option<String> {
    Some(match &change.subject {
        Subject::State(at) if change.kind != Kind::Changed => {
            let name = state_name(difference, change)?;
            match at.procedure {
                true => name.to_lowercase(),
                false => format!("the {} state", name.to_lowercase()),
            }
        }
        Subject::Definition(name) | Subject::Class(name) | Subject::Names(name) => {
            name.to_lowercase()
        }
        Subject::Fact(key) => key.replace('-', " "),
        _ => return None,
    })
}

fn edits(change: &Change, phrase: &str) -> bool {
    let lines = change.lines.iter().filter(|line| line.mark != Mark::Same);
    let mut texts = lines.map(|line| line.text.to_lowercase());
    texts.any(|text| text.contains(phrase)) || change.id.to_lowercase().contains(phrase)
}

/// The changes to a row in a normal form, to find rows with the same changes.
fn edit(difference: &Difference, change: &Change) -> Option<Vec<String>> {
    let marked = |line: &Line| match line.mark {
        Mark::Same => None,
        Mark::Gone => Some(format!("- {}", line.text)),
        Mark::New => Some(format!("+ {}", line.text)),
    };
    let lines: Vec<String> = change.lines.iter().filter_map(marked).collect();
    match &change.subject {
        Subject::Row { .. } if change.kind != Kind::Changed => {
            let on = on(change)?;
            let file = match on.contains("U+0000 (NULL)") {
                true => "",
                false => super::sections::file(difference, change).unwrap_or_default(),
            };
            Some(vec![
                format!("{:?}", change.kind),
                on.to_owned(),
                file.to_owned(),
            ])
        }
        Subject::Row { .. } | Subject::Class(_) => match remark(change) {
            Some((how, what)) if lines.is_empty() => Some(vec![how.to_owned(), what.to_owned()]),
            _ => match (&change.subject, &lines[..]) {
                (Subject::Class(_), [one]) => {
                    let (mark, what) = one.split_once(' ')?;
                    let how = if mark == "-" { NO_LONGER } else { NOW_ALSO };
                    Some(vec![how.to_owned(), what.to_owned()])
                }
                (Subject::Class(_), _) => None,
                _ => Some(lines),
            },
        },
        Subject::Reference(_) => Some(vec![format!("references {:?}", change.kind)]),
        Subject::Replacement(_) => Some(vec!["replacements".to_owned()]),
        _ => None,
    }
}

const NO_LONGER: &str = "no longer for ";
const NOW_ALSO: &str = "now also for ";

/// The characters that a row has lost or got.
fn remark(change: &Change) -> Option<(&'static str, &str)> {
    change.remarks.iter().find_map(|remark| {
        let of = |how| Some((how, remark.strip_prefix(how)?));
        of(NO_LONGER).or_else(|| of(NOW_ALSO))
    })
}

/// The name of the state or procedure of a change.
pub(super) fn state_name<'d>(difference: &'d Difference, change: &Change) -> Option<&'d str> {
    let at = super::changes::state(change)?;
    let state = difference.states.iter().find(|state| state.at == *at)?;
    Some(&state.name)
}

/// The heading of a group.
fn title(difference: &Difference, changes: &[&Change]) -> String {
    let of_states = |wanted: Kind| -> Vec<String> {
        let states = changes.iter().filter(|c| c.kind == wanted);
        let states = states.filter_map(|change| match &change.subject {
            Subject::State(at) => {
                let name = state_name(difference, change)?;
                let state = difference.states.iter().find(|state| state.at == *at)?;
                let real = !matches!(state.relation, Relation::Same | Relation::Renamed { .. });
                real.then(|| match at.procedure {
                    true => format!("“{name}”"),
                    false => format!("the {name} state"),
                })
            }
            _ => None,
        });
        states.collect()
    };
    let (new, gone) = (of_states(Kind::New), of_states(Kind::Gone));
    let counted = |names: &[String]| match names {
        [one] => one.clone(),
        [one, other] => format!("{one} and {other}"),
        names => format!("{} and {} more", names[0], names.len() - 1),
    };
    match (new.is_empty(), gone.is_empty()) {
        (false, true) => return format!("New: {}", counted(&new)),
        (true, false) => return format!("Gone: {}", counted(&gone)),
        (false, false) => {
            return format!("New: {}, in place of {}", counted(&new), counted(&gone));
        }
        (true, true) => {}
    }
    for change in changes {
        if let Subject::Fact(key) = &change.subject {
            let has = matches!(&change.to, Some(Content::Text(text)) if text == "true");
            let kind = if has { "New" } else { "Gone" };
            return format!("{kind}: the {}", key.replace('-', " "));
        }
    }
    let rows: Vec<&Change> = changes
        .iter()
        .copied()
        .filter(|c| on(c).is_some())
        .collect();
    if !rows.is_empty() {
        return of_rows(difference, &rows);
    }
    let Some(change) = changes.first() else {
        return String::new();
    };
    let how = match change.kind {
        Kind::New => "new",
        Kind::Gone => "gone",
        _ => "changed",
    };
    match &change.subject {
        Subject::Reference(_) => format!("{} named character references: {how}", changes.len()),
        Subject::Replacement(_) => "Numbers that stand for another character".to_owned(),
        Subject::Rule(on) => format!("On {on}"),
        Subject::Definition(name) => format!("What “{name}” means"),
        Subject::Class(name) => format!("What a {name} is"),
        _ => match state_name(difference, change) {
            Some(name) if is_procedure(change) => format!("“{name}”"),
            Some(name) => format!("On entering the {name} state"),
            None => change.id.clone(),
        },
    }
}

/// The heading of a group that is of rows.
fn of_rows(difference: &Difference, rows: &[&Change]) -> String {
    let first = rows[0];
    let mut seen = BTreeSet::new();
    let ons = rows
        .iter()
        .filter_map(|c| on(c))
        .filter(|on| seen.insert(*on));
    let ons: Vec<&str> = ons.collect();
    let states: BTreeSet<&str> = rows
        .iter()
        .filter_map(|c| state_name(difference, c))
        .collect();
    let place = match (&first.subject, states.len()) {
        (Subject::InputRow { .. }, _) => "in the input".to_owned(),
        (_, 1) => match (state_name(difference, first), is_procedure(first)) {
            (Some(name), true) => format!("in “{name}”"),
            (Some(name), false) => format!("in the {name} state"),
            (None, _) => String::new(),
        },
        (_, n) => format!("in {n} states"),
    };
    let ahead = |on: &str| match on.strip_prefix("next is ").or(on.strip_prefix("next are ")) {
        Some(next) => format!("{next} ahead"),
        None => on.to_owned(),
    };
    let listed = match ons.len() {
        1..=3 => ons
            .iter()
            .map(|on| ahead(on))
            .collect::<Vec<_>>()
            .join(", "),
        n => format!("{} and {} more", ahead(ons[0]), n - 1),
    };
    let title = match (remark(first), &first.subject, first.kind) {
        (Some((how, what)), Subject::InputRow { .. }, _) => {
            let class = ons[0].split(" except ").next().unwrap_or_default();
            let counts = if how == NOW_ALSO {
                "counts"
            } else {
                "no longer counts"
            };
            format!("{what} {place} {counts} as {class}")
        }
        (Some((how, what)), _, _) => {
            let ahead = ahead(ons[0]);
            let whats: Vec<&str> = what
                .split(", ")
                .flat_map(|part| part.split(" and "))
                .collect();
            let others = ahead.split(", ").filter(|other| !whats.contains(other));
            let others = others.collect::<Vec<_>>().join(", ");
            let taken = match (how == NOW_ALSO, whats.len()) {
                (true, 1) => "is taken",
                (true, _) => "are taken",
                (false, 1) => "is no longer taken",
                (false, _) => "are no longer taken",
            };
            match others.is_empty() {
                true => format!("{what} {place}"),
                false => format!("{what} {taken} like {others} {place}"),
            }
        }
        (None, Subject::InputRow { .. }, Kind::Gone) => {
            format!("{listed} {place} is nothing special any more")
        }
        (None, _, Kind::New) => format!("{listed} {place}: a separate row"),
        (None, _, Kind::Gone) => format!("{listed} {place}: separate row removed"),
        (None, ..) => format!("{listed} {place}"),
    };
    english::capitalized(&title)
}
