//! Keeping account of what a machine reads that carries only some of its registers.

use super::effects::{ADDITIONAL, LAST, ORIGIN, of_condition, of_step};
use super::observer::{Block, BlockKind, Observer};
use super::tokens::Token;
use crate::grammar::{Condition, Matcher, Step};
use crate::model::{Located, On};
use std::cell::Cell;
use std::rc::Rc;

/// What is known of the registers, and whether anything was read that is not.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    /// A bit for each register whose value is the one that it has in every run.
    pub(crate) known: u32,
    /// The first thing that was read without being known.
    pub(crate) unknown: Option<String>,
    /// All that was read, by this machine and by those that it was copied to and from: by the ones
    /// too that went back to wait for more input.
    pub(crate) read: Rc<Cell<u32>>,
    /// The state that was entered last.
    pub(crate) state: Option<usize>,
    /// The states that were entered, one bit each; all from the 127th on share the last.
    pub(crate) entered: u128,
}

impl Ledger {
    /// At the start of a run everything is known.
    pub(crate) fn new() -> Self {
        Ledger {
            known: u32::MAX,
            unknown: None,
            read: Rc::default(),
            state: None,
            entered: 0,
        }
    }

    /// The bit of a state among those that were entered.
    pub(crate) fn bit(state: usize) -> u128 {
        1 << state.min(127)
    }

    /// A machine has got to a state, from which it is known then that it was another one.
    pub(crate) fn arrive(&mut self, state: usize) {
        if self
            .state
            .replace(state)
            .is_some_and(|before| before != state)
        {
            self.known |= ORIGIN;
        }
    }

    fn reads(&mut self, reads: u32, what: &dyn ToString) {
        self.read.set(self.read.get() | reads);
        if reads & !self.known != 0 && self.unknown.is_none() {
            self.unknown = Some(what.to_string());
        }
    }
}

impl Observer for Ledger {
    fn enter(&mut self, block: Block<'_>) {
        if block.kind == BlockKind::State {
            self.entered |= Ledger::bit(block.index);
            self.arrive(block.index);
        }
        if self.known & ADDITIONAL == 0 && block.state.rows.iter().any(|row| asks(&row.on)) {
            self.reads(ADDITIONAL, &Matcher::AdditionalAllowed);
        }
    }

    fn step(&mut self, step: &Step) {
        let effect = of_step(step);
        self.reads(effect.reads, step);
        self.known = self.known & !effect.spoils | effect.writes;
    }

    fn answered(&mut self, condition: &Condition, _: bool) {
        self.reads(of_condition(condition), condition);
    }

    fn token(&mut self, token: &Token) {
        if matches!(token, Token::StartTag { .. }) {
            self.known |= LAST;
        }
    }
}

/// Whether a row asks for the additional allowed character.
fn asks(on: &On) -> bool {
    let asks = |any: &[Located<Matcher>]| {
        let mut any = any.iter();
        any.any(|matcher| matcher.value == Matcher::AdditionalAllowed)
    };
    match on {
        On::Consumed { any, except } => asks(any) || asks(except),
        On::Peeked(any) => asks(any),
        On::Ahead { .. } => false,
    }
}
