//! Assumed answers to questions about a sequence whose end has not arrived.
//!
//! The condition "the next characters are one or more of a set, then another character" is decided only
//! by the first character outside the set, which may be arbitrarily far ahead. A machine with an open
//! input can assume the answer and continue. The caller has to try both answers. For each input exactly
//! one of them is right; the other is refuted by a later character, and from there on the machine
//! corresponds to no input.

use super::input::RunInput;
use super::set::CharacterSet;

/// A question about a sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct SequenceQuestion<'p> {
    /// The index of the first character.
    pub(super) from: usize,
    set: &'p CharacterSet,
    additional: Option<char>,
    /// The character that follows the set.
    then: u32,
}

/// An assumed answer that the input has neither confirmed nor refuted.
#[derive(Clone, Copy, Debug)]
pub struct Assumption<'p> {
    pub(super) question: SequenceQuestion<'p>,
    /// Whether a character of the set has arrived.
    begun: bool,
    /// The assumed answer.
    holds: bool,
}

/// An assumption after one more character.
#[derive(Clone, Copy, Debug)]
pub enum Checked<'p> {
    /// The input has not decided yet.
    Open(Assumption<'p>),
    /// The input agrees with the assumption.
    Confirmed,
    /// The input contradicts the assumption.
    Refuted,
}

/// The assumptions of a machine.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumptions<'p> {
    open: Vec<Assumption<'p>>,
    refuted: bool,
}

impl<'p> SequenceQuestion<'p> {
    pub(super) fn new(
        from: usize,
        set: &'p CharacterSet,
        additional: Option<char>,
        then: u32,
    ) -> Self {
        SequenceQuestion {
            from,
            set,
            additional,
            then,
        }
    }

    /// Whether both questions have the same answer for every continuation, if both have matched
    /// equally much.
    fn is_same(&self, other: &Self) -> bool {
        self.set == other.set && self.additional == other.additional && self.then == other.then
    }
}

impl<'p> Assumption<'p> {
    pub(super) fn new(question: SequenceQuestion<'p>, begun: bool, holds: bool) -> Self {
        Assumption {
            question,
            begun,
            holds,
        }
    }

    /// Checks the assumption against one more character.
    pub fn after(self, character: char) -> Checked<'p> {
        let SequenceQuestion {
            set,
            additional,
            then,
            ..
        } = self.question;
        if set.contains(Some(character), additional) {
            return Checked::Open(Assumption {
                begun: true,
                ..self
            });
        }
        match (self.begun && u32::from(character) == then) == self.holds {
            true => Checked::Confirmed,
            false => Checked::Refuted,
        }
    }

    /// Whether the end of the input confirms the assumption.
    pub fn holds_at_end(&self) -> bool {
        !self.holds
    }

    /// Whether a character of the set has arrived.
    pub fn has_begun(&self) -> bool {
        self.begun
    }

    /// Whether every continuation gives both questions the same answer at the same character.
    pub fn asks_same(&self, other: &Self) -> bool {
        self.begun == other.begun && self.question.is_same(&other.question)
    }

    /// Whether the same inputs confirm and refute both assumptions.
    fn is_same(&self, other: &Self) -> bool {
        self.holds == other.holds && self.asks_same(other)
    }

    /// Encodes the assumption about the input to come.
    pub fn write(&self, number: &mut dyn FnMut(usize)) {
        let SequenceQuestion {
            set,
            additional,
            then,
            ..
        } = self.question;
        number(usize::from(self.begun) + 2 * usize::from(self.holds));
        number(then as usize);
        number(additional.map_or(0, |c| c as usize + 1));
        set.write(number);
    }
}

impl<'p> Assumptions<'p> {
    /// Adds an assumption. `position` is the next input character of the machine.
    pub(super) fn add(&mut self, new: Assumption<'p>, position: usize) {
        // A question about earlier input is not asked again, so its duplicates can go.
        let mut kept: Vec<Assumption<'p>> = Vec::new();
        for open in self.open.drain(..) {
            if open.question.from >= position || !kept.iter().any(|other| other.is_same(&open)) {
                kept.push(open);
            }
        }
        kept.push(new);
        self.open = kept;
    }

    pub(super) fn open(&self) -> &[Assumption<'p>] {
        &self.open
    }

    /// Whether the input contradicts any assumption.
    pub(super) fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// The assumed answer to a question, if there is one.
    pub(super) fn answer(&self, question: &SequenceQuestion<'p>) -> Option<bool> {
        let mut open = self.open.iter();
        let found =
            open.find(|a| a.question.from == question.from && a.question.is_same(question))?;
        Some(found.holds)
    }

    /// Checks the assumptions against the characters of the input from the index `new` on.
    pub(super) fn check(&mut self, input: &RunInput, new: usize) {
        if self.open.is_empty() {
            return;
        }
        for character in &input.characters()[new..] {
            self.open
                .retain_mut(|assumption| match assumption.after(*character) {
                    Checked::Open(now) => {
                        *assumption = now;
                        true
                    }
                    Checked::Confirmed => false,
                    Checked::Refuted => {
                        self.refuted = true;
                        false
                    }
                });
        }
    }

    /// Checks the assumptions against the end of the input.
    pub(super) fn close(&mut self) {
        let mut open = self.open.drain(..);
        self.refuted |= open.any(|assumption| !assumption.holds_at_end());
    }
}
