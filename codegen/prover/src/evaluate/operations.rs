//! Single operations, in place of a program.
//!
//! The tests of the runtime compare its methods with these, one by one: so the runs that a proof is about consist of
//! the same operations as the runs that those tests are about.

use super::conditions::CharOrEof;
use super::{Control, End, Halt, Locals, ProgramRun};
use tokenwright_compiler::ir::{Action, StateId, Test};
use tokenwright_compiler::program::Stmt;

impl ProgramRun<'_> {
    /// Consumes the next input character; `None` is EOF.
    ///
    /// # Errors
    /// If it is not known yet.
    pub fn consume_next(&mut self) -> Result<Option<char>, Halt> {
        Ok(match self.consume()? {
            CharOrEof::Char(c) => Some(c),
            CharOrEof::Eof => None,
        })
    }

    /// Runs an action.
    ///
    /// # Errors
    /// If it waits, or is impossible.
    pub fn act(&mut self, action: &Action) -> Result<(), Halt> {
        self.action(action)
    }

    /// Whether a condition holds.
    ///
    /// # Errors
    /// If it waits, or is impossible.
    pub fn holds(&mut self, test: &Test) -> Result<bool, Halt> {
        self.test(test)
    }

    /// Runs a statement of the hot path that has no jumps. Returns whether it could do its work.
    ///
    /// # Errors
    /// If it is impossible.
    pub fn perform(&mut self, stmt: &Stmt) -> Result<bool, Halt> {
        match stmt {
            Stmt::If(cond, _) => self.cond(cond),
            Stmt::RestOfName { .. } | Stmt::References { .. } | Stmt::LineEnding { .. } => {
                self.attempt(stmt)
            }
            stmt => self.stmt(stmt).map(|()| true),
        }
    }

    /// Consumes what the bulk scan of a state consumes in the state's function.
    ///
    /// # Errors
    /// If the field that it appends to does not exist.
    pub fn scan_in_state(&mut self, state: StateId) -> Result<(), Halt> {
        self.scan_in_function(state)
    }

    /// Reconsumes the current input character.
    pub fn reconsume(&mut self) {
        self.pos = self.cur;
    }

    /// Enters the hot path: the cursor is at the position.
    pub fn enter(&mut self) {
        self.locals = Locals {
            pos: self.pos,
            ..Locals::default()
        };
    }

    /// Leaves the hot path: the position is at the cursor.
    pub fn leave(&mut self) {
        self.pos = self.locals.pos;
        self.locals = Locals::default();
    }

    /// Lets the chunk grow again, with everything that was consumed.
    pub fn grow(&mut self) {
        self.drain(self.pos);
        self.text.end = End::Open;
        self.cur = self.pos;
        self.control = Control::State;
        self.locals = Locals::default();
    }

    /// Reports the errors of the input stream before an index of the chunk.
    pub fn report_input_errors(&mut self, to: usize) {
        self.drain(to);
    }

    /// The machine's position, as an index into the chunk.
    #[must_use]
    pub fn position(&self) -> usize {
        self.pos
    }

    /// The current input character, as an index into the chunk.
    #[must_use]
    pub fn current_position(&self) -> usize {
        self.cur
    }

    /// The cursor of the hot path, and where its last scan began.
    #[must_use]
    pub fn cursor(&self) -> (usize, usize) {
        (self.locals.pos, self.locals.from)
    }
}
