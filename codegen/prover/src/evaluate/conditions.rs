//! Evaluates conditions of the IR.

use super::{End, Halt, ProgramRun};
use tokenwright_compiler::ir::{CharSet, InputPosition, Test};

/// The input at an index of the chunk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CharOrEof {
    /// A character, after the normalisation of CR.
    Char(char),
    /// The end of the file.
    Eof,
}

impl ProgramRun<'_> {
    /// The character at an index, or the end of the chunk. Waits if the chunk may still grow.
    pub(super) fn at(&self, at: usize) -> Result<Option<char>, Halt> {
        match (self.text.chars().get(at), self.text.end) {
            (Some(c), _) => Ok(Some(*c)),
            (None, End::Open) => Err(Halt::Wait),
            (None, End::Chunk | End::File) => Ok(None),
        }
    }

    /// Suspends a function that looks beyond the end of the chunk.
    pub(super) fn end(&self) -> Result<CharOrEof, Halt> {
        match self.text.end {
            End::Open => Err(Halt::Wait),
            End::Chunk => Err(Halt::Starved),
            End::File => Ok(CharOrEof::Eof),
        }
    }

    /// The input at an index, which is not consumed.
    pub(super) fn peek(&self, at: usize) -> Result<CharOrEof, Halt> {
        match self.text.chars().get(at) {
            Some('\r') => Ok(CharOrEof::Char('\n')),
            Some(c) => Ok(CharOrEof::Char(*c)),
            None => self.end(),
        }
    }

    /// Waits until the next input character, with all of its line ending, has arrived.
    pub(super) fn await_next(&self) -> Result<(), Halt> {
        let is_return = self.text.chars().get(self.pos) == Some(&'\r');
        self.peek(self.pos + usize::from(is_return)).map(|_| ())
    }

    /// Whether a condition holds.
    pub(super) fn test(&mut self, test: &Test) -> Result<bool, Halt> {
        Ok(match test {
            Test::Not(test) => !self.test(test)?,
            Test::All(tests) => {
                for test in tests {
                    if !self.test(test)? {
                        return Ok(false);
                    }
                }
                true
            }
            Test::Any(tests) => {
                for test in tests {
                    if self.test(test)? {
                        return Ok(true);
                    }
                }
                false
            }
            Test::TemporaryBufferIs(text) => self.registers.temporary_buffer == *text,
            Test::TargetIs(text) => self.registers.target.eq_ignore_ascii_case(text),
            Test::ReturnStateIs(state) => self.registers.return_state == *state,
            Test::CallerIs(state) => {
                let caller = &self.evaluator.program.machine.states[self.registers.caller];
                caller.part > 0 && caller.spec == *state
            }
            Test::Foreign => self.registers.foreign,
            Test::Matched => self.registers.matched.is_some(),
            Test::LastMatchedIs(c) => {
                let matched = self.registers.matched.as_ref();
                matched.is_some_and(|(name, _)| name.ends_with(*c))
            }
            Test::NextIs { on, eof } => is_in(self.peek(self.pos)?, on, *eof),
            Test::NextIsAdditional => match self.peek(self.pos)? {
                CharOrEof::Char(c) => self.registers.additional_allowed == Some(c),
                CharOrEof::Eof => false,
            },
            Test::Ahead {
                text,
                ignore_case,
                from,
            } => {
                let from = match from {
                    InputPosition::Current => self.cur,
                    InputPosition::Next => self.pos,
                };
                self.is_at(from, text, *ignore_case)?
            }
            Test::AheadSequence(on, end) => {
                let mut at = self.pos;
                loop {
                    match self.peek(at)? {
                        CharOrEof::Char(c) if on.contains(u32::from(c)) => at += 1,
                        CharOrEof::Char(c) => break at > self.pos && c == *end,
                        CharOrEof::Eof => break false,
                    }
                }
            }
            Test::AheadLastStartTag => match &self.registers.last_start_tag {
                Some(name) => self.end_of_name(name)?.is_some(),
                None => false,
            },
            Test::AfterLastStartTag { on, eof } => {
                let name = self.registers.last_start_tag.as_deref().unwrap_or_default();
                let end = self.end_of_name(name)?;
                let end = end.unwrap_or(self.pos + name.chars().count());
                is_in(self.peek(end)?, on, *eof)
            }
            Test::NoStartTag => self.registers.last_start_tag.is_none(),
            // At EOF there is no current input character.
            Test::Behind(text) => self.pos > self.cur && self.text.ends_with(self.pos, text),
            Test::ContentModelIs(model) => self.registers.content_model == *model,
            Test::Escape => self.registers.escape,
            Test::IsEndTag => self.registers.tag()?.is_end,
            Test::TagNameIsLastStartTag => {
                let last = self.registers.last_start_tag.clone();
                last.is_some_and(|last| {
                    Some(last) == self.registers.tag.as_ref().map(|t| t.name.clone())
                })
            }
            Test::TagNameIn(list) => {
                let names = &self.evaluator.program.machine.names[*list];
                names.contains(&self.registers.tag()?.name)
            }
            Test::DuplicateAttribute => self.registers.tag()?.is_duplicate(),
            Test::HasAttributes => !self.registers.tag()?.attributes.is_empty(),
            Test::SelfClosing => self.registers.tag()?.self_closing,
            Test::DoctypeNameIs(text) => self.registers.doctype()?.name.as_ref() == Some(text),
            Test::NothingReturned => self.registers.returned.is_none(),
            Test::NoneMatched => !self.registers.matched_any,
            Test::CodeInReplacements => self.replacement().is_some(),
            Test::CodeIn(ranges) => {
                let code = self.registers.code;
                ranges.iter().any(|(a, b)| (*a..=*b).contains(&code))
            }
        })
    }

    /// The end of a name that is next in the input, ignoring ASCII case; `None` if another text is next. CR and CR LF count
    /// as LF.
    fn end_of_name(&self, name: &str) -> Result<Option<usize>, Halt> {
        let mut at = self.pos;
        for expected in name.chars() {
            match self.peek(at)? {
                CharOrEof::Char(c) if c.eq_ignore_ascii_case(&expected) => {}
                CharOrEof::Char(_) | CharOrEof::Eof => return Ok(None),
            }
            let is_return = self.text.chars().get(at) == Some(&'\r');
            at += 1;
            if is_return && self.peek(at)? == CharOrEof::Char('\n') {
                at += usize::from(self.text.chars().get(at) == Some(&'\n'));
            }
        }
        Ok(Some(at))
    }

    /// Whether a text is at an index.
    fn is_at(&self, from: usize, text: &str, ignore_case: bool) -> Result<bool, Halt> {
        for (i, expected) in text.chars().enumerate() {
            let Some(c) = self.text.chars().get(from + i) else {
                self.end()?;
                return Ok(false);
            };
            if *c != expected && !(ignore_case && c.eq_ignore_ascii_case(&expected)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The numeric replacement of the code.
    pub(super) fn replacement(&self) -> Option<char> {
        self.replacement_of(self.registers.code)
    }

    pub(super) fn replacement_of(&self, code: u32) -> Option<char> {
        let all = &self.evaluator.program.machine.numeric_replacements;
        let (_, replacement) = all.iter().find(|(number, _)| *number == code)?;
        char::from_u32(*replacement)
    }
}

fn is_in(input: CharOrEof, on: &CharSet, eof: bool) -> bool {
    match input {
        CharOrEof::Char(c) => on.contains(u32::from(c)),
        CharOrEof::Eof => eof,
    }
}
