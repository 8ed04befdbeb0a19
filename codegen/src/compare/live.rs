//! Which registers are read before they are set, from a state on.
//!
//! What is not read again cannot tell two machines apart, and is left out of the abstraction.

use super::registers::{Registers, of_condition, of_step};
use super::tables::{MODELS, Reader, Tables, bodies};
use crate::grammar::{Condition, ContentModel, Is, Matcher, Step, Token};
use crate::model::{Clause, Conjunction, Definition, Event, On, Revision, State, Test};

/// How many definitions and procedures may be made of each other.
const DEPTH: usize = 16;

/// Fills in what is live in each state.
pub(super) fn fill(revision: &Revision, tables: &mut Tables, reader: &Reader<'_>) {
    let set = models_set(revision);
    let models = std::iter::once(None).chain(ContentModel::ALL.iter().map(|(m, _)| Some(*m)));
    for model in models {
        // A condition on a flag that the machine has not, and will not have, is not asked further.
        let possible = match (model, revision.about.content_model_flag) {
            (Some(model), true) => Some([&set[..], &[model]].concat()),
            _ => None,
        };
        if model.is_some() && possible.is_none() {
            for facts in &mut tables.states {
                facts.live = [facts.live[0]; MODELS];
            }
            return;
        }
        let live = of_model(revision, reader, possible.as_deref());
        for (facts, live) in tables.states.iter_mut().zip(live) {
            facts.live[model.map_or(0, |model| model as usize + 1)] = live;
        }
    }
}

/// The content models that some step sets.
fn models_set(revision: &Revision) -> Vec<ContentModel> {
    fn go(clauses: &[Clause], out: &mut Vec<ContentModel>) {
        for clause in clauses {
            match clause {
                Clause::Step(step) => {
                    if let Step::SetContentModel(model) = &step.value {
                        out.push(*model);
                    }
                }
                Clause::Call(_) => {}
                Clause::If {
                    then, otherwise, ..
                } => {
                    go(then, out);
                    go(otherwise, out);
                }
            }
        }
    }
    let mut out = Vec::new();
    bodies(revision, &mut |body| go(body, &mut out));
    out
}

fn of_model(
    revision: &Revision,
    reader: &Reader<'_>,
    possible: Option<&[ContentModel]>,
) -> Vec<Registers> {
    let mut live = vec![Registers::NONE; revision.states.len()];
    loop {
        let mut changed = false;
        for (at, state) in revision.states.iter().enumerate().rev() {
            let walk = Walk {
                revision,
                reader,
                live: &live,
                possible,
                at,
                state,
            };
            let leaves = |on: &Event| matches!(on, Event::Leaving(s) if *s == state.name.value);
            let found = walk.block(state, None, DEPTH);
            let found = found.and(walk.rules(leaves, found, DEPTH)).and(live[at]);
            changed |= found != live[at];
            live[at] = found;
        }
        if !changed {
            return live;
        }
    }
}

struct Walk<'a> {
    revision: &'a Revision,
    reader: &'a Reader<'a>,
    live: &'a [Registers],
    /// The content models that the flag can have, where there is one.
    possible: Option<&'a [ContentModel]>,
    at: usize,
    state: &'a State,
}

