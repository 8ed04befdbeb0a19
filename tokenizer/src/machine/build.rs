//! Steps that create tokens and build up their fields.
//!
//! What the input has verbatim stays a range of it: each step first tries to extend the range, and copies only when
//! what it appends differs from the text. There is a step for each form in which the generated code has its operand
//! (a range, the current character, a buffer), where one general step would decide the form at run time. So the
//! methods are many and short.

use super::{Field, Machine, Output};
use crate::registers::{
    AttributeList, LastStartTag, Returned, Slot, Storage, TokenKind, TokenSlots,
};
use crate::text::steps;
use crate::{Revision, Span};

impl<O: Output, R: Revision> Machine<'_, '_, O, R> {
    #[inline(always)]
    fn begin_token(&mut self, kind: TokenKind) {
        self.storage.scratch.clear();
        let token = &mut self.r.token;
        token.start = self.r.emitted;
        token.kind = kind;
        token.name = Slot::default();
    }

    #[inline(always)]
    pub(crate) fn create_tag(&mut self, is_end_tag: bool) {
        self.begin_token(TokenKind::Tag);
        self.r.token.is_end_tag = is_end_tag;
        self.r.token.self_closing = false;
        self.storage.attributes.clear();
    }

    pub(crate) fn create_doctype(&mut self) {
        self.begin_token(TokenKind::Doctype);
        let token = &mut self.r.token;
        token.public_identifier = Slot::default();
        token.system_identifier = Slot::default();
        token.has_name = false;
        token.has_public_identifier = false;
        token.has_system_identifier = false;
        token.force_quirks = false;
    }

    pub(crate) fn create_comment(&mut self, data: &str) {
        self.begin_token(TokenKind::Comment);
        self.r.token.data = Slot::borrowed(self.pos, self.pos);
        self.append_for(Field::CommentData, data, 0, 0);
    }

    /// The target is what `let target be` named.
    pub(crate) fn create_processing_instruction(&mut self, data: &str) {
        self.begin_token(TokenKind::ProcessingInstruction);
        self.r.token.data = Slot::default();
        let token = &mut self.r.token;
        let Storage {
            scratch, target, ..
        } = &mut *self.storage;
        match target.range() {
            Some((start, end)) => token.name = Slot::borrowed(start, end),
            None => target.with(self.text, |target| {
                let name = &mut token.name;
                name.append_str(self.text, scratch, token.base, target, Span::default());
            }),
        }
        self.append_for(Field::ProcessingInstructionData, data, 0, 0);
    }

    #[inline(always)]
    pub(crate) fn start_attribute(&mut self) {
        self.start_attribute_of(Slot::default(), Slot::default());
    }

    /// Starts one with a name that is a range of the current slice.
    #[inline(always)]
    pub(crate) fn start_attribute_named(&mut self, name: (usize, usize)) {
        self.start_attribute_of(Slot::borrowed(name.0, name.1), Slot::default());
    }

    /// Starts one with a name and a value that are ranges of the current slice.
    #[inline(always)]
    pub(crate) fn start_attribute_with(&mut self, name: (usize, usize), value: (usize, usize)) {
        let (name, value) = (
            Slot::borrowed(name.0, name.1),
            Slot::borrowed(value.0, value.1),
        );
        self.start_attribute_of(name, value);
    }

    #[inline(always)]
    fn start_attribute_of(&mut self, name: Slot, value: Slot) {
        if self.storage.attributes.start(name, value) {
            self.check_attributes();
        }
    }

    /// Lets a tag with more attributes than the limit be checked when it is complete: a start tag by copying its name.
    #[cold]
    #[inline(never)]
    fn check_attributes(&mut self) {
        if self.storage.has_too_many_attributes() {
            self.follows.end_tags = true;
            let token = &mut self.r.token;
            let scratch = &mut self.storage.scratch;
            token.name.keep(self.text, scratch, token.base);
        }
    }

    pub(crate) fn remove_attribute(&mut self) {
        let token = &mut self.r.token;
        let Storage {
            attributes,
            scratch,
            duplicates,
            ..
        } = &mut *self.storage;
        if O::DUPLICATES || duplicates.of(token.start).is_empty() {
            let name = attributes.current().name.span(token.base, scratch);
            duplicates.add(token.start, name);
        }
        if O::DUPLICATES {
            // The iterator then needs no check for duplicates: only tags with verbatim names have a shape.
            token.name.keep(self.text, scratch, token.base);
        }
        attributes.remove_current();
    }

