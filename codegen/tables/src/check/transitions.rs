//! A path leads to one state.

use super::walk::{At, Follow, Walk};
use crate::diagnostic::{Diagnostic, push_new};
use crate::grammar::Step;
use crate::model::Revision;
use crate::source::Place;
use std::collections::BTreeSet;

/// At most one step of a path sets the next state, and at most one reconsumes the character.
pub(super) fn one_a_path(revision: &Revision, out: &mut Vec<Diagnostic>) {
    for state in &revision.states {
        let mut walk = Walk::new(revision, state);
        let mut rule = Transitions { out };
        let start = BTreeSet::from([Fact::default()]);
        walk.run(&state.body, start.clone(), &mut rule);
        for row in &state.rows {
            walk.run(&row.body, start.clone(), &mut rule);
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Fact {
    /// The step that has set the next state.
    switched: Option<Place>,
    /// The step that has reconsumed the character.
    reconsumed: Option<Place>,
}

struct Transitions<'a> {
    out: &'a mut Vec<Diagnostic>,
}

impl Transitions<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        push_new(self.out, diagnostic);
    }
}

impl<'r> Follow<'r> for Transitions<'_> {
    type Fact = Fact;

    fn step(&mut self, step: &'r Step, at: At<'r>, mut fact: Fact) -> Fact {
        if switches(step) {
            if let Some(first) = fact.switched {
                self.report(
                    Diagnostic::error(at.place, "two transitions on one path")
                        .label("this sets the next state again")
                        .also(first, "it is set here"),
                );
            }
            fact.switched = Some(at.place);
        }
        if matches!(step, Step::Reconsume(_) | Step::ReconsumeInReturn) {
            fact.reconsumed = Some(at.place);
        }
        if matches!(step, Step::ReconsumeCurrent) {
            if let Some(first) = fact.reconsumed {
                self.report(
                    Diagnostic::error(at.place, "a character that is reconsumed twice")
                        .also(first, "it is given again here"),
                );
            } else if fact.switched.is_none() {
                self.report(
                    Diagnostic::error(at.place, "reconsuming before any switch")
                        .label("this state would get the same character for ever")
                        .help("switch to a state first"),
                );
            }
            fact.reconsumed = Some(at.place);
        }
        fact
    }
}
