//! Follows the paths through the steps of a body.
//!
//! Several rules ask what holds at a step on every path to it. A rule says only what a step does to its facts; the
//! walk knows the order: clauses, definitions, procedures, rules before steps, jumps to `anything else`. Paths with
//! equal facts are merged, so the number of paths does not multiply by each condition. Facts must be few and ordered
//! for that, and what two conditions have in common is lost unless the rule keeps it as a fact.

use crate::diagnostic::Diagnostic;
use crate::grammar::{Step, Token};
use crate::model::{Clause, Conjunction, Event, Located, Revision, State};
use crate::source::Place;
use std::collections::BTreeSet;
use std::fmt::Display;

/// The place of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'r> {
    /// The place of the sentence.
    pub(super) place: Place,
    /// The sentence by which a row calls the definition that the step is in.
    pub(super) via: Option<&'r Located<String>>,
}

/// The facts that a check collects on a path.
pub(super) trait Follow<'r> {
    /// The facts at a point of a path. Paths with equal facts are merged.
    type Fact: Clone + Ord;

    /// Whether paths go through the procedures that they attempt.
    const INTO_PROCEDURES: bool = false;

    /// Whether paths go through the rules that apply to their steps.
    const INTO_RULES: bool = false;

    /// Tells that a rule begins, with the step that it runs before, or that it ends.
    fn rule(&mut self, before: Option<Place>) {
        let _ = before;
    }

    /// Visits a step, and returns the facts after it.
    fn step(&mut self, step: &'r Step, at: At<'r>, fact: Self::Fact) -> Self::Fact;

    /// Visits the branch on which one of the conditions holds, or the one on which none does. Returns
    /// `None` if the path cannot take the branch.
    fn ask(&mut self, any: &'r [Conjunction], holds: bool, fact: Self::Fact) -> Option<Self::Fact> {
        let _ = (any, holds);
        Some(fact)
    }
}

/// Whether nothing on the path runs after this step, or nothing of the procedure that it is in.
pub(super) fn ends_path(step: &Step) -> bool {
    matches!(step, Step::EmitEof) || returns(step)
}

/// Whether the step ends a procedure.
pub(super) fn returns(step: &Step) -> bool {
    matches!(
        step,
        Step::ReturnNothing
            | Step::ReturnMatchedReference
            | Step::ReturnReplacement
            | Step::ReturnCode
            | Step::ReturnChar(_)
    )
}

/// The facts of a path, and whether it has left its state: the rules on leaving run once on a path.
type Points<Fact> = BTreeSet<(Fact, bool)>;

/// Reports a sentence where it has no meaning: `in a rule`.
pub(super) fn misplaced(sentence: &Located<impl Display>, place: &str) -> Diagnostic {
    Diagnostic::error(sentence.place, format!("`{sentence}` {place}"))
}

/// The note on a step of a definition that explains how it is reached.
pub(super) fn called(diagnostic: Diagnostic, via: Option<Place>) -> Diagnostic {
    match via {
        Some(call) => diagnostic.also(call, "called here"),
        None => diagnostic,
    }
}

/// The note on a step of a rule that explains why it runs: the step that the rule runs before.
pub(super) fn with_rule(diagnostic: Diagnostic, before: Option<Place>) -> Diagnostic {
    match before {
        Some(before) => diagnostic.also(before, "the rule runs before this step"),
        None => diagnostic,
    }
}

/// Facts at the ends of paths that end before the body does.
struct Ends<Fact> {
    /// In the row `anything else` that they jumped to.
    jumped: Points<Fact>,
    /// By `return`.
    returned: Points<Fact>,
}

impl<Fact> Ends<Fact> {
    fn new() -> Self {
        Ends {
            jumped: BTreeSet::new(),
            returned: BTreeSet::new(),
        }
    }
}

/// Whether a step leaves the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaves {
    No,
    /// Unless it switches to the same state.
    Perhaps,
    Certainly,
}

