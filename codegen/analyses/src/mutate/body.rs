//! The mutants of a list of clauses.
//!
//! A mutant is one small mistake that an editor might make: a step left out, doubled, exchanged, or with another
//! target. Each is a whole new body, because bodies are short and the interpreter takes nothing else. What certainly
//! has no effect, such as a doubled assignment, is not made; other equal mutants are, and have to be proved equal.

use super::mutator::{Mutator, Variant};
use super::{Operator, Trigger, classes, disjunction, negate};
use tokenwright_tables::grammar::{StateName, Step, Word};
use tokenwright_tables::model::{Clause, Conjunction, Located, Test};

impl Mutator<'_> {
    /// Every body that differs from this one in one thing.
    pub(super) fn body(&self, body: &[Clause]) -> Vec<Variant<Vec<Clause>>> {
        let mut all = Vec::new();
        for (at, clause) in body.iter().enumerate() {
            let trigger = vec![Trigger::At(self.sites.clause(clause))];
            let mut add = |operator, description, value| {
                all.push(Variant {
                    operator,
                    description,
                    triggers: trigger.clone(),
                    independent: false,
                    value,
                });
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
                all.push(Variant {
                    operator: Operator::Swapped,
                    description,
                    triggers: trigger.clone(),
                    independent: self.place.independent(clause, next),
                    value: swapped,
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
                all.push(Variant {
                    operator: Operator::Negated,
                    description: format!("the contrary of \"{}\"", test.value),
                    triggers: triggers.clone(),
                    independent: false,
                    value: replaced(negate::contrary(&test.value)),
                });
                if let Test::Condition(condition) = &test.value {
                    for (operator, description, other) in
                        classes::of_condition(self.revision, condition)
                    {
                        all.push(Variant {
                            operator,
                            description: format!("{description}, in \"{condition}\""),
                            triggers: triggers.clone(),
                            independent: false,
                            value: replaced(Test::Condition(other)),
                        });
                    }
                }
            }
        }
        all
    }

    /// The steps that can replace one.
    fn other_steps(&self, step: &Step) -> Vec<(Operator, Step)> {
        let mut all = Vec::new();
        let mut to_others = |named: &StateName, step: fn(StateName) -> Step| {
            let states = self.revision.states.iter().map(|state| &state.name.value);
            for other in states.filter(|state| **state != named.0) {
                all.push((Operator::NextState, step(StateName(other.clone()))));
            }
        };
        match step {
            Step::Switch(state) => to_others(state, Step::Switch),
            Step::Reconsume(state) => to_others(state, Step::Reconsume),
            Step::SetReturnState(state) => to_others(state, Step::SetReturnState),
            _ => {}
        }
        match step {
            Step::Switch(state) => {
                all.push((Operator::Reconsume, Step::Reconsume(state.clone())));
            }
            Step::Reconsume(state) => {
                all.push((Operator::Reconsume, Step::Switch(state.clone())));
            }
            Step::SwitchToReturn => all.push((Operator::Reconsume, Step::ReconsumeInReturn)),
            Step::ReconsumeInReturn => all.push((Operator::Reconsume, Step::SwitchToReturn)),
            Step::NamedError(code) => {
                let codes = self
                    .revision
                    .errors
                    .iter()
                    .filter(|error| error.by.is_none());
                let codes: Vec<&String> = codes.map(|error| &error.code.value).collect();
                let at = codes.iter().position(|other| **other == code.0);
                let next = at.map(|at| codes[(at + 1) % codes.len()]);
                if let Some(next) = next.filter(|next| **next != code.0) {
                    let renamed = Step::NamedError(Word(next.clone()));
                    all.push((Operator::ErrorRenamed, renamed));
                }
            }
            _ => {}
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
    matches!(
        step,
        Step::SwitchToReturn
            | Step::SwitchBack
            | Step::Switch(_)
            | Step::ReconsumeInReturn
            | Step::Reconsume(_)
            | Step::ReconsumeCurrent
            | Step::TreatAsAnythingElse
            | Step::Ignore
            | Step::ConsumeThose
            | Step::Unconsume
            | Step::EmitEof
            | Step::CreateComment(_)
            | Step::CreateProcessingInstruction(_)
            | Step::Create(_)
            | Step::RemoveAttribute
            | Step::RemoveEarlierAttribute
            | Step::SetForceQuirks
            | Step::ClearForceQuirks
            | Step::SetSelfClosing
            | Step::SetReturnState(_)
            | Step::ClearAdditionalAllowed
            | Step::SetAdditionalAllowed(_)
            | Step::SetContentModel(_)
            | Step::SetEscape(_)
            | Step::SetCode(_)
            | Step::InterpretNumber
            | Step::UseHexDigits
            | Step::UseDigits
            | Step::AsHexadecimal
            | Step::AsDecimal
            | Step::Set(..)
            | Step::LetTarget
            | Step::ReturnNothing
            | Step::ReturnMatchedReference
            | Step::ReturnReplacement
            | Step::ReturnCode
            | Step::ReturnChar(_)
            | Step::ReplaceInput(_)
    )
}