    #[allow(dead_code, reason = "every revision drops the later of two attributes")]
    pub(crate) fn remove_earlier_attribute(&mut self) {
        let token = &mut self.r.token;
        let Storage {
            attributes,
            scratch,
            duplicates,
            ..
        } = &mut *self.storage;
        let name = attributes.current().name.get(self.text, scratch);
        if let Some((_, earlier)) = attributes.as_slice().split_last() {
            steps::count(earlier.len());
            let earlier = earlier.iter().map(|attribute| attribute.name);
            for same in earlier.filter(|other| other.get(self.text, scratch) == name) {
                duplicates.add(token.start, same.span(token.base, scratch));
            }
        }
        attributes.remove_earlier(self.text, scratch);
    }

    pub(crate) fn set_force_quirks(&mut self) {
        self.r.token.force_quirks = true;
    }

    #[allow(dead_code, reason = "no revision unsets the flag")]
    pub(crate) fn clear_force_quirks(&mut self) {
        self.r.token.force_quirks = false;
    }

    pub(crate) fn set_self_closing(&mut self) {
        self.r.token.self_closing = true;
    }

    /// Sets a field to the empty string, which is not missing.
    #[inline(always)]
    pub(crate) fn set_empty(&mut self, field: Field) {
        if field == Field::TemporaryBuffer {
            self.storage.temporary_buffer.clear();
        } else {
            self.set_slot_empty(field);
        }
    }

    #[inline(never)]
    fn set_slot_empty(&mut self, field: Field) {
        *self.slot(field) = Slot::default();
    }

    /// Appends a range of the current slice. Nothing is appended by an empty range: a missing identifier stays missing.
    #[inline(always)]
    pub(crate) fn append_range(&mut self, field: Field, from: usize, to: usize) {
        if field.may_be_missing() && from == to {
            return;
        }
        if field == Field::TemporaryBuffer {
            self.storage
                .temporary_buffer
                .append_range(self.text, from, to);
            return;
        }
        let base = self.r.token.base;
        let Storage {
            attributes,
            scratch,
            ..
        } = &mut *self.storage;
        let slot = self.r.token.slot(attributes, field);
        slot.append_range(self.text, scratch, base, from, to);
    }

    /// Sets a field to which nothing has been appended to a range of the current slice.
    #[inline(always)]
    pub(crate) fn set_range(&mut self, field: Field, from: usize, to: usize) {
        *self.slot(field) = Slot::borrowed(from, to);
    }

    /// Appends a string that represents the text from `from` to `to`, positions in the whole.
    fn append_for(&mut self, field: Field, string: &str, from: usize, to: usize) {
        if string.is_empty() {
            return;
        }
        if field == Field::TemporaryBuffer {
            self.storage.temporary_buffer.append_str(self.text, string);
            return;
        }
        let base = self.r.token.base;
        let Storage {
            attributes,
            scratch,
            ..
        } = &mut *self.storage;
        let slot = self.r.token.slot(attributes, field);
        slot.append_str(self.text, scratch, base, string, Span::new(from, to));
    }

    /// Appends the LF that the line ending from `from` to `to` represents.
    #[inline(never)]
    pub(crate) fn append_line_ending(&mut self, field: Field, from: usize, to: usize) {
        self.append_for(field, "\n", self.whole(from), self.whole(to));
    }

    /// Appends U+FFFD in place of the current input character.
    pub(crate) fn append_replacement(&mut self, field: Field) {
        self.append_instead(field, '\u{FFFD}');
    }

    /// Appends a character in place of the current one.
    #[inline(always)]
    fn append_instead(&mut self, field: Field, c: char) {
        if !self.extend_with_char(field, c) {
            let (from, to) = (self.whole(self.cur), self.whole(self.pos));
            self.append_char_for(field, c, from, to);
        }
    }

    /// Appends a character that was read earlier, such as the `&` of text that is no reference. `to` is where the next state
    /// continues: the character is the last before it, or close to that.
    #[inline(always)]
    pub(crate) fn append_held(&mut self, field: Field, c: char, to: usize) {
        if !self.extend_with_char(field, c) {
            let to = self.whole(to);
            let from = to.saturating_sub(c.len_utf8());
            self.append_char_for(field, c, from, to);
        }
    }