impl Walk<'_> {
    /// What is live before a state; or before a procedure, where `back` is live where it was
    /// attempted.
    fn block(&self, block: &State, back: Option<Registers>, depth: usize) -> Registers {
        let next = |body: &[Clause]| match back {
            Some(back) => self.targets(body, depth).0.and(back),
            None => self.after(body, depth),
        };
        if block.rows.is_empty() {
            return self.clauses(&block.body, next(&block.body), depth);
        }
        let mut rows = Registers::NONE;
        for row in &block.rows {
            if !row.when.is_empty() && !row.when.iter().any(|all| self.can_hold(all)) {
                continue;
            }
            rows = rows
                .and(self.clauses(&row.body, next(&row.body), depth))
                .and(self.asked(&row.when, depth));
            let (On::Consumed { any, .. } | On::Peeked(any)) = &row.on else {
                continue;
            };
            if any.iter().any(|m| m.value == Matcher::AdditionalAllowed) {
                rows = rows.and(Registers::ADDITIONAL);
            }
        }
        let next = self.targets(&block.body, depth).0.and(rows);
        self.clauses(&block.body, next, depth)
    }

    /// What is live where a body may go; and in this state, unless a step always goes elsewhere.
    fn after(&self, body: &[Clause], depth: usize) -> Registers {
        let (live, always) = self.targets(body, depth);
        match always {
            true => live,
            false => live.and(self.live[self.at]),
        }
    }

    /// What is live where a body may go, and whether it always goes somewhere.
    fn targets(&self, body: &[Clause], depth: usize) -> (Registers, bool) {
        let (mut live, mut always) = (Registers::NONE, false);
        let Some(depth) = depth.checked_sub(1) else {
            return (live, always);
        };
        for clause in body {
            let (more, goes) = match clause {
                Clause::Step(step) => match &step.value {
                    Step::Switch(state) | Step::Reconsume(state) => (self.of(&state.0), true),
                    Step::SwitchToReturn | Step::ReconsumeInReturn => {
                        let all = self.reader.returns.iter().map(|name| self.of(name));
                        (all.fold(Registers::NONE, Registers::and), true)
                    }
                    Step::SwitchBack => {
                        let all = self.reader.before[self.at].iter();
                        let all = all.map(|at| self.live[*at].without(Registers::ORIGIN));
                        (all.fold(Registers::NONE, Registers::and), true)
                    }
                    _ => (Registers::NONE, false),
                },
                Clause::Call(name) => match self.step_named(name) {
                    Some(body) => self.targets(body, depth),
                    None => (Registers::NONE, false),
                },
                Clause::If {
                    then, otherwise, ..
                } => {
                    let (then, goes) = self.targets(then, depth);
                    let (otherwise, also) = self.targets(otherwise, depth);
                    (then.and(otherwise), goes && also)
                }
            };
            live = live.and(more);
            always |= goes;
        }
        (live, always)
    }

    /// What is live in a state that is gone to.
    fn of(&self, name: &str) -> Registers {
        match self.reader.states.get(name) {
            Some(at) if *at == self.at => self.live[*at],
            Some(at) => self.live[*at].without(Registers::ORIGIN),
            None => Registers::NONE,
        }
    }

    fn step_named(&self, name: &str) -> Option<&[Clause]> {
        self.revision.definitions.iter().find_map(|d| match d {
            Definition::Step { name: n, body } if n.value == name => Some(body.as_slice()),
            _ => None,
        })
    }

    /// What the rules that tell of an event read.
    fn rules(&self, tells: impl Fn(&Event) -> bool, after: Registers, depth: usize) -> Registers {
        let rules = self.revision.rules.iter();
        let rules = rules.filter(|rule| tells(&rule.on.value));
        rules.fold(Registers::NONE, |live, rule| {
            live.and(self.clauses(&rule.body, after, depth))
        })
    }

    /// The rows `anything else`, for a row that asks for them.
    fn anything_else(&self, depth: usize) -> Registers {
        let procedures = self.revision.procedures.iter();
        let blocks = procedures.chain([self.state]);
        let rows = blocks.flat_map(|block| &block.rows).filter(|row| {
            matches!(&row.on, On::Consumed { any, .. } | On::Peeked(any)
                if any.iter().any(|m| m.value == Matcher::AnythingElse))
        });
        rows.fold(Registers::NONE, |live, row| {
            let next = self.after(&row.body, depth);
            live.and(self.clauses(&row.body, next, depth))
        })
    }

    fn clauses(&self, clauses: &[Clause], after: Registers, depth: usize) -> Registers {
        let Some(depth) = depth.checked_sub(1) else {
            return after;
        };
        let mut live = after;
        for clause in clauses.iter().rev() {
            live = match clause {
                Clause::Step(step) => {
                    let (reads, sets) = of_step(&step.value);
                    // A number that nobody reads is not read by making it larger.
                    if matches!(step.value, Step::MultiplyCode(_) | Step::AddToCode(_)) {
                        continue;
                    }
                    if let Step::Attempt(name) = &step.value {
                        // Nothing is returned until something is.
                        let procedures = &self.revision.procedures;
                        let found = procedures.iter().find(|p| p.name.value == name.0);
                        let before = found.map(|p| self.block(p, Some(live), depth));
                        live = before.unwrap_or(live).without(sets);
                        continue;
                    }
                    let mut live = live.without(sets).and(reads);
                    match &step.value {
                        Step::EmitToken(Token::Tag) => {
                            let emits = |on: &Event| !matches!(on, Event::Leaving(_));
                            live = live.and(self.rules(emits, live, depth));
                        }
                        Step::TreatAsAnythingElse => live = live.and(self.anything_else(depth)),
                        _ => {}
                    }
                    live
                }
                Clause::Call(name) => match self.step_named(name) {
                    Some(body) => self.clauses(body, live, depth),
                    None => live,
                },
                Clause::If {
                    any,
                    then,
                    otherwise,
                } if !any.iter().any(|all| self.can_hold(all)) => {
                    let _ = then;
                    self.clauses(otherwise, live, depth).and(self.flags(any))
                }
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => self
                    .clauses(then, live, depth)
                    .and(self.clauses(otherwise, live, depth))
                    .and(self.asked(any, depth)),
            };
        }
        live
    }

    /// Whether nothing that is known of the content model speaks against a conjunction.
    fn can_hold(&self, all: &Conjunction) -> bool {
        let Some(possible) = self.possible else {
            return true;
        };
        all.iter().all(|test| match &test.value {
            Test::Condition(Condition::ContentModelFlag(is, models)) => {
                let agrees = |model: &ContentModel| models.0.contains(model) == (*is == Is::Is);
                possible.iter().any(agrees)
            }
            _ => true,
        })
    }

    /// The content model itself, where it is asked for.
    fn flags(&self, any: &[Conjunction]) -> Registers {
        let asks = |test: &Test| matches!(test, Test::Condition(Condition::ContentModelFlag(..)));
        match any.iter().flatten().any(|test| asks(&test.value)) {
            true => Registers::CONTENT_MODEL,
            false => Registers::NONE,
        }
    }

    fn asked(&self, any: &[Conjunction], depth: usize) -> Registers {
        let Some(depth) = depth.checked_sub(1) else {
            return Registers::NONE;
        };
        let mut reads = Registers::NONE;
        for test in any.iter().filter(|all| self.can_hold(all)).flatten() {
            reads = reads.and(match &test.value {
                Test::Condition(condition) => of_condition(condition),
                Test::Defined { name, .. } => {
                    let found = self.revision.definitions.iter().find_map(|d| match d {
                        Definition::Condition { name: n, any } if n.value == *name => Some(any),
                        _ => None,
                    });
                    found.map_or(Registers::NONE, |any| self.asked(any, depth))
                }
            });
        }
        reads
    }
}
