//! Runs: what a state does to many characters at once.

use super::{Field, Machine};
use crate::input::checks::{BEYOND_PLAIN, Found, pass_over_run};
use crate::input::scan::{Stops, find, find_far};
use crate::revision::Revision;
use crate::sink::Sink;

impl<S: Sink, R: Revision> Machine<'_, '_, S, R> {
    /// Emits all characters before the next stop.
    #[inline(never)]
    pub(crate) fn emit_run<P: Stops>(&mut self) {
        let from = self.pos;
        self.pos = find::<P>(self.bytes(), from);
        self.emit_text(from, self.pos);
    }

    /// Appends all characters before the next stop to a field.
    #[inline(never)]
    pub(crate) fn append_run<P: Stops>(&mut self, field: Field) {
        let from = self.pos;
        self.pos = find::<P>(self.bytes(), from);
        self.append_range(field, from, self.pos);
    }

    /// Passes over all characters before the next stop.
    #[inline(never)]
    pub(crate) fn skip_run<P: Stops>(&mut self) {
        self.pos = find::<P>(self.bytes(), self.pos);
    }

    /// The first stop from `pos` on, for runs that are long: what stands in elements such as scripts.
    ///
    /// The input stream beyond what has been checked already is checked by the same look at each block.
    #[inline(never)]
    pub(crate) fn find_far<P: Stops>(&mut self, mut pos: usize) -> usize {
        while S::ERRORS && !self.watch_is_suspicious {
            let checked = &self.bytes()[..self.watch];
            pos = find_far::<P>(checked, pos);
            if pos < self.watch {
                return pos;
            }
            if R::PLAIN_IS_FREE && pos == self.watch {
                let mut found = Found::from_here(pos);
                pass_over_run::<P>(self.text, &mut found);
                self.note_checked(found);
                pos = self.watch;
            }
            let Some(ahead) = self.bytes().get(..pos + 64) else {
                break;
            };
            pos = find_far::<P>(ahead, pos);
            if pos < ahead.len() {
                return pos;
            }
            self.look_up_to(pos + 64 * BEYOND_PLAIN);
        }
        find_far::<P>(self.bytes(), pos)
    }

    /// Where a name ends that goes on at `pos`; that is `pos` where it does not.
    #[cold]
    #[inline(never)]
    pub(crate) fn end_of_name<E: Stops>(&mut self, pos: usize) -> usize {
        find::<E>(self.bytes(), pos)
    }
}
