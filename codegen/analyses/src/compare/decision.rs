//! What is known of two sides of which a page was not understood completely.

use super::behaviour::references;
use super::budget::Budget;
use super::engine::{Grade, SearchResult, Witness, search_avoiding, shows};
use super::opaque::{Meeting, Meetings, OpaqueSide, OpaqueSteps, OpenPart};
use crate::diff::Difference;
use std::collections::BTreeSet;
use std::sync::PoisonError;

/// What is known of two sides of which a page was not understood completely.
///
/// Nothing here is a proof: an answer that depends on an open part is [`Decision::Conditional`].
#[derive(Clone, Debug)]
pub enum Decision {
    /// They differ, as an input shows that reaches no open part.
    Differs {
        /// The kind of difference that the input shows; others may show more.
        grade: Grade,
        /// The shortest such input.
        witness: Box<Witness>,
    },
    /// The answer depends on open parts.
    Conditional {
        /// The answer if the conditions hold.
        answer: ConditionalAnswer,
        /// The conditions.
        on: Vec<Condition>,
    },
    /// Nothing is known, for this reason.
    Undecided(String),
}

/// The answer on condition.
#[derive(Clone, Debug)]
pub enum ConditionalAnswer {
    /// Everything that was understood is the same on both sides.
    Equal,
    /// The tables differ, but every input that reaches no open part gives the same output.
    EqualBefore,
    /// An input shows a difference of this grade, if what is open outside the states does not concern it.
    Differs {
        /// The kind of difference.
        grade: Grade,
        /// The shortest input.
        witness: Box<Witness>,
    },
}

/// An open part on which an answer depends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The part on each side; none if that side has no open part there.
    pub parts: [Option<OpenPart>; 2],
    /// Whether both are the same words in the same place.
    pub same_words: bool,
}

/// Decides what can be decided of two sides of which one was not understood completely.
///
/// An open part that is word for word the same in the same place of both sides is an unknown but equal action.
pub fn decide(difference: &Difference, budget: Budget<'_>) -> Decision {
    let mut steps = OpaqueSteps::default();
    let sides = [&difference.from, &difference.to].map(|side| OpaqueSide::of(side, &mut steps));
    if steps.is_full() {
        return Decision::Undecided("too many parts were not understood".to_owned());
    }
    let mut conditions = outside(&sides);
    if difference.is_empty() && same_parts(&sides) && conditions.iter().all(|c| c.same_words) {
        let all = sides[0].parts.keys();
        conditions.extend(all.map(|step| condition(&sides, [Some(*step); 2])));
        return Decision::Conditional {
            answer: ConditionalAnswer::Equal,
            on: conditions,
        };
    }
    let references = references(difference);
    let revisions = [
        (&sides[0].revision, references[0]),
        (&sides[1].revision, references[1]),
    ];
    let meetings = Meetings::default();
    let found = search_avoiding(revisions, budget, &meetings);
    let meetings = meetings
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let (witness, grade) = match found {
        Err(refusal) => return Decision::Undecided(format!("cannot be run: {refusal}")),
        Ok(SearchResult::Unknown(why)) => return Decision::Undecided(why.to_string()),
        Ok(SearchResult::Closed(..)) => {
            conditions.extend(reached(&sides, &meetings));
            return Decision::Conditional {
                answer: ConditionalAnswer::EqualBefore,
                on: conditions,
            };
        }
        Ok(SearchResult::Differs(witness) | SearchResult::Near(witness)) => {
            let grade = shows(&witness.outputs, revisions[0], revisions[1]);
            (witness, grade)
        }
    };
    match conditions.is_empty() {
        true => Decision::Differs { grade, witness },
        false => Decision::Conditional {
            answer: ConditionalAnswer::Differs { grade, witness },
            on: conditions,
        },
    }
}

/// Whether both sides have the same opaque steps.
fn same_parts(sides: &[OpaqueSide; 2]) -> bool {
    sides[0].parts.keys().eq(sides[1].parts.keys())
}

/// The conditions for what is open outside the states.
fn outside(sides: &[OpaqueSide; 2]) -> Vec<Condition> {
    let mut newer: Vec<&OpenPart> = sides[1].outside.iter().collect();
    let mut conditions = Vec::new();
    for part in &sides[0].outside {
        let same = newer
            .iter()
            .position(|other| (&other.part, &other.words) == (&part.part, &part.words));
        let other = same.map(|at| newer.remove(at).clone());
        conditions.push(Condition {
            same_words: other.is_some(),
            parts: [Some(part.clone()), other],
        });
    }
    conditions.extend(newer.into_iter().map(|part| Condition {
        parts: [None, Some(part.clone())],
        same_words: false,
    }));
    conditions
}

/// The conditions for the opaque steps that the machines reach.
fn reached(sides: &[OpaqueSide; 2], meetings: &BTreeSet<Meeting>) -> Vec<Condition> {
    let mut conditions: Vec<Condition> = Vec::new();
    for meeting in meetings {
        let mut condition = condition(sides, meeting.steps);
        condition.same_words &= meeting.same;
        let alike = |other: &&mut Condition| other.parts == condition.parts;
        match conditions.iter_mut().find(alike) {
            Some(other) => other.same_words &= condition.same_words,
            None => conditions.push(condition),
        }
    }
    conditions
}

fn condition(sides: &[OpaqueSide; 2], steps: [Option<usize>; 2]) -> Condition {
    let part = |side: usize| steps[side].and_then(|step| sides[side].parts.get(&step).cloned());
    Condition {
        parts: [part(0), part(1)],
        same_words: steps[0] == steps[1],
    }
}
