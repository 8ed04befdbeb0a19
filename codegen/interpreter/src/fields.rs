//! The strings that steps build, and the sources of their parts.

use super::machine::Machine;
use super::observer::Observer;
use super::refusal::Reason;
use super::symbols;
use tokenwright_tables::grammar::{Field, Source};

/// What a source adds to a string.
pub(super) enum StringPart {
    /// One character.
    Character(char),
    /// Any number of characters.
    Text(String),
}

impl<O: Observer> Machine<'_, '_, O> {
    /// The value of a source.
    pub(super) fn part(&mut self, source: Source) -> Result<StringPart, Reason> {
        Ok(match source {
            Source::Current => StringPart::Character(self.current().ok_or(Reason::NoCharacter)?),
            Source::CurrentLowercase => {
                let current = self.current().ok_or(Reason::NoCharacter)?;
                StringPart::Character(current.to_ascii_lowercase())
            }
            Source::CurrentUppercase => {
                let current = self.current().ok_or(Reason::NoCharacter)?;
                StringPart::Character(current.to_ascii_uppercase())
            }
            Source::TemporaryBuffer => StringPart::Text(self.registers.temporary_buffer.clone()),
            Source::Matched => {
                let (start, end) = self.registers.matched.ok_or(Reason::NothingMatched)?;
                StringPart::Text(self.input.text(start, end).collect())
            }
            Source::MatchedReference => {
                let reference = self.registers.reference.clone();
                StringPart::Text(reference.ok_or(Reason::NothingMatched)?)
            }
            Source::Returned => {
                let returned = self.registers.returned.clone();
                StringPart::Text(returned.ok_or(Reason::NothingReturned)?)
            }
            Source::CharacterReferenceCode => {
                StringPart::Character(self.character(self.registers.code))
            }
            Source::Empty => StringPart::Text(String::new()),
            Source::Char(char) => {
                StringPart::Character(char::from_u32(char.0).ok_or(Reason::NotACharacter)?)
            }
        })
    }

    /// The character of a code point; U+FFFD if that is a surrogate or beyond U+10FFFF.
    pub(super) fn character(&mut self, code: u32) -> char {
        let character = symbols::character(&mut self.observer, code);
        character.unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    pub(super) fn set(&mut self, field: Field, source: Source) -> Result<(), Reason> {
        let part = self.part(source)?;
        let field = self.field(field)?;
        field.clear();
        part.append_to(field);
        Ok(())
    }

    pub(super) fn append(&mut self, source: Source, field: Field) -> Result<(), Reason> {
        // A text that doubles with every character would exhaust memory.
        if (source, field) == (Source::TemporaryBuffer, Field::TemporaryBuffer) {
            return Err(Reason::BufferOfItself);
        }
        if source == Source::TemporaryBuffer {
            // The field is not the buffer, so the buffer can be moved out while the field is written.
            let buffer = std::mem::take(&mut self.registers.temporary_buffer);
            let appended = self.field(field).map(|field| field.push_str(&buffer));
            self.registers.temporary_buffer = buffer;
            return appended;
        }
        self.part(source)?.append_to(self.field(field)?);
        Ok(())
    }

    /// A field, to write to; a missing field becomes empty.
    fn field(&mut self, field: Field) -> Result<&mut String, Reason> {
        let registers = &mut *self.registers;
        let tag = registers.tag.as_mut().ok_or(Reason::NoToken);
        let doctype = registers.doctype.as_mut().ok_or(Reason::NoToken);
        Ok(match field {
            Field::TagName => &mut tag?.name,
            Field::AttributeName => &mut tag?.current().ok_or(Reason::NoAttribute)?.0,
            Field::AttributeValue => &mut tag?.current().ok_or(Reason::NoAttribute)?.1,
            Field::CommentData => registers.comment.as_mut().ok_or(Reason::NoToken)?,
            Field::DoctypeName => doctype?.name.get_or_insert_default(),
            Field::PublicIdentifier => doctype?.public.get_or_insert_default(),
            Field::SystemIdentifier => doctype?.system.get_or_insert_default(),
            Field::ProcessingInstructionData => {
                let token = registers.processing_instruction.as_mut();
                &mut token.ok_or(Reason::NoToken)?.1
            }
            Field::TemporaryBuffer => &mut registers.temporary_buffer,
        })
    }
}

impl StringPart {
    fn append_to(self, field: &mut String) {
        match self {
            StringPart::Character(character) => field.push(character),
            StringPart::Text(text) => field.push_str(&text),
        }
    }
}
