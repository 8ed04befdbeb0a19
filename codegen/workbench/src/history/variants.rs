//! The tables with one group of changes and without it: applied alone to the older ones, and undone in the newer.

use super::change_groups::ChangeGroup;
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_analyses::compare::{Verdict, equal};
use tokenwright_analyses::diff::{Change, Content, Difference, Subject};
use tokenwright_interpreter::Interpreter;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Revision;
use tokenwright_tables::references::References;

/// The tables of a machine.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) revision: Revision,
    pub(super) references: References,
}

/// Two tables that differ by one group, without it and with it, by their numbers.
pub(super) type VariantPair = [usize; 2];

/// Every group alone.
#[derive(Debug)]
pub(super) struct Variants {
    pub(super) tables: Vec<Tables>,
    /// For each group: the older tables with only the requirements of the group, and with the group; and the
    /// newer tables without the group and its dependents, and with the group.
    pub(super) pairs: Vec<[Option<VariantPair>; 2]>,
}

/// Entries, by their numbers.
type Numbers = BTreeSet<usize>;

/// The revisions to which the groups are applied.
pub(super) struct VariantBuilder<'d> {
    difference: &'d Difference,
    references: &'d References,
    groups: &'d [ChangeGroup<'d>],
    /// Changes that are in no group and have no effect on a machine: names, and the order of rows that do
    /// not overlap.
    named: Vec<&'d Change>,
    /// Changes that only affect how a machine may be started.
    facts: Vec<&'d Change>,
}

impl<'d> VariantBuilder<'d> {
    pub(super) fn new(
        difference: &'d Difference,
        from: &'d Loaded,
        groups: &'d [ChangeGroup<'d>],
    ) -> Self {
        let inside: BTreeSet<&str> = groups
            .iter()
            .flat_map(|group| group.changes.iter().map(|change| change.id.as_str()))
            .collect();
        let outside = difference
            .changes()
            .filter(|change| change.can_be_made() && !inside.contains(change.id.as_str()));
        let (facts, named) = outside.partition(|c| matches!(c.subject, Subject::Fact(_)));
        VariantBuilder {
            difference,
            references: &from.references,
            groups,
            named,
            facts,
        }
    }

    /// Applies each group alone, with the fewest others that it requires.
    pub(super) fn each(&self) -> Variants {
        let all: Numbers = (0..self.groups.len()).collect();
        let needs: Vec<Option<Numbers>> =
            all.iter().map(|group| self.needs(*group, &all)).collect();
        let mut tables = Vec::new();
        let mut numbers: BTreeMap<Numbers, Option<usize>> = BTreeMap::new();
        let mut pair = |without: &Numbers, with: &Numbers| {
            let mut number = |some: &Numbers| {
                *numbers.entry(some.clone()).or_insert_with(|| {
                    tables.push(self.tables(some)?);
                    Some(tables.len() - 1)
                })
            };
            Some([number(without)?, number(with)?])
        };
        let each = all.iter().map(|group| {
            let older = needs[*group].as_ref().and_then(|needs| {
                let mut with = needs.clone();
                with.insert(*group);
                pair(needs, &with)
            });
            let on_it = |other: &usize| {
                let needs = needs[*other].as_ref();
                other != group && needs.is_none_or(|needs| needs.contains(group))
            };
            let with: Numbers = all.iter().copied().filter(|other| !on_it(other)).collect();
            let mut without = with.clone();
            without.remove(group);
            [older, pair(&without, &with)]
        });
        let pairs = each.collect();
        Variants { tables, pairs }
    }

    /// The groups that, all together, are proved to have no effect in the older tables.
    pub(super) fn without_effect(&self, some: &[usize]) -> Numbers {
        let mut found = Numbers::new();
        let Some(older) = self.tables(&found) else {
            return found;
        };
        let does_nothing = |some: &Numbers| {
            let made = self.tables(some);
            made.is_some_and(|made| {
                let sides = [&older, &made].map(|tables| (&tables.revision, &tables.references));
                matches!(equal(sides[0], sides[1]), Ok(Verdict::Equal(_)))
            })
        };
        // One may have an effect only together with another.
        loop {
            let before = found.len();
            for group in some {
                let mut more = found.clone();
                if more.insert(*group) && does_nothing(&more) {
                    found = more;
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// The older tables with some groups applied; `None` where they require others.
    fn tables(&self, some: &Numbers) -> Option<Tables> {
        let groups = some.iter().map(|group| &self.groups[*group]);
        let changes = groups.flat_map(|group| group.changes.iter().copied());
        let (rows, references): (Vec<&Change>, Vec<&Change>) =
            changes.partition(|change| change.can_be_made());
        let rows: Vec<&Change> = rows.into_iter().chain(self.named.iter().copied()).collect();
        let started = rows.iter().chain(&self.facts).copied().collect::<Vec<_>>();
        let revision = self.difference.apply_all(&started);
        let revision = revision.or_else(|| self.difference.apply_all(&rows))?;
        let tables = Tables {
            revision,
            references: referring(self.references, &references),
        };
        let runs = Interpreter::new(&tables.revision, &tables.references).is_ok();
        runs.then_some(tables)
    }

    /// A minimal set of other groups that a group requires.
    fn needs(&self, group: usize, all: &Numbers) -> Option<Numbers> {
        let mut some = Numbers::from([group]);
        if self.tables(&some).is_none() {
            some.clone_from(all);
            self.tables(&some)?;
            for other in all.iter().filter(|other| **other != group) {
                some.remove(other);
                if self.tables(&some).is_none() {
                    some.insert(*other);
                }
            }
        }
        some.remove(&group);
        Some(some)
    }
}

/// Tables of references with some changes applied.
fn referring(old: &References, changes: &[&Change]) -> References {
    let mut names: BTreeMap<String, Vec<u32>> = old.names.iter().cloned().collect();
    let mut replacements: BTreeMap<u32, u32> = old.replacements.iter().copied().collect();
    for change in changes {
        let new = match &change.to {
            Some(Content::CodePoints(codes)) => Some(codes.clone()),
            _ => None,
        };
        match &change.subject {
            Subject::Reference(name) => {
                names.remove(name);
                names.extend(new.map(|codes| (name.clone(), codes)));
            }
            // It is one code point.
            Subject::Replacement(number) => {
                replacements.remove(number);
                replacements.extend(new.into_iter().flatten().map(|code| (*number, code)));
            }
            _ => {}
        }
    }
    References {
        names: names.into_iter().collect(),
        replacements: replacements.into_iter().collect(),
    }
}
