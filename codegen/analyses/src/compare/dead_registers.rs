//! The registers that are dead in both of two revisions.

use super::collect::collect;
use super::facts::StateFacts;
use tokenwright_interpreter::{Digits, Registers as InterpreterRegisters};
use tokenwright_tables::kernel::effects::RegisterSet;
use tokenwright_tables::model::Revision;

/// For each state, the registers that one of two revisions may still read.
#[derive(Debug)]
pub(crate) struct DeadRegisters {
    live: Vec<RegisterSet>,
}

impl DeadRegisters {
    /// Of two revisions that have the same states.
    pub(crate) fn of(revisions: [&Revision; 2]) -> Self {
        let [a, b] = revisions.map(collect);
        let any = |facts: &StateFacts| facts.live.any();
        let states = a.states.iter().zip(&b.states);
        DeadRegisters {
            live: states.map(|(a, b)| any(a).or(any(b))).collect(),
        }
    }

    /// Whether the temporary buffer is still compared with something from a state on.
    pub(crate) fn compares_buffer(&self, state: usize) -> bool {
        self.live[state].has(RegisterSet::BUFFER_COMPARED)
    }

    /// The registers without those that are dead in a state.
    pub(crate) fn without(
        &self,
        state: usize,
        registers: &InterpreterRegisters,
    ) -> InterpreterRegisters {
        use RegisterSet as R;
        let live = self.live[state];
        let mut registers = registers.clone();
        if !live.has(R::BUFFER) {
            registers.temporary_buffer.clear();
        }
        if !live.has(R::RETURN_STATE) {
            registers.return_state = None;
        }
        if !live.has(R::LAST_START_TAG) {
            registers.last_start_tag = None;
        }
        if !live.has(R::ADDITIONAL) {
            registers.additional_allowed = None;
        }
        if !live.has(R::CODE) {
            registers.code = 0;
        }
        if !live.has(R::RANGE) {
            registers.digits = Digits::default();
        }
        if !live.has(R::BASE) {
            registers.base = Digits::default();
        }
        if !live.has(R::TARGET) {
            registers.target = None;
        }
        if !live.has(R::MATCHED) {
            registers.matched = None;
        }
        if !live.has(R::REFERENCE) {
            registers.reference = None;
        }
        if !live.has(R::RETURNED) {
            registers.returned = None;
        }
        if !live.has(R::BULK) {
            registers.bulk = None;
            registers.bulk_met_eof = false;
        }
        if !live.has(R::TAG) {
            registers.tag = None;
        }
        if !live.has(R::COMMENT) {
            registers.comment = None;
        }
        if !live.has(R::DOCTYPE) {
            registers.doctype = None;
        }
        if !live.has(R::INSTRUCTION) {
            registers.processing_instruction = None;
        }
        registers
    }
}
