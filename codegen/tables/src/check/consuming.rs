//! A path leads to one state. Steps consume only where generated code can: before a transition, and not between a state's
//! steps and its rows.
//!
//! A state has to restart when a chunk ends, and the next state begins with the character after the current one. A
//! step that consumes after the next state is set would have no defined order with either. The language gives these
//! places no meaning instead of choosing one; such a section needs one more state in the tables.

use super::walk::{At, Follow, Walk};
use crate::diagnostic::{Diagnostic, push_new};
use crate::grammar::{Condition, Source, Step};
use crate::kernel::{Bulk, Traverse};
use crate::model::{Conjunction, Located, Revision, State, Switch, Test};
use crate::source::Place;
use std::collections::BTreeSet;

/// Reports steps that consume, and conditions on the look-ahead, in places where the language gives them no meaning. In a state, at
/// most one step of a path sets the next state, and at most one reconsumes the character.
pub(super) fn order(revision: &Revision, out: &mut Vec<Diagnostic>) {
    for (state, is_procedure) in blocks(revision) {
        let mut rule = Order {
            revision,
            before_rows: !state.rows.is_empty(),
            is_procedure,
            out,
        };
        let mut walk = Walk::new(revision, state);
        let start = BTreeSet::from([Fact::default()]);
        walk.run(&state.body, start, &mut rule);
        rule.before_rows = false;
        let consumes = !state.looks_ahead();
        for row in &state.rows {
            let fact = Fact {
                consumed: consumes.then_some(row.place.place),
                ..Fact::default()
            };
            walk.run(&row.body, BTreeSet::from([fact]), &mut rule);
        }
    }
}

/// A state that consumes a comment in bulk begins with the character that switched to it, so only steps lead there.
pub(super) fn bulk_comments(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let is_bulk = |name: &str| {
        let bulk = revision.state(name).and_then(Bulk::of);
        bulk.is_some_and(|bulk| bulk.is_comment())
    };
    let mut report = |place: Place, name: &str, what: &str| {
        if is_bulk(name) {
            let message = format!("the {name} state as {what}");
            out.push(
                Diagnostic::error(place, message)
                    .label("its comment begins with the character that a row has switched for")
                    .help("name another state, with a row that switches to this one"),
            );
        }
    };
    let about = &revision.about;
    report(
        about.initial_state.place,
        &about.initial_state.value,
        "the initial state",
    );
    for entry in &about.entry_states {
        report(entry.place, &entry.value, "an entry state");
    }
    for mode in &about.text_modes {
        if let Switch::State(state) = &mode.switch.value {
            report(mode.switch.place, state, "the state of a text mode");
        }
    }
    for (step, _) in super::sentences::Sentences::of(revision).steps {
        if let Step::SetReturnState(state) = &step.value {
            report(step.place, &state.0, "the return state");
        }
    }
}

/// Whether the step sets the next state.
pub(super) fn switches(step: &Step) -> bool {
    matches!(
        step,
        Step::Switch(_)
            | Step::SwitchToReturn
            | Step::SwitchBack
            | Step::Reconsume(_)
            | Step::ReconsumeInReturn
    )
}

fn blocks(revision: &Revision) -> impl Iterator<Item = (&State, bool)> {
    let states = revision.states.iter().map(|state| (state, false));
    states.chain(revision.procedures.iter().map(|state| (state, true)))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Fact {
    /// The step that has switched.
    switched: Option<Place>,
    /// The step that has set the next state, by switching or reconsuming.
    next_set: Option<Place>,
    /// The step that has reconsumed the character.
    reconsumed: Option<Place>,
    /// The sentence that has consumed.
    consumed: Option<Place>,
    /// The step that has matched digits.
    digits: Option<Place>,
}

struct Order<'a> {
    revision: &'a Revision,
    /// Whether rows come after the steps.
    before_rows: bool,
    is_procedure: bool,
    out: &'a mut Vec<Diagnostic>,
}

