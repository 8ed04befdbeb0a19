//! Runs: many characters processed at once by one state.

use super::{Field, Machine, Output};
use crate::Revision;
use crate::text::checks::{BEYOND_PLAIN, CheckedText, pass_over_run};
use crate::text::scan::{Stops, find, find_far};

impl<O: Output, R: Revision> Machine<'_, '_, O, R> {
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

    /// The first stop from `pos` on, for runs that are long: the content of elements such as `script`.
    ///
    /// One scan of each block both searches for the stop and checks the input stream.
    #[inline(never)]
    pub(crate) fn find_far<P: Stops>(&mut self, mut pos: usize) -> usize {
        while O::ERRORS && !self.at_candidate {
            let checked = &self.bytes()[..self.checked_to];
            pos = find_far::<P>(checked, pos);
            if pos < self.checked_to {
                return pos;
            }
            if R::PLAIN_IS_FREE && pos == self.checked_to {
                let mut found = CheckedText::from_here(pos);
                pass_over_run::<P>(self.text, &mut found);
                self.note_checked(found);
                pos = self.checked_to;
            }
            let Some(ahead) = self.bytes().get(..pos + 64) else {
                break;
            };
            pos = find_far::<P>(ahead, pos);
            if pos < ahead.len() {
                return pos;
            }
            self.check_up_to(pos + 64 * BEYOND_PLAIN);
        }
        find_far::<P>(self.bytes(), pos)
    }

    /// The end of the rest of a name at `pos`, which may be empty.
    #[cold]
    #[inline(never)]
    pub(crate) fn end_of_name<E: Stops>(&mut self, pos: usize) -> usize {
        find::<E>(self.bytes(), pos)
    }
}
