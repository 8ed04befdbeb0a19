//! Follows the paths through the steps of a body.

use crate::grammar::{Matcher, Step};
use crate::model::{Clause, Conjunction, Definition, Located, On, Revision, Row, State};
use crate::source::Place;
use std::collections::BTreeSet;

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

/// Whether the row is `anything else`, the target of `treat as anything else`.
pub(super) fn is_anything_else(row: &Row) -> bool {
    let any = match &row.on {
        On::Consumed { any, .. } => any,
        On::Peeked(any) => any,
        On::Ahead { .. } => return false,
    };
    any.iter()
        .any(|matcher| matcher.value == Matcher::AnythingElse)
}

/// Facts at the ends of paths that end before the body does.
struct Ends<Fact> {
    /// In the row `anything else` that they jumped to.
    jumped: BTreeSet<Fact>,
    /// By `return`.
    returned: BTreeSet<Fact>,
}

impl<Fact> Ends<Fact> {
    fn new() -> Self {
        Ends {
            jumped: BTreeSet::new(),
            returned: BTreeSet::new(),
        }
    }
}

/// Follows the paths through the bodies of one state, procedure or rule.
pub(super) struct Walk<'r> {
    revision: &'r Revision,
    /// The state whose `anything else` applies.
    state: Option<&'r State>,
    /// Whether the path is in the row `anything else` by `treat as anything else`.
    jumped: bool,
    /// The definitions that the path is in.
    calls: Vec<&'r Located<String>>,
    /// Whether the path is in a procedure that it attempted.
    attempting: bool,
}

impl<'r> Walk<'r> {
    /// A walk through bodies of `state`; `None` for bodies outside of states.
    pub(super) fn new(revision: &'r Revision, state: Option<&'r State>) -> Self {
        Walk {
            revision,
            state,
            jumped: false,
            calls: Vec::new(),
            attempting: false,
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
        let mut through = self.body(body, facts, rule, &mut ends);
        through.append(&mut ends.jumped);
        through
    }

    fn body<F: Follow<'r>>(
        &mut self,
        body: &'r [Clause],
        mut facts: BTreeSet<F::Fact>,
        rule: &mut F,
        ends: &mut Ends<F::Fact>,
    ) -> BTreeSet<F::Fact> {
        for clause in body {
            if facts.is_empty() {
                break;
            }
            facts = match clause {
                Clause::Step(step) => self.step(step, facts, rule, ends),
                Clause::Call(name) => self.call(name, facts, rule, ends),
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    let mut branch = |holds: bool, body: &'r [Clause]| {
                        let facts = facts.iter().cloned();
                        let facts = facts
                            .filter_map(|fact| rule.ask(any, holds, fact))
                            .collect();
                        self.body(body, facts, rule, ends)
                    };
                    let mut after = branch(true, then);
                    after.append(&mut branch(false, otherwise));
                    after
                }
            };
        }
        facts
    }

    fn step<F: Follow<'r>>(
        &mut self,
        step: &'r Located<Step>,
        facts: BTreeSet<F::Fact>,
        rule: &mut F,
        ends: &mut Ends<F::Fact>,
    ) -> BTreeSet<F::Fact> {
        let at = At {
            place: step.place,
            via: self.calls.first().copied(),
        };
        let mut facts: BTreeSet<_> = facts
            .into_iter()
            .map(|fact| rule.step(step, at, fact))
            .collect();
        match &step.value {
            Step::EmitEof => BTreeSet::new(),
            step if returns(step) => {
                ends.returned.append(&mut facts);
                BTreeSet::new()
            }
            Step::TreatAsAnythingElse => {
                self.jump(facts, rule, ends);
                BTreeSet::new()
            }
            Step::Attempt(name) if F::INTO_PROCEDURES && !self.attempting => {
                let procedures = &self.revision.procedures;
                match procedures.iter().find(|p| *p.name == name.0) {
                    Some(procedure) => self.attempt(procedure, facts, rule),
                    None => facts,
                }
            }
            _ => facts,
        }
    }

    fn jump<F: Follow<'r>>(
        &mut self,
        facts: BTreeSet<F::Fact>,
        rule: &mut F,
        ends: &mut Ends<F::Fact>,
    ) {
        if self.jumped {
            return;
        }
        self.jumped = true;
        let rows = self.state.into_iter().flat_map(|state| &state.rows);
        for row in rows.filter(|row| is_anything_else(row)) {
            let mut after = self.body(&row.body, facts.clone(), rule, ends);
            ends.jumped.append(&mut after);
        }
        self.jumped = false;
    }

    fn attempt<F: Follow<'r>>(
        &mut self,
        procedure: &'r State,
        facts: BTreeSet<F::Fact>,
        rule: &mut F,
    ) -> BTreeSet<F::Fact> {
        let mut inside = Walk {
            attempting: true,
            ..Walk::new(self.revision, Some(procedure))
        };
        let mut ends = Ends::new();
        let facts = inside.body(&procedure.body, facts, rule, &mut ends);
        let mut after = BTreeSet::new();
        for row in &procedure.rows {
            let mut through = inside.body(&row.body, facts.clone(), rule, &mut ends);
            after.append(&mut through);
        }
        if procedure.rows.is_empty() {
            after = facts;
        }
        after.append(&mut ends.jumped);
        after.append(&mut ends.returned);
        after
    }

    fn call<F: Follow<'r>>(
        &mut self,
        name: &'r Located<String>,
        facts: BTreeSet<F::Fact>,
        rule: &mut F,
        ends: &mut Ends<F::Fact>,
    ) -> BTreeSet<F::Fact> {
        let called = self.revision.definitions.iter().find_map(|d| match d {
            Definition::Step { name: n, body } if n == name => Some(body),
            _ => None,
        });
        // A definition that calls itself is reported elsewhere.
        let Some(body) = called.filter(|_| !self.calls.contains(&name)) else {
            return facts;
        };
        self.calls.push(name);
        let facts = self.body(body, facts, rule, ends);
        self.calls.pop();
        facts
    }
}
