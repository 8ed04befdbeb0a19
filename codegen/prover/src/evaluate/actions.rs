//! Evaluates actions of the IR.
//!
//! Each action does what the runtime's method of that name does, in a few lines over owned strings; spans, lines and
//! borrowing are absent, as they are not part of the proof. So this is a second description of the runtime's
//! contract, and an error that both share is found only by the tests that run the generated code.

use super::registers::{TagRegister, stuck};
use super::{Doctype, Halt, ProgramRun, Token};
use tokenwright_compiler::ir;
use tokenwright_compiler::ir::{Action, InputPosition, Source, Switch};
use tokenwright_compiler::program::BEYOND;
use tokenwright_tables::grammar::Field;

impl ProgramRun<'_> {
    pub(super) fn actions(&mut self, actions: &[Action]) -> Result<(), Halt> {
        actions.iter().try_for_each(|action| self.action(action))
    }

    /// Runs one action at the machine's position.
    pub(super) fn action(&mut self, action: &Action) -> Result<(), Halt> {
        match action {
            Action::Error(error, place) => {
                let at = match place {
                    InputPosition::Current => self.cur,
                    InputPosition::Next => self.pos,
                };
                self.report(*error, at);
            }
            Action::AwaitNext => self.await_next()?,
            Action::ConsumeNext | Action::ConsumeAgain => self.consume().map(|_| ())?,
            Action::ConsumeAhead { len, from } => {
                let from = match from {
                    InputPosition::Current => self.cur,
                    InputPosition::Next => self.pos,
                };
                let mut bytes = 0;
                let ahead = self.text.chars()[from..].iter();
                let taken = ahead.take_while(|c| {
                    bytes += c.len_utf8();
                    bytes <= *len
                });
                self.pos = from + taken.count();
                self.cur = self.pos.saturating_sub(1);
            }
            Action::ConsumeNamed => self.consume_named()?,
            Action::ConsumeDigits => self.consume_digits()?,
            Action::Unconsume => {
                if let Some(mark) = self.registers.mark {
                    self.pos = mark;
                }
            }
            Action::Call(back) => {
                self.registers.mark = Some(self.pos);
                self.registers.code = 0;
                self.registers.matched_any = false;
                self.registers.caller = *back;
            }
            Action::Return(returned) => {
                self.registers.returned = match returned {
                    ir::Returned::Nothing => None,
                    ir::Returned::Char(c) => Some(c.to_string()),
                    ir::Returned::Code => Some(self.code_as_char().to_string()),
                    ir::Returned::Replacement => self.replacement().map(String::from),
                    ir::Returned::Reference => {
                        let matched = self.registers.matched.as_ref();
                        matched.map(|(_, value)| value.clone())
                    }
                };
                self.registers.mark = None;
            }
            Action::ComeFrom(state) => self.registers.came_from = *state,
            Action::SetReturn(state) => self.registers.return_state = *state,
            Action::BeginMarkup | Action::BeginCdataSection | Action::EndCdataSection => {}
            Action::EmitCurrent => {
                let c = self.current()?;
                self.drain(self.pos);
                self.emit_text(c.encode_utf8(&mut [0; 4]));
            }
            Action::EmitChar(c) | Action::EmitInstead(c) => {
                self.drain(self.pos);
                self.emit_text(c.encode_utf8(&mut [0; 4]));
            }
            Action::EmitTemporaryBuffer => {
                let text = self.registers.temporary_buffer.clone();
                self.drain(self.pos);
                self.emit_text(&text);
            }
            Action::EmitReturned => {
                if let Some(text) = self.registers.returned.clone() {
                    self.drain(self.pos);
                    self.emit_text(&text);
                }
            }
            Action::EmitTag => self.emit_tag()?,
            Action::Respond => self.respond(),
            Action::EmitComment => {
                let comment = self.registers.comment.take();
                let comment = comment.ok_or_else(|| stuck("no comment"))?;
                self.drain(self.pos);
                self.emit(Token::Comment(comment));
            }
            Action::EmitDoctype => {
                let doctype = self.registers.doctype.take();
                let doctype = doctype.ok_or_else(|| stuck("no DOCTYPE token"))?;
                self.drain(self.pos);
                self.emit(Token::Doctype(doctype));
            }
            Action::EmitProcessingInstruction => {
                let token = self.registers.processing_instruction.take();
                let (target, data) = token.ok_or_else(|| stuck("no processing instruction"))?;
                self.drain(self.pos);
                self.emit(Token::ProcessingInstruction { target, data });
            }
            Action::EmitEof => {
                self.drain(self.pos);
                self.emit(Token::EndOfFile);
            }
            Action::CreateTag { end_tag } => {
                self.registers.tag = Some(TagRegister {
                    is_end: *end_tag,
                    ..TagRegister::default()
                });
            }
            Action::CreateDoctype => self.registers.doctype = Some(Doctype::default()),
            Action::CreateComment(data) => self.registers.comment = Some(data.clone()),
            Action::CreateProcessingInstruction(data) => {
                let target = self.registers.target.clone();
                self.registers.processing_instruction = Some((target, data.clone()));
            }
            Action::StartAttribute => self.registers.tag()?.start_attribute(),
            Action::RemoveAttribute => self.registers.tag()?.remove_attribute(),
            Action::RemoveEarlierAttribute => self.registers.tag()?.remove_earlier(),
            Action::SetForceQuirks => self.registers.doctype()?.force_quirks = true,
            Action::ClearForceQuirks => self.registers.doctype()?.force_quirks = false,
            Action::SetSelfClosing => self.registers.tag()?.self_closing = true,
            Action::Clear(field) => self.registers.field(*field)?.clear(),
            Action::Append(source, field) => self.append(*source, *field)?,
            Action::LetTarget => {
                self.registers.target = self.registers.temporary_buffer.clone();
            }
            Action::SetAdditional(c) => self.registers.additional_allowed = *c,
            Action::SetContentModel(model) => self.registers.content_model = *model,
            Action::SetEscape(escape) => self.registers.escape = *escape,
            Action::SetCode(code) => self.registers.code = *code,
            Action::ReplaceCode => {
                if let Some(c) = self.replacement() {
                    self.registers.code = u32::from(c);
                }
            }
            Action::MultiplyCode(by) => {
                self.registers.code = saturate(self.registers.code.saturating_mul(*by));
            }
            Action::AddToCode(minus) => {
                let digit = u32::from(self.current()?).saturating_sub(*minus);
                self.registers.code = saturate(self.registers.code.saturating_add(digit));
            }
            Action::UseDigits { hexadecimal } => self.registers.hex_digits = *hexadecimal,
            Action::InBase { hexadecimal } => self.registers.hexadecimal = *hexadecimal,
            Action::If(test, then, otherwise) => {
                let actions = if self.test(test)? { then } else { otherwise };
                self.actions(actions)?;
            }
        }
        Ok(())
    }

    /// The current input character.
    fn current(&self) -> Result<char, Halt> {
        match self.text.chars().get(self.cur) {
            Some('\r') => Ok('\n'),
            Some(c) => Ok(*c),
            None => Err(stuck("no current input character")),
        }
    }

    /// The character whose code point is the character reference code; U+FFFD if there is none.
    fn code_as_char(&self) -> char {
        char::from_u32(self.registers.code).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn append(&mut self, source: Source, field: Field) -> Result<(), Halt> {
        let text = match source {
            Source::Current => self.current()?.to_string(),
            Source::CurrentLowercase => self.current()?.to_ascii_lowercase().to_string(),
            Source::CurrentUppercase => self.current()?.to_ascii_uppercase().to_string(),
            Source::TemporaryBuffer => self.registers.temporary_buffer.clone(),
            Source::Matched | Source::MatchedReference => {
                let (name, value) = self.registers.matched.clone().unwrap_or_default();
                if source == Source::Matched {
                    name
                } else {
                    value
                }
            }
            Source::Returned => self.registers.returned.clone().unwrap_or_default(),
            Source::Code => self.code_as_char().to_string(),
            Source::Char(c) => c.to_string(),
        };
        self.registers.field(field)?.push_str(&text);
        Ok(())
    }

    pub(super) fn emit_tag(&mut self) -> Result<(), Halt> {
        let tag = self.registers.tag.take();
        let tag = tag.ok_or_else(|| stuck("no tag token"))?;
        self.drain(self.pos);
        if !tag.is_end {
            self.registers.last_start_tag = Some(tag.name.clone());
        }
        self.emit(Token::from(tag));
        let response = self.responses.get(self.tags).copied().unwrap_or_default();
        self.tags += 1;
        self.has_switched |= response.switch.is_some();
        if response.switch.is_some() {
            self.registers.switch = response.switch;
        }
        if let Some(foreign) = response.foreign {
            self.registers.foreign = foreign;
        }
        Ok(())
    }

    /// Performs the switch with which tree construction has answered a tag.
    pub(super) fn respond(&mut self) {
        let Some(mode) = self.registers.switch.take() else {
            return;
        };
        let modes = &self.evaluator.program.machine.text_modes;
        if let Some(found) = modes.iter().find(|found| found.mode == mode) {
            match found.switch {
                Switch::State(state) => self.registers.state = state,
                Switch::ContentModel(model) => self.registers.content_model = model,
            }
        }
    }

    fn consume_named(&mut self) -> Result<(), Halt> {
        let ahead = &self.text.chars()[self.pos..];
        let names = &self.evaluator.names.names;
        let matches = |name: &str| {
            name.chars()
                .eq(ahead.iter().copied().take(name.chars().count()))
        };
        let may_match = |name: &str| {
            let len = ahead.len();
            name.chars().count() > len && name.chars().take(len).eq(ahead.iter().copied())
        };
        if names.iter().any(|(name, _)| may_match(name)) {
            self.end()?;
        }
        let longest = names.iter().filter(|(name, _)| matches(name));
        let longest = longest.max_by_key(|(name, _)| name.chars().count());
        match longest {
            None => self.registers.matched = None,
            Some((name, codes)) => {
                let len = name.chars().count();
                // The next character decides whether the match is a reference.
                if len == ahead.len() {
                    self.end()?;
                }
                let value = codes.iter().filter_map(|code| char::from_u32(*code));
                self.registers.matched = Some((name.clone(), value.collect()));
                self.pos += len;
                self.cur = self.pos - 1;
            }
        }
        Ok(())
    }

    fn consume_digits(&mut self) -> Result<(), Halt> {
        let base = |hexadecimal| if hexadecimal { 16 } else { 10 };
        let digits = base(self.registers.hex_digits);
        while let Some(digit) = self
            .text
            .chars()
            .get(self.pos)
            .and_then(|c| c.to_digit(digits))
        {
            if !self.registers.matched_any {
                self.registers.matched_any = true;
                self.registers.mark = None;
            }
            let base = base(self.registers.hexadecimal);
            let code = self.registers.code.saturating_mul(base);
            self.registers.code = saturate(code.saturating_add(digit));
            self.pos += 1;
            self.cur = self.pos - 1;
        }
        // More digits may follow.
        self.peek(self.pos).map(|_| ())
    }
}

fn saturate(code: u32) -> u32 {
    code.min(BEYOND)
}
