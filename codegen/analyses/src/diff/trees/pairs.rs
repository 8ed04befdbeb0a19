//! Which modes, algorithms and lists of both sides belong together: by their names, then by their contents.

use super::super::matching::{Matched, disjoint};
use super::canonical::{Canonical, Renames, pattern};
use super::rows::likeness;
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
        let mut renames = Renames::default();
        for (old, new) in [
            (lists(&from.sets), lists(&to.sets)),
            (lists(&from.scopes), lists(&to.scopes)),
            (lists(&from.identifiers), lists(&to.identifiers)),
        ] {
            let matched = matched(&old, &new);
            for (a, b) in matched.pairs {
                rename(&mut renames.lists, &old[a].key, &new[b].key);
            }
        }
        // Twice, as the names of what is paired first are in the contents of the rest.
        let mut pairs = Pairs {
            modes: Matched::default(),
            algorithms: Matched::default(),
            renames,
        };
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
        let renames = self.renames.clone();
        let older = Canonical {
            tables: from,
            renames: &renames,
        };
        let (old, new) = (definitions(older), definitions(newer));
        for (a, b) in matched(&old, &new).pairs {
            rename(&mut self.renames.callees, &old[a].key, &new[b].key);
        }
        let (old, new) = (algorithms(older), algorithms(newer));
        self.algorithms = matched(&old, &new);
        for (a, b) in &self.algorithms.pairs {
            rename(&mut self.renames.callees, &old[*a].key, &new[*b].key);
        }
        let (old, new) = (modes(older), modes(newer));
        self.modes = matched(&old, &new);
        for (a, b) in &self.modes.pairs {
            rename(&mut self.renames.modes, &old[*a].key, &new[*b].key);
        }
    }
}

fn rename(renames: &mut std::collections::BTreeMap<String, String>, old: &str, new: &str) {
    if old != new {
        renames.insert(old.to_owned(), new.to_owned());
    }
}

fn lists<T: ToString>(
    all: &[(
        tokenwright_tables::model::Located<String>,
        Vec<tokenwright_tables::model::Located<T>>,
    )],
) -> Vec<Named> {
    let all = all.iter().map(|(name, members)| {
        let mut contents: Vec<String> = members.iter().map(|it| it.value.to_string()).collect();
        contents.sort();
        let key = name.value.clone();
        Named { key, contents }
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

fn matched(from: &[Named], to: &[Named]) -> Matched {
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
    pairs.extend(disjoint(candidates));
    Matched::of(sizes, pairs)
}
