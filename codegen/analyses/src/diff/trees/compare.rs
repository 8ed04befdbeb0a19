//! The comparison: what belongs together, then the lists, then the rows and the steps.
//!
//! A renamed mode or algorithm changes every step that names it, so names are paired first, and the steps of the older side are
//! compared by the newer names. A part that only one side has is shown whole, after its predecessor.

use super::super::change::{Change, Kind, Mark};
use super::super::matching::Matched;
use super::super::steps::alone;
use super::canonical::{Canonical, Renames};
use super::change::{Part, PartChange, PartRef, TreeChange, TreeDifference, TreeSubject};
use super::pairs::Pairs;
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
        let all = matched.in_order().into_iter();
        let changed = all.filter_map(|(from, to)| self.part(kind, from, to));
        changed.collect()
    }

    fn foreign_content(&self) -> Option<PartChange> {
        let has = |side: Canonical<'_>| side.tables.foreign_content.as_ref().map(|_| 0);
        self.part(Part::ForeignContent, has(self.from), has(self.to))
    }

    /// The changes of a part of both sides, or the whole of a part that only one side has.
    fn part(&self, kind: Part, from: Option<usize>, to: Option<usize>) -> Option<PartChange> {
        let mut part = self.heading(kind, from, to);
        let change = match (from, to) {
            (Some(a), Some(b)) => return self.pair(part, a, b),
            (Some(a), None) => self.whole(&part, self.from, a, Mark::Gone),
            (None, b) => self.whole(&part, self.to, b?, Mark::New),
        };
        part.changes.push(change);
        Some(part)
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

    fn pair(&self, mut part: PartChange, a: usize, b: usize) -> Option<PartChange> {
        let kind = part.part.kind;
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
    fn whole(&self, part: &PartChange, side: Canonical<'_>, at: usize, mark: Mark) -> TreeChange {
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
        kind: Kind::Changed,
        ..Change::new(id, subject, None, None)
    }
}

pub(super) fn rules(tables: &TreeTables, kind: Part, at: usize) -> Option<&Mode> {
    match kind {
        Part::Mode => tables.modes.get(at),
        _ => tables.foreign_content.as_ref(),
    }
}
