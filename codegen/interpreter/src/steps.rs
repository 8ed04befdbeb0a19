//! What each step does, and what it reads and names.
//!
//! The checker of certificates needs the second of a machine that it trusts, and takes it from here and not from
//! the tables of forms, which the search uses: an error in one contradicts the other.
//! The two are next to each other because a change of one is a change of the other, and both matches have no
//! wildcard.

use super::effects::{
    ADDITIONAL, BASE, BUFFER, BULK, CODE, COMMENT, CharacterSet, DIGITS, DOCTYPE, INSTRUCTION,
    MATCHED, ORIGIN, REFERENCE, RETURN, RETURNED, TAG, TARGET, one, text,
};
use super::machine::{ErrorPlace, Flow, Machine};
use super::observer::Observer;
use super::program::ResolvedRule;
use super::refusal::{Failure, Reason, Refusal};
use super::registers::{Digits, Doctype, TagBuilder};
use super::symbols;
use super::tokens::Token as Emitted;
use tokenwright_tables::grammar::{Char, Field, FlagSetting, Source, Step, Token, TokenKind};

impl<'p, 'r, O: Observer> Machine<'p, 'r, O> {
    /// Runs one step; `target` is the state or the procedure that it names.
    pub(super) fn step(&mut self, step: &'r Step, target: usize) -> Result<Flow, Refusal> {
        self.do_step(step, target).map_err(|failure| match failure {
            Failure::Here(reason) => self.refuse(Some(step.to_string()), reason),
            Failure::Inside(refusal) => refusal,
        })
    }

