//! The way of a machine through a text that is known.

use super::uses::{Reads, Register};
use crate::ir::{
    Action, Block, End, ErrorId, Kind, Machine, Place, Returned, Source, StateId, Target, Test,
};
use crate::program::Receiver;
use std::cell::Cell;
use std::collections::BTreeSet;
use tokenwright_tables::grammar::Field;

/// What is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Given {
    /// A character of the text.
    Text(char),
    /// The characters that the name stands for.
    Reference,
    /// The character of a number.
    Number(char),
}

/// An error on the way.
pub(super) struct Reported {
    pub(super) error: ErrorId,
    /// How much of the text stands before its place.
    place: usize,
    /// How much was given before it was reported.
    pub(super) given: usize,
}

/// How far the machine has got, and what its registers hold.
pub(super) struct Way<'a> {
    machine: &'a Machine,
    state: StateId,
    /// The text ahead: one character more than may be consumed.
    text: Vec<char>,
    /// How much of it has been consumed.
    pub(super) at: usize,
    /// Whether the text is a name.
    named: bool,
    current: char,
    matched: Option<usize>,
    return_state: Option<StateId>,
    came_from: Option<StateId>,
    caller: Option<StateId>,
    additional: Option<Option<char>>,
    returned: Option<Vec<Given>>,
    buffer: Option<Vec<Given>>,
    code: Option<u32>,
    digits: Option<u32>,
    base: Option<u32>,
    any_digits: bool,
    written: BTreeSet<Register>,
    /// Whether the way depends on the character after the text.
    pub(super) looks_after: Cell<bool>,
    /// Whether the way asked which name stands ahead.
    pub(super) asks_name: bool,
    pub(super) receiver: Option<Receiver>,
    pub(super) given: Vec<Given>,
    pub(super) errors: Vec<Reported>,
}

impl<'a> Way<'a> {
    /// Follows the machine from a state's block that has consumed `first`, no further than through `text`,
    /// back to that state; `None` where it does anything else, or leaves something behind that is read.
    pub(super) fn follow(
        machine: &'a Machine,
        reads: &Reads<'_>,
        (state, block): (StateId, &Block),
        (first, text, after): (char, &str, char),
        named: bool,
    ) -> Option<Self> {
        let mut way = Way {
            machine,
            state,
            text: text.chars().chain([after]).collect(),
            at: 0,
            named,
            current: first,
            matched: None,
            return_state: None,
            came_from: None,
            caller: None,
            additional: None,
            returned: None,
            buffer: None,
            code: None,
            digits: None,
            base: None,
            any_digits: false,
            written: BTreeSet::new(),
            asks_name: false,
            looks_after: Cell::new(false),
            receiver: None,
            given: Vec::new(),
            errors: Vec::new(),
        };
        way.block(block)?;
        // No way there and back is longer than the machine has states, but for the text.
        for _ in 0..machine.states.len() + way.text.len() {
            if way.state == state {
                break;
            }
            way.step()?;
        }
        let is_back = way.state == state && way.at < way.text.len();
        let leaves_nothing = way
            .written
            .iter()
            .all(|register| !reads.is_read_first(state, *register));
        let errors_at_end = way.errors.iter().all(|e| e.place == way.at);
        (is_back && leaves_nothing && errors_at_end).then_some(way)
    }

    fn next(&self) -> Option<char> {
        self.look(self.at)
    }

    /// The character at an index of the text.
    fn look(&self, at: usize) -> Option<char> {
        let looks_after = self.looks_after.get() || at + 1 >= self.text.len();
        self.looks_after.set(looks_after);
        self.text.get(at).copied()
    }

    fn step(&mut self) -> Option<()> {
        let machine = self.machine;
        match &machine.states[self.state].kind {
            Kind::Act(block) => self.block(block),
            Kind::Consume(rows) => {
                self.current = self.next()?;
                self.at += 1;
                let code = u32::from(self.current);
                let row = rows.iter().find(|row| row.on.contains(code))?;
                row.guard.is_none().then_some(())?;
                self.block(&row.block)
            }
        }
    }

