//! The registers that are dead in both of two revisions.

use super::collect::collect;
use super::facts::StateFacts;
use tokenwright_interpreter::{Digits, Registers as InterpreterRegisters};
use tokenwright_tables::kernel::effects::RegisterSet as R;
use tokenwright_tables::model::Revision;

type Clear = fn(&mut InterpreterRegisters);

/// Each register, and how it is cleared.
const CLEARED: [(R, Clear); 16] = [
    (R::BUFFER, |it| it.temporary_buffer.clear()),
    (R::RETURN_STATE, |it| it.return_state = None),
    (R::LAST_START_TAG, |it| it.last_start_tag = None),
    (R::ADDITIONAL, |it| it.additional_allowed = None),
    (R::CODE, |it| it.code = 0),
    (R::RANGE, |it| it.digits = Digits::default()),
    (R::BASE, |it| it.base = Digits::default()),
    (R::TARGET, |it| it.target = None),
    (R::MATCHED, |it| it.matched = None),
    (R::REFERENCE, |it| it.reference = None),
    (R::RETURNED, |it| it.returned = None),
    (R::BULK, |it| {
        it.bulk = None;
        it.bulk_met_eof = false;
    }),
    (R::TAG, |it| it.tag = None),
    (R::COMMENT, |it| it.comment = None),
    (R::DOCTYPE, |it| it.doctype = None),
    (R::INSTRUCTION, |it| it.processing_instruction = None),
];

/// For each state, the registers that one of two revisions may still read.
#[derive(Debug)]
pub(crate) struct DeadRegisters {
    live: Vec<R>,
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
        self.live[state].has(R::BUFFER_COMPARED)
    }

    /// The registers without those that are dead in a state.
    pub(crate) fn without(
        &self,
        state: usize,
        registers: &InterpreterRegisters,
    ) -> InterpreterRegisters {
        let mut registers = registers.clone();
        for (register, clear) in CLEARED {
            if !self.live[state].has(register) {
                clear(&mut registers);
            }
        }
        registers
    }
}
