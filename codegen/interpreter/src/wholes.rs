//! Names, digits and bulk text that a machine consumes as one symbol.

use super::machine::Machine;
use super::observer::Observer;
use super::symbols::{MEANING, STANDS, Whole, after};
use std::fmt::Arguments;

impl<O: Observer> Machine<'_, '_, O> {
    /// Whether what stands at the next input character is taken as a whole, unseen: one of `count`
    /// answers, or [`STANDS`] where that was settled before. `None` where nobody answers.
    pub(super) fn ask_whole(
        &mut self,
        kind: Whole,
        how: Arguments<'_>,
        count: usize,
    ) -> Option<usize> {
        if let Some(symbol) = self.input.whole(self.position) {
            return (u32::from(symbol) & !0xFFF == kind as u32).then_some(STANDS);
        }
        let what = format_args!("{kind:?} {how} at {}", self.position);
        self.observer.choose(what, count).map(|told| told.answer)
    }

    /// Takes what stands at the next input character as a whole, and then `end`; gives where it
    /// ends.
    pub(super) fn take_whole(&mut self, kind: Whole, end: &str) -> usize {
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

    /// What the name at an index means, of which nothing else is known.
    pub(super) fn meaning(&self, start: usize) -> String {
        let symbol = self.input.whole(start);
        symbol
            .map(|symbol| after(symbol, MEANING))
            .into_iter()
            .collect()
    }
}