    fn do_step(&mut self, step: &'r Step, target: usize) -> Result<Flow, Failure> {
        match step {
            Step::Switch(_) => self.switch(target)?,
            Step::SwitchToReturn => self.switch(self.return_state()?)?,
            Step::SwitchBack => {
                let (origin, _) = self.origin.ok_or(Reason::NoOrigin)?;
                self.switch(origin)?;
            }
            Step::Reconsume(_) => self.reconsume(Some(target))?,
            Step::ReconsumeInReturn => self.reconsume(Some(self.return_state()?))?,
            Step::ReconsumeCurrent => self.reconsume(None)?,
            Step::TreatAsAnythingElse => {
                self.nested("treat as anything else", Self::run_anything_else)?;
                return Ok(Flow::Over);
            }
            Step::Ignore => {}

            Step::ConsumeNext => self.consume(),
            Step::ConsumeThose => {
                let (_, end) = self.visit.those.ok_or(Reason::NothingMatched)?;
                self.consume_to(end);
            }
            Step::ConsumeNamed => self.consume_named(),
            Step::ConsumeMatching => self.consume_digits(),
            Step::ConsumeThroughChar(end) => {
                let end = char::from_u32(end.0).ok_or(Reason::NotACharacter)?;
                self.consume_bulk(end.encode_utf8(&mut [0; 4]));
            }
            Step::ConsumeThroughText(end) => {
                self.consume_bulk(&end.0);
            }
            Step::Unconsume => {
                let began = self.visit.began.ok_or(Reason::NotInProcedure)?;
                (self.position, self.visit.current) = began;
            }

            Step::EmitCurrent => self.emit_source(Source::Current)?,
            Step::EmitTemporaryBuffer => self.emit_source(Source::TemporaryBuffer)?,
            Step::EmitReturned => self.emit_source(Source::Returned)?,
            Step::EmitChar(char) => self.emit_source(Source::Char(*char))?,
            Step::EmitConsumed => {
                let text = self.bulk()?;
                self.emit_text(&text);
            }
            Step::EmitEof => {
                self.emit(Emitted::EndOfFile);
                self.finished = true;
                return Ok(Flow::Over);
            }
            Step::EmitBulkComment => {
                let data = self.bulk_from_origin()?;
                self.emit(Emitted::Comment(data));
            }
            Step::EmitBulkCommentReplaced => {
                let data = self.bulk_from_origin()?.replace('\0', "\u{FFFD}");
                let data = symbols::replaced(&data);
                self.emit(Emitted::Comment(data));
            }
            Step::EmitToken(token) => self.emit_token(*token)?,

            Step::CreateComment(data) => self.registers.comment = Some(data.0.clone()),
            Step::CreateProcessingInstruction(data) => {
                let target = self.registers.target.clone();
                let target = target.ok_or(Reason::NothingMatched)?;
                self.registers.processing_instruction = Some((target, data.0.clone()));
            }
            Step::Create(TokenKind::StartTag) => {
                self.registers.tag = Some(TagBuilder::new(false).into())
            }
            Step::Create(TokenKind::EndTag) => {
                self.registers.tag = Some(TagBuilder::new(true).into())
            }
            Step::Create(TokenKind::Doctype) => {
                self.registers.doctype = Some(Doctype::default().into())
            }
            Step::StartAttribute => self.tag()?.start_attribute(),
            Step::RemoveAttribute => self.tag()?.remove_current(),
            Step::RemoveEarlierAttribute => {
                if self.is_duplicate()? {
                    let Machine {
                        registers,
                        observer,
                        ..
                    } = self;
                    let tag = registers.tag.as_mut().ok_or(Reason::NoToken)?;
                    symbols::remove_earlier(observer, tag);
                }
            }
            Step::SetForceQuirks => self.doctype()?.force_quirks = true,
            Step::ClearForceQuirks => self.doctype()?.force_quirks = false,
            Step::SetSelfClosing => self.tag()?.self_closing = true,

            Step::SetReturnState(_) => self.registers.return_state = Some(target),
            Step::ClearAdditionalAllowed => self.registers.additional_allowed = None,
            Step::SetAdditionalAllowed(char) => {
                let char = char::from_u32(char.0).ok_or(Reason::NotACharacter)?;
                self.registers.additional_allowed = Some(char);
            }
            Step::SetContentModel(model) => self.registers.content_model = Some(*model),
            Step::SetEscape(setting) => self.registers.escape = *setting == FlagSetting::True,
            Step::ReplaceCode => {
                if let Some(replacement) = self.replacement() {
                    self.registers.code = replacement;
                }
            }
            Step::SetCode(number) => self.registers.code = number.value(),
            Step::MultiplyCode(by) => {
                let (code, by) = (self.registers.code, by.value());
                let named = self.observer.choose(format_args!("{code} times {by}"), 1);
                self.registers.code = named.map_or(code.saturating_mul(by), symbols::number);
            }
            Step::AddToCode(minus) => {
                let current = self.current().ok_or(Reason::NoCharacter)?;
                let digit = u32::from(current).saturating_sub(minus.value());
                let code = self.registers.code;
                let named = self.observer.choose(format_args!("{code} and {digit}"), 1);
                self.registers.code = named.map_or(code.saturating_add(digit), symbols::number);
            }
            Step::InterpretNumber => self.registers.code = self.number()?,
            Step::UseHexDigits => self.registers.digits = Digits::Hexadecimal,
            Step::UseDigits => self.registers.digits = Digits::Decimal,
            Step::AsHexadecimal => self.registers.base = Digits::Hexadecimal,
            Step::AsDecimal => self.registers.base = Digits::Decimal,
            Step::Set(field, source) => self.set(*field, *source)?,
            Step::Append(source, field) => self.append(*source, *field)?,
            Step::LetTarget => {
                self.registers.target = Some(self.registers.temporary_buffer.clone());
            }

            Step::Attempt(name) => self.nested(&name.0, |machine| machine.attempt(target))?,
            Step::ReturnNothing => return self.give_back(None),
            Step::ReturnMatchedReference => {
                let reference = self.registers.reference.clone();
                return self.give_back(Some(reference.ok_or(Reason::NothingMatched)?));
            }
            Step::ReturnReplacement => {
                let replacement = self.replacement().map(|code| self.character(code));
                return self.give_back(replacement.map(String::from));
            }
            Step::ReturnCode => {
                let code = self.character(self.registers.code);
                return self.give_back(Some(code.into()));
            }
            Step::ReturnChar(char) => {
                let char = char::from_u32(char.0).ok_or(Reason::NotACharacter)?;
                return self.give_back(Some(char.into()));
            }
            // The resolver accepts it only in the preprocessing of the input stream.
            Step::ReplaceInput(_) => return Err(Reason::NoCharacter.into()),
            Step::NamedError(code) => self.error(&code.0),
            Step::BareError => self.error("parse-error"),
        }
        if self.finished {
            return Ok(Flow::Over);
        }
        Ok(Flow::On)
    }

