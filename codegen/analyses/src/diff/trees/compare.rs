//! The comparison: what belongs together, then the lists, then the rows and the steps.
//!
//! A renamed mode or algorithm changes every step that names it, so names are paired first, and the steps of the older side are
//! compared by the newer names. A part that only one side has is shown whole, after its predecessor.

use super::super::change::{Kind, Mark};
use super::super::steps::alone;
use super::canonical::{Canonical, Renames};
use super::change::{Part, PartChange, PartRef, TreeChange, TreeDifference, TreeSubject};
use super::pairs::{Matched, Pairs};
use super::parts::{algorithm, body, mode};
use super::rows::Member;
use super::{lists, same};
use tokenwright_tables::english::Sentence;
use tokenwright_tables::tree::english::{label, sentences};
use tokenwright_tables::tree::model::{Algorithm, Entry, Mode, Row, TreeTables};

/// Both sides, and what belongs together.
pub(super) struct Both<'a> {
    pub(super) from: Canonical<'a>,
    pub(super) to: Canonical<'a>,
    pub(super) pairs: &'a Pairs,
}

/// Compares two tables of tree construction, which are called by these names in reports.
#[must_use]
pub fn compare(
    (from_name, from): (&str, &TreeTables),
    (to_name, to): (&str, &TreeTables),
) -> TreeDifference {
    let pairs = Pairs::of(from, to);
    let none = Renames::default();
    let both = Both {
        from: Canonical {
            tables: from,
            renames: &pairs.renames,
        },
        to: Canonical {
            tables: to,
            renames: &none,
        },
        pairs: &pairs,
    };
    let size = |tables: &TreeTables| (tables.modes.len(), tables.algorithms.len());
    let renamed = pairs.renames.modes.iter();
    TreeDifference {
        names: [from_name.to_owned(), to_name.to_owned()],
        sizes: [size(from), size(to)],
        lists: lists::compare(&both),
        parts: both.parts(),
        renamed_modes: renamed.map(|(a, b)| (a.clone(), b.clone())).collect(),
        same: same::are_same(&both),
    }
}

