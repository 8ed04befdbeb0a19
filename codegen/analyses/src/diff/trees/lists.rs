//! What is outside of modes and algorithms: sets, scopes, lists, definitions, and what belongs to the document.

use super::super::change::{Change, Content, Kind};
use super::super::steps::lines;
use super::canonical::{Canonical, pattern};
use super::change::{TreeChange, TreeSubject};
use super::compare::Both;
use tokenwright_tables::english::Sentence;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::english::conjunctions;
use tokenwright_tables::tree::model::{Outside, Pair, TreeTables};

/// Something with a name, and what it has.
pub(super) struct List {
    pub(super) name: String,
    /// What decides whether it is the same.
    pub(super) meaning: Vec<String>,
    /// What is shown.
    shown: Vec<String>,
}

/// The kinds of lists, and whether sentences call what is in them.
const KINDS: [(&str, bool); 9] = [
    ("initial", false),
    ("set", false),
    ("scope", false),
    ("identifiers", false),
    ("pairs", false),
    ("foreign-attribute", false),
    ("definition", true),
    ("question", true),
    ("output", true),
];

/// The changes of everything that is not a mode or an algorithm.
pub(super) fn compare(both: &Both<'_>) -> Vec<TreeChange> {
    let names = &both.pairs.renames;
    let each = KINDS.iter().flat_map(|(kind, is_called)| {
        let newer = |name: &str| match is_called {
            true => names.callees.get(&pattern(name)).cloned(),
            false => names.lists.get(name).cloned(),
        };
        changes(
            kind,
            &of_kind(kind, both.from),
            &of_kind(kind, both.to),
            &newer,
        )
    });
    each.collect()
}

/// The lists of a kind, modes by their newer names.
fn of_kind(kind: &str, side: Canonical<'_>) -> Vec<List> {
    let of = side.tables;
    match kind {
        "initial" => {
            let initial = of.initial.iter();
            let initial = initial.map(|name| members("mode", [side.mode(name).to_owned()]));
            initial.collect()
        }
        "set" => sets(&of.sets),
        "scope" => sets(&of.scopes),
        "identifiers" => sets(&of.identifiers),
        "pairs" => tables(&of.pairs),
        "foreign-attribute" => foreign(of),
        "definition" => {
            let all = of.definitions.iter().map(|it| List {
                name: it.name.value.clone(),
                meaning: vec![side.definition(&it.name, &it.any)],
                shown: conjunctions(&it.any),
            });
            all.collect()
        }
        "question" => outside(&of.questions),
        _ => outside(&of.outputs),
    }
}

fn changes(
    kind: &'static str,
    old: &[List],
    new: &[List],
    newer: &dyn Fn(&str) -> Option<String>,
) -> Vec<TreeChange> {
    let name_of = |list: &List| newer(&list.name).unwrap_or_else(|| pattern(&list.name));
    let find = |all: &[List], name: &str, of: &dyn Fn(&List) -> String| {
        all.iter().position(|list| of(list) == name)
    };
    let make = |list: &List, old: Option<&List>, new: Option<&List>| {
        let name = &list.name;
        let shown = |side: Option<&List>| side.map_or_else(Vec::new, |it| one_by_one(&it.shown));
        let content = |side: Option<&List>| side.map(|_| Content::Text(name.clone()));
        let subject = TreeSubject::List(kind, name.clone());
        TreeChange {
            lines: lines(&shown(old), &shown(new)),
            ..Change::new(
                format!("{kind} {name}"),
                subject,
                content(old),
                content(new),
            )
        }
    };
    let mut found = Vec::new();
    for list in old {
        if find(new, &name_of(list), &|it| pattern(&it.name)).is_none() {
            found.push(make(list, Some(list), None));
        }
    }
    for list in new {
        let before = find(old, &pattern(&list.name), &name_of).map(|at| &old[at]);
        let change = make(list, before, Some(list));
        match before {
            Some(before) if before.meaning == list.meaning => {
                if pattern(&before.name) != pattern(&list.name) {
                    found.push(TreeChange {
                        kind: Kind::Renamed,
                        lines: Vec::new(),
                        remarks: vec![format!("was {}", before.name)],
                        ..change
                    });
                }
            }
            _ => found.push(change),
        }
    }
    found
}

/// Each as a sentence.
pub(super) fn one_by_one(words: &[String]) -> Vec<Sentence> {
    words.iter().map(|word| (0, word.clone())).collect()
}

/// A list whose order means nothing.
fn members(name: &str, members: impl IntoIterator<Item = String>) -> List {
    let mut meaning: Vec<String> = members.into_iter().collect();
    meaning.sort();
    List {
        name: name.to_owned(),
        shown: meaning.clone(),
        meaning,
    }
}

pub(super) fn sets<T: ToString>(all: &[(Located<String>, Vec<Located<T>>)]) -> Vec<List> {
    let all = all.iter().map(|(name, of)| {
        let of = of.iter().map(|member| member.value.to_string());
        members(name, of)
    });
    all.collect()
}

fn tables(all: &[(Located<String>, Vec<Pair>)]) -> Vec<List> {
    let all = all.iter().map(|(name, pairs)| {
        let pairs = pairs.iter();
        members(
            name,
            pairs.map(|(it, becomes)| format!("{} → {becomes}", it.value)),
        )
    });
    all.collect()
}

fn foreign(tables: &TreeTables) -> Vec<List> {
    let all = tables.foreign_attributes.iter().map(|it| {
        let prefix = it.prefix.clone().unwrap_or_default();
        let means = format!("{prefix} {} {}", it.local_name, it.namespace.value);
        members(&it.name, [means.trim_start().to_owned()])
    });
    all.collect()
}

/// Questions and outputs: what they mean for the document is a remark for readers.
fn outside(all: &[Outside]) -> Vec<List> {
    all.iter().map(|it| members(&it.name, [])).collect()
}
