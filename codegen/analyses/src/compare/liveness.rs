//! The registers that are read before they are set, from a state on.
//!
//! Dead registers cannot distinguish two machines and are not in the key. Liveness depends on the content
//! model, which decides conditions on it, and on the return state, which is the target of a switch.

mod known;
mod walk;

use super::control_flow::NESTING;
use super::facts::RevisionFacts;
use super::reader::Reader;
use tokenwright_tables::grammar::{ContentModel, Step, Token};
use tokenwright_tables::kernel::Traverse;
use tokenwright_tables::kernel::effects::RegisterSet;
use tokenwright_tables::model::{Clause, Event, Revision, State};
use walk::{Walk, sets_return};

/// Computes the live registers of each state.
pub(super) fn fill(revision: &Revision, tables: &mut RevisionFacts, reader: &Reader<'_>) {
    let set = models_set(revision);
    let flags = revision.about.content_model_flag;
    // A condition on a content model that is neither set now nor by any step is false.
    let with = |model| [&set[..], &[model]].concat();
    let models = ContentModel::ALL
        .iter()
        .map(|(model, _)| Some(with(*model)));
    let possible = std::iter::once(None).chain(models.filter(|_| flags));
    for possible in possible {
        // The first pass is for any content model.
        let after_tag = match possible {
            Some(_) => after_tags(revision, tables),
            None => RegisterSet::NONE,
        };
        let possible = possible.as_deref();
        let live = of_model(revision, reader, possible, &tables.returns, after_tag);
        for (at, facts) in tables.states.iter_mut().enumerate() {
            let by: Vec<RegisterSet> = live.iter().map(|live| live[at]).collect();
            let any = by.iter().copied().fold(facts.live.any, RegisterSet::or);
            facts.live.any = any;
            facts.live.by.push(by);
        }
    }
}

/// The registers live, for any content model, in the states that follow a tag.
fn after_tags(revision: &Revision, tables: &RevisionFacts) -> RegisterSet {
    let states = || revision.states.iter().zip(&tables.states);
    let mut targets: Vec<&str> = Vec::new();
    for (state, _) in states() {
        let rows = state.rows.iter().map(|row| &row.body);
        for body in rows.chain([&state.body]) {
            let (mut emits, mut to) = (false, Vec::new());
            for step in body.nodes().steps() {
                emits |= *step == Step::EmitToken(Token::Tag);
                to.extend(step.target());
            }
            let leaves = |clause: &Clause| match clause {
                Clause::Step(step) => matches!(step.value, Step::Switch(_) | Step::Reconsume(_)),
                Clause::Call(_) | Clause::If { .. } => false,
            };
            if emits && !body.iter().any(leaves) {
                targets.push(state.name.as_str());
            }
            if emits {
                targets.extend(to);
            }
        }
    }
    // A defined step may be called in any row.
    let mut emits_anywhere = false;
    for definition in &revision.definitions {
        for step in definition.nodes().steps() {
            emits_anywhere |= *step == Step::EmitToken(Token::Tag);
            targets.extend(step.target());
        }
    }
    let follows = |state: &State| emits_anywhere || targets.contains(&state.name.as_str());
    let live = states().filter(|(state, _)| follows(state));
    let live = live.map(|(_, facts)| facts.live.any());
    let live = live.fold(RegisterSet::NONE, RegisterSet::or);
    live.without(RegisterSet::ORIGIN)
}

/// The content models that some step sets.
fn models_set(revision: &Revision) -> Vec<ContentModel> {
    let set = revision.nodes().steps().filter_map(|step| match step {
        Step::SetContentModel(model) => Some(*model),
        _ => None,
    });
    set.collect()
}

/// The live registers of each state, by return state, any first.
fn of_model(
    revision: &Revision,
    reader: &Reader<'_>,
    possible: Option<&[ContentModel]>,
    returns: &[usize],
    after_tag: RegisterSet,
) -> Vec<Vec<RegisterSet>> {
    let mut live = vec![vec![RegisterSet::NONE; revision.states.len()]; 1 + returns.len()];
    let sets: Vec<bool> = revision
        .states
        .iter()
        .map(|s| sets_return(revision, s.nodes()))
        .collect();
    loop {
        let mut changed = false;
        for back in 0..live.len() {
            for (at, state) in revision.states.iter().enumerate().rev() {
                let walk = Walk {
                    revision,
                    reader,
                    live: &live,
                    possible,
                    returns,
                    at,
                    state,
                    back,
                    settled: back
                        .checked_sub(1)
                        .map(|at| returns[at])
                        .filter(|_| !sets[at]),
                    after_tag,
                };
                let leaves = |on: &Event| matches!(on, Event::Leaving(s) if *s == state.name.value);
                let found = walk.block(state, None, NESTING);
                let found = found.or(walk.rules(leaves, found, NESTING));
                let found = found.or(live[back][at]);
                changed |= found != live[back][at];
                live[back][at] = found;
            }
        }
        if !changed {
            return live;
        }
    }
}

/// The return states, by the index of the state; none where it is set elsewhere than in a state.
pub(super) fn returns(revision: &Revision, reader: &Reader<'_>) -> Vec<usize> {
    let rules = revision.rules.iter().map(Traverse::nodes);
    let mut elsewhere = rules.chain(revision.procedures.iter().map(Traverse::nodes));
    if elsewhere.any(|nodes| sets_return(revision, nodes)) {
        return Vec::new();
    }
    let states = reader.returns.iter();
    states
        .filter_map(|name| reader.states.get(name.as_str()).copied())
        .collect()
}
