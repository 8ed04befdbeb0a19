//! Runs with an open input: a machine advances as far as the input so far decides.
//!
//! A search extends inputs character by character and must not run each from its start. So a machine runs states
//! until one asks for input that is not there, and that state is undone as a whole: no step sees half of a name, and
//! none has to be resumed. A state that looks beyond one character is therefore copied before it runs, which is why
//! registers and input are shared until they change; other states are not begun without their character.

use super::machine::{Machine, Progress};
use super::observer::Observer;
use super::program::{Interpreter, ResolvedClause};
use super::refusal::Refusal;
use super::registers::Registers;
use super::setup::Setup;
use super::tokens::Event;
use super::wait::{RunState, Wait};
use std::sync::Arc;
use tokenwright_tables::grammar::Step;

impl<'r> Interpreter<'r> {
    /// A machine that is fed character by character.
    ///
    /// # Errors
    /// If the setup does not fit the revision.
    pub fn open<O: Observer>(
        &self,
        setup: &Setup,
        observer: O,
    ) -> Result<Machine<'_, 'r, O>, Refusal> {
        let mut machine = Machine::new(self, setup, "", observer)?;
        machine.input.open = true;
        Ok(machine)
    }
}

impl<'p, 'r, O: Observer> Machine<'p, 'r, O> {
    /// Adds a character to the input.
    pub fn feed(&mut self, character: char) {
        let newlines = self.program.revision.input_stream.normalize_newlines;
        let before = self.input.len();
        self.input
            .push(character, newlines, &self.program.input_rows);
        self.assumptions.check(&self.input, before);
    }

    /// Shares one input between two machines, if it is the same and both preprocess it in the same way.
    pub fn join(&mut self, other: &Self) {
        let newlines = |of: &Interpreter<'_>| of.revision.input_stream.normalize_newlines;
        let (own, others) = (self.program, other.program);
        if newlines(own) == newlines(others)
            && Arc::ptr_eq(&own.input_rows, &others.input_rows)
            && self.input.has_same(&other.input)
        {
            self.input.follow(&other.input);
        }
    }

    /// Feeds two machines; a shared input gets the character once.
    pub fn feed_both([a, b]: [&mut Self; 2], character: char) {
        let joined = a.input.is_shared(&b.input);
        let before = b.input.len();
        a.feed(character);
        match joined {
            true => {
                b.input.follow(&a.input);
                b.assumptions.check(&b.input, before);
            }
            false => b.feed(character),
        }
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.input.open = false;
        self.assumptions.close();
    }

    /// Assumes that the longest reference name at `index` in the input so far is the longest one,
    /// whatever follows.
    pub fn assume_complete_name(&mut self, index: usize) {
        self.complete_name = Some((index, self.input.len()));
    }

    /// How many characters a name assumed complete may have, if the machine may look it up again.
    pub fn assumed_name_length(&self) -> Option<usize> {
        let (index, given) = self.complete_name?;
        (index >= self.position).then_some(given - index)
    }

    /// The number of characters given so far, and that of those consumed.
    pub fn consumed(&self) -> (usize, usize) {
        (self.input.len(), self.position)
    }

    /// Takes the output since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// The registers, for comparison with another machine.
    pub fn register_values(&self) -> &Registers {
        &self.registers
    }

    /// Replaces the registers.
    pub fn set_registers(&mut self, registers: Registers) {
        *self.registers = registers;
    }

    /// Sets the character reference code, to see where another number would lead.
    pub fn set_code(&mut self, code: u32) {
        self.registers.code = code;
    }

    /// Assumes that the tag has an earlier attribute with this name. With `Some(true)` it replaces all
    /// earlier attributes, with `Some(false)` it comes before them, with `None` only its name is added.
    pub fn assume_earlier_attribute(&mut self, name: &str, others: Option<bool>) {
        let Some(tag) = &mut self.registers.tag else {
            return;
        };
        if let Some(others) = others {
            let gone = if others { 0 } else { tag.parts().0.len() };
            let named = (name.to_owned(), String::new());
            tag.attributes.splice(..gone, [named]);
            if !others {
                tag.earlier.clear();
            }
        }
        tag.earlier.insert(name.to_owned());
    }

    /// Sets whether the current node is in another namespace than HTML's.
    pub fn set_foreign(&mut self, foreign: bool) {
        self.registers.foreign = foreign;
    }

    /// The characters from an index on.
    pub fn characters(&self, from: usize) -> &[char] {
        self.input.characters().get(from..).unwrap_or_default()
    }

    /// The base in use where digits are waited for.
    pub fn base_ahead(&self) -> u32 {
        self.base_ahead
    }

