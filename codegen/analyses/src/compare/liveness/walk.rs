//! The registers live before steps, from those live after them.
//!
//! Steps read the return state, and where it leads decides what is live; so liveness is kept for each state and each
//! return state that it may have. Steps are walked backwards with the kernel's table of effects, so a new form has no
//! case here. A target that is not known counts as all return states: that makes keys longer and the search slower,
//! never wrong.

use super::super::reader::Reader;
use tokenwright_tables::grammar::{ContentModel, Matcher, Step, Token};
use tokenwright_tables::kernel::effects::RegisterSet;
use tokenwright_tables::kernel::{Nodes, Traverse};
use tokenwright_tables::model::{Clause, Event, Located, Revision, State, Switch};

pub(super) struct Walk<'a> {
    pub(super) revision: &'a Revision,
    pub(super) reader: &'a Reader<'a>,
    /// The live registers of each state so far, by return state.
    pub(super) live: &'a [Vec<RegisterSet>],
    /// The possible values of the content model flag, if there is one.
    pub(super) possible: Option<&'a [ContentModel]>,
    /// The return states.
    pub(super) returns: &'a [usize],
    pub(super) at: usize,
    pub(super) state: &'a State,
    /// The return state, counted from 1; or any.
    pub(super) back: usize,
    /// The return state, if it is known and the current state does not set it.
    pub(super) settled: Option<usize>,
    /// The registers that are live after a tag only if tree construction sets the content model flag.
    pub(super) after_tag: RegisterSet,
}

/// The possible return states at the end of a path.
type Backs = Vec<usize>;

