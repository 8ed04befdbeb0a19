//! Steps use only results that an earlier step has certainly produced: a match or a return value.

use super::current::established;
use super::rows::effective_sets;
use super::walk::{At, Follow, Walk, with_rule};
use crate::diagnostic::{Diagnostic, push_new};
use crate::grammar::{Condition, Is, Source, Step};
use crate::kernel::Bulk;
use crate::model::{About, Conjunction, On, Revision, State, Test};
use crate::set::Set;
use crate::source::Place;
use std::collections::BTreeSet;

/// The facts at a point of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Fact {
    /// The next input character is known, and is not EOF.
    next: bool,
    /// Digits were consumed.
    digits: bool,
    /// A name, digits or a procedure consumed last, possibly no character.
    no_current: bool,
    /// The character reference code was set, other than by interpreting digits.
    code_set: bool,
    /// A name of a character reference was matched.
    matched: bool,
    /// The procedure returned something.
    returned: bool,
}

/// Every step has the results that it uses.
pub(super) fn used(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let states = revision.states.iter();
    let mut rule = Results {
        about: &revision.about,
        comments: states
            .filter(|state| Bulk::of(state).is_some_and(|bulk| bulk.is_comment()))
            .map(|state| state.name.as_str())
            .collect(),
        in_procedure: true,
        before: None,
        out,
    };
    for procedure in &revision.procedures {
        follow(revision, procedure, &mut rule);
    }
    rule.in_procedure = false;
    for state in &revision.states {
        follow(revision, state, &mut rule);
    }
}

fn follow<'r>(revision: &'r Revision, state: &'r State, rule: &mut Results<'r, '_>) {
    let mut walk = Walk::new(revision, state);
    let start = BTreeSet::from([Fact::default()]);
    let through = walk.run(&state.body, start, rule);
    let sets = effective_sets(state, &revision.about);
    for (row, set) in state.rows.iter().zip(&sets) {
        let next = match &row.on {
            On::Peeked(_) => !set.has_eof(),
            On::Ahead { .. } => true,
            On::Consumed { .. } => false,
        };
        let facts = through.iter().map(|fact| Fact { next, ..*fact });
        walk.run(&row.body, facts.collect(), rule);
    }
}

struct Results<'r, 'o> {
    about: &'r About,
    /// The states that consume a comment in bulk.
    comments: BTreeSet<&'r str>,
    in_procedure: bool,
    /// The step that the path's rule runs before, in a rule.
    before: Option<Place>,
    out: &'o mut Vec<Diagnostic>,
}

impl Results<'_, '_> {
    fn report(&mut self, place: Place, message: String, label: &str, help: &str) {
        let diagnostic = Diagnostic::error(place, message).label(label).help(help);
        let diagnostic = with_rule(diagnostic, self.before);
        push_new(self.out, diagnostic);
    }

    /// Reports a step that uses a result which may be missing.
    fn needs(&mut self, step: &Step, place: Place, fact: Fact) {
        let (label, help) = match step {
            Step::ConsumeNext if self.in_procedure && !fact.next => (
                "the next input character may be any, or EOF",
                "ask first: { if = \"the next input character is ...\", then = [...] }",
            ),
            Step::ConsumeMatching if fact.digits => (
                "digits were consumed already",
                "consume all digits in one step",
            ),
            Step::ConsumeMatching | Step::InterpretNumber if fact.code_set => (
                "digits add to the character reference code, which was set before",
                "set the code after the number was interpreted",
            ),
            Step::ReturnMatchedReference if !fact.matched => NO_MATCH,
            Step::EmitReturned if !fact.returned => NOTHING_RETURNED,
            Step::Set(_, source) | Step::Append(source, _) => match source {
                Source::MatchedReference if !fact.matched => NO_MATCH,
                Source::Returned if !fact.returned => NOTHING_RETURNED,
                _ => return,
            },
            Step::Switch(state) if fact.no_current && self.comments.contains(state.0.as_str()) => (
                "that state begins its comment with the current input character, and there may be none here",
                "switch before the reference is consumed, or create the comment with a step",
            ),
            _ => return,
        };
        self.report(place, format!("`{step}` cannot run here"), label, help);
    }
}

const NO_MATCH: (&str, &str) = (
    "there may be no match",
    "ask first whether there is a match",
);
const NOTHING_RETURNED: (&str, &str) = (
    "nothing may have been returned",
    "ask first whether nothing is returned",
);
impl<'r> Follow<'r> for Results<'r, '_> {
    type Fact = Fact;

    const INTO_RULES: bool = true;

    fn rule(&mut self, before: Option<Place>) {
        self.before = before;
    }

    fn step(&mut self, step: &'r Step, at: At<'r>, mut fact: Fact) -> Fact {
        self.needs(step, at.place, fact);
        match step {
            Step::ConsumeNext | Step::ConsumeThose => {
                fact.next = false;
                fact.no_current = false;
            }
            Step::ConsumeNamed => {
                fact.next = false;
                fact.no_current = true;
                fact.matched = false;
            }
            Step::ConsumeMatching => {
                fact.next = false;
                fact.no_current = true;
                fact.digits = true;
            }
            Step::SetCode(_) | Step::ReplaceCode | Step::MultiplyCode(_) | Step::AddToCode(_) => {
                fact.code_set = true;
            }
            Step::Unconsume => fact.next = false,
            Step::Attempt(_) => {
                fact.no_current = true;
                fact.returned = false;
            }
            _ => {}
        }
        fact
    }

    fn ask(&mut self, any: &'r [Conjunction], holds: bool, mut fact: Fact) -> Option<Fact> {
        for all in any {
            let mut matched = fact.matched;
            for test in all {
                match &test.value {
                    Test::Condition(Condition::Match(Is::Is)) => matched = true,
                    Test::Condition(condition @ Condition::LastMatched(..)) if !matched => {
                        let message = format!("`{condition}` cannot be tested here");
                        self.report(test.place, message, NO_MATCH.0, NO_MATCH.1);
                    }
                    _ => {}
                }
            }
        }
        for test in established(any, holds) {
            let Test::Condition(condition) = test else {
                continue;
            };
            match condition {
                Condition::NextInput(is, set) if (*is == Is::Is) == holds => {
                    let has_eof = |matcher| Set::of(matcher, self.about).has_eof();
                    fact.next = !set.0.iter().any(has_eof);
                }
                Condition::Match(is) => fact.matched = (*is == Is::Is) == holds,
                Condition::NothingReturned => fact.returned = !holds,
                _ => {}
            }
        }
        Some(fact)
    }
}
