//! The initial configurations that both sides can start in.

use super::control_flow::is_reached;
use super::facts::RevisionFacts;
use crate::diff;
use std::collections::BTreeSet;
use tokenwright_interpreter::{Response, Setup};
use tokenwright_tables::grammar::ContentModel;
use tokenwright_tables::model::{About, Revision};

/// A setup that both sides support, in the terms of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupPair {
    /// The setup of the first side, and of the second.
    pub sides: [Setup; 2],
}

impl SetupPair {
    /// Both setups with these responses of tree construction to tags; trailing ones without effect are dropped.
    pub(super) fn after(&self, responses: &[Response]) -> Self {
        let none = Response::default();
        let until = responses.iter().rposition(|response| *response != none);
        let mut pair = self.clone();
        for setup in &mut pair.sides {
            setup.responses = responses[..until.map_or(0, |at| at + 1)].to_vec();
        }
        pair
    }
}

/// Names of last start tags. Names of one and two letters represent all others.
///
/// Conditions test only whether there is a last start tag, whether its name is the tag name, and whether it
/// follows in the input, ignoring case. The answer depends on one letter at a time: a letter is the next of
/// the name or not, and the name ends after it or continues. In `a` the first letter is the last; in `ab`
/// the name continues after one letter and ends after the other. A longer name only repeats letters of the
/// first kind, and after each of them both machines are in the state after the `a` of `ab`. No step copies
/// the name, so nothing else of it is observable.
const NAMES: [&str; 2] = ["a", "ab"];

/// The kind of text that a tokenizer can start in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start<'a> {
    /// The initial state.
    Initial,
    /// A state that tree construction switches to.
    State(&'a str),
    /// A content model in the initial state.
    Model(ContentModel),
}

/// The names of last start tags to start with. There are more of them if the tables also compare something
/// else with them.
pub(super) fn names(tables: [&RevisionFacts; 2]) -> Vec<String> {
    if !tables.iter().any(|tables| tables.reads_last_start_tag) {
        return Vec::new();
    }
    let mut names: Vec<String> = NAMES.map(str::to_owned).to_vec();
    // Names that are in the same lists are equivalent; the shortest represents them.
    let mut found = BTreeSet::new();
    let texts = tables.iter().flat_map(|t| t.texts_near_last_start_tag());
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable_by_key(|text| (text.len(), text.clone()));
    for text in texts {
        let alike = tables.map(|tables| {
            let lists = tables.lists.values();
            lists
                .map(|list| list.contains(&text))
                .collect::<Vec<bool>>()
        });
        let is_listed = alike.iter().flatten().any(|listed| *listed);
        if is_listed && !found.insert(alike) || text.is_empty() {
            continue;
        }
        if !is_listed {
            let (shorter, longer) = (&text[..text.len() - 1], format!("{text}a"));
            names.extend([shorter.to_owned(), longer]);
        }
        names.push(text);
    }
    names.retain(|name| !name.is_empty());
    names.dedup();
    names
}

/// Every entry of both sides, the simplest first.
pub(super) fn all(revisions: [&Revision; 2], tables: [&RevisionFacts; 2]) -> Vec<SetupPair> {
    let [a, b] = revisions.map(|revision| &revision.about);
    let mut starts = vec![(Start::Initial, Start::Initial)];
    for start in of(a) {
        let same = |other: &Start<'_>| same_start(revisions, start, *other);
        starts.extend(of(b).into_iter().filter(same).map(|other| (start, other)));
    }
    let names = names(tables);
    let names: Vec<Option<&str>> = std::iter::once(None)
        .chain(names.iter().map(|name| Some(name.as_str())))
        .collect();
    let foreign: &[bool] = match tables.iter().any(|t| t.asks_foreign) {
        true => &[false, true],
        false => &[false],
    };
    let mut entries = Vec::new();
    for (a, b) in starts {
        for foreign in foreign {
            for name in &names {
                // Text outside of elements has no last start tag.
                if a == Start::Initial && name.is_some() {
                    continue;
                }
                entries.push(SetupPair {
                    sides: [a, b].map(|start| setup(start, *name, *foreign)),
                });
            }
        }
    }
    entries
}

fn of(about: &About) -> Vec<Start<'_>> {
    let states = about.entry_states.iter();
    let mut starts: Vec<_> = states.map(|state| Start::State(&state.value)).collect();
    if about.content_model_flag {
        let models = ContentModel::ALL.iter().map(|(model, _)| *model);
        let models = models.filter(|model| *model != ContentModel::Pcdata);
        starts.extend(models.map(Start::Model));
    }
    starts
}

/// Whether two starts are for the same text.
fn same_start(revisions: [&Revision; 2], a: Start<'_>, b: Start<'_>) -> bool {
    match (a, b) {
        (Start::State(a), Start::State(b)) => a == b || renamed(revisions, a, b),
        (Start::Model(a), Start::Model(b)) => a == b,
        (Start::State(state), Start::Model(model)) => took_place(revisions, 0, state, model),
        (Start::Model(model), Start::State(state)) => took_place(revisions, 1, state, model),
        (Start::Initial, _) | (_, Start::Initial) => false,
    }
}

/// Whether one state is the other under another name: the tables say so, or it has no other counterpart and
/// the same behaviour.
fn renamed(revisions: [&Revision; 2], a: &str, b: &str) -> bool {
    let [from, to] = revisions;
    let has = |revision: &Revision, name: &str| revision.state(name).is_some();
    !has(to, a) && !has(from, b) && {
        let pairs = diff::states_paired(from, to);
        pairs.contains(&(a, b))
    }
}

/// Whether a state of one side replaced a content model of the other. Either it has its name, or no state
/// has and it is one of the states that only tree construction switches to, since a model was split in two.
fn took_place(revisions: [&Revision; 2], side: usize, state: &str, model: ContentModel) -> bool {
    let revision = revisions[side];
    let of_name = |model: &ContentModel| {
        let name = model.to_string();
        let mut entries = revision.about.entry_states.iter();
        entries.any(|entry| entry.value == name)
    };
    let mut models = ContentModel::ALL.iter();
    if of_name(&model) || models.any(|(model, _)| model.to_string() == state) {
        return model.to_string() == state;
    }
    !is_reached(revision, state)
}

fn setup(start: Start<'_>, name: Option<&str>, foreign: bool) -> Setup {
    let (state, content_model) = match start {
        Start::Initial => (None, None),
        Start::State(state) => (Some(state.to_owned()), None),
        Start::Model(model) => (None, Some(model)),
    };
    Setup {
        state,
        last_start_tag: name.map(str::to_owned),
        content_model,
        foreign,
        responses: Vec::new(),
    }
}
