//! What both sides can start with.

use super::tables::Tables;
use crate::grammar::ContentModel;
use crate::interpret::Setup;
use crate::model::{About, Revision};

/// A start that both sides can be given, in the terms of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// For the first side and for the second.
    pub sides: [Setup; 2],
}

/// Names of last start tags. One and two letters stand for all.
///
/// Of the name no more is ever asked than whether there is one, whether it is the tag name, and
/// whether it stands ahead, ignoring case. Each is answered a letter at a time: a letter is the next
/// of the name or it is not, and the name ends after it or goes on. In `a` the first letter is the
/// last; in `ab` there is one after which it goes on, and another after which it ends. A longer name
/// has only more letters of the first kind in between, and at each of them both machines are where
/// they are after the `a` of `ab`. No step copies the name, so that nothing else of it is seen.
pub(super) const NAMES: [&str; 2] = ["a", "ab"];

/// What a document can be in when a tokenizer starts: text of one kind or another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start<'a> {
    /// The initial state.
    Initial,
    /// A state that tree construction switches to.
    State(&'a str),
    /// A content model in the initial state.
    Model(ContentModel),
}

/// The content models and the states that took their place. `CDATA` was split: for the contents of
/// scripts, and for other raw text.
const SUCCESSORS: [(ContentModel, &str); 4] = [
    (ContentModel::Rcdata, "RCDATA"),
    (ContentModel::Cdata, "RAWTEXT"),
    (ContentModel::Cdata, "script data"),
    (ContentModel::Plaintext, "PLAINTEXT"),
];

/// Every start that both sides can have, the plainest first.
pub(super) fn all(revisions: [&Revision; 2], tables: [&Tables; 2]) -> Vec<Setting> {
    let [a, b] = revisions.map(|revision| &revision.about);
    let mut starts = vec![(Start::Initial, Start::Initial)];
    for start in of(a) {
        let same = |other: &Start<'_>| same_start(revisions, start, *other);
        starts.extend(of(b).into_iter().filter(same).map(|other| (start, other)));
    }
    let names: &[Option<&str>] = match tables.iter().any(|t| t.reads_last_start_tag) {
        true => &[None, Some(NAMES[0]), Some(NAMES[1])],
        false => &[None],
    };
    let foreign: &[bool] = match tables.iter().any(|t| t.asks_foreign) {
        true => &[false, true],
        false => &[false],
    };
    let mut settings = Vec::new();
    for (a, b) in starts {
        for foreign in foreign {
            for name in names {
                // Text that is not in an element has no last start tag to be compared with.
                if a == Start::Initial && name.is_some() {
                    continue;
                }
                settings.push(Setting {
                    sides: [a, b].map(|start| setup(start, *name, *foreign)),
                });
            }
        }
    }
    settings
}

fn of(about: &About) -> Vec<Start<'_>> {
    let mut starts: Vec<_> = about
        .entry_states
        .iter()
        .map(|state| Start::State(&state.value))
        .collect();
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
        (Start::State(state), Start::Model(model)) | (Start::Model(model), Start::State(state)) => {
            SUCCESSORS.contains(&(model, state))
        }
        (Start::Initial, _) | (_, Start::Initial) => false,
    }
}

/// Whether the tables say that one state is the other under another name.
fn renamed(revisions: [&Revision; 2], a: &str, b: &str) -> bool {
    let was = |revision: &Revision, name: &str| {
        let state = revision
            .states
            .iter()
            .find(|state| state.name.value == name);
        state.and_then(|state| state.was.clone())
    };
    was(revisions[1], b).is_some_and(|was| was == a)
        || was(revisions[0], a).is_some_and(|was| was == b)
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
    }
}
