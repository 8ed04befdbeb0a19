//! What is known of two sides of which a page was not understood completely.
//!
//! An old or edited page has sentences that the grammar does not know, and yet most questions about it have an
//! answer. So an answer is given with the open parts that it depends on, in several strengths. None of them is a
//! proof, and a page that has lost a part of the section gets no answer at all: everything could be in that part.

use super::behaviour::references;
use super::broken::{Break, breaks};
use super::budget::Budget;
use super::engine::{self, Grade, SearchResult, Witness, shows};
use super::opaque::{Meeting, Meetings, Opaque, OpaqueSide, OpaqueSteps, OpenPart};
use super::product::Compare;
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
    /// A page has lost a part of the section, or has a part twice: nothing was searched.
    Broken(Vec<Break>),
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
    /// The tables differ, but every input that reaches no open part gives the same output, and so does every input
    /// that passes only open parts in the same words on both sides if
    /// their open sentences have no effect.
    EqualBeyond,
    /// An input shows a difference of this grade, if what is open outside the states does not concern it.
    Differs {
        /// The kind of difference.
        grade: Grade,
        /// The shortest input.
        witness: Box<Witness>,
    },
    /// An input shows a difference of this grade if the open sentences in the same words on both sides have no effect.
    DiffersBeyond {
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
    let broken = breaks(difference);
    if !broken.is_empty() {
        return Decision::Broken(broken);
    }
    let mut steps = OpaqueSteps::default();
    let none = BTreeSet::new();
    let sides = opaque(difference, &mut steps, &none);
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
    let found = search(difference, &sides, budget);
    let (witness, grade) = match found {
        Err(why) => return Decision::Undecided(why),
        Ok((None, meetings)) => {
            let shared = shared(&sides, &meetings);
            let (answer, more) = beyond(difference, &mut steps, &shared, budget);
            conditions.extend(reached(&sides, &meetings));
            for condition in more {
                if conditions
                    .iter()
                    .all(|known| known.parts != condition.parts)
                {
                    conditions.push(condition);
                }
            }
            return Decision::Conditional {
                answer,
                on: conditions,
            };
        }
        Ok((Some(found), _)) => found,
    };
    match conditions.is_empty() {
        true => Decision::Differs { grade, witness },
        false => Decision::Conditional {
            answer: ConditionalAnswer::Differs { grade, witness },
            on: conditions,
        },
    }
}

/// Both sides with their opaque steps, of which those in `passed` are passed.
fn opaque(
    difference: &Difference,
    steps: &mut OpaqueSteps,
    passed: &BTreeSet<Opaque>,
) -> [OpaqueSide; 2] {
    [&difference.from, &difference.to].map(|side| OpaqueSide::of(side, steps, passed))
}

/// A witness with its grade, if there is one, and where the machines reached opaque steps.
type Found = (Option<(Box<Witness>, Grade)>, BTreeSet<Meeting>);

/// Searches for an input that shows a difference and reaches no opaque step.
///
/// # Errors
/// If a side cannot be run, or the search does not close.
fn search(
    difference: &Difference,
    sides: &[OpaqueSide; 2],
    budget: Budget<'_>,
) -> Result<Found, String> {
    let references = references(difference);
    let revisions = [
        (&sides[0].revision, references[0]),
        (&sides[1].revision, references[1]),
    ];
    let meetings = Meetings::default();
    let found = engine::search(revisions, Compare::Places, budget, &meetings);
    let meetings = meetings
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    match found {
        Err(refusal) => Err(format!("cannot be run: {refusal}")),
        Ok(SearchResult::Unknown(why)) => Err(why.to_string()),
        Ok(SearchResult::Closed(..)) => Ok((None, meetings)),
        Ok(SearchResult::Differs(witness) | SearchResult::Near(witness)) => {
            let grade = shows(&witness.outputs, revisions[0], revisions[1]);
            Ok((Some((witness, grade)), meetings))
        }
    }
}

/// The opaque parts that both machines reached in the same configuration, whenever one of them did.
fn shared(sides: &[OpaqueSide; 2], meetings: &BTreeSet<Meeting>) -> BTreeSet<Opaque> {
    let parted = meetings.iter().filter(|meeting| !meeting.same);
    let parted: BTreeSet<Opaque> = parted.flat_map(|m| m.steps).flatten().collect();
    let met = meetings.iter().flat_map(|m| m.steps).flatten();
    // A state that the page does not define has nothing that was understood.
    let is_written =
        |side: &OpaqueSide, step: &Opaque| side.parts.get(step).is_some_and(|p| p.line > 0);
    met.filter(|step| sides.iter().all(|side| is_written(side, step)))
        .filter(|step| !parted.contains(step))
        .collect()
}

/// What a search finds that passes these steps, and the conditions that it adds.
fn beyond(
    difference: &Difference,
    steps: &mut OpaqueSteps,
    passed: &BTreeSet<Opaque>,
    budget: Budget<'_>,
) -> (ConditionalAnswer, Vec<Condition>) {
    let before = (ConditionalAnswer::EqualBefore, Vec::new());
    if passed.is_empty() {
        return before;
    }
    let sides = opaque(difference, steps, passed);
    match search(difference, &sides, budget) {
        Err(_) => before,
        Ok((None, meetings)) => (ConditionalAnswer::EqualBeyond, reached(&sides, &meetings)),
        // A machine that gets stuck may have needed what was not understood.
        Ok((Some((witness, _)), _)) if witness.outputs.iter().any(Result::is_err) => before,
        Ok((Some((witness, grade)), _)) => (
            ConditionalAnswer::DiffersBeyond { grade, witness },
            Vec::new(),
        ),
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