    fn block(&mut self, block: &Block) -> Option<()> {
        for action in &block.actions {
            self.act(action)?;
        }
        match &block.end {
            End::Stay => Some(()),
            End::To { target, reconsume } => {
                self.state = match target {
                    Target::State(state) => *state,
                    Target::Return => self.return_state?,
                    Target::Caller => self.caller?,
                    Target::Back => self.came_from?,
                };
                if *reconsume {
                    self.at = self.at.checked_sub(1)?;
                }
                Some(())
            }
            End::If(test, then, otherwise) => {
                let block = if self.answer(test)? { then } else { otherwise };
                self.block(block)
            }
            End::Done => None,
        }
    }

    fn act(&mut self, action: &Action) -> Option<()> {
        self.written.extend(Register::written_by(action));
        match action {
            Action::BeginMarkup => {}
            Action::Error(error, place) => {
                let place = match place {
                    Place::Current => self.at.checked_sub(1)?,
                    Place::Next => self.at,
                };
                self.errors.push(Reported {
                    error: *error,
                    place,
                    given: self.given.len(),
                });
            }
            Action::SetReturn(state) => self.return_state = Some(*state),
            Action::ComeFrom(state) => self.came_from = Some(*state),
            Action::Call(back) => {
                self.caller = Some(*back);
                self.code = Some(0);
                self.any_digits = false;
            }
            Action::Return(returned) => {
                self.returned = Some(match returned {
                    Returned::Nothing => Vec::new(),
                    Returned::Char(c) => vec![Given::Number(*c)],
                    Returned::Code => vec![Given::Number(char::from_u32(self.code?)?)],
                    Returned::Reference if self.matched.is_some() => vec![Given::Reference],
                    Returned::Replacement => vec![Given::Number(self.replacement()?)],
                    Returned::Reference => return None,
                });
            }
            Action::SetAdditional(additional) => self.additional = Some(*additional),
            Action::Clear(Field::TemporaryBuffer) => self.buffer = Some(Vec::new()),
            Action::Append(source, Field::TemporaryBuffer) => {
                let given = self.source(source)?;
                self.buffer.as_mut()?.extend(given);
            }
            Action::Append(source, field) => {
                let given = self.source(source)?;
                self.give(Receiver::Appended(*field), given)?;
            }
            Action::EmitTemporaryBuffer => {
                let given = self.buffer.clone()?;
                self.give(Receiver::Emitted, given)?;
            }
            Action::EmitReturned => {
                let given = self.returned.clone()?;
                self.give(Receiver::Emitted, given)?;
            }
            Action::EmitCurrent => self.give(Receiver::Emitted, vec![Given::Text(self.current)])?,
            Action::EmitChar(c) => self.give(Receiver::Emitted, vec![Given::Text(*c)])?,
            Action::ConsumeNext => {
                self.current = self.next()?;
                self.at += 1;
            }
            Action::ConsumeNamed => {
                self.asks_name = true;
                let len = self.text.len() - 1;
                self.matched = self.named.then_some(len);
                self.at += self.matched.unwrap_or_default();
            }
            Action::ConsumeDigits => self.consume_digits()?,
            Action::UseDigits { hexadecimal } => self.digits = Some(radix(*hexadecimal)),
            Action::InBase { hexadecimal } => self.base = Some(radix(*hexadecimal)),
            Action::ReplaceCode => self.code = Some(u32::from(self.replacement()?)),
            Action::SetCode(code) => self.code = Some(*code),
            Action::MultiplyCode(by) => self.code = Some(self.code?.saturating_mul(*by)),
            Action::AddToCode(minus) => {
                let digit = u32::from(self.current).checked_sub(*minus)?;
                self.code = Some(self.code?.saturating_add(digit));
            }
            Action::If(test, then, otherwise) => {
                let actions = if self.answer(test)? { then } else { otherwise };
                for action in actions {
                    self.act(action)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// The numeric replacement of the code.
    fn replacement(&self) -> Option<char> {
        let code = self.code?;
        let mut all = self.machine.numeric_replacements.iter();
        let (_, replacement) = all.find(|(number, _)| *number == code)?;
        char::from_u32(*replacement)
    }

    fn consume_digits(&mut self) -> Option<()> {
        let (digits, base) = (self.digits?, self.base?);
        while let Some(digit) = self.next()?.to_digit(digits) {
            let code = self.code?.saturating_mul(base).saturating_add(digit);
            self.code = Some(code);
            self.any_digits = true;
            self.at += 1;
        }
        Some(())
    }

    fn source(&self, source: &Source) -> Option<Vec<Given>> {
        Some(match source {
            Source::Current => vec![Given::Text(self.current)],
            Source::Char(c) => vec![Given::Text(*c)],
            Source::TemporaryBuffer => self.buffer.clone()?,
            Source::Returned => self.returned.clone()?,
            Source::Matched => {
                let end = self.matched.unwrap_or_default();
                self.text[..end].iter().copied().map(Given::Text).collect()
            }
            Source::MatchedReference if self.matched.is_some() => vec![Given::Reference],
            Source::Code => vec![Given::Number(char::from_u32(self.code?)?)],
            Source::CurrentLowercase | Source::MatchedReference => return None,
        })
    }

    fn give(&mut self, to: Receiver, given: Vec<Given>) -> Option<()> {
        let receiver = *self.receiver.get_or_insert(to);
        self.given.extend(given);
        (receiver == to).then_some(())
    }

    fn answer(&self, test: &Test) -> Option<bool> {
        match test {
            Test::Not(test) => Some(!self.answer(test)?),
            Test::All(tests) => self.all(tests, true),
            Test::Any(tests) => self.all(tests, false).map(|none| !none),
            Test::Matched => Some(self.matched.is_some()),
            Test::LastMatchedIs(c) => Some(*self.text.get(self.matched?.checked_sub(1)?)? == *c),
            Test::ReturnStateIs(state) => Some(self.return_state? == *state),
            Test::CallerIs(state) => Some(self.machine.states[self.caller?].spec == *state),
            Test::NextIs { on, .. } => Some(on.contains(u32::from(self.next()?))),
            Test::NextIsAdditional => Some(self.additional? == Some(self.next()?)),
            Test::Ahead {
                text,
                ignore_case,
                from: Place::Next,
            } => self.ahead(text, *ignore_case),
            Test::AheadSequence(on, end) => {
                let mut at = self.at;
                while on.contains(u32::from(self.look(at)?)) {
                    at += 1;
                }
                Some(at > self.at && self.look(at)? == *end)
            }
            Test::NothingReturned => Some(self.returned.as_ref()?.is_empty()),
            Test::NoneMatched => Some(!self.any_digits),
            Test::CodeIn(ranges) => {
                let code = self.code?;
                Some(
                    ranges
                        .iter()
                        .any(|(first, last)| (*first..=*last).contains(&code)),
                )
            }
            Test::CodeInReplacements => {
                let code = self.code?;
                let replaced = &self.machine.numeric_replacements;
                Some(replaced.iter().any(|(number, _)| *number == code))
            }
            _ => None,
        }
    }

    fn ahead(&self, text: &str, ignore_case: bool) -> Option<bool> {
        for (i, expected) in text.chars().enumerate() {
            let c = self.look(self.at + i)?;
            if c != expected && !(ignore_case && c.eq_ignore_ascii_case(&expected)) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether all of the tests hold, or none does; one that decides is enough.
    fn all(&self, tests: &[Test], hold: bool) -> Option<bool> {
        let before = self.looks_after.get();
        let mut looks_after = before;
        let mut answers = Vec::new();
        for test in tests {
            self.looks_after.set(false);
            let answer = self.answer(test);
            let decides = answer == Some(!hold);
            if decides && !self.looks_after.get() {
                self.looks_after.set(before);
                return Some(false);
            }
            looks_after |= self.looks_after.get();
            answers.push(answer);
        }
        self.looks_after.set(looks_after);
        if answers.contains(&Some(!hold)) {
            return Some(false);
        }
        answers.iter().all(Option::is_some).then_some(true)
    }
}

fn radix(hexadecimal: bool) -> u32 {
    if hexadecimal { 16 } else { 10 }
}