    /// The characters that were consumed.
    pub fn behind(&self) -> &[char] {
        &self.input.characters()[..self.position]
    }

    /// The first byte of the character at an index.
    pub fn offset_of(&self, index: usize) -> usize {
        self.input.offset(index)
    }

    /// The index of the character at an offset, or of the first one after it.
    pub fn index_of(&self, offset: usize) -> usize {
        self.input.index(offset)
    }

    /// The characters from an index on that are errors: their indices, and the indices of their rows.
    pub fn input_errors(&self, from: usize) -> &[(usize, usize)] {
        let before = self.input.faults().partition_point(|(at, _)| *at < from);
        &self.input.faults()[before..]
    }

    /// Whether the input ends with a carriage return, which a line feed would still belong to.
    pub fn after_return(&self) -> bool {
        self.input.after_return()
    }

    /// The faults of the input that are not reported yet: codes and offsets.
    pub fn unreported_errors(&self) -> Vec<(String, usize)> {
        let faults = self.input.faults().get(self.fault..).unwrap_or_default();
        let errors = faults.iter().flat_map(|(index, row)| {
            let offset = self.input.offset(*index);
            let codes = self.program.input_rows[*row].errors.iter();
            codes.map(move |code| (code.clone(), offset))
        });
        errors.collect()
    }

    /// How many faults of characters that are not consumed were reported all the same.
    pub fn errors_reported_ahead(&self) -> usize {
        let before = self
            .input
            .faults()
            .partition_point(|(at, _)| *at < self.position);
        self.fault.saturating_sub(before)
    }

    /// The longest reference name at an index in the input so far: its length, and whether it ends with a
    /// `;`.
    pub fn name_so_far(&self, from: usize) -> Option<(usize, bool)> {
        let ahead = self.characters(from);
        let (length, _) = self.program.names.longest(ahead)?;
        Some((length, ahead[length - 1] == ';'))
    }

    /// Whether the next state may depend on the state that switched to it.
    pub fn reads_origin(&self) -> bool {
        let block = &self.program.states[self.visit.state];
        reads_origin(&block.body) || block.rows.iter().any(|row| reads_origin(&row.body))
    }

    pub(super) fn wait_for(&self, wait: Wait) {
        if self.input.open && !self.input.is_wanting() {
            self.wait.set(Some(wait));
        }
        self.input.want();
    }
}

impl<'p, 'r, O: Observer + Clone> Machine<'p, 'r, O> {
    /// Runs states until one needs more input. That state is rolled back.
    pub fn run_open(&mut self) -> RunState {
        loop {
            if self.finished {
                return RunState::Finished;
            }
            let block = &self.program.states[self.visit.state];
            // A state that takes one character is not begun without it, so that only others have to be undone.
            let at_end = self.position == self.input.len() && self.input.open;
            self.before_whole = self.input.is_hidden(self.position);
            if (at_end || self.before_whole) && !block.looks_far {
                return RunState::Waits(Wait::Text);
            }
            let may_wait = self.input.open || self.input.has_wholes();
            let before = (may_wait && block.looks_far).then(|| self.clone());
            let progress = self.advance();
            if self.input.is_wanting()
                && let Some(before) = before
            {
                let (wait, base_ahead) = (self.wait.get(), self.base_ahead);
                let question = self.pending_question.take();
                let read_symbol = self.input.take_read_symbol();
                if read_symbol && (self.took_whole || !self.input.is_hidden(before.position)) {
                    self.observer.read_symbol();
                    return RunState::Waits(Wait::Text);
                }
                // Symbols stay in the input.
                let input = std::mem::replace(self, before).input;
                (self.input, self.base_ahead, self.pending_question) =
                    (input, base_ahead, question);
                self.fault = self.fault.min(self.input.faults().len());
                self.before_whole = read_symbol;
                if !self.input.open && !self.before_whole {
                    continue;
                }
                return RunState::Waits(wait.unwrap_or(Wait::Text));
            }
            match progress {
                Ok(Progress::Running) => {}
                Ok(Progress::Finished) => return RunState::Finished,
                Err(refusal) => return RunState::Stopped(refusal),
            }
        }
    }
}

fn reads_origin(actions: &[ResolvedClause<'_>]) -> bool {
    actions.iter().any(|action| match action {
        ResolvedClause::Step { step, .. } => matches!(
            step,
            Step::SwitchBack | Step::EmitBulkComment | Step::EmitBulkCommentReplaced
        ),
        // A defined step is not looked up: assume that it reads the origin.
        ResolvedClause::Call { .. } => true,
        ResolvedClause::If {
            then, otherwise, ..
        } => reads_origin(then) || reads_origin(otherwise),
    })
}
