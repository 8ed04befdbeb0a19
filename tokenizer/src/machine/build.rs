//! Steps that create tokens and build up their fields.

use super::registers::{LastStartTag, Returned};
use super::slot::Slot;
use super::{Field, Machine};
use crate::Span;
use crate::revision::Revision;
use crate::sink::Sink;

impl<S: Sink, R: Revision> Machine<'_, '_, S, R> {
    fn begin_token(&mut self) {
        self.r.scratch.clear();
        let token = &mut self.r.token;
        token.start = self.r.emitted;
        token.live = true;
        token.name = Slot::default();
        token.name_span = Span::default();
        token.data = Slot::default();
    }

    #[inline]
    pub(crate) fn create_tag(&mut self, is_end_tag: bool) {
        self.begin_token();
        self.r.token.is_end_tag = is_end_tag;
        self.r.token.self_closing = false;
        self.r.token.attributes.clear();
    }

    pub(crate) fn create_doctype(&mut self) {
        self.begin_token();
        let token = &mut self.r.token;
        token.public_identifier = Slot::default();
        token.system_identifier = Slot::default();
        token.has_name = false;
        token.has_public_identifier = false;
        token.has_system_identifier = false;
        token.force_quirks = false;
    }

    pub(crate) fn create_comment(&mut self, data: &str) {
        self.begin_token();
        self.append_str(Field::CommentData, data);
    }

    /// The target is what `let target be` named.
    pub(crate) fn create_processing_instruction(&mut self, data: &str) {
        self.begin_token();
        let target = core::mem::take(&mut self.r.target);
        self.r
            .token
            .name
            .append_str(self.text, &mut self.r.scratch, &target);
        self.r.target = target;
        self.append_str(Field::ProcessingInstructionData, data);
    }

    pub(crate) fn start_attribute(&mut self) {
        self.r.token.attributes.start();
    }

    pub(crate) fn remove_attribute(&mut self) {
        self.r.token.attributes.remove_current();
    }

    pub(crate) fn set_force_quirks(&mut self) {
        self.r.token.force_quirks = true;
    }

    pub(crate) fn set_self_closing(&mut self) {
        self.r.token.self_closing = true;
    }

    /// Sets a field to the empty string, which is not missing.
    #[inline(always)]
    pub(crate) fn set_empty(&mut self, field: Field) {
        if field == Field::TemporaryBuffer {
            self.r.temporary_buffer.clear();
        } else {
            *self.slot(field) = Slot::default();
        }
    }

    /// The slot of a field; from here on the field is not missing.
    #[inline(always)]
    fn slot(&mut self, field: Field) -> &mut Slot {
        let token = &mut self.r.token;
        match field {
            Field::TagName => &mut token.name,
            Field::AttributeName => &mut token.attributes.current().name,
            Field::AttributeValue => &mut token.attributes.current().value,
            Field::CommentData | Field::ProcessingInstructionData => &mut token.data,
            Field::DoctypeName => {
                token.has_name = true;
                &mut token.name
            }
            Field::PublicIdentifier => {
                token.has_public_identifier = true;
                &mut token.public_identifier
            }
            Field::SystemIdentifier => {
                token.has_system_identifier = true;
                &mut token.system_identifier
            }
            Field::TemporaryBuffer => unreachable!("the temporary buffer is no field of a token"),
        }
    }

    /// Widens the span of a name or value to take in the text from `from` to `to`.
    #[inline(always)]
    fn widen(&mut self, field: Field, from: usize, to: usize) {
        if !S::SPANS || from == to {
            return;
        }
        let (start, end) = (self.whole(from), self.whole(to));
        let token = &mut self.r.token;
        let span = match field {
            Field::TagName | Field::DoctypeName => &mut token.name_span,
            Field::AttributeName => &mut token.attributes.current().name_span,
            Field::AttributeValue => &mut token.attributes.current().value_span,
            _ => return,
        };
        if span.end == 0 {
            span.start = start;
        }
        span.end = end;
    }

