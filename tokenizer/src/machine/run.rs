//! Runs: what a state does to many characters at once.

use super::{Field, Machine};
use crate::input::scan::{Stops, find};
use crate::revision::Revision;
use crate::sink::Sink;

impl<S: Sink, R: Revision> Machine<'_, '_, S, R> {
    /// Emits all characters before the next stop.
    #[inline(always)]
    pub(crate) fn emit_run<P: Stops>(&mut self) {
        let from = self.pos;
        self.pos = find::<P>(self.bytes(), from);
        self.emit_text(from, self.pos);
    }

    /// Appends all characters before the next stop to a field.
    #[inline(always)]
    pub(crate) fn append_run<P: Stops>(&mut self, field: Field) {
        let from = self.pos;
        self.pos = find::<P>(self.bytes(), from);
        self.append_range(field, from, self.pos);
    }

    /// Passes over all characters before the next stop.
    #[inline(always)]
    pub(crate) fn skip_run<P: Stops>(&mut self) {
        self.pos = find::<P>(self.bytes(), self.pos);
    }
}