    fn switch(&mut self, to: usize) -> Result<(), Refusal> {
        if to != self.visit.state {
            self.leave()?;
        }
        self.visit.next = Some(to);
        self.visit.response = None;
        Ok(())
    }

    fn reconsume(&mut self, to: Option<usize>) -> Result<(), Failure> {
        let current = self.visit.current.ok_or(Reason::NoCharacter)?;
        if let Some(to) = to {
            self.switch(to)?;
        }
        self.position = current;
        self.visit.reconsumed = true;
        Ok(())
    }

    /// Runs the rule on leaving the current state, once on each path.
    pub(super) fn leave(&mut self) -> Result<(), Refusal> {
        if std::mem::take(&mut self.visit.leaving_due) {
            self.apply(&self.program.states[self.visit.state].leaving)?;
        }
        Ok(())
    }

    pub(super) fn apply(&mut self, rules: &'p [ResolvedRule<'r>]) -> Result<(), Refusal> {
        for rule in rules {
            self.observer.rule(rule.on);
            self.nested("a rule", |machine| machine.run(&rule.body))?;
        }
        Ok(())
    }

    fn return_state(&self) -> Result<usize, Reason> {
        self.registers.return_state.ok_or(Reason::NoReturnState)
    }

    /// The current tag token.
    pub(super) fn tag(&mut self) -> Result<&mut TagBuilder, Reason> {
        self.registers.tag.as_deref_mut().ok_or(Reason::NoToken)
    }

    /// The current DOCTYPE token.
    fn doctype(&mut self) -> Result<&mut Doctype, Reason> {
        self.registers.doctype.as_deref_mut().ok_or(Reason::NoToken)
    }

    fn number(&mut self) -> Result<u32, Reason> {
        let (start, end) = self.registers.matched.ok_or(Reason::NothingMatched)?;
        let base = self.registers.base.base();
        if self.input.whole(start).is_some()
            && let Some(named) = self.observer.choose(format_args!("{start} in {base}"), 1)
        {
            return Ok(symbols::number(named));
        }
        Ok(self.input.text(start, end).fold(0, |number: u32, digit| {
            let digit = digit.to_digit(16).unwrap_or_default();
            number.saturating_mul(base).saturating_add(digit)
        }))
    }

    /// The numeric replacement of the character reference code, if it has one.
    fn replacement(&mut self) -> Option<u32> {
        let code = self.registers.code;
        let known = self.observer.number(code);
        let replacement = self.program.replacements.get(&known);
        if code != known
            && let Some(named) =
                replacement.and(self.observer.choose(format_args!("for {code}"), 1))
        {
            return Some(symbols::number(named));
        }
        replacement.copied()
    }

    /// Runs a procedure; its result is in the register.
    fn attempt(&mut self, procedure: usize) -> Result<(), Refusal> {
        let began = Some((self.position, self.visit.current));
        let outer = (
            std::mem::replace(&mut self.visit.began, began),
            self.visit.procedure.replace(procedure),
            self.visit.row.take(),
        );
        if self.registers.returned.is_some() {
            self.registers.returned = None;
        }
        let block = &self.program.procedures[procedure];
        self.observer.enter(self.seen());
        let flow = self.run(&block.body)?;
        if flow == Flow::On && !block.rows.is_empty() {
            if !block.looks_ahead {
                self.consume();
            }
            self.run_row(block)?;
        }
        self.observer.leave(self.seen());
        (self.visit.began, self.visit.procedure, self.visit.row) = outer;
        // A procedure tests the characters that it has consumed, and leaves no current input character.
        self.visit.current = None;
        self.visit.error_place = ErrorPlace::AfterMatch;
        Ok(())
    }

    fn give_back(&mut self, result: Option<String>) -> Result<Flow, Failure> {
        if self.visit.procedure.is_none() {
            return Err(Reason::NotInProcedure.into());
        }
        self.registers.returned = result;
        Ok(Flow::Over)
    }
}

