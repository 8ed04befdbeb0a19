//! Symbolic execution of the machine on a sample of input.

use super::ascii_set::AsciiSet;
use super::liveness::{Liveness, Register};
use crate::ir::{
    Action, Block, CharSet, End, ErrorId, InputPosition, LoweredMachine, Returned, Row, Source,
    StateId, StateKind, Target, Test,
};
use crate::program::Receiver;
use std::cell::Cell;
use tokenwright_tables::grammar::Field;

/// A part of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// A character of the sample.
    Text(char),
    /// The characters of the named reference.
    Reference,
    /// The character of a number.
    Number(char),
}

/// A reported error.
pub(super) struct Reported {
    pub(super) error: ErrorId,
    /// Its place: how many characters of the sample are before it.
    place: usize,
    /// The length of the output before it.
    pub(super) output: usize,
}

/// A character of the input.
#[derive(Clone, Copy)]
struct Looked {
    c: char,
    /// Whether it is the one after the sample.
    is_after: bool,
}

/// The state of a run: position, registers and output.
pub(super) struct SampleRun<'a> {
    machine: &'a LoweredMachine,
    state: StateId,
    /// The sample, and one character more that must not be consumed.
    text: Vec<char>,
    /// How many characters of it are consumed.
    pub(super) at: usize,
    /// Whether the sample is a name.
    named: bool,
    current: Looked,
    matched: Option<usize>,
    return_state: Option<StateId>,
    came_from: Option<StateId>,
    caller: Option<StateId>,
    additional: Option<Option<char>>,
    returned: Option<Vec<Output>>,
    buffer: Option<Vec<Output>>,
    code: Option<u32>,
    digits: Option<u32>,
    base: Option<u32>,
    any_digits: bool,
    written: Vec<Register>,
    /// Whether the run depends on the character after the sample.
    pub(super) depends_on_next: Cell<bool>,
    /// The characters that would have led to the same run in place of the one after the sample.
    pub(super) same_after: Cell<AsciiSet>,
    /// Whether the run matched a name.
    pub(super) matches_name: bool,
    pub(super) receiver: Option<Receiver>,
    pub(super) output: Vec<Output>,
    pub(super) errors: Vec<Reported>,
}

impl<'a> SampleRun<'a> {
    /// Runs from a block of a state that has consumed `first` until the machine is back in that state, with no more
    /// input than `text`. The flag is false if the run needs anything else, or leaves a value in a live register.
    pub(super) fn of(
        machine: &'a LoweredMachine,
        liveness: &Liveness<'_>,
        (state, block): (StateId, &Block),
        (first, text, after): (char, &str, char),
        named: bool,
    ) -> (Self, bool) {
        let mut run = SampleRun {
            machine,
            state,
            text: text.chars().chain([after]).collect(),
            at: 0,
            named,
            current: Looked {
                c: first,
                is_after: false,
            },
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
            written: Vec::new(),
            matches_name: false,
            depends_on_next: Cell::new(false),
            same_after: Cell::new(AsciiSet::all()),
            receiver: None,
            output: Vec::new(),
            errors: Vec::new(),
        };
        let is_valid = run.back_to(state, block).is_some() && run.leaves_nothing(state, liveness);
        (run, is_valid)
    }

    /// Runs until the machine is back in a state.
    fn back_to(&mut self, state: StateId, block: &Block) -> Option<()> {
        self.block(block)?;
        // A run visits a state once without consuming input.
        for _ in 0..self.machine.states.len() + self.text.len() {
            if self.state == state {
                break;
            }
            self.step()?;
        }
        (self.state == state && self.at < self.text.len()).then_some(())
    }

    /// Whether the run leaves neither a value in a live register nor an error before its end.
    fn leaves_nothing(&self, state: StateId, liveness: &Liveness<'_>) -> bool {
        let mut written = self.written.iter();
        written.all(|register| !liveness.is_live(state, *register))
            && self.errors.iter().all(|e| e.place == self.at)
    }

    /// The character at an index of the sample, to be tested with [`SampleRun::is_in`] or [`SampleRun::is_one_of`] only.
    fn look(&self, at: usize) -> Option<Looked> {
        let is_after = at + 1 >= self.text.len();
        self.depends_on_next
            .set(self.depends_on_next.get() || is_after);
        let c = self.text.get(at).copied()?;
        Some(Looked { c, is_after })
    }

    /// Whether a character is in a set. The run is that of all next characters with the same answer.
    fn is_in(&self, looked: Looked, set: &CharSet) -> bool {
        let answer = set.contains(u32::from(looked.c));
        if looked.is_after {
            self.keep_same(answer, AsciiSet::of(set));
        }
        answer
    }

    /// Whether a character is one of several. The run is that of all next characters with the same answer.
    fn is_one_of(&self, looked: Looked, chars: &[char]) -> bool {
        let answer = chars.contains(&looked.c);
        if looked.is_after {
            self.keep_same(answer, chars.iter().copied().collect());
        }
        answer
    }

    /// The current character as a value. A run that needs that of the character after the sample has no rule.
    fn current(&self) -> Option<char> {
        (!self.current.is_after).then_some(self.current.c)
    }

    fn keep_same(&self, answer: bool, set: AsciiSet) {
        let same = self.same_after.get();
        self.same_after.set(match answer {
            true => same.intersection(set),
            false => same.minus(set),
        });
    }

