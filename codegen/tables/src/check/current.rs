//! Steps that need a current input character have one.
//!
//! Rows, procedures and rules give a step different characters: one, EOF, or none yet. So the rule walks every path
//! with the possible kinds as bits, not with the characters themselves: that decides every step, and keeps the facts
//! few. A path whose conditions contradict each other is followed all the same, unless they test the current
//! character.

use super::consuming::asks;
use super::rows::effective_sets;
use super::walk::{At, Follow, Walk, called, with_rule};
use crate::diagnostic::{Diagnostic, push_new};
use crate::grammar::{Are, Condition, Is, Matcher, Source, Step};
use crate::kernel::Traverse;
use crate::model::{About, Conjunction, On, Revision, Row, State, Test};
use crate::set::Set;
use crate::source::Place;
use std::collections::BTreeSet;

/// The possible kinds of the current input character, joined by `|`.
type May = u8;
/// Nothing has been consumed.
const NOTHING: May = 1;
/// A character.
const CHARACTER: May = 2;
/// EOF.
const EOF: May = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Fact {
    current: May,
    /// What the next input characters may be; 0 if nothing has looked at them.
    next: May,
    /// Whether `consume those characters` has some: a text that the row or a condition has matched.
    matched: bool,
}

/// Every step that needs a current input character has one, which is not EOF.
pub(super) fn character(revision: &Revision, out: &mut Vec<Diagnostic>) {
    for procedure in &revision.procedures {
        follow(revision, procedure, out);
    }
    for state in &revision.states {
        follow(revision, state, out);
    }
}

fn follow(revision: &Revision, state: &State, out: &mut Vec<Diagnostic>) {
    let current = NOTHING;
    let mut rule = Current {
        revision,
        about: &revision.about,
        row: None,
        before: None,
        out,
    };
    let mut walk = Walk::new(revision, state);
    let start = BTreeSet::from([Fact {
        current,
        next: 0,
        matched: false,
    }]);
    walk.run(&state.body, start, &mut rule);
    let looks_ahead = state.looks_ahead();
    let sets = effective_sets(state, &revision.about);
    for (row, set) in state.rows.iter().zip(&sets) {
        let taken = match &row.on {
            On::Ahead { .. } => CHARACTER,
            _ => may(set),
        };
        let consumes = matches!(row.on, On::Consumed { .. });
        let fact = Fact {
            current: if consumes && !looks_ahead {
                taken
            } else {
                current
            },
            next: if consumes { 0 } else { taken },
            matched: matches!(row.on, On::Ahead { .. }),
        };
        rule.row = Some(row);
        rule.test(&row.when, fact);
        walk.run(&row.body, BTreeSet::from([fact]), &mut rule);
    }
}

fn may(set: &Set) -> May {
    let mut may = 0;
    if set.has_characters() {
        may |= CHARACTER;
    }
    if set.has_eof() {
        may |= EOF;
    }
    may
}

struct Current<'a> {
    revision: &'a Revision,
    about: &'a About,
    /// The row that the path is in.
    row: Option<&'a Row>,
    /// The step that the path's rule runs before, in a rule.
    before: Option<Place>,
    out: &'a mut Vec<Diagnostic>,
}

/// The fix for a step that needs a character, in a row that takes EOF.
fn advice_at_eof(row: Option<&Row>) -> &'static str {
    let (any, _) = row.map_or((&[][..], &[][..]), |row| row.on.matcher_lists());
    let takes_eof = any.iter().any(|matcher| matcher.value == Matcher::Eof);
    match (takes_eof, any.len()) {
        (true, 1) => "EOF is not a character: remove the step, or name a code point in its place",
        (true, _) => "take EOF out of this row, and add a row with `on = \"EOF\"`",
        (false, _) => "add a row with `on = \"EOF\"` before this one",
    }
}

impl Current<'_> {
    fn report(&mut self, at: At<'_>, message: String, label: &str, help: Option<&str>) {
        let diagnostic = Diagnostic::error(at.place, message).label(label);
        let mut diagnostic = called(diagnostic, at.via.map(|call| call.place));
        if let Some(row) = self.row {
            diagnostic = diagnostic.also(row.place.place, "in this row");
        }
        diagnostic = with_rule(diagnostic, self.before);
        if let Some(help) = help {
            diagnostic = diagnostic.help(help);
        }
        push_new(self.out, diagnostic);
    }
}