impl Both<'_> {
    /// Whether the rows of both sides have the same steps, the independent ones in any order.
    pub(super) fn same_row(&self, old: &Member<'_>, new: &Member<'_>) -> bool {
        let ordered = |side: Canonical<'_>, row: &Row| side.row(&side.ordered(&row.body));
        old.body == new.body
            || old.body.len() == new.body.len()
                && ordered(self.from, old.row) == ordered(self.to, new.row)
    }

    /// The steps of an algorithm of both sides, if they do not mean the same.
    pub(super) fn other_steps(&self, old: &Algorithm, new: &Algorithm) -> Option<[Vec<String>; 2]> {
        let as_is = [
            self.from.algorithm(&old.name, &old.body),
            self.to.algorithm(&new.name, &new.body),
        ];
        let ordered =
            |side: Canonical<'_>, it: &Algorithm| side.algorithm(&it.name, &side.ordered(&it.body));
        let is_same = as_is[0] == as_is[1]
            || as_is[0].len() == as_is[1].len() && ordered(self.from, old) == ordered(self.to, new);
        (!is_same).then_some(as_is)
    }

    fn parts(&self) -> Vec<PartChange> {
        let mut found = self.of_kind(Part::Mode, &self.pairs.modes);
        found.extend(self.foreign_content());
        found.extend(self.of_kind(Part::Algorithm, &self.pairs.algorithms));
        found
    }

    fn of_kind(&self, kind: Part, matched: &Matched) -> Vec<PartChange> {
        let mut found: Vec<(usize, PartChange)> = Vec::new();
        for (a, b) in &matched.pairs {
            let part = self.heading(kind, Some(*a), Some(*b));
            found.extend(self.pair(part).map(|part| (2 * b + 1, part)));
        }
        for b in &matched.new {
            let mut part = self.heading(kind, None, Some(*b));
            part.changes.push(self.whole(&part, Mark::New));
            found.push((2 * b + 1, part));
        }
        for a in &matched.gone {
            // A removed part is shown after its predecessor.
            let before = matched.pairs.iter().filter(|(other, _)| other < a);
            let before = before.max_by_key(|(other, _)| *other);
            let mut part = self.heading(kind, Some(*a), None);
            part.changes.push(self.whole(&part, Mark::Gone));
            found.push((before.map_or(0, |(_, b)| 2 * b + 2), part));
        }
        found.sort_by_key(|(key, _)| *key);
        found.into_iter().map(|(_, part)| part).collect()
    }

    fn foreign_content(&self) -> Option<PartChange> {
        let has = |side: Canonical<'_>| side.tables.foreign_content.as_ref().map(|_| 0);
        let (from, to) = (has(self.from), has(self.to));
        let mut part = self.heading(Part::ForeignContent, from, to);
        match (from, to) {
            (Some(_), Some(_)) => self.pair(part),
            (None, None) => None,
            (_, newer) => {
                let mark = if newer.is_some() {
                    Mark::New
                } else {
                    Mark::Gone
                };
                part.changes.push(self.whole(&part, mark));
                Some(part)
            }
        }
    }

    fn heading(&self, kind: Part, from: Option<usize>, to: Option<usize>) -> PartChange {
        let number = |side: Canonical<'_>, at: Option<usize>| {
            let entry = match kind {
                Part::Mode => Entry::Mode(at?),
                Part::ForeignContent => Entry::ForeignContent,
                Part::Algorithm => Entry::Algorithm(at?),
            };
            let section = side.tables.section_of(entry)?;
            Some(section.number.value.clone())
        };
        let name = |side: Canonical<'_>, at: usize| match kind {
            Part::Mode => side.tables.modes[at].name.value.clone(),
            Part::ForeignContent => "the rules for foreign content".to_owned(),
            Part::Algorithm => side.tables.algorithms[at].name.value.clone(),
        };
        let old = from.map(|at| name(self.from, at));
        let new = to.map(|at| name(self.to, at));
        let was = old
            .clone()
            .filter(|old| new.as_ref().is_some_and(|new| new != old));
        PartChange {
            part: PartRef { kind, from, to },
            name: new.or(old).unwrap_or_default(),
            was,
            from_number: number(self.from, from),
            to_number: number(self.to, to),
            changes: Vec::new(),
        }
    }

    fn pair(&self, mut part: PartChange) -> Option<PartChange> {
        let PartRef { kind, from, to } = part.part;
        let (a, b) = (from?, to?);
        if part.was.is_some() {
            part.changes.push(TreeChange {
                kind: Kind::Renamed,
                ..change(part.id(), TreeSubject::Part)
            });
        }
        let changes = match kind {
            Part::Algorithm => {
                let old = &self.from.tables.algorithms[a];
                let new = &self.to.tables.algorithms[b];
                algorithm(self, &part.id(), old, new).into_iter().collect()
            }
            Part::Mode | Part::ForeignContent => {
                let old = rules(self.from.tables, kind, a)?;
                let new = rules(self.to.tables, kind, b)?;
                mode(self, &part.id(), old, new)
            }
        };
        part.changes.extend(changes);
        (!part.changes.is_empty()).then_some(part)
    }

    /// A part that only one side has.
    fn whole(&self, part: &PartChange, mark: Mark) -> TreeChange {
        let (side, at) = match mark {
            Mark::New => (self.to, part.part.to),
            _ => (self.from, part.part.from),
        };
        let at = at.unwrap_or_default();
        let sentences: Vec<Sentence> = match part.part.kind {
            Part::Algorithm => sentences(&side.tables.algorithms[at].body),
            kind => {
                let rows = rules(side.tables, kind, at).map_or(&[][..], |mode| &mode.rows);
                let rows = rows.iter().flat_map(|row| {
                    let head = (0, format!("[{}]", label(row)));
                    let steps = body(side, &row.body).into_iter();
                    std::iter::once(head).chain(steps.map(|(depth, text)| (depth + 1, text)))
                });
                rows.collect()
            }
        };
        let kind = match mark {
            Mark::New => Kind::New,
            _ => Kind::Gone,
        };
        TreeChange {
            kind,
            lines: alone(mark, sentences),
            ..change(part.id(), TreeSubject::Part)
        }
    }
}

impl PartChange {
    pub(super) fn id(&self) -> String {
        match self.part.kind {
            Part::Mode => format!("mode {}", self.name),
            Part::ForeignContent => "foreign content".to_owned(),
            Part::Algorithm => format!("algorithm {}", self.name),
        }
    }
}

/// A change that says nothing yet.
pub(super) fn change(id: String, subject: TreeSubject) -> TreeChange {
    TreeChange {
        id,
        kind: Kind::Changed,
        subject,
        lines: Vec::new(),
        moved: None,
        remarks: Vec::new(),
    }
}

pub(super) fn rules(tables: &TreeTables, kind: Part, at: usize) -> Option<&Mode> {
    match kind {
        Part::Mode => tables.modes.get(at),
        _ => tables.foreign_content.as_ref(),
    }
}
