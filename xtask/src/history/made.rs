//! The tables with one entry made and without it: alone in the older ones, and away from the newer.

use super::entries::Entry;
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

/// Two tables that differ by one entry, without it and with it, by their numbers.
pub(super) type Pair = [usize; 2];

/// Every entry alone.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) tables: Vec<Tables>,
    /// For each entry: the older tables with nothing but what the entry needs, and with the entry; and the
    /// newer tables without the entry and what needs it, and with the entry.
    pub(super) pairs: Vec<[Option<Pair>; 2]>,
}

/// Entries, by their numbers.
type Numbers = BTreeSet<usize>;

/// The revisions from which all entries are made.
pub(super) struct Maker<'d> {
    difference: &'d Difference,
    references: &'d References,
    entries: &'d [Entry<'d>],
    /// Changes that are in no entry and have no effect on a machine: names, and the order of rows that do
    /// not overlap.
    named: Vec<&'d Change>,
    /// Changes that only affect how a machine may be started.
    facts: Vec<&'d Change>,
}

impl<'d> Maker<'d> {
    pub(super) fn new(
        difference: &'d Difference,
        from: &'d Loaded,
        entries: &'d [Entry<'d>],
    ) -> Self {
        let inside: BTreeSet<&str> = entries
            .iter()
            .flat_map(|entry| entry.changes.iter().map(|change| change.id.as_str()))
            .collect();
        let outside = difference
            .changes()
            .filter(|change| change.can_be_made() && !inside.contains(change.id.as_str()));
        let (facts, named) = outside.partition(|c| matches!(c.subject, Subject::Fact(_)));
        Maker {
            difference,
            references: &from.references,
            entries,
            named,
            facts,
        }
    }

    /// Makes each entry alone, with the fewest others that it cannot be made without.
    pub(super) fn each(&self) -> Made {
        let all: Numbers = (0..self.entries.len()).collect();
        let needs: Vec<Option<Numbers>> =
            all.iter().map(|entry| self.needs(*entry, &all)).collect();
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
        let each = all.iter().map(|entry| {
            let older = needs[*entry].as_ref().and_then(|needs| {
                let mut with = needs.clone();
                with.insert(*entry);
                pair(needs, &with)
            });
            let on_it = |other: &usize| {
                let needs = needs[*other].as_ref();
                other != entry && needs.is_none_or(|needs| needs.contains(entry))
            };
            let with: Numbers = all.iter().copied().filter(|other| !on_it(other)).collect();
            let mut without = with.clone();
            without.remove(entry);
            [older, pair(&without, &with)]
        });
        let pairs = each.collect();
        Made { tables, pairs }
    }

    /// The entries that, all together, are proved to have no effect in the older tables.
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
        // One may do nothing only where another is made.
        loop {
            let before = found.len();
            for entry in some {
                let mut more = found.clone();
                if more.insert(*entry) && does_nothing(&more) {
                    found = more;
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// The older tables with some entries made; `None` where they cannot be made without others.
    fn tables(&self, some: &Numbers) -> Option<Tables> {
        let entries = some.iter().map(|entry| &self.entries[*entry]);
        let changes = entries.flat_map(|entry| entry.changes.iter().copied());
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

    /// A minimal set of other entries without which an entry cannot be made.
    fn needs(&self, entry: usize, all: &Numbers) -> Option<Numbers> {
        let mut some = Numbers::from([entry]);
        if self.tables(&some).is_none() {
            some.clone_from(all);
            self.tables(&some)?;
            for other in all.iter().filter(|other| **other != entry) {
                some.remove(other);
                if self.tables(&some).is_none() {
                    some.insert(*other);
                }
            }
        }
        some.remove(&entry);
        Some(some)
    }
}

/// Tables of references with some changes made.
fn referring(old: &References, changes: &[&Change]) -> References {
    let mut names: BTreeMap<String, Vec<u32>> = old.names.iter().cloned().collect();
    let mut replacements: BTreeMap<u32, u32> = old.replacements.iter().copied().collect();
    for change in changes {
        let new = match &change.to {
            Some(Content::CodePoints(codes)) => Some(codes.clone()),
            _ => None,
        };
        match (&change.subject, new) {
            (Subject::Reference(name), Some(codes)) => {
                names.insert(name.clone(), codes);
            }
            (Subject::Reference(name), None) => {
                names.remove(name);
            }
            (Subject::Replacement(number), Some(codes)) => {
                if let [code] = codes[..] {
                    replacements.insert(*number, code);
                }
            }
            (Subject::Replacement(number), None) => {
                replacements.remove(number);
            }
            _ => {}
        }
    }
    References {
        names: names.into_iter().collect(),
        replacements: replacements.into_iter().collect(),
    }
}
