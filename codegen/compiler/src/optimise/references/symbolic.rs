//! Symbolic execution of the machine on a sample of input.
//!
//! Whether the lexer may resolve a reference depends on rows that any revision may change. Instead of a pattern of
//! rows, which a new wording would miss, the lowered machine runs on a sample of each kind, with the name or number
//! as a symbol. A run that reports an error or needs a value that it does not know gives no answer, and then
//! references are left to the rows. Samples are no proof that all references of a kind behave alike; that is left to
//! the prover.

use crate::ir::{
    Action, Block, End, InputPosition, LoweredMachine, Returned, Source, StateId, StateKind,
    Target, Test,
};
use crate::liveness::{Facts, Liveness, Named, effects};
use crate::program::Receiver;
use tokenwright_tables::grammar::Field;
use tokenwright_tables::kernel::effects::RegisterSet;

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

/// The state of a run: position, registers and output.
pub(super) struct SampleRun<'a> {
    machine: &'a LoweredMachine,
    state: StateId,
    /// The sample. A run that looks beyond it ends.
    text: Vec<char>,
    /// How many characters of it are consumed.
    at: usize,
    /// Whether the sample is a name.
    named: bool,
    current: char,
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
    written: RegisterSet,
    pub(super) receiver: Option<Receiver>,
    pub(super) output: Vec<Output>,
}

impl<'a> SampleRun<'a> {
    /// Runs from a block of a state that has consumed `first` until the machine is back in that state, and has consumed
    /// the sample. `None` if the run reports an error, needs anything else, or leaves a value in a live register.
    pub(super) fn of(
        machine: &'a LoweredMachine,
        liveness: &Liveness,
        (state, block): (StateId, &Block),
        (first, text): (char, &str),
        named: bool,
    ) -> Option<Self> {
        let mut run = SampleRun {
            machine,
            state,
            text: text.chars().collect(),
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
            written: RegisterSet::NONE,
            receiver: None,
            output: Vec::new(),
        };
        run.back_to(state, block)?;
        let named = Named {
            return_state: run.return_state,
            came_from: run.came_from,
            caller: run.caller,
        };
        let leaves = liveness.at(state, Facts::NONE, named).has(run.written);
        (run.at == run.text.len() && !leaves).then_some(run)
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
        (self.state == state).then_some(())
    }

    /// The next input character.
    fn next(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn consume(&mut self) -> Option<()> {
        self.current = self.next()?;
        self.at += 1;
        Some(())
    }

    fn step(&mut self) -> Option<()> {
        let machine = self.machine;
        match &machine.states[self.state].kind {
            StateKind::Act(block) => self.block(block),
            StateKind::Consume(rows) => {
                self.consume()?;
                let current = u32::from(self.current);
                let row = rows.iter().find(|row| row.on.contains(current))?;
                // A guard depends on registers that the sample does not set.
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
        self.written = self.written.or(effects(action, Facts::NONE).1);
        match action {
            Action::BeginMarkup => {}
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
                self.emit(Receiver::Emitted, vec![Output::Text(self.current)])?
            }
            Action::EmitChar(c) => self.emit(Receiver::Emitted, vec![Output::Text(*c)])?,
            // A step that uses the next character looks at it.
            Action::AwaitNext => {}
            Action::ConsumeNext | Action::ConsumeAgain => self.consume()?,
            Action::ConsumeNamed => {
                self.matched = self.named.then_some(self.text.len());
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

    fn source(&self, source: &Source) -> Option<Vec<Output>> {
        Some(match source {
            Source::Current => vec![Output::Text(self.current)],
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
        test.answer(|test| match test {
            Test::Matched => Some(self.matched.is_some()),
            Test::LastMatchedIs(c) => Some(*self.text.get(self.matched?.checked_sub(1)?)? == *c),
            Test::ReturnStateIs(state) => Some(self.return_state? == *state),
            Test::CallerIs(state) => Some(self.machine.states[self.caller?].spec == *state),
            Test::NextIs { on, .. } => Some(on.contains(u32::from(self.next()?))),
            Test::NextIsAdditional => Some(self.additional? == Some(self.next()?)),
            Test::Ahead {
                text,
                ignore_case,
                from: InputPosition::Next,
            } => self.ahead(text, *ignore_case),
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
        })
    }

    fn ahead(&self, text: &str, ignore_case: bool) -> Option<bool> {
        for (i, expected) in text.chars().enumerate() {
            let c = *self.text.get(self.at + i)?;
            let is_equal = match ignore_case {
                true => c.eq_ignore_ascii_case(&expected),
                false => c == expected,
            };
            if !is_equal {
                return Some(false);
            }
        }
        Some(true)
    }
}

fn radix(hexadecimal: bool) -> u32 {
    if hexadecimal { 16 } else { 10 }
}