impl Walk<'_> {
    /// The registers live before a state; or before a procedure, if `back` is live after its attempt.
    pub(super) fn block(
        &self,
        block: &State,
        back: Option<RegisterSet>,
        depth: usize,
    ) -> RegisterSet {
        let next = |body: &[Clause], backs: &Backs| match back {
            Some(back) => self.targets(body, backs, depth).0.or(back),
            None => self.after(body, backs, depth),
        };
        let backs = self.backs(&[self.back].into(), &block.body);
        if block.rows.is_empty() {
            return self.clauses(&block.body, next(&block.body, &backs), depth);
        }
        let mut rows = RegisterSet::NONE;
        for row in &block.rows {
            rows = rows.or(self.read_by(&row.when, depth));
            if !row.when.is_empty() && self.knows_any(&row.when) == Some(false) {
                continue;
            }
            let backs = self.backs(&backs, &row.body);
            rows = rows.or(self.clauses(&row.body, next(&row.body, &backs), depth));
            let mut matchers = row.on.matchers();
            if matchers.any(|m| m.value == Matcher::AdditionalAllowed) {
                rows = rows.or(RegisterSet::ADDITIONAL);
            }
        }
        let next = self.targets(&block.body, &backs, depth).0.or(rows);
        self.clauses(&block.body, next, depth)
    }

    /// The return states after some steps, before which there may be others.
    fn backs(&self, before: &Backs, body: &[Clause]) -> Backs {
        let set = body.iter().rev().find_map(|clause| match clause {
            Clause::Step(Located {
                value: Step::SetReturnState(to),
                ..
            }) => Some(&to.0),
            _ => None,
        });
        // If every path sets it to the same state, that is the return state.
        let alone = |clause: &Clause| match clause {
            Clause::Step(step) => step.value != Step::TreatAsAnythingElse,
            other => !sets_return(self.revision, std::slice::from_ref(other).nodes()),
        };
        let counted = |name: &String| {
            let at = self.reader.states.get(name.as_str())?;
            self.returns.iter().position(|state| state == at)
        };
        match set.map(counted) {
            Some(Some(at)) if body.iter().all(alone) => vec![1 + at],
            None if !sets_return(self.revision, body.nodes()) => before.clone(),
            _ => self.every(),
        }
    }

    /// The registers live in a state with one of some return states.
    fn live(&self, at: usize, backs: &Backs) -> RegisterSet {
        let live = backs.iter().map(|back| self.live[*back][at]);
        live.fold(RegisterSet::NONE, RegisterSet::or)
    }

    /// The registers live at the targets of a body, and in this state unless a step always leaves it.
    fn after(&self, body: &[Clause], backs: &Backs, depth: usize) -> RegisterSet {
        let (live, always) = self.targets(body, backs, depth);
        match always {
            true => live,
            false => live.or(self.live(self.at, backs)),
        }
    }

    /// The registers live at the targets of a body, and whether it always has a target.
    fn targets(&self, body: &[Clause], backs: &Backs, depth: usize) -> (RegisterSet, bool) {
        let (mut live, mut always) = (RegisterSet::NONE, false);
        let Some(depth) = depth.checked_sub(1) else {
            return (live, always);
        };
        for clause in body {
            let (more, goes) = match clause {
                Clause::Step(step) => match &step.value {
                    Step::Switch(state) | Step::Reconsume(state) => {
                        (self.of(&state.0, backs), true)
                    }
                    Step::SwitchToReturn | Step::ReconsumeInReturn => (self.back_to(backs), true),
                    Step::SwitchBack => {
                        let all = self.reader.before[self.at].iter();
                        let all = all.map(|at| self.live(*at, backs).without(RegisterSet::ORIGIN));
                        (all.fold(RegisterSet::NONE, RegisterSet::or), true)
                    }
                    _ => (RegisterSet::NONE, false),
                },
                Clause::Call(name) => match self.revision.defined_step(name) {
                    Some(body) => self.targets(body, backs, depth),
                    None => (RegisterSet::NONE, false),
                },
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => match self.knows_any(any) {
                    Some(true) => self.targets(then, backs, depth),
                    Some(false) => self.targets(otherwise, backs, depth),
                    None => {
                        let (then, goes) = self.targets(then, backs, depth);
                        let (otherwise, also) = self.targets(otherwise, backs, depth);
                        (then.or(otherwise), goes && also)
                    }
                },
            };
            live = live.or(more);
            always |= goes;
        }
        (live, always)
    }

    /// The registers live in a target.
    fn of(&self, name: &str, backs: &Backs) -> RegisterSet {
        let at = self.reader.states.get(name);
        at.map_or(RegisterSet::NONE, |at| self.gone_to(*at, backs))
    }

    fn gone_to(&self, at: usize, backs: &Backs) -> RegisterSet {
        match at == self.at {
            true => self.live(at, backs),
            false => self.live(at, backs).without(RegisterSet::ORIGIN),
        }
    }

    /// The registers live in the return state.
    fn back_to(&self, backs: &Backs) -> RegisterSet {
        if backs.contains(&0) {
            let all = self.reader.returns.iter().map(|name| {
                let at = self.reader.states.get(name.as_str());
                at.map_or(RegisterSet::NONE, |at| self.gone_to(*at, &self.every()))
            });
            return all.fold(RegisterSet::NONE, RegisterSet::or);
        }
        let all = backs
            .iter()
            .map(|back| (self.returns[back - 1], vec![*back]));
        let all = all.map(|(at, back)| self.gone_to(at, &back));
        all.fold(RegisterSet::NONE, RegisterSet::or)
    }

    /// The registers live after a tag if tree construction switches there. Not the last start tag, nor the name
    /// of the tag that becomes it: the search then tries every name.
    fn after_response(&self) -> RegisterSet {
        let modes = self.revision.about.text_modes.iter();
        let live = modes.map(|mode| match &mode.switch.value {
            Switch::State(state) => self.of(state, &self.every()),
            Switch::ContentModel(_) => self.after_tag,
        });
        let live = live.fold(RegisterSet::NONE, RegisterSet::or);
        live.without(RegisterSet::LAST_START_TAG)
    }

    fn every(&self) -> Backs {
        (0..self.live.len()).collect()
    }

    /// The registers read by the rules for an event.
    pub(super) fn rules(
        &self,
        tells: impl Fn(&Event) -> bool,
        after: RegisterSet,
        depth: usize,
    ) -> RegisterSet {
        let rules = self.revision.rules.iter();
        let rules = rules.filter(|rule| tells(&rule.on.value));
        rules.fold(RegisterSet::NONE, |live, rule| {
            live.or(self.clauses(&rule.body, after, depth))
        })
    }

    /// The rows `anything else`, for a row that delegates to them.
    fn anything_else(&self, depth: usize) -> RegisterSet {
        let procedures = self.revision.procedures.iter();
        let blocks = procedures.chain([self.state]);
        let rows = blocks.flat_map(|block| &block.rows);
        let rows = rows.filter(|row| row.is_anything_else());
        rows.fold(RegisterSet::NONE, |live, row| {
            let backs = self.backs(&[self.back].into(), &row.body);
            let next = self.after(&row.body, &backs, depth);
            let guard = self.read_by(&row.when, depth);
            live.or(guard).or(self.clauses(&row.body, next, depth))
        })
    }

    fn clauses(&self, clauses: &[Clause], after: RegisterSet, depth: usize) -> RegisterSet {
        let Some(depth) = depth.checked_sub(1) else {
            return after;
        };
        let mut live = after;
        for clause in clauses.iter().rev() {
            live = match clause {
                Clause::Step(step) => {
                    let effects = step.value.effects();
                    if let Step::Attempt(name) = &step.value {
                        // Before a `return`, nothing has been returned.
                        let found = self.revision.procedure(&name.0);
                        let before = found.map(|p| self.block(p, Some(live), depth));
                        live = before.unwrap_or(live).without(effects.writes);
                        continue;
                    }
                    let live = match &step.value {
                        Step::EmitToken(Token::Tag) => live.or(self.after_response()),
                        _ => live,
                    };
                    let mut live = live.without(effects.writes).or(effects.reads);
                    match &step.value {
                        Step::EmitToken(Token::Tag) => {
                            let emits = |on: &Event| !matches!(on, Event::Leaving(_));
                            live = live.or(self.rules(emits, live, depth));
                        }
                        Step::TreatAsAnythingElse => live = live.or(self.anything_else(depth)),
                        _ => {}
                    }
                    live
                }
                Clause::Call(name) => match self.revision.defined_step(name) {
                    Some(body) => self.clauses(body, live, depth),
                    None => live,
                },
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    let known = self.knows_any(any);
                    let of = |body: &[Clause], unless: bool| match known == Some(unless) {
                        true => RegisterSet::NONE,
                        false => self.clauses(body, live, depth),
                    };
                    of(then, false)
                        .or(of(otherwise, true))
                        .or(self.read_by(any, depth))
                }
            };
        }
        live
    }
}

/// Whether some steps may set the return state.
pub(super) fn sets_return<'r>(revision: &'r Revision, nodes: Nodes<'r>) -> bool {
    let mut steps = nodes.with_definitions(revision).steps();
    steps.any(|step| matches!(step, Step::SetReturnState(_)))
}