    /// Appends the character of the character reference code, whose source begins at the reference.
    pub(crate) fn append_code(&mut self, field: Field) {
        let c = self.code_as_char();
        if !self.extend_with_char(field, c) {
            let to = self.whole(self.pos);
            self.append_char_for(field, c, self.r.emitted.min(to), to);
        }
    }

    /// Appends a character to the buffer, or to a field that it follows in the current slice; returns whether it did.
    #[inline(always)]
    fn extend_with_char(&mut self, field: Field, c: char) -> bool {
        if field == Field::TemporaryBuffer {
            self.append_char_to_buffer(c);
            return true;
        }
        let text = self.text;
        let slot = self.slot(field);
        c.is_ascii() && slot.extend_with_byte(text, c as u8)
    }

    #[inline(never)]
    fn append_char_to_buffer(&mut self, c: char) {
        // Most are the current input character, or the lowercase that it is already.
        let is_in_slice = c.is_ascii()
            && self.pos == self.cur + 1
            && self.bytes().get(self.cur) == Some(&(c as u8));
        let (text, buffer) = (self.text, &mut self.storage.temporary_buffer);
        match is_in_slice {
            true => buffer.append_range(text, self.cur, self.pos),
            false => buffer.append_char(text, c),
        }
    }

    #[inline(never)]
    fn append_char_for(&mut self, field: Field, c: char, from: usize, to: usize) {
        self.append_for(field, c.encode_utf8(&mut [0; 4]), from, to);
    }

    /// Appends the current input character.
    #[inline(always)]
    pub(crate) fn append_current(&mut self, field: Field) {
        let (from, to) = (self.cur, self.pos);
        if field != Field::TemporaryBuffer
            && self.bytes().get(from) != Some(&b'\r')
            && self.slot(field).extend_if_adjacent(from, to)
        {
            return;
        }
        self.append_current_elsewhere(field);
    }

    #[inline(never)]
    fn append_current_elsewhere(&mut self, field: Field) {
        if self.bytes().get(self.cur) == Some(&b'\r') {
            self.append_line_ending(field, self.cur, self.pos);
        } else {
            self.append_range(field, self.cur, self.pos);
        }
    }

    /// Appends the lowercase of the current input character.
    pub(crate) fn append_current_lowercase(&mut self, field: Field) {
        let lower = self.current_char().to_ascii_lowercase();
        self.append_instead(field, lower);
    }

    /// Appends the uppercase of the current input character.
    #[allow(dead_code, reason = "no revision stores a name in uppercase")]
    pub(crate) fn append_current_uppercase(&mut self, field: Field) {
        let upper = self.current_char().to_ascii_uppercase();
        self.append_instead(field, upper);
    }

    /// Appends a range of the current slice in lower case to a field of the token.
    #[inline(always)]
    pub(crate) fn append_lowercase(&mut self, field: Field, from: usize, to: usize) {
        let (text, base) = (self.text, self.r.token.base);
        let Storage {
            attributes,
            scratch,
            ..
        } = &mut *self.storage;
        let slot = self.r.token.slot(attributes, field);
        match slot.is_empty() {
            true => *slot = Slot::from_word(scratch.lowered(text, base, from, from, to)),
            false => slot.append_lowercase(text, scratch, base, from, to),
        }
    }

    /// The name from `from` to `to`, lowercased from `pos` on: a range of the current slice,
    /// or its place in the scratch. Inlined, what it reads would be loaded before every name.
    #[cold]
    #[inline(never)]
    pub(crate) fn name_through(&mut self, from: usize, pos: usize, to: usize) -> (usize, usize) {
        let base = self.r.token.base;
        let scratch = &mut self.storage.scratch;
        let name = scratch.lowered(self.text, base, from, pos, to);
        Slot::from_word(name).pair()
    }

    /// Appends each character in the temporary buffer, which represents the text up to `to`.
    pub(crate) fn append_temporary_buffer(&mut self, field: Field, to: usize) {
        let to = self.whole(to);
        let from = self.r.emitted.min(to);
        let buffer = core::mem::take(&mut self.storage.temporary_buffer);
        buffer.with(self.text, |string| self.append_for(field, string, from, to));
        self.storage.temporary_buffer = buffer;
    }

