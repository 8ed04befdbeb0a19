//! Questions about a sequence ahead whose end has not come, answered before it has.
//!
//! Whether one or more characters of a set stand ahead and then another character is known only when a
//! character comes that is not of the set, however late that is. A machine whose input is open can be
//! told the answer at once, and then goes on. It has to be told every answer in turn, and what comes
//! has to be what the answer says: for each input exactly one of them is right, and a machine that
//! was told another stands for no input from the character on that shows it.

use super::input::{Input, read};
use super::machine::Machine;
use super::observer::Observer;
use super::set::CharacterSet;

/// A question about a sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequence<'p> {
    /// The index of its first character.
    from: usize,
    set: &'p CharacterSet,
    additional: Option<char>,
    /// The character behind it.
    then: u32,
}

/// What a question was answered with, as long as the input has no answer.
#[derive(Clone, Copy, Debug)]
pub struct Promise<'p> {
    asked: Sequence<'p>,
    /// Whether a character of the set has come.
    begun: bool,
    stands: bool,
}

/// What has become of an answer.
#[derive(Clone, Copy, Debug)]
pub enum Told<'p> {
    /// It can still be either.
    Open(Promise<'p>),
    /// It was right.
    Right,
    /// It was wrong.
    Wrong,
}

/// The answers that a machine was given.
#[derive(Clone, Debug, Default)]
pub(super) struct Promises<'p> {
    open: Vec<Promise<'p>>,
    /// Whether one of them was wrong.
    broken: bool,
}

impl<'p> Sequence<'p> {
    pub(super) fn new(
        from: usize,
        set: &'p CharacterSet,
        additional: Option<char>,
        then: u32,
    ) -> Self {
        Sequence {
            from,
            set,
            additional,
            then,
        }
    }

    /// Whether another question is answered alike whatever comes, if both have come as far.
    fn is_like(&self, other: &Self) -> bool {
        self.set == other.set && self.additional == other.additional && self.then == other.then
    }
}

impl<'p> Promise<'p> {
    /// What one more character makes of it.
    pub fn after(self, character: char) -> Told<'p> {
        let Sequence {
            set,
            additional,
            then,
            ..
        } = self.asked;
        if set.contains(Some(character), additional) {
            return Told::Open(Promise {
                begun: true,
                ..self
            });
        }
        match (self.begun && u32::from(character) == then) == self.stands {
            true => Told::Right,
            false => Told::Wrong,
        }
    }

    /// Whether it is right if nothing more comes.
    pub fn holds_at_end(&self) -> bool {
        !self.stands
    }

    /// Whether a character of the set has come.
    pub fn has_begun(&self) -> bool {
        self.begun
    }

    /// Whether the input decides about another when it decides about this one, and alike.
    pub fn asks_like(&self, other: &Self) -> bool {
        self.begun == other.begun && self.asked.is_like(&other.asked)
    }

    /// Whether another is right and wrong with the same input.
    fn is_like(&self, other: &Self) -> bool {
        self.stands == other.stands && self.asks_like(other)
    }

    /// What it says of the input to come, in numbers.
    pub fn write(&self, number: &mut dyn FnMut(usize)) {
        let Sequence {
            set,
            additional,
            then,
            ..
        } = self.asked;
        number(usize::from(self.begun) + 2 * usize::from(self.stands));
        number(then as usize);
        number(additional.map_or(0, |c| c as usize + 1));
        set.write(number);
    }
}

impl<'p> Promises<'p> {
    /// The answer to a question, if there is one and the input has none yet.
    pub(super) fn to(&self, asked: &Sequence<'p>) -> Option<bool> {
        let mut open = self.open.iter();
        let found = open.find(|p| p.asked.from == asked.from && p.asked.is_like(asked))?;
        Some(found.stands)
    }

    /// Looks at the characters of the input from an index on, which are new.
    pub(super) fn look(&mut self, input: &Input, new: usize) {
        if self.open.is_empty() {
            return;
        }
        for character in &input.characters()[new..] {
            self.open
                .retain_mut(|promise| match promise.after(*character) {
                    Told::Open(now) => {
                        *promise = now;
                        true
                    }
                    Told::Right => false,
                    Told::Wrong => {
                        self.broken = true;
                        false
                    }
                });
        }
    }

    /// Says that nothing more comes.
    pub(super) fn close(&mut self) {
        let mut open = self.open.drain(..);
        self.broken |= open.any(|promise| !promise.holds_at_end());
    }
}

impl<'p, O: Observer> Machine<'p, '_, O> {
    /// Answers the question about a sequence that is waited for.
    pub fn promise(&mut self, stands: bool) {
        let Some(asked) = self.asked.take() else {
            return;
        };
        let new = Promise {
            asked,
            begun: self.input.len() > asked.from,
            stands,
        };
        // A question that is behind is not asked again: what matters of it is what may come.
        let mut kept: Vec<Promise<'p>> = Vec::new();
        for promise in self.promises.open.drain(..) {
            let is_known = |p: &Promise<'p>| p.is_like(&promise);
            if promise.asked.from >= self.position || !kept.iter().any(is_known) {
                kept.push(promise);
            }
        }
        kept.push(new);
        self.promises.open = kept;
    }

    /// The answers that the input may still show to be wrong; with each how far ahead its question
    /// begins, where it may be asked again.
    pub fn promises(&self) -> impl Iterator<Item = (Promise<'p>, Option<usize>)> + '_ {
        let open = self.promises.open.iter();
        open.map(|promise| (*promise, promise.asked.from.checked_sub(self.position)))
    }

    /// Whether the input has shown that an answer was wrong.
    pub fn was_told_wrong(&self) -> bool {
        self.promises.broken
    }

    /// Whether another machine has had the same input, and takes the same for its characters.
    pub fn reads_like(&self, other: &Self) -> bool {
        self.input.is_shared(&other.input)
    }

    /// What a character would be in the input, after another one or else after all that was given;
    /// nothing if it would be the second half of a line break.
    pub fn would_read(&self, given: char, before: Option<char>) -> Option<char> {
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
