//! The mutants of a list of clauses.
//!
//! A mutant is one small mistake that an editor might make: a step left out, doubled, exchanged, or with another
//! target. Each is a whole new body, because bodies are short and the interpreter takes nothing else. What certainly
//! has no effect, such as a doubled assignment, is not made; other equal mutants are, and have to be proved equal.

use super::mutator::{Mutator, Variant};
use super::{Operator, Trigger, classes, disjunction, negate, next};
use tokenwright_tables::grammar::{StateName, Step, Word};
use tokenwright_tables::kernel::effects::RegisterSet as R;
use tokenwright_tables::model::{Clause, Conjunction, Located, Test};

impl Mutator<'_> {
    /// Every body that differs from this one in one thing.
    pub(super) fn body(&self, body: &[Clause]) -> Vec<Variant<Vec<Clause>>> {
        let mut all = Vec::new();
        for (at, clause) in body.iter().enumerate() {
            let trigger = vec![Trigger::At(self.sites.clause(clause))];
            let mut add = |operator, description, value| {
                all.push(Variant::new(operator, description, trigger.clone(), value));
            };
            let replaced = |by: &[Clause]| [&body[..at], by, &body[at + 1..]].concat();
            let quoted = describe(clause);
            match clause {
                Clause::Step(step) => {
                    let located = |value: Step| {
                        Clause::Step(Located {
                            value,
                            place: step.place,
                        })
                    };
                    if step.value != Step::Ignore {
                        let operator = dropped(&step.value);
                        add(operator, format!("without {quoted}"), replaced(&[]));
                    }
                    if !is_idempotent(&step.value) {
                        let twice = replaced(&[clause.clone(), clause.clone()]);
                        add(Operator::Doubled, format!("{quoted} twice"), twice);
                    }
                    for (operator, other) in self.other_steps(&step.value) {
                        let description = format!("\"{other}\" for {quoted}");
                        add(operator, description, replaced(&[located(other)]));
                    }
                }
                Clause::Call(_) | Clause::If { .. } => {
                    let description = format!("without {quoted}");
                    add(Operator::Dropped, description, replaced(&[]));
                }
            }
            if let Some(next) = body.get(at + 1)
                && next != clause
            {
                let mut swapped = body.to_vec();
                swapped.swap(at, at + 1);
                let description = format!("{} before {quoted}", describe(next));
                let operator = Operator::Swapped;
                all.push(Variant {
                    independent: self.place.independent(clause, next),
                    ..Variant::new(operator, description, trigger.clone(), swapped)
                });
            }
            let Clause::If {
                any,
                then,
                otherwise,
            } = clause
            else {
                continue;
            };
            let whole = |any: Vec<Conjunction>, then: Vec<Clause>, otherwise: Vec<Clause>| {
                replaced(&[Clause::If {
                    any,
                    then,
                    otherwise,
                }])
            };
            let trigger = Trigger::At(self.sites.clause(clause));
            for variant in self.tests(any, trigger) {
                all.push(variant.map(|any| whole(any, then.clone(), otherwise.clone())));
            }
            for variant in self.body(then) {
                all.push(variant.map(|then| whole(any.clone(), then, otherwise.clone())));
            }
            for variant in self.body(otherwise) {
                all.push(variant.map(|otherwise| whole(any.clone(), then.clone(), otherwise)));
            }
        }
        all
    }

    /// Every list of conditions that differs from this one in one place; `trigger` is the trigger for
    /// conditions that the revision defines.
    pub(super) fn tests(
        &self,
        any: &[Conjunction],
        trigger: Trigger,
    ) -> Vec<Variant<Vec<Conjunction>>> {
        let mut all = Vec::new();
        for (at, conjunction) in any.iter().enumerate() {
            for (within, test) in conjunction.iter().enumerate() {
                let replaced = |by: Test| {
                    let mut any = any.to_vec();
                    any[at][within].value = by;
                    any
                };
                let triggers: Vec<Trigger> = match &test.value {
                    Test::Condition(condition) => {
                        self.sites.condition(condition).map(Trigger::At).to_vec()
                    }
                    Test::Defined { .. } => vec![trigger],
                };
                let mut add = |operator, description, by| {
                    let value = replaced(by);
                    all.push(Variant::new(operator, description, triggers.clone(), value));
                };
                let description = format!("the contrary of \"{}\"", test.value);
                let contrary = negate::contrary(&test.value);
                add(Operator::Negated, description, contrary);
                if let Test::Condition(condition) = &test.value {
                    for (operator, description, other) in
                        classes::of_condition(self.revision, condition)
                    {
                        let description = format!("{description}, in \"{condition}\"");
                        add(operator, description, Test::Condition(other));
                    }
                }
            }
        }
        all
    }

    /// The steps that can replace one.
    fn other_steps(&self, step: &Step) -> Vec<(Operator, Step)> {
        let to_others = |named: &StateName, step: fn(StateName) -> Step| {
            let states = self.revision.states.iter().map(|state| &state.name.value);
            let others = states.filter(|state| **state != named.0).cloned();
            let others = others.map(|other| (Operator::NextState, step(StateName(other))));
            others.collect()
        };
        let mut all: Vec<_> = match step {
            Step::Switch(state) => to_others(state, Step::Switch),
            Step::Reconsume(state) => to_others(state, Step::Reconsume),
            Step::SetReturnState(state) => to_others(state, Step::SetReturnState),
            _ => Vec::new(),
        };
        let other = match step {
            Step::Switch(state) => Some(Step::Reconsume(state.clone())),
            Step::Reconsume(state) => Some(Step::Switch(state.clone())),
            Step::SwitchToReturn => Some(Step::ReconsumeInReturn),
            Step::ReconsumeInReturn => Some(Step::SwitchToReturn),
            _ => None,
        };
        all.extend(other.map(|other| (Operator::Reconsume, other)));
        if let Step::NamedError(code) = step {
            let codes = self.revision.errors.iter();
            let codes = codes.filter(|error| error.by.is_none());
            let next = next(codes.map(|error| &error.code), &code.0);
            let renamed = next.map(|next| Step::NamedError(Word(next)));
            all.extend(renamed.map(|renamed| (Operator::ErrorRenamed, renamed)));
        }
        all
    }
}

/// The mutation that leaves a step out.
pub(super) fn dropped(step: &Step) -> Operator {
    match step {
        Step::NamedError(_) | Step::BareError => Operator::ErrorDropped,
        _ => Operator::Dropped,
    }
}

/// A clause as a message quotes it.
fn describe(clause: &Clause) -> String {
    match clause {
        Clause::Step(step) => format!("\"{}\"", step.value),
        Clause::Call(name) => format!("\"{}\"", name.value),
        Clause::If { any, .. } => format!("\"if {}\"", disjunction(any)),
    }
}

/// Whether doing a step twice is the same as doing it once: it assigns, ends the path, or names the
/// next state, or no input remains for it to consume.
fn is_idempotent(step: &Step) -> bool {
    let effects = step.effects();
    let is_output = effects.affects.has(R::TOKENS.or(R::ERRORS));
    match step {
        Step::ConsumeThose | Step::Unconsume => true,
        Step::StartAttribute | Step::ReplaceCode | Step::Append(..) => false,
        _ => !is_output && effects.updates == R::NONE,
    }
}
