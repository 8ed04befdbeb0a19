//! Emits tokens and parse errors.

use super::fields::StringPart;
use super::machine::{ErrorPlace, Machine};
use super::observer::Observer;
use super::refusal::{Failure, Reason};
use super::registers::Doctype;
use super::tokens::{Event, ParseError, Token as Emitted};
use tokenwright_tables::grammar::{Source, Token};

impl<O: Observer> Machine<'_, '_, O> {
    /// Reports a parse error at the place that the current step determines. Errors of the input stream up
    /// to that place come first, even if the place was only looked at.
    pub(super) fn error(&mut self, code: &str) {
        let place = match (self.visit.error_place, self.visit.current) {
            (ErrorPlace::Current, Some(current)) => current,
            _ => self.position,
        };
        // The input that has not arrived may have an error at that place.
        if place >= self.input.len() {
            self.input.want();
        }
        self.report_faults(place);
        self.report(code, place);
    }

    pub(super) fn report(&mut self, code: &str, index: usize) {
        let (line, column) = self.input.line_and_column(index);
        let error = ParseError {
            code: code.to_owned(),
            offset: self.input.offset(index),
            line,
            column,
        };
        self.observer.error(&error);
        self.events.push(Event::Error(error));
    }

    /// Emits a character token.
    fn emit_character(&mut self, character: char) {
        self.emitted += 1;
        self.observer.character(character);
        match self.events.last_mut() {
            Some(Event::Token(Emitted::Characters(text))) => text.push(character),
            _ => self
                .events
                .push(Event::Token(Emitted::Characters(character.into()))),
        }
    }

    /// Emits any other token.
    pub(super) fn emit(&mut self, token: Emitted) {
        self.emitted += 1;
        self.observer.token(&token);
        self.events.push(Event::Token(token));
    }

    /// Reports the faults of the input up to the character at `at`, each of them once.
    pub(super) fn report_faults(&mut self, at: usize) {
        while let Some((index, row)) = self.input.faults().get(self.fault).copied()
            && index <= at
        {
            self.fault += 1;
            let program = self.program;
            for code in &program.input_rows[row].errors {
                self.report(code, index);
            }
        }
    }

    /// Emits a character token for each character of a source.
    pub(super) fn emit_source(&mut self, source: Source) -> Result<(), Reason> {
        match self.part(source)? {
            StringPart::Character(character) => self.emit_character(character),
            StringPart::Text(text) => self.emit_text(&text),
        }
        Ok(())
    }

    pub(super) fn emit_text(&mut self, text: &str) {
        for character in text.chars() {
            self.emit_character(character);
        }
    }

    /// Emits the current token of a kind and clears it.
    pub(super) fn emit_token(&mut self, token: Token) -> Result<(), Failure> {
        let token = match token {
            Token::Tag => return self.emit_tag(),
            Token::Comment => self.registers.comment.take().map(Emitted::Comment),
            Token::Doctype => self.registers.doctype.take().map(|doctype| {
                let Doctype {
                    name,
                    public,
                    system,
                    force_quirks,
                } = doctype.into_inner();
                Emitted::Doctype {
                    name,
                    public,
                    system,
                    force_quirks,
                }
            }),
            Token::ProcessingInstruction => {
                let token = self.registers.processing_instruction.take();
                token.map(|(target, data)| Emitted::ProcessingInstruction { target, data })
            }
        };
        self.emit(token.ok_or(Reason::NoToken)?);
        Ok(())
    }

    fn emit_tag(&mut self) -> Result<(), Failure> {
        self.leave()?;
        let program = self.program;
        let rules = if self.tag()?.is_end {
            &program.emitting_end_tag
        } else {
            &program.emitting_start_tag
        };
        self.apply(rules)?;
        let tag = self.registers.tag.take().ok_or(Reason::NoToken)?;
        let is_end = tag.is_end;
        if !is_end {
            self.registers.last_start_tag = Some(tag.name.clone());
        }
        self.emit(tag.into_inner().into_token());
        self.respond(is_end);
        Ok(())
    }
}