/// What a step reads and names, for the checker of certificates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effects<'s> {
    /// The registers that it reads.
    pub(super) reads: u32,
    /// The registers that have a known value after it.
    pub(super) knows: u32,
    /// The characters that it names, or treats differently from others.
    names: Named<'s>,
}

#[derive(Clone, Copy, Debug)]
enum Named<'s> {
    Nothing,
    One(Char),
    Text(&'s str),
    Sets(&'static [&'static [(u32, u32)]]),
    /// A character before that number stops the machine.
    Below(u32),
}

impl<'s> Effects<'s> {
    const NONE: Effects<'static> = Effects {
        reads: 0,
        knows: 0,
        names: Named::Nothing,
    };

    const fn reads(reads: u32) -> Self {
        Effects {
            reads,
            ..Effects::NONE
        }
    }

    const fn knows(self, knows: u32) -> Self {
        Effects { knows, ..self }
    }

    const fn names(self, names: Named<'s>) -> Self {
        Effects { names, ..self }
    }

    /// The sets of characters that the step names.
    pub(super) fn characters(self) -> Vec<CharacterSet> {
        match self.names {
            Named::Nothing => Vec::new(),
            Named::One(c) => one(c),
            Named::Text(names) => text(names),
            Named::Sets(sets) => sets.iter().map(|set| set.to_vec()).collect(),
            Named::Below(number) => vec![vec![(0, number.saturating_sub(1))]],
        }
    }
}

const UPPER: (u32, u32) = (0x41, 0x5A);
const LOWER: (u32, u32) = (0x61, 0x7A);
const DIGIT: (u32, u32) = (0x30, 0x39);

