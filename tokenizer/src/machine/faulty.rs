//! References that are not written as they should be, where the path deals with them itself.

use super::references::{Errors, Faulty, Gives};
use super::{Field, Machine};
use crate::revision::Revision;
use crate::sink::Sink;

impl<S: Sink, R: Revision> Machine<'_, '_, S, R> {
    fn report_all(&mut self, errors: Errors, at: usize) {
        if S::ERRORS {
            for error in errors {
                self.report(*error, at);
            }
        }
    }

    /// Reports the errors of what stands from `from` on, and emits what it gives.
    #[inline(never)]
    pub(crate) fn emit_faulty(&mut self, from: usize, faulty: &Faulty) {
        if let Gives::TextFirst = faulty.gives {
            self.emit_text(from, faulty.end);
        }
        self.report_all(faulty.errors, faulty.end);
        match faulty.gives {
            Gives::TextFirst => {}
            Gives::Text => self.emit_text(from, faulty.end),
            Gives::Name(number) => self.emit_reference(number, from, faulty.end),
            Gives::Char(c) => self.emit_number(c, from, faulty.end),
        }
    }

    /// The same, appending to a field.
    #[inline(never)]
    pub(crate) fn append_faulty(&mut self, field: Field, from: usize, faulty: &Faulty) {
        self.report_all(faulty.errors, faulty.end);
        match faulty.gives {
            Gives::Text | Gives::TextFirst => self.append_range(field, from, faulty.end),
            Gives::Name(number) => self.append_reference(field, number, from, faulty.end),
            Gives::Char(c) => self.append_number(field, c, from, faulty.end),
        }
    }
}