/// Follows the paths through the bodies of one state, procedure or rule.
#[derive(Clone)]
pub(super) struct Walk<'r> {
    revision: &'r Revision,
    /// The state or procedure whose `anything else` applies.
    block: Option<&'r State>,
    /// The state that paths leave; `None` if it can be any, as in a procedure.
    state: Option<&'r str>,
    /// Whether the path is in the row `anything else` by `treat as anything else`.
    jumped: bool,
    /// The definitions that the path is in.
    calls: Vec<&'r Located<String>>,
    /// Whether the path is in a procedure that it attempted.
    attempting: bool,
    /// Whether the path is in a rule.
    in_rule: bool,
}

impl<'r> Walk<'r> {
    /// A walk through bodies of `state`.
    pub(super) fn new(revision: &'r Revision, state: &'r State) -> Self {
        let mut states = revision.states.iter();
        let is_state = states.any(|other| std::ptr::eq(other, state));
        Walk {
            revision,
            block: Some(state),
            state: is_state.then_some(state.name.as_str()),
            jumped: false,
            calls: Vec::new(),
            attempting: false,
            in_rule: false,
        }
    }

    /// Follows every path from each of `facts`. Returns the facts at the end of the body, or of the row
    /// `anything else` that a path jumps to.
    pub(super) fn run<F: Follow<'r>>(
        &mut self,
        body: &'r [Clause],
        facts: BTreeSet<F::Fact>,
        rule: &mut F,
    ) -> BTreeSet<F::Fact> {
        let mut ends = Ends::new();
        let points = facts.into_iter().map(|fact| (fact, false)).collect();
        let mut through = self.body(body, points, rule, &mut ends);
        through.append(&mut ends.jumped);
        through.into_iter().map(|(fact, _)| fact).collect()
    }

    fn body<F: Follow<'r>>(
        &mut self,
        body: &'r [Clause],
        mut points: Points<F::Fact>,
        rule: &mut F,
        ends: &mut Ends<F::Fact>,
    ) -> Points<F::Fact> {
        for clause in body {
            if points.is_empty() {
                break;
            }
            points = match clause {
                Clause::Step(step) => self.step(step, points, rule, ends),
                Clause::Call(name) => self.call(name, points, rule, ends),
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    let mut branch = |holds: bool, body: &'r [Clause]| {
                        let points = points.iter().cloned();
                        let points = points
                            .filter_map(|(fact, left)| Some((rule.ask(any, holds, fact)?, left)))
                            .collect();
                        self.body(body, points, rule, ends)
                    };
                    let mut after = branch(true, then);
                    after.append(&mut branch(false, otherwise));
                    after
                }
            };
        }
        points
    }

    fn step<F: Follow<'r>>(
        &mut self,
        step: &'r Located<Step>,
        mut points: Points<F::Fact>,
        rule: &mut F,
        ends: &mut Ends<F::Fact>,
    ) -> Points<F::Fact> {
        if F::INTO_RULES && !self.in_rule {
            points = self.rules_before(step, points, rule);
        }
        let at = At {
            place: step.place,
            via: self.calls.first().copied(),
        };
        let mut points: Points<F::Fact> = points
            .into_iter()
            .map(|(fact, left)| (rule.step(step, at, fact), left))
            .collect();
        match &step.value {
            Step::EmitEof => BTreeSet::new(),
            step if returns(step) => {
                ends.returned.append(&mut points);
                BTreeSet::new()
            }
            Step::TreatAsAnythingElse => {
                self.jump(points, rule, ends);
                BTreeSet::new()
            }
            Step::Attempt(name) if F::INTO_PROCEDURES && !self.attempting => {
                match self.revision.procedure(&name.0) {
                    Some(procedure) => self.attempt(procedure, points, rule),
                    None => points,
                }
            }
            _ => points,
        }
    }

    /// Whether a step leaves the state that the path is in.
    fn leaves(&self, step: &Step) -> Leaves {
        match step {
            Step::EmitToken(Token::Tag) => Leaves::Certainly,
            Step::Switch(to) | Step::Reconsume(to) => match self.state {
                Some(state) if state == to.0 => Leaves::No,
                Some(_) => Leaves::Certainly,
                None => Leaves::Perhaps,
            },
            Step::SwitchToReturn | Step::ReconsumeInReturn | Step::SwitchBack => Leaves::Perhaps,
            _ => Leaves::No,
        }
    }

    /// Runs the rules that apply before a step.
    fn rules_before<F: Follow<'r>>(
        &self,
        step: &'r Located<Step>,
        points: Points<F::Fact>,
        rule: &mut F,
    ) -> Points<F::Fact> {
        let mut points = match self.leaves(step) {
            Leaves::No => points,
            leaves => {
                let stays = |(_, left): &(F::Fact, bool)| *left || leaves == Leaves::Perhaps;
                let mut after: Points<F::Fact> =
                    points.iter().filter(|p| stays(p)).cloned().collect();
                let leaving = points.into_iter().filter(|(_, left)| !left);
                let left = self.rules(step.place, leaving.collect(), rule, |event| {
                    matches!(event, Event::Leaving(state) if self.state.is_none_or(|own| own == state))
                });
                after.extend(left.into_iter().map(|(fact, _)| (fact, true)));
                after
            }
        };
        if step.value == Step::EmitToken(Token::Tag) {
            let mut end = self.rules(step.place, points.clone(), rule, |event| {
                *event == Event::EmittingEndTag
            });
            points = self.rules(step.place, points, rule, |event| {
                *event == Event::EmittingStartTag
            });
            points.append(&mut end);
        }
        points
    }

    /// Runs the rules on some events before the step at this place.
    fn rules<F: Follow<'r>>(
        &self,
        before: Place,
        mut points: Points<F::Fact>,
        rule: &mut F,
        on: impl Fn(&Event) -> bool,
    ) -> Points<F::Fact> {
        for one in self.revision.rules.iter().filter(|one| on(&one.on)) {
            let mut inside = Walk {
                in_rule: true,
                calls: Vec::new(),
                ..self.clone()
            };
            rule.rule(Some(before));
            points = inside.body(&one.body, points, rule, &mut Ends::new());
            rule.rule(None);
        }
        points
    }

    fn jump<F: Follow<'r>>(
        &mut self,
        points: Points<F::Fact>,
        rule: &mut F,
        ends: &mut Ends<F::Fact>,
    ) {
        if self.jumped {
            return;
        }
        self.jumped = true;
        let rows = self.block.into_iter().flat_map(|block| &block.rows);
        for row in rows.filter(|row| row.is_anything_else()) {
            let mut after = self.body(&row.body, points.clone(), rule, ends);
            ends.jumped.append(&mut after);
        }
        self.jumped = false;
    }

    fn attempt<F: Follow<'r>>(
        &mut self,
        procedure: &'r State,
        points: Points<F::Fact>,
        rule: &mut F,
    ) -> Points<F::Fact> {
        let mut inside = Walk {
            attempting: true,
            state: self.state,
            ..Walk::new(self.revision, procedure)
        };
        let mut ends = Ends::new();
        let points = inside.body(&procedure.body, points, rule, &mut ends);
        let mut after = BTreeSet::new();
        for row in &procedure.rows {
            let mut through = inside.body(&row.body, points.clone(), rule, &mut ends);
            after.append(&mut through);
        }
        if procedure.rows.is_empty() {
            after = points;
        }
        after.append(&mut ends.jumped);
        after.append(&mut ends.returned);
        after
    }

    fn call<F: Follow<'r>>(
        &mut self,
        name: &'r Located<String>,
        points: Points<F::Fact>,
        rule: &mut F,
        ends: &mut Ends<F::Fact>,
    ) -> Points<F::Fact> {
        let called = self.revision.defined_step(name);
        // A definition that calls itself is reported elsewhere.
        let Some(body) = called.filter(|_| !self.calls.contains(&name)) else {
            return points;
        };
        self.calls.push(name);
        let points = self.body(body, points, rule, ends);
        self.calls.pop();
        points
    }
}
