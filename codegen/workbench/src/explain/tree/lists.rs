//! Sets of elements, and the other lists and definitions of tree construction.

use super::uses::{self, Target};
use super::{Explanation, wrapped};
use crate::places::place;
use crate::trees::Trees;
use std::fmt::Write;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::model::{Callee, Outside};

/// A list, a definition, a question or an output, by its index among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explain) enum List {
    Category(usize),
    Scope(usize),
    Identifiers(usize),
    Pairs(usize),
    Definition(usize),
    Question(usize),
    Output(usize),
}

/// Each of them with its name and its place.
fn all(trees: &Trees) -> Vec<(List, &str, Place)> {
    let tables = &trees.tables;
    let sets = tables.sets.iter().enumerate();
    let sets = sets.map(|(at, (name, _))| (List::Category(at), name));
    let scopes = tables.scopes.iter().enumerate();
    let scopes = scopes.map(|(at, (name, _))| (List::Scope(at), name));
    let identifiers = tables.identifiers.iter().enumerate();
    let identifiers = identifiers.map(|(at, (name, _))| (List::Identifiers(at), name));
    let pairs = tables.pairs.iter().enumerate();
    let pairs = pairs.map(|(at, (name, _))| (List::Pairs(at), name));
    let definitions = tables.definitions.iter().enumerate();
    let definitions = definitions.map(|(at, it)| (List::Definition(at), &it.name));
    let questions = tables.questions.iter().enumerate();
    let questions = questions.map(|(at, it)| (List::Question(at), &it.name));
    let outputs = tables.outputs.iter().enumerate();
    let outputs = outputs.map(|(at, it)| (List::Output(at), &it.name));
    let all = sets.chain(scopes).chain(identifiers).chain(pairs);
    let all = all.chain(definitions).chain(questions).chain(outputs);
    all.map(|(list, name)| (list, name.value.as_str(), name.place))
        .collect()
}

pub(super) fn names(trees: &Trees) -> impl Iterator<Item = &str> {
    all(trees).into_iter().map(|(_, name, _)| name)
}

/// The list of a name: `special` or `special category`, `button scope`, `{node} is an HTML integration point` without the
/// words in braces.
pub(super) fn find(text: &str, trees: &Trees) -> Option<List> {
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
pub(super) fn explain(explanation: &Explanation<'_>, list: List) -> String {
    let trees = explanation.trees;
    let tables = &trees.tables;
    let known = all(trees).into_iter().find(|(other, ..)| *other == list);
    let Some((_, name, at)) = known else {
        return String::new();
    };
    let (kind, target) = match list {
        List::Category(_) => ("a category of elements", Target::Category(name)),
        List::Scope(_) => ("the elements at which a scope ends", Target::Scope(name)),
        List::Identifiers(_) => ("a list of identifiers", Target::Identifiers(name)),
        List::Pairs(_) => ("names, and what they become", Target::Pairs(name)),
        List::Definition(at) => ("a condition", Target::Called(Callee::Definition(at))),
        List::Question(at) => {
            let target = Target::Called(Callee::Question(at));
            ("a condition, which the document answers", target)
        }
        List::Output(at) => {
            let target = Target::Called(Callee::Output(at));
            ("a step, which the document carries out", target)
        }
    };
    let mut text = format!("{name}\n  {kind}\n");
    let _ = writeln!(text, "  {}", place(at, explanation.sources));
    text.push('\n');
    match list {
        List::Category(at) => wrapped(&mut text, quoted(&tables.sets[at].1)),
        List::Scope(at) => wrapped(&mut text, quoted(&tables.scopes[at].1)),
        List::Identifiers(at) => {
            for identifier in &tables.identifiers[at].1 {
                let _ = writeln!(text, "  {}", identifier.value);
            }
        }
        List::Pairs(at) => {
            let pairs = tables.pairs[at].1.iter();
            wrapped(
                &mut text,
                pairs.map(|(from, to)| format!("{} → {to},", from.value)),
            );
        }
        List::Definition(at) => {
            let any = english::conjunctions(&tables.definitions[at].any);
            let _ = writeln!(text, "  {}", any.join(", or\n  "));
        }
        List::Question(at) => text.push_str(&meaning(&tables.questions[at])),
        List::Output(at) => text.push_str(&meaning(&tables.outputs[at])),
    }
    explanation.parts(&mut text, "used by", &uses::of(target, trees));
    text
}

fn meaning(outside: &Outside) -> String {
    format!("  {}\n", outside.meaning)
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
