//! A machine that assumes the answer to a question about input that has not arrived.

use super::assumptions::Assumption;
use super::input::read;
use super::machine::Machine;
use super::observer::Observer;

impl<'p, O: Observer> Machine<'p, '_, O> {
    /// Assumes the answer to the question about a sequence that the machine waits for.
    pub fn assume(&mut self, holds: bool) {
        let Some(question) = self.pending_question.take() else {
            return;
        };
        let begun = self.input.len() > question.from;
        let assumption = Assumption::new(question, begun, holds);
        self.assumptions.add(assumption, self.position);
    }

    /// The open assumptions. The number is the distance of the question from the next input
    /// character, if the machine may ask it again.
    pub fn assumptions(&self) -> impl Iterator<Item = (Assumption<'p>, Option<usize>)> + '_ {
        let open = self.assumptions.open().iter();
        open.map(|assumption| {
            let ahead = assumption.question.from.checked_sub(self.position);
            (*assumption, ahead)
        })
    }

    /// Whether the input contradicts an assumption.
    pub fn is_refuted(&self) -> bool {
        self.assumptions.is_refuted()
    }

    /// Whether both machines share one input, preprocessed in the same way.
    pub fn shares_input(&self, other: &Self) -> bool {
        self.input.is_shared(&other.input)
    }

    /// The result of preprocessing a character that follows `before`, or the input so far. `None` for
    /// the line feed of CR LF.
    pub fn preprocessed(&self, given: char, before: Option<char>) -> Option<char> {
        let newlines = self.program.revision.input_stream.normalize_newlines;
        let after_return = match before {
            Some(before) => newlines && before == '\r',
            None => self.input.after_return(),
        };
        if after_return && given == '\n' {
            return None;
        }
        Some(read(given, newlines, &self.program.input_rows).0)
    }
}
