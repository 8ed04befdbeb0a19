//! Names, digits and bulk text that a machine consumes as one symbol.

use super::machine::Machine;
use super::observer::Observer;
use super::symbols::{IN_INPUT, MEANING, Whole, after};
use std::fmt::Arguments;

impl<O: Observer> Machine<'_, '_, O> {
    /// Whether the next input is consumed as one symbol: one of `count` answers, or [`IN_INPUT`] if the
    /// symbol is in the input. `None` if the observer does not answer.
    pub(super) fn ask_whole(
        &mut self,
        kind: Whole,
        how: Arguments<'_>,
        count: usize,
    ) -> Option<usize> {
        if let Some(symbol) = self.input.whole(self.position) {
            return (u32::from(symbol) & !0xFFF == kind as u32).then_some(IN_INPUT);
        }
        let what = format_args!("{kind:?} {how} at {}", self.position);
        self.observer
            .choose(what, count)
            .map(|choice| choice.answer)
    }

    /// Consumes the next input as one symbol, and then `end`. Returns the index behind it.
    pub(super) fn consume_whole(&mut self, kind: Whole, end: &str) -> usize {
        let start = self.position;
        if self.input.whole(start).is_none() {
            // A bulk may have no first character.
            let kept = usize::from(kind != Whole::Bulk);
            self.input.put_whole(start, kept, kind as u32, end);
            self.fault = self.fault.min(self.input.faults().len());
        }
        self.took_whole = true;
        start + 2
    }

    /// The characters of the name at an index, as one symbol.
    pub(super) fn meaning(&self, start: usize) -> String {
        let symbol = self.input.whole(start);
        symbol
            .map(|symbol| after(symbol, MEANING))
            .into_iter()
            .collect()
    }
}