    /// Appends the characters of the longest match.
    pub(crate) fn append_matched(&mut self, field: Field) {
        if let Some((matched, from)) = self.storage.matched_kept.take() {
            self.append_for(field, &matched, from, from + matched.len());
            self.storage.matched_kept = Some((matched, from));
            return;
        }
        let (from, to) = self.storage.matched_range;
        self.append_for(
            field,
            &self.text[from..to],
            self.whole(from),
            self.whole(to),
        );
    }

    /// Appends the characters of the longest match.
    pub(crate) fn append_matched_reference(&mut self, field: Field) {
        if let Some((number, _)) = self.r.matched {
            let to = self.whole(self.pos);
            let from = self.r.emitted.min(to);
            self.append_for(field, R::REFERENCES.characters(number), from, to);
        }
    }

    /// Appends the value that a procedure returned.
    pub(crate) fn append_returned(&mut self, field: Field) {
        let to = self.whole(self.pos);
        let from = self.r.emitted.min(to);
        match self.r.returned {
            Returned::Nothing => {}
            Returned::Char(c) => self.append_for(field, c.encode_utf8(&mut [0; 4]), from, to),
            Returned::Reference(number) => {
                self.append_for(field, R::REFERENCES.characters(number), from, to);
            }
        }
    }

    pub(crate) fn let_target(&mut self) {
        self.storage.target.copy(&self.storage.temporary_buffer);
    }

    pub(super) fn keep_token(&mut self) {
        let text = self.text;
        let token = &mut self.r.token;
        let base = token.base;
        let Storage {
            attributes,
            scratch,
            ..
        } = &mut *self.storage;
        token.name.keep(text, scratch, base);
        token.data.keep(text, scratch, base);
        token.public_identifier.keep(text, scratch, base);
        token.system_identifier.keep(text, scratch, base);
        attributes.keep(text, scratch, base);
    }

    /// Clears the ranges that an emitted token borrowed, before the current slice ends: the next token sets only
    /// its own fields, and would copy the others.
    pub(super) fn forget_token(&mut self) {
        let token = &mut self.r.token;
        token.name = Slot::default();
        token.data = Slot::default();
        token.public_identifier = Slot::default();
        token.system_identifier = Slot::default();
        self.storage.attributes.clear();
    }

    /// The slot of a field; from here on the field is not missing.
    #[inline(always)]
    pub(super) fn slot(&mut self, field: Field) -> &mut Slot {
        let attributes = &mut self.storage.attributes;
        self.r.token.slot(attributes, field)
    }

    pub(super) fn keep_matched(&mut self) {
        let (from, to) = core::mem::take(&mut self.storage.matched_range);
        if from < to {
            self.storage.matched_kept = Some((self.text[from..to].into(), self.whole(from)));
        }
    }

    pub(super) fn keep_last_start_tag(&mut self) {
        if let LastStartTag::Borrowed(name) = self.r.last_start_tag {
            self.storage.last_start_tag.clear();
            self.storage
                .last_start_tag
                .push_str(name.get(self.text, &self.storage.scratch));
            steps::count_bytes(self.storage.last_start_tag.len());
            self.r.last_start_tag = LastStartTag::Kept;
        }
    }
}

impl TokenSlots {
    /// The slot of a field; from here on the field is not missing.
    #[inline(always)]
    fn slot<'s>(&'s mut self, attributes: &'s mut AttributeList, field: Field) -> &'s mut Slot {
        match field {
            Field::TagName => &mut self.name,
            Field::AttributeName => &mut attributes.current().name,
            Field::AttributeValue => &mut attributes.current().value,
            Field::CommentData | Field::ProcessingInstructionData => &mut self.data,
            Field::DoctypeName => {
                self.has_name = true;
                &mut self.name
            }
            Field::PublicIdentifier => {
                self.has_public_identifier = true;
                &mut self.public_identifier
            }
            Field::SystemIdentifier => {
                self.has_system_identifier = true;
                &mut self.system_identifier
            }
            Field::TemporaryBuffer => unreachable!("the temporary buffer is no field of a token"),
        }
    }
}
