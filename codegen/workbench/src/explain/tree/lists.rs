//! Sets of elements, and the other lists and definitions of tree construction.

use super::uses::{self, Target};
use super::{Explanation, wrapped};
use crate::places::place;
use crate::trees::Trees;
use std::fmt::Write;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::model::{Callee, TreeTables};
use tokenwright_tables::tree::{List, english};

/// A list, by its index among those of its kind, or what a sentence can call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explain) enum Listed {
    In(List, usize),
    Called(Callee),
}

/// Each of them with its name and its place.
fn all(trees: &Trees) -> Vec<(Listed, &str, Place)> {
    let tables = &trees.tables;
    let lists = List::ALL.into_iter().flat_map(|of| {
        let names = tables.lists(of).into_iter().enumerate();
        names.map(move |(at, name)| (Listed::In(of, at), name))
    });
    // An algorithm is a subject of its own.
    let callees = tables.callees();
    let callees = callees.filter(|(callee, _)| !matches!(callee, Callee::Algorithm(_)));
    let callees = callees.map(|(callee, name)| (Listed::Called(callee), name));
    let all = lists.chain(callees);
    all.map(|(listed, name)| (listed, name.value.as_str(), name.place))
        .collect()
}

pub(super) fn names(trees: &Trees) -> impl Iterator<Item = &str> {
    all(trees).into_iter().map(|(_, name, _)| name)
}

/// The list of a name: `special` or `special category`, `button scope`, `{node} is an HTML integration point` without the
/// words in braces.
pub(super) fn find(text: &str, trees: &Trees) -> Option<Listed> {
    let bare = text.strip_suffix(" category").unwrap_or(text);
    let mut all = all(trees).into_iter();
    let found = all.find(|(_, name, _)| {
        let words = name.split_once('}').map_or(*name, |(_, rest)| rest.trim());
        let noun = words
            .trim_start_matches("is an ")
            .trim_start_matches("is a ");
        [*name, words, noun].contains(&bare)
    });
    found.map(|(list, ..)| list)
}

/// What a list has, and who uses it.
pub(super) fn explain(explanation: &Explanation<'_>, listed: Listed) -> String {
    let trees = explanation.trees;
    let known = all(trees).into_iter().find(|(it, ..)| *it == listed);
    let Some((_, name, at)) = known else {
        return String::new();
    };
    let (kind, target) = match listed {
        Listed::In(of, _) => (kind_of_list(of), Target::List(of, name)),
        Listed::Called(callee) => (kind_of_callee(callee), Target::Called(callee)),
    };
    let place = place(at, explanation.sources);
    let mut text = format!("{name}\n  {kind}\n  {place}\n\n");
    match listed {
        Listed::In(of, at) => contents(&mut text, of, at, &trees.tables),
        Listed::Called(callee) => meaning(&mut text, callee, &trees.tables),
    }
    explanation.parts(&mut text, "used by", &uses::of(target, trees));
    text
}

fn kind_of_list(of: List) -> &'static str {
    match of {
        List::Set => "a category of elements",
        List::Scope => "the elements at which a scope ends",
        List::Identifiers => "a list of identifiers",
        List::Pairs => "names, and what they become",
    }
}

fn kind_of_callee(callee: Callee) -> &'static str {
    match callee {
        Callee::Algorithm(_) => "an algorithm",
        Callee::Definition(_) => "a condition",
        Callee::Question(_) => "a condition, which the document answers",
        Callee::Output(_) => "a step, which the document carries out",
    }
}

fn contents(text: &mut String, of: List, at: usize, tables: &TreeTables) {
    match of {
        List::Set => wrapped(text, quoted(&tables.sets[at].1)),
        List::Scope => wrapped(text, quoted(&tables.scopes[at].1)),
        List::Identifiers => {
            for identifier in &tables.identifiers[at].1 {
                let _ = writeln!(text, "  {}", identifier.value);
            }
        }
        List::Pairs => {
            let pairs = tables.pairs[at].1.iter();
            let pairs = pairs.map(|(from, to)| format!("{} → {to},", from.value));
            wrapped(text, pairs);
        }
    }
}

fn meaning(text: &mut String, callee: Callee, tables: &TreeTables) {
    let meaning = match callee {
        Callee::Algorithm(_) => return,
        Callee::Definition(at) => {
            english::conjunctions(&tables.definitions[at].any).join(", or\n  ")
        }
        Callee::Question(at) => tables.questions[at].meaning.to_string(),
        Callee::Output(at) => tables.outputs[at].meaning.to_string(),
    };
    let _ = writeln!(text, "  {meaning}");
}

fn quoted<T: std::fmt::Display>(
    members: &[tokenwright_tables::model::Located<T>],
) -> impl Iterator<Item = String> {
    let last = members.len().saturating_sub(1);
    members.iter().enumerate().map(move |(at, member)| {
        let comma = if at == last { "" } else { "," };
        format!("{}{comma}", member.value)
    })
}
