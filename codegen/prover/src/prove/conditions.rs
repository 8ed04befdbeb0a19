//! The registers that the conditions of the tables read, state by state.
//!
//! Liveness is computed from the lowered machine. If lowering omitted a condition, the registers that it reads would
//! look dead, and the key would merge exactly the pairs that show the omission. Therefore the conditions of the model
//! count as well. An omitted step needs no such care: it shows in the output of any pair.
//!
//! Paths are joined without their order, so more registers may count as read than are: that makes keys longer.

use tokenwright_compiler::liveness::Facts;
use tokenwright_tables::grammar::{Condition, Is, Step, Token, TokenKind};
use tokenwright_tables::kernel::effects::RegisterSet;
use tokenwright_tables::model::{Clause, Conjunction, Event, Revision, State, Test};

/// The conditions of a revision.
pub(super) struct Conditions<'r> {
    revision: &'r Revision,
}

/// The registers that the paths have read, those that all of them have set, and the facts after them.
#[derive(Clone, Copy)]
struct Walk {
    reads: RegisterSet,
    sets: RegisterSet,
    facts: Facts,
}

impl<'r> Conditions<'r> {
    pub(super) fn of(revision: &'r Revision) -> Self {
        Conditions { revision }
    }

    /// The registers that the conditions of a state, and of everything that it runs, may read.
    pub(super) fn read_in(&self, state: &State, facts: Facts) -> RegisterSet {
        let start = Walk {
            reads: RegisterSet::NONE,
            sets: RegisterSet::NONE,
            facts,
        };
        let mut walk = self.block(state, start);
        for rule in &self.revision.rules {
            if rule.on.value == Event::Leaving(state.name.value.clone()) {
                let of_rule = self.clauses(&rule.body, Walk { facts, ..start });
                walk.reads = walk.reads.or(of_rule.reads);
            }
        }
        walk.reads
    }

    /// A state or procedure: its steps, then one of its rows.
    fn block(&self, state: &State, walk: Walk) -> Walk {
        let start = self.clauses(&state.body, walk);
        let mut end = start;
        for row in &state.rows {
            let guarded = self.any(&row.when, start);
            let possible =
                row.when.is_empty() || self.answer(&row.when, start.facts) != Some(false);
            if possible {
                end = end.or(self.clauses(&row.body, guarded));
            }
        }
        end
    }

    fn clauses(&self, clauses: &[Clause], walk: Walk) -> Walk {
        clauses.iter().fold(walk, |walk, clause| match clause {
            Clause::Step(step) => self.step(&step.value, walk),
            Clause::Call(name) => {
                self.clauses(self.revision.defined_step(name).unwrap_or_default(), walk)
            }
            Clause::If {
                any,
                then,
                otherwise,
            } => match self.answer(any, walk.facts) {
                Some(true) => self.clauses(then, walk),
                Some(false) => self.clauses(otherwise, walk),
                None => {
                    let after_test = self.any(any, walk);
                    let then = self.clauses(then, after_test);
                    then.or(self.clauses(otherwise, after_test))
                }
            },
        })
    }

    fn step(&self, step: &Step, mut walk: Walk) -> Walk {
        walk.sets = walk.sets.or(step.effects().writes);
        match step {
            Step::Attempt(name) => match self.revision.procedure(&name.0) {
                Some(procedure) => {
                    walk.sets = walk.sets.or(RegisterSet::CODE);
                    self.block(procedure, walk)
                }
                None => walk,
            },
            Step::EmitToken(Token::Tag) => {
                for rule in &self.revision.rules {
                    let applies = match rule.on.value {
                        Event::EmittingEndTag => walk.facts.is_end_tag != Some(false),
                        Event::EmittingStartTag => walk.facts.is_end_tag != Some(true),
                        Event::Leaving(_) => false,
                    };
                    if applies {
                        walk = walk.or(self.clauses(&rule.body, walk));
                    }
                }
                // Tree construction may set the flag.
                walk.facts = Facts::NONE;
                walk
            }
            Step::Create(TokenKind::StartTag | TokenKind::EndTag) => {
                walk.facts.is_end_tag = Some(*step == Step::Create(TokenKind::EndTag));
                walk
            }
            Step::SetContentModel(model) => {
                walk.facts.content_model = Some(*model);
                walk
            }
            _ => walk,
        }
    }

    fn any(&self, any: &[Conjunction], mut walk: Walk) -> Walk {
        for all in any {
            let possible = self.answer(std::slice::from_ref(all), walk.facts) != Some(false);
            for test in all.iter().filter(|_| possible) {
                walk = match &test.value {
                    Test::Condition(condition) => Walk {
                        reads: walk.reads.or(of_condition(condition).without(walk.sets)),
                        ..walk
                    },
                    Test::Defined { name, .. } => {
                        let any = self.revision.defined_condition(name);
                        self.any(any.unwrap_or_default(), walk)
                    }
                };
            }
        }
        walk
    }

    /// Whether one of some conjunctions holds, if that is known.
    fn answer(&self, any: &[Conjunction], facts: Facts) -> Option<bool> {
        self.revision
            .answer(any, &|condition| answer(condition, facts))
    }
}

impl Walk {
    /// The union of two paths.
    fn or(self, other: Walk) -> Walk {
        Walk {
            reads: self.reads.or(other.reads),
            sets: self.sets.and(other.sets),
            facts: self.facts.or(other.facts),
        }
    }
}

/// Whether a condition holds, if that is known.
fn answer(condition: &Condition, facts: Facts) -> Option<bool> {
    match condition {
        Condition::ContentModelFlag(is, models) => facts
            .content_model
            .map(|model| models.0.contains(&model) == (*is == Is::Is)),
        Condition::CurrentTag(is, TokenKind::EndTag) => {
            facts.is_end_tag.map(|is_end| is_end == (*is == Is::Is))
        }
        Condition::CurrentTag(is, TokenKind::StartTag) => {
            facts.is_end_tag.map(|is_end| is_end != (*is == Is::Is))
        }
        _ => None,
    }
}

/// The registers that a condition reads. A state tests only its own matches and bulk runs.
fn of_condition(condition: &Condition) -> RegisterSet {
    let own = RegisterSet::NAME_MATCH.or(RegisterSet::MATCHED_DIGITS);
    let reads = condition.effects().reads;
    reads.without(own.or(RegisterSet::BULK))
}
