//! Collects the facts about a revision.

use super::control_flow::{self, NESTING};
use super::facts::{Bulk, RevisionFacts, StateFacts};
use super::liveness;
use super::name_completion::completes_names;
use super::reader::Reader;
use std::cell::Cell;
use tokenwright_tables::grammar::{Condition, Step};
use tokenwright_tables::kernel::Traverse;
use tokenwright_tables::model::{Clause, Event, Revision, Rule, State, Test};

/// Reads a revision.
pub(super) fn collect(revision: &Revision) -> RevisionFacts {
    let names = revision.states.iter().enumerate();
    let reader = Reader {
        revision,
        states: names.map(|(at, s)| (s.name.as_str(), at)).collect(),
        returns: control_flow::returns(revision),
        before: control_flow::before(revision),
        at: Cell::new(0),
    };
    let mut tables = RevisionFacts::default();
    let is_opaque = |step: &Step| matches!(step, Step::SetAdditionalAllowed(c) if c.is_surrogate());
    tables.has_opaque_steps = revision.nodes().steps().any(is_opaque);
    for row in &revision.input_stream.rows {
        let mut facts = StateFacts::default();
        reader.on(&row.on, &mut facts);
        tables.stream.extend(facts.splitters);
    }
    tables.states = vec![StateFacts::default(); revision.states.len()];
    for (at, state) in revision.states.iter().enumerate() {
        reader.at.set(at);
        let mut facts = StateFacts {
            bulk: bulk(revision, state),
            ..StateFacts::default()
        };
        reader.nodes(state.body.nodes(), &mut facts, &mut tables, NESTING);
        facts.again.append(&mut facts.switches);
        for row in &state.rows {
            reader.row(row, &mut facts, &mut tables, NESTING);
        }
        if facts.looks_far {
            facts.again.append(&mut facts.switches);
        }
        tables.states[at] = facts;
        tables.completes.extend(completes_names(&reader, state));
    }
    for rule in &revision.rules {
        // A rule may run in any state that emits a tag or switches to another state.
        let mut facts = StateFacts::default();
        reader.nodes(rule.nodes(), &mut facts, &mut tables, NESTING);
        facts.again.append(&mut facts.switches);
        for state in &mut tables.states {
            state.add(&facts);
            state.again.extend(&facts.again);
            state.looks_far |= facts.looks_far;
        }
    }
    close(&mut tables);
    tables.returns = liveness::returns(revision, &reader);
    liveness::fill(revision, &mut tables, &reader);
    tables
}

/// Adds to each state the splitters of the states that get the same character again.
fn close(tables: &mut RevisionFacts) {
    let own = tables.states.clone();
    for (at, state) in tables.states.iter_mut().enumerate() {
        let mut seen = vec![false; own.len()];
        let mut open = vec![at];
        while let Some(next) = open.pop() {
            if std::mem::replace(&mut seen[next], true) {
                continue;
            }
            let other = &own[next];
            if next != at {
                state.add(other);
            }
            open.extend(&other.again);
        }
    }
}

/// Recognises a state that consumes in bulk by its first step other than a switch, and the step after it.
fn bulk(revision: &Revision, state: &State) -> Option<Bulk> {
    let leaves = |rule: &Rule| rule.on.value == Event::Leaving(state.name.value.clone());
    // A rule may produce output before the bulk does.
    if revision.rules.iter().any(leaves) {
        return None;
    }
    bulk_of(&state.body)
}

fn bulk_of(body: &[Clause]) -> Option<Bulk> {
    let switches = |clause: &&Clause| matches!(clause, Clause::Step(step) if matches!(step.value, Step::Switch(_)));
    // A condition on the next character is decided before anything is consumed.
    if let Some(Clause::If {
        any,
        then,
        otherwise,
    }) = body.iter().find(|clause| !switches(clause))
        && any
            .iter()
            .flatten()
            .all(|test| matches!(&test.value, Test::Condition(Condition::NextInput(..))))
    {
        return bulk_of(then).or_else(|| bulk_of(otherwise));
    }
    let mut steps = body.iter().filter_map(|clause| match clause {
        Clause::Step(step) if matches!(step.value, Step::Switch(_)) => None,
        Clause::Step(step) => Some(Some(&step.value)),
        Clause::Call(_) | Clause::If { .. } => Some(None),
    });
    match (steps.next()??, steps.next()??) {
        (Step::ConsumeThroughText(end), Step::EmitConsumed) => Some(Bulk::Text(end.0.clone())),
        (Step::ConsumeThroughChar(_), Step::EmitConsumed) => Some(Bulk::Text(String::new())),
        (Step::ConsumeThroughChar(_), Step::EmitBulkComment) => Some(Bulk::Comment(false)),
        (Step::ConsumeThroughChar(_), Step::EmitBulkCommentReplaced) => Some(Bulk::Comment(true)),
        _ => None,
    }
}