/// The effects of a step. The match has no wildcard: a new form does not compile until its effects are listed.
pub(super) fn effects(step: &Step) -> Effects<'_> {
    use Named::{Below, One, Sets, Text};
    match step {
        Step::Switch(_)
        | Step::Reconsume(_)
        | Step::ReconsumeCurrent
        | Step::TreatAsAnythingElse
        | Step::Ignore
        | Step::ConsumeNext
        | Step::ConsumeThose
        | Step::Unconsume
        | Step::EmitCurrent
        | Step::EmitEof
        // Both flags are always carried.
        | Step::SetContentModel(_)
        | Step::SetEscape(_)
        | Step::NamedError(_)
        | Step::BareError => Effects::NONE,
        Step::EmitChar(c) | Step::ReplaceInput(c) => Effects::NONE.names(One(*c)),
        Step::SwitchToReturn | Step::ReconsumeInReturn => Effects::reads(RETURN),
        Step::SwitchBack => Effects::reads(ORIGIN),
        // A name is looked up as a whole.
        Step::ConsumeNamed => Effects::NONE.knows(MATCHED | REFERENCE),
        Step::ConsumeMatching => Effects::reads(DIGITS)
            .knows(MATCHED)
            .names(Sets(&[&[DIGIT], &[DIGIT, (0x41, 0x46), (0x61, 0x66)]])),
        Step::ConsumeThroughChar(c) => Effects::NONE.knows(BULK).names(One(*c)),
        Step::ConsumeThroughText(ends) => Effects::NONE.knows(BULK).names(Text(&ends.0)),
        Step::EmitTemporaryBuffer => Effects::reads(BUFFER),
        Step::EmitReturned => Effects::reads(RETURNED),
        Step::EmitConsumed => Effects::reads(BULK),
        Step::EmitBulkComment => Effects::reads(BULK | ORIGIN),
        Step::EmitBulkCommentReplaced => {
            Effects::reads(BULK | ORIGIN).names(Sets(&[&[(0, 0)], &[(0xFFFD, 0xFFFD)]]))
        }
        Step::EmitToken(Token::Tag) => Effects::reads(TAG),
        Step::EmitToken(Token::Comment) => Effects::reads(COMMENT),
        Step::EmitToken(Token::Doctype) => Effects::reads(DOCTYPE),
        Step::EmitToken(Token::ProcessingInstruction) => Effects::reads(INSTRUCTION),
        Step::CreateComment(data) => Effects::NONE.knows(COMMENT).names(Text(&data.0)),
        Step::CreateProcessingInstruction(data) => Effects::reads(TARGET)
            .knows(INSTRUCTION)
            .names(Text(&data.0)),
        Step::Create(TokenKind::Doctype) => Effects::NONE.knows(DOCTYPE),
        Step::Create(TokenKind::StartTag | TokenKind::EndTag) => Effects::NONE.knows(TAG),
        Step::StartAttribute
        | Step::RemoveAttribute
        | Step::RemoveEarlierAttribute
        | Step::SetSelfClosing => Effects::reads(TAG),
        Step::SetForceQuirks | Step::ClearForceQuirks => Effects::reads(DOCTYPE),
        Step::SetReturnState(_) => Effects::NONE.knows(RETURN),
        Step::ClearAdditionalAllowed => Effects::NONE.knows(ADDITIONAL),
        Step::SetAdditionalAllowed(c) => Effects::NONE.knows(ADDITIONAL).names(One(*c)),
        Step::ReplaceCode | Step::MultiplyCode(_) => Effects::reads(CODE),
        Step::AddToCode(minus) => Effects::reads(CODE).names(Below(minus.value())),
        Step::SetCode(_) => Effects::NONE.knows(CODE),
        Step::InterpretNumber => Effects::reads(MATCHED | BASE).knows(CODE),
        Step::UseHexDigits | Step::UseDigits => Effects::NONE.knows(DIGITS),
        Step::AsHexadecimal | Step::AsDecimal => Effects::NONE.knows(BASE),
        Step::Set(Field::TemporaryBuffer, source) => of_source(*source).knows(BUFFER),
        Step::Set(field, source) | Step::Append(source, field) => {
            let source = of_source(*source);
            Effects {
                reads: source.reads | holder(*field),
                ..source
            }
        }
        Step::LetTarget => Effects::reads(BUFFER).knows(TARGET),
        Step::Attempt(_) | Step::ReturnNothing => Effects::NONE.knows(RETURNED),
        Step::ReturnChar(c) => Effects::NONE.knows(RETURNED).names(One(*c)),
        Step::ReturnMatchedReference => Effects::reads(REFERENCE).knows(RETURNED),
        Step::ReturnReplacement | Step::ReturnCode => Effects::reads(CODE).knows(RETURNED),
    }
}

fn of_source(source: Source) -> Effects<'static> {
    match source {
        Source::Current | Source::Empty => Effects::NONE,
        Source::CurrentLowercase => Effects::NONE.names(Named::Sets(&[&[UPPER]])),
        Source::CurrentUppercase => Effects::NONE.names(Named::Sets(&[&[LOWER]])),
        Source::Char(c) => Effects::NONE.names(Named::One(c)),
        Source::TemporaryBuffer => Effects::reads(BUFFER),
        Source::Matched => Effects::reads(MATCHED),
        Source::MatchedReference => Effects::reads(REFERENCE),
        Source::Returned => Effects::reads(RETURNED),
        Source::CharacterReferenceCode => Effects::reads(CODE),
    }
}

/// The register that has a field. The other fields of the register keep their values.
fn holder(field: Field) -> u32 {
    match field {
        Field::TagName | Field::AttributeName | Field::AttributeValue => TAG,
        Field::CommentData => COMMENT,
        Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier => DOCTYPE,
        Field::ProcessingInstructionData => INSTRUCTION,
        Field::TemporaryBuffer => BUFFER,
    }
}