impl Order<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        push_new(self.out, diagnostic);
    }

    /// Reports a step of a state that sets the next state again, or reconsumes where none is set.
    fn transition(&mut self, step: &Step, at: At<'_>, fact: &Fact) {
        let first = fact.next_set.filter(|_| switches(step));
        if let Some(first) = first {
            self.report(
                Diagnostic::error(at.place, "two transitions on one path")
                    .label("this sets the next state again")
                    .also(first, "it is set here"),
            );
        }
        if *step != Step::ReconsumeCurrent {
            return;
        }
        if let Some(first) = fact.reconsumed {
            self.report(
                Diagnostic::error(at.place, "a character that is reconsumed twice")
                    .also(first, "it is given again here"),
            );
        } else if fact.next_set.is_none() {
            self.report(
                Diagnostic::error(at.place, "reconsuming before any switch")
                    .label("this state would get the same character for ever")
                    .help("switch to a state first"),
            );
        }
    }

    fn consumes(&mut self, step: &Step, at: At<'_>, fact: &Fact) {
        // A procedure leaves no current input character, which the next state could begin with.
        let switched = fact.switched.filter(|_| !matches!(step, Step::Attempt(_)));
        if let Some(first) = fact.reconsumed.or(switched) {
            self.report(
                Diagnostic::error(at.place, format!("`{step}` after a transition"))
                    .label("the next state has the character after the current one")
                    .also(first, "the next state is set here")
                    .help("consume before the transition, or in a separate state"),
            );
        } else if self.before_rows {
            self.report(
                Diagnostic::error(at.place, format!("`{step}` before rows"))
                    .label("the rows would not take the next input character")
                    .help("move the step to a state without rows, which switches to this one"),
            );
        }
    }
}

impl<'r> Follow<'r> for Order<'_> {
    type Fact = Fact;

    fn step(&mut self, step: &'r Step, at: At<'r>, mut fact: Fact) -> Fact {
        if !self.is_procedure {
            self.transition(step, at, &fact);
        }
        if switches(step) {
            fact.next_set = Some(at.place);
        }
        match step {
            Step::ConsumeNext | Step::ConsumeThose | Step::ConsumeNamed | Step::ConsumeMatching => {
                self.consumes(step, at, &fact);
                fact.consumed = Some(at.place);
                fact.digits = matches!(step, Step::ConsumeMatching).then_some(at.place);
            }
            Step::Attempt(_) => {
                self.consumes(step, at, &fact);
                if let Some(first) = fact.consumed {
                    self.report(
                        Diagnostic::error(
                            at.place,
                            format!("`{step}` after a character was consumed"),
                        )
                        .label("a procedure begins with the next input character")
                        .also(first, "one is consumed here")
                        .help("switch to a state without rows, whose first step this is"),
                    );
                }
                fact.consumed = Some(at.place);
            }
            Step::Unconsume => {
                if let Some(first) = fact.digits {
                    self.report(
                        Diagnostic::error(at.place, format!("`{step}` after digits"))
                            .label("the digits that were matched are no longer kept")
                            .also(first, "they are matched here")
                            .help("ask `no characters match the range` first"),
                    );
                }
                fact.consumed = None;
            }
            Step::Append(Source::Matched, _) | Step::Set(_, Source::Matched) => {
                self.names_only(at.place, &step.to_string(), &fact);
            }
            Step::Switch(_) | Step::SwitchToReturn | Step::SwitchBack => {
                fact.switched = Some(at.place);
            }
            Step::Reconsume(_) | Step::ReconsumeInReturn | Step::ReconsumeCurrent => {
                fact.reconsumed = Some(at.place);
            }
            _ => {}
        }
        fact
    }

    fn ask(&mut self, any: &'r [Conjunction], holds: bool, mut fact: Fact) -> Option<Fact> {
        for test in any.iter().flatten() {
            if let Some(first) = fact.reconsumed
                && asks(self.revision, test, &Condition::looks_ahead)
            {
                self.report(
                    Diagnostic::error(
                        test.place,
                        "a condition on what is ahead, after `reconsume`",
                    )
                    .also(first, "the current input character is given again here")
                    .help("ask before the character is given again"),
                );
            }
            if asks(self.revision, test, &|c| {
                matches!(c, Condition::LastMatched(..))
            }) {
                self.names_only(test.place, "the last character matched", &fact);
            }
            if self.is_procedure
                && is_none_matched(test)
                && any.len() == 1
                && any[0].len() == 1
                && holds
            {
                fact.digits = None;
            }
        }
        Some(fact)
    }
}

impl Order<'_> {
    fn names_only(&mut self, place: Place, what: &str, fact: &Fact) {
        if let Some(first) = fact.digits {
            self.report(
                Diagnostic::error(place, format!("`{what}` after digits"))
                    .label("this is about the name of a character reference")
                    .also(first, "digits are matched here"),
            );
        }
    }
}

fn is_none_matched(test: &Located<Test>) -> bool {
    matches!(test.value, Test::Condition(Condition::NoneMatched))
}

/// Whether a condition, or one that it is defined by, is of a kind.
pub(super) fn asks(
    revision: &Revision,
    test: &Located<Test>,
    kind: &dyn Fn(&Condition) -> bool,
) -> bool {
    let mut conditions = test.nodes().with_definitions(revision).conditions();
    conditions.any(kind)
}
