//! Which modes, algorithms and lists of both sides belong together: by their names, then by their contents.

use super::super::matching::{Matched, disjoint};
use super::canonical::{Canonical, Renames, pattern};
use super::lists::sets;
use super::rows::likeness;
use std::collections::BTreeMap;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::model::TreeTables;

/// How alike the contents of two parts have to be for one to be the other by another name.
const ALIKE: f64 = 0.75;

/// All that belongs together.
pub(super) struct Pairs {
    pub(super) modes: Matched,
    pub(super) algorithms: Matched,
    pub(super) renames: Renames,
}

/// Something with a name and contents.
struct Named {
    key: String,
    contents: Vec<String>,
}

impl Pairs {
    pub(super) fn of(from: &TreeTables, to: &TreeTables) -> Self {
        let mut pairs = Pairs {
            modes: Matched::default(),
            algorithms: Matched::default(),
            renames: Renames::default(),
        };
        for [old, new] in [
            [lists(&from.sets), lists(&to.sets)],
            [lists(&from.scopes), lists(&to.scopes)],
            [lists(&from.identifiers), lists(&to.identifiers)],
        ] {
            matched(&old, &new, &mut pairs.renames.lists);
        }
        // Twice, as the names of what is paired first are in the contents of the rest.
        for _ in 0..2 {
            pairs.once(from, to);
        }
        pairs
    }

    fn once(&mut self, from: &TreeTables, to: &TreeTables) {
        let none = Renames::default();
        let newer = Canonical {
            tables: to,
            renames: &none,
        };
        let before = self.renames.clone();
        let older = Canonical {
            tables: from,
            renames: &before,
        };
        let renames = &mut self.renames;
        let (old, new) = (definitions(older), definitions(newer));
        matched(&old, &new, &mut renames.callees);
        let (old, new) = (algorithms(older), algorithms(newer));
        self.algorithms = matched(&old, &new, &mut renames.callees);
        let (old, new) = (modes(older), modes(newer));
        self.modes = matched(&old, &new, &mut renames.modes);
    }
}

fn lists<T: ToString>(all: &[(Located<String>, Vec<Located<T>>)]) -> Vec<Named> {
    let all = sets(all).into_iter().map(|list| Named {
        key: list.name,
        contents: list.meaning,
    });
    all.collect()
}

fn algorithms(side: Canonical<'_>) -> Vec<Named> {
    let all = side.tables.algorithms.iter().map(|it| Named {
        key: pattern(&it.name),
        contents: side.algorithm(&it.name, &it.body),
    });
    all.collect()
}

fn definitions(side: Canonical<'_>) -> Vec<Named> {
    let all = side.tables.definitions.iter().map(|it| Named {
        key: pattern(&it.name),
        contents: vec![side.definition(&it.name, &it.any)],
    });
    all.collect()
}

fn modes(side: Canonical<'_>) -> Vec<Named> {
    let all = side.tables.modes.iter().map(|mode| {
        let rows = mode.rows.iter().flat_map(|row| {
            let head = tokenwright_tables::tree::english::label(row);
            std::iter::once(head).chain(side.row(&row.body))
        });
        Named {
            key: mode.name.value.clone(),
            contents: rows.collect(),
        }
    });
    all.collect()
}

/// What belongs together, and its newer name, where that is another one.
fn matched(from: &[Named], to: &[Named], renames: &mut BTreeMap<String, String>) -> Matched {
    let named = to.iter().enumerate().filter_map(|(b, new)| {
        let a = from.iter().position(|old| old.key == new.key)?;
        Some((a, b))
    });
    let mut pairs: Vec<(usize, usize)> = named.collect();
    let sizes = [from.len(), to.len()];
    let Matched { gone, new, .. } = Matched::of(sizes, pairs.clone());
    let mut candidates = Vec::new();
    for a in gone {
        for b in &new {
            let alike = likeness(&from[a].contents, &to[*b].contents);
            if alike >= ALIKE {
                candidates.push(([alike, 0.0], a, *b));
            }
        }
    }
    let by_content = disjoint(candidates);
    let names = |(a, b): &(usize, usize)| (from[*a].key.clone(), to[*b].key.clone());
    renames.extend(by_content.iter().map(names));
    pairs.extend(by_content);
    Matched::of(sizes, pairs)
}