    /// Appends a range of the text at hand.
    #[inline(always)]
    pub(crate) fn append_range(&mut self, field: Field, from: usize, to: usize) {
        if field == Field::TemporaryBuffer {
            let text = self.text;
            self.r.temporary_buffer.push_str(&text[from..to]);
            return;
        }
        self.widen(field, from, to);
        let mut slot = *self.slot(field);
        slot.append_range(self.text, &mut self.r.scratch, from, to);
        *self.slot(field) = slot;
    }

    /// Appends a string that is not the text's own.
    pub(crate) fn append_str(&mut self, field: Field, string: &str) {
        if field == Field::TemporaryBuffer {
            self.r.temporary_buffer.push_str(string);
            return;
        }
        let mut slot = *self.slot(field);
        slot.append_str(self.text, &mut self.r.scratch, string);
        *self.slot(field) = slot;
    }

    pub(crate) fn append_char(&mut self, field: Field, c: char) {
        self.widen(field, self.cur, self.pos);
        self.append_str(field, c.encode_utf8(&mut [0; 4]));
    }

    /// Appends the current input character.
    #[inline]
    pub(crate) fn append_current(&mut self, field: Field) {
        let (current, own) = self.current_str();
        if own {
            self.append_range(field, self.cur, self.pos);
        } else {
            self.widen(field, self.cur, self.pos);
            self.append_str(field, current);
        }
    }

    /// Appends the lowercase of the current input character.
    pub(crate) fn append_current_lowercase(&mut self, field: Field) {
        let lower = self.bytes()[self.cur].to_ascii_lowercase() as char;
        self.append_char(field, lower);
    }

    /// Appends each character in the temporary buffer.
    pub(crate) fn append_temporary_buffer(&mut self, field: Field, to: usize) {
        let buffer = core::mem::take(&mut self.r.temporary_buffer);
        self.widen_from_emitted(field, to);
        self.append_str(field, &buffer);
        self.r.temporary_buffer = buffer;
    }

    /// A reference in a value stands for the text from its `&` on.
    fn widen_from_emitted(&mut self, field: Field, to: usize) {
        if S::SPANS && field == Field::AttributeValue {
            let (start, end) = (self.r.emitted, self.whole(to));
            let span = &mut self.r.token.attributes.current().value_span;
            if span.end == 0 {
                span.start = start;
            }
            span.end = end;
        }
    }

    /// Appends the characters of the longest match.
    pub(crate) fn append_matched(&mut self, field: Field) {
        let (from, to) = self.r.matched_range;
        self.append_str(field, &self.text[from..to]);
    }

    /// Appends the characters that the longest match stands for.
    pub(crate) fn append_matched_reference(&mut self, field: Field) {
        if let Some((number, _)) = self.r.matched {
            self.append_str(field, R::REFERENCES.characters(number));
        }
    }

    /// Appends what a procedure returned.
    pub(crate) fn append_returned(&mut self, field: Field) {
        self.widen_from_emitted(field, self.pos);
        match self.r.returned {
            Returned::Nothing => {}
            Returned::Char(c) => self.append_str(field, c.encode_utf8(&mut [0; 4])),
            Returned::Reference(number) => self.append_str(field, R::REFERENCES.characters(number)),
        }
    }

    pub(crate) fn let_target(&mut self) {
        self.r.target.clone_from(&self.r.temporary_buffer);
    }

    pub(super) fn keep_token(&mut self) {
        let (text, scratch, token) = (self.text, &mut self.r.scratch, &mut self.r.token);
        token.name.keep(text, scratch);
        token.data.keep(text, scratch);
        token.public_identifier.keep(text, scratch);
        token.system_identifier.keep(text, scratch);
        token.attributes.keep(text, scratch);
    }

    pub(super) fn keep_last_start_tag(&mut self) {
        if let LastStartTag::Borrowed(start, end) = self.r.last_start_tag {
            self.r.last_start_tag_kept.clear();
            self.r.last_start_tag_kept.push_str(&self.text[start..end]);
            self.r.last_start_tag = LastStartTag::Kept;
        }
    }
}
