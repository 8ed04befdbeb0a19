//! Runs whose input is still coming: a machine goes on as long as what it has is enough.

use super::machine::{Machine, Progress};
use super::observer::Observer;
use super::program::{Action, Interpreter};
use super::refusal::Refusal;
use super::registers::Registers;
use super::setup::Setup;
use super::tokens::Event;
use super::wait::{Standing, Wait};
use std::sync::Arc;
use tokenwright_tables::grammar::Step;

impl<'r> Interpreter<'r> {
    /// A machine whose input is given piece by piece.
    ///
    /// # Errors
    /// Where the setup does not fit the revision.
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

    /// Keeps the input of two machines in one place, where both have had the same and treat it alike.
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

    /// Adds a character to the input of two machines, once where it is kept in one place.
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

    /// Says that nothing more will come.
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

    /// Takes what was emitted and reported since it was taken last.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// The registers.
    pub fn said(&self) -> &Registers {
        &self.registers
    }

    /// Puts registers in the place of those that it has.
    pub fn put(&mut self, registers: Registers) {
        *self.registers = registers;
    }

    /// Sets the character reference code, to see where another number would lead.
    pub fn set_code(&mut self, code: u32) {
        self.registers.code = code;
    }

    /// Takes the tag for one that has an earlier attribute of a name, in the place of all others or
    /// before them; where that does not matter, in the place of none.
    pub fn name_earlier(&mut self, name: &str, others: Option<bool>) {
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

    /// The characters from an index on that are errors: their indices, and the rows that say so.
    pub fn faulty(&self, from: usize) -> &[(usize, usize)] {
        let before = self.input.faults().partition_point(|(at, _)| *at < from);
        &self.input.faults()[before..]
    }

    /// Whether the input ends with a carriage return, which a line feed would still belong to.
    pub fn after_return(&self) -> bool {
        self.input.after_return()
    }

    /// The faults of the input that are not reported yet: codes and offsets.
    pub fn faults_ahead(&self) -> Vec<(String, usize)> {
        let faults = self.input.faults().get(self.fault..).unwrap_or_default();
        let errors = faults.iter().flat_map(|(index, row)| {
            let offset = self.input.offset(*index);
            let codes = self.program.input_rows[*row].errors.iter();
            codes.map(move |code| (code.clone(), offset))
        });
        errors.collect()
    }

    /// How many faults of characters that are not consumed were reported all the same.
    pub fn faults_reported_ahead(&self) -> usize {
        let before = self
            .input
            .faults()
            .partition_point(|(at, _)| *at < self.position);
        self.fault.saturating_sub(before)
    }

    /// The longest name of a reference that stands at an index as far as the input goes: its
    /// length, and whether it ends with a `;`.
    pub fn name_so_far(&self, from: usize) -> Option<(usize, bool)> {
        let ahead = self.characters(from);
        let (length, _) = self.program.names.longest(ahead)?;
        Some((length, ahead[length - 1] == ';'))
    }

    /// Whether the state that is next may ask which state switched to it.
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
    /// Runs states until one needs more than the input so far, and stands before that state then.
    pub fn run_open(&mut self) -> Standing {
        loop {
            if self.finished {
                return Standing::Finished;
            }
            let block = &self.program.states[self.visit.state];
            let at_end = self.position == self.input.len() && self.input.open;
            self.before_whole = self.input.is_hidden(self.position);
            if (at_end || self.before_whole) && !block.looks_far {
                return Standing::Waits(Wait::Text);
            }
            let may_wait = self.input.open || self.input.has_wholes();
            let before = (may_wait && block.looks_far).then(|| self.clone());
            let progress = self.advance();
            if self.input.is_wanting()
                && let Some(before) = before
            {
                let (wait, base_ahead) = (self.wait.get(), self.base_ahead);
                let question = self.pending_question.take();
                let looked_into = self.input.settle();
                if looked_into && (self.took_whole || !self.input.is_hidden(before.position)) {
                    self.observer.looked_into();
                    return Standing::Waits(Wait::Text);
                }
                // What was taken as a whole stays so.
                let input = std::mem::replace(self, before).input;
                (self.input, self.base_ahead, self.pending_question) =
                    (input, base_ahead, question);
                self.fault = self.fault.min(self.input.faults().len());
                self.before_whole = looked_into;
                if !self.input.open && !self.before_whole {
                    continue;
                }
                return Standing::Waits(wait.unwrap_or(Wait::Text));
            }
            match progress {
                Ok(Progress::Running) => {}
                Ok(Progress::Finished) => return Standing::Finished,
                Err(refusal) => return Standing::Stopped(refusal),
            }
        }
    }
}

fn reads_origin(actions: &[Action<'_>]) -> bool {
    actions.iter().any(|action| match action {
        Action::Step { step, .. } => matches!(
            step,
            Step::SwitchBack | Step::EmitBulkComment | Step::EmitBulkCommentReplaced
        ),
        // What a definition does is not looked up: it may be anything.
        Action::Call { .. } => true,
        Action::If {
            then, otherwise, ..
        } => reads_origin(then) || reads_origin(otherwise),
    })
}