impl Current<'_> {
    /// Reports conditions on the current input character where there is none.
    fn test(&mut self, any: &[Conjunction], fact: Fact) {
        let about_current = |condition: &Condition| {
            matches!(condition, Condition::Keyword(..) | Condition::Behind(..))
        };
        for test in any.iter().flatten() {
            if fact.current & NOTHING != 0 && asks(self.revision, test, &about_current) {
                let at = At {
                    place: test.place,
                    via: None,
                };
                let message =
                    "a condition on the current input character, where no character was consumed";
                self.report(
                    at,
                    message.into(),
                    "this needs a current input character",
                    Some("ask in a row that consumes"),
                );
            }
        }
    }
}

impl<'r> Follow<'r> for Current<'_> {
    type Fact = Fact;

    const INTO_RULES: bool = true;

    fn rule(&mut self, before: Option<Place>) {
        self.before = before;
    }

    fn step(&mut self, step: &'r Step, at: At<'r>, mut fact: Fact) -> Fact {
        if needs_character(step) {
            if fact.current & EOF != 0 {
                self.report(
                    at,
                    format!("`{step}` at EOF"),
                    "this needs a character, and the row takes EOF",
                    Some(advice_at_eof(self.row)),
                );
            } else if fact.current & NOTHING != 0 {
                self.report(
                    at,
                    format!("`{step}` where no character was consumed"),
                    "this needs a current input character",
                    None,
                );
            }
        }
        if reconsumes(step) && fact.current & NOTHING != 0 {
            self.report(
                at,
                format!("`{step}` where nothing was consumed"),
                "there is nothing that could be given again",
                Some("switch to the state: it gets the next input character"),
            );
        }
        match step {
            Step::ConsumeNext => {
                fact.current = match fact.next {
                    0 => CHARACTER | EOF,
                    next => next,
                };
            }
            Step::ConsumeThose if fact.matched => fact.current = CHARACTER,
            Step::ConsumeThose => self.report(
                at,
                format!("`{step}` where none were matched"),
                "neither the row nor a condition has matched characters ahead",
                None,
            ),
            Step::ConsumeThroughChar(_) | Step::ConsumeThroughText(_) => {
                fact.current = CHARACTER | EOF;
            }
            Step::ConsumeNamed | Step::ConsumeMatching => fact.current |= CHARACTER,
            Step::Unconsume | Step::Attempt(_) => fact.current = NOTHING,
            _ => return fact,
        }
        (fact.next, fact.matched) = (0, false);
        fact
    }

    fn ask(&mut self, any: &'r [Conjunction], holds: bool, mut fact: Fact) -> Option<Fact> {
        self.test(any, fact);
        let mut asked = any.nodes().with_definitions(self.revision).conditions();
        if asked.any(|it| matches!(it, Condition::Keyword(..))) {
            // Which text has matched is known only if the answer is.
            fact.matched = false;
        }
        for test in established(any, holds) {
            let Test::Condition(condition) = test else {
                continue;
            };
            match condition {
                Condition::EofReached => {
                    fact.current = if holds { EOF } else { CHARACTER };
                }
                Condition::NextInput(is, set) if (*is == Is::Is) == holds => {
                    fact.next = set
                        .0
                        .iter()
                        .map(|matcher| may(&Set::of(matcher, self.about)))
                        .fold(0, |all, one| all | one);
                }
                Condition::Keyword(are, _) if (*are == Are::Are) == holds => {
                    (fact.next, fact.matched) = (CHARACTER, true);
                }
                Condition::AheadSequence(are, ..) | Condition::AheadLastStartTag(are)
                    if (*are == Are::Are) == holds =>
                {
                    fact.next = CHARACTER;
                }
                _ => {}
            }
        }
        Some(fact)
    }
}

/// The tests whose outcome is known on a branch: all of one conjunction that holds, or each of several
/// single conditions that all fail.
pub(super) fn established(any: &[Conjunction], holds: bool) -> impl Iterator<Item = &Test> {
    let known = match holds {
        true => any.len() == 1,
        false => any.iter().all(|all| all.len() == 1),
    };
    any.iter()
        .filter(move |_| known)
        .flatten()
        .map(|test| &test.value)
}

/// Whether the step needs a current input character other than EOF.
pub(super) fn needs_character(step: &Step) -> bool {
    matches!(
        step,
        Step::EmitCurrent
            | Step::AddToCode(_)
            | Step::Append(
                Source::Current | Source::CurrentLowercase | Source::CurrentUppercase,
                _,
            )
            | Step::Set(
                _,
                Source::Current | Source::CurrentLowercase | Source::CurrentUppercase,
            )
    )
}

/// Whether the step reconsumes the current input character, or EOF.
fn reconsumes(step: &Step) -> bool {
    matches!(
        step,
        Step::Reconsume(_) | Step::ReconsumeInReturn | Step::ReconsumeCurrent
    )
}