    fn step(&mut self) -> Option<()> {
        let machine = self.machine;
        match &machine.states[self.state].kind {
            StateKind::Act(block) => self.block(block),
            StateKind::Consume(rows) => {
                self.current = self.look(self.at)?;
                self.at += 1;
                let is_on = |row: &&Row| self.is_in(self.current, &row.on);
                let row = rows.iter().find(is_on)?;
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
        for register in Register::written_by(action) {
            if !self.written.contains(register) {
                self.written.push(*register);
            }
        }
        match action {
            Action::BeginMarkup => {}
            Action::Error(error, place) => {
                let place = match place {
                    InputPosition::Current => self.at.checked_sub(1)?,
                    InputPosition::Next => self.at,
                };
                self.errors.push(Reported {
                    error: *error,
                    place,
                    output: self.output.len(),
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
                    Returned::Char(c) => vec![Output::Number(*c)],
                    Returned::Code => vec![Output::Number(char::from_u32(self.code?)?)],
                    Returned::Reference if self.matched.is_some() => vec![Output::Reference],
                    Returned::Replacement => vec![Output::Number(self.replacement()?)],
                    Returned::Reference => return None,
                });
            }
            Action::SetAdditional(additional) => self.additional = Some(*additional),
            Action::Clear(Field::TemporaryBuffer) => self.buffer = Some(Vec::new()),
            Action::Append(source, Field::TemporaryBuffer) => {
                let output = self.source(source)?;
                self.buffer.as_mut()?.extend(output);
            }
            Action::Append(source, field) => {
                let output = self.source(source)?;
                self.emit(Receiver::Appended(*field), output)?;
            }
            Action::EmitTemporaryBuffer => {
                let output = self.buffer.clone()?;
                self.emit(Receiver::Emitted, output)?;
            }
            Action::EmitReturned => {
                let output = self.returned.clone()?;
                self.emit(Receiver::Emitted, output)?;
            }
            Action::EmitCurrent => {
                let current = self.current()?;
                self.emit(Receiver::Emitted, vec![Output::Text(current)])?
            }
            Action::EmitChar(c) => self.emit(Receiver::Emitted, vec![Output::Text(*c)])?,
            // The rules of references test the character after the sample if the outcome depends on it.
            Action::AwaitNext => {}
            Action::ConsumeNext | Action::ConsumeAgain => {
                self.current = self.look(self.at)?;
                self.at += 1;
            }
            Action::ConsumeNamed => {
                self.matches_name = true;
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
                let digit = u32::from(self.current()?).checked_sub(*minus)?;
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
        let all: Vec<char> = ('0'..='f').filter(|c| c.is_digit(digits)).collect();
        loop {
            let next = self.look(self.at)?;
            if !self.is_one_of(next, &all) {
                return Some(());
            }
            // If this is the character after the sample, nothing follows it and the run fails.
            let digit = next.c.to_digit(digits)?;
            let code = self.code?.saturating_mul(base).saturating_add(digit);
            self.code = Some(code);
            self.any_digits = true;
            self.at += 1;
        }
    }

    fn source(&self, source: &Source) -> Option<Vec<Output>> {
        Some(match source {
            Source::Current => vec![Output::Text(self.current()?)],
            Source::Char(c) => vec![Output::Text(*c)],
            Source::TemporaryBuffer => self.buffer.clone()?,
            Source::Returned => self.returned.clone()?,
            Source::Matched => {
                let end = self.matched.unwrap_or_default();
                self.text[..end].iter().copied().map(Output::Text).collect()
            }
            Source::MatchedReference if self.matched.is_some() => vec![Output::Reference],
            Source::Code => vec![Output::Number(char::from_u32(self.code?)?)],
            Source::CurrentLowercase | Source::CurrentUppercase | Source::MatchedReference => {
                return None;
            }
        })
    }

    fn emit(&mut self, to: Receiver, output: Vec<Output>) -> Option<()> {
        let receiver = *self.receiver.get_or_insert(to);
        self.output.extend(output);
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
            Test::NextIs { on, .. } => {
                let next = self.look(self.at)?;
                Some(self.is_in(next, on))
            }
            Test::NextIsAdditional => {
                let (additional, next) = (self.additional?, self.look(self.at)?);
                Some(self.is_one_of(next, additional.as_slice()))
            }
            Test::Ahead {
                text,
                ignore_case,
                from: InputPosition::Next,
            } => self.ahead(text, *ignore_case),
            Test::AheadSequence(on, end) => {
                let mut at = self.at;
                while self.is_in(self.look(at)?, on) {
                    at += 1;
                }
                Some(at > self.at && self.is_one_of(self.look(at)?, &[*end]))
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
            let expected = match ignore_case {
                true => [expected.to_ascii_lowercase(), expected.to_ascii_uppercase()],
                false => [expected; 2],
            };
            if !self.is_one_of(c, &expected) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Conjunction (`hold`) or negated disjunction; one answer that decides is enough.
    fn all(&self, tests: &[Test], hold: bool) -> Option<bool> {
        let before = self.depends_on_next.get();
        let mut depends_on_next = before;
        let mut answers = Vec::new();
        for test in tests {
            self.depends_on_next.set(false);
            let answer = self.answer(test);
            let decides = answer == Some(!hold);
            if decides && !self.depends_on_next.get() {
                self.depends_on_next.set(before);
                return Some(false);
            }
            depends_on_next |= self.depends_on_next.get();
            answers.push(answer);
        }
        self.depends_on_next.set(depends_on_next);
        if answers.contains(&Some(!hold)) {
            return Some(false);
        }
        answers.iter().all(Option::is_some).then_some(true)
    }
}

fn radix(hexadecimal: bool) -> u32 {
    if hexadecimal { 16 } else { 10 }
}
