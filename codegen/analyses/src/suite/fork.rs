//! Two machines that have read the same input, and may have diverged.

use super::view::{ViewEntry, push};
use crate::compare::{DeadRegisters, drop_common};
use tokenwright_interpreter::{Event, Machine, Observer, RunState, Wait};

/// How many characters are looked at before they are consumed, for a question that is decided soon.
const FEW: usize = 2;

/// An original and its mutant on the same input, and the output that only one of them has produced.
#[derive(Clone, Debug)]
pub(super) struct Fork<'m, O> {
    pub(super) machines: [Machine<'m, 'm, O>; 2],
    pub(super) run_state: [RunState; 2],
    pub(super) tokens: [Vec<ViewEntry>; 2],
    /// Codes and offsets.
    pub(super) errors: [Vec<(String, usize)>; 2],
}

impl<'m, O: Observer + Clone> Fork<'m, O> {
    /// Two machines before any input.
    pub(super) fn new(mut machines: [Machine<'m, 'm, O>; 2]) -> Self {
        let [a, b] = &mut machines;
        a.join(b);
        Fork {
            machines,
            run_state: [RunState::Finished, RunState::Finished],
            tokens: Default::default(),
            errors: Default::default(),
        }
    }

    /// Gives both more input.
    pub(super) fn feed(&mut self, text: &str) {
        for character in text.chars() {
            Machine::feed_both(self.machines.each_mut(), character);
        }
        self.run();
    }

    /// Ends the input of both.
    pub(super) fn close(&mut self) {
        self.machines.iter_mut().for_each(Machine::close);
        self.run();
    }

    fn run(&mut self) {
        for (side, machine) in self.machines.iter_mut().enumerate() {
            self.run_state[side] = machine.run_open();
            for event in machine.take_events() {
                match event {
                    Event::Token(token) => push(&mut self.tokens[side], &token),
                    Event::Error(error) => self.errors[side].push((error.code, error.offset)),
                }
            }
        }
        drop_common(self.errors.each_mut());
        drop_common(self.tokens.each_mut());
    }

    /// Whether both are in the same state and wait for an unbounded number of characters: for the end of a
    /// name, a number or a bulk.
    pub(super) fn is_undecided(&self) -> bool {
        let [a, b] = &self.machines;
        let ((fed, consumed), other) = (a.consumed(), b.consumed());
        let few = match self.run_state[0] {
            RunState::Waits(Wait::Name(_) | Wait::Bulk(_)) => 0,
            _ => FEW,
        };
        self.run_state[0] == self.run_state[1]
            && a.state() == b.state()
            && (fed, consumed) == other
            && fed - consumed > few
    }

    /// Whether both outputs are equal.
    pub(super) fn agrees(&self) -> bool {
        self.tokens[0] == self.tokens[1] && self.errors[0] == self.errors[1]
    }

    /// Whether both machines agree in everything that can still be observed, so that no input distinguishes
    /// them.
    pub(super) fn has_converged(&self, dead: &DeadRegisters) -> bool {
        let [a, b] = &self.machines;
        if self.run_state == [RunState::Finished, RunState::Finished] {
            return self.agrees();
        }
        self.run_state[0] == self.run_state[1]
            && a.state() == b.state()
            && a.consumed() == b.consumed()
            // Pending input can still change the outcome.
            && a.consumed().0 == a.consumed().1
            && (a.origin() == b.origin() || !a.reads_origin())
            && a.errors_reported_ahead() == b.errors_reported_ahead()
            && self.agrees()
            && (a.register_values() == b.register_values() || {
                let [a, b] = [a, b].map(|m| dead.without(m.state(), m.register_values()));
                a == b
            })
    }
}
