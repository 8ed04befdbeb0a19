//! The column `tokens`.
//!
//! A token of any kind is one struct with all fields, of which some are null, so that a page is one list in the order of its
//! tokens; lists for each kind would lose that order. Pieces of text are joined as they come, since where the tokenizer cuts
//! text is no property of the page.

use super::attributes::Attributes;
use super::spans::Spans;
use super::{Items, Lists, Strings, string_field};
use arrow_array::{ArrayRef, BooleanArray};
use arrow_buffer::BooleanBufferBuilder;
use arrow_schema::{DataType, Field, Fields};
use std::ops::Range;
use std::sync::Arc;
use tokenwright::{Comment, Doctype, ProcessingInstruction, Span, Tag};

/// Tokens of every kind.
pub(crate) struct TokenItems {
    kinds: Strings,
    names: Strings,
    data: Strings,
    /// The self-closing flag of a tag, the force-quirks flag of a DOCTYPE, and whether text is in a CDATA section.
    flags: BooleanBufferBuilder,
    attributes: Lists<Attributes>,
    spans: Spans,
    last: Option<TokenKind>,
    is_cdata: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TokenKind {
    Doctype,
    StartTag,
    EndTag,
    Comment,
    ProcessingInstruction,
    Text,
}

impl TokenKind {
    fn name(self) -> &'static str {
        match self {
            TokenKind::Doctype => "doctype",
            TokenKind::StartTag => "start-tag",
            TokenKind::EndTag => "end-tag",
            TokenKind::Comment => "comment",
            TokenKind::ProcessingInstruction => "processing-instruction",
            TokenKind::Text => "text",
        }
    }
}

impl TokenItems {
    pub(crate) fn new(spans: bool) -> Self {
        TokenItems {
            kinds: Strings::new(),
            names: Strings::new(),
            data: Strings::new(),
            flags: BooleanBufferBuilder::new(0),
            attributes: Lists::new(Attributes::new()),
            spans: Spans::new(spans),
            last: None,
            is_cdata: false,
        }
    }

    /// Text of this page does not continue that of the last.
    pub(crate) fn begin_page(&mut self) {
        self.cdata_section(false);
    }

    /// Text from here on is in a CDATA section or not, and continues no text before it.
    pub(crate) fn cdata_section(&mut self, is_inside: bool) {
        self.last = None;
        self.is_cdata = is_inside;
    }

    pub(crate) fn tag(&mut self, tag: &Tag<'_>) -> usize {
        let kind = match tag.is_end_tag() {
            true => TokenKind::EndTag,
            false => TokenKind::StartTag,
        };
        let len = self.attributes.items.push_all(tag);
        self.push(
            kind,
            Some(tag.name()),
            None,
            tag.is_self_closing(),
            tag.span(),
        );
        tag.name().len() + len
    }

    /// Appends text, to the token before if that is text.
    pub(crate) fn text(&mut self, text: &str, span: Span) -> usize {
        if self.last == Some(TokenKind::Text) {
            self.data.reopen();
            self.data.push(text);
            self.spans.extend(span.end);
        } else {
            self.push(TokenKind::Text, None, Some(text), self.is_cdata, span);
        }
        text.len()
    }

    pub(crate) fn comment(&mut self, comment: &Comment<'_>) -> usize {
        self.push(
            TokenKind::Comment,
            None,
            Some(&comment.data),
            false,
            comment.span,
        );
        comment.data.len()
    }

    pub(crate) fn doctype(&mut self, doctype: &Doctype<'_>) -> usize {
        let mut len = doctype.name.as_ref().map_or(0, |name| name.len());
        for (name, value) in [
            ("public", &doctype.public_identifier),
            ("system", &doctype.system_identifier),
        ] {
            if let Some(value) = value {
                self.attributes.items.push(name, value);
                len += value.len();
            }
        }
        let name = doctype.name.as_deref();
        self.push(
            TokenKind::Doctype,
            name,
            None,
            doctype.force_quirks,
            doctype.span,
        );
        len
    }

    pub(crate) fn processing_instruction(&mut self, token: &ProcessingInstruction<'_>) -> usize {
        let kind = TokenKind::ProcessingInstruction;
        self.push(
            kind,
            Some(&token.target),
            Some(&token.data),
            false,
            token.span,
        );
        token.target.len() + token.data.len()
    }

    fn push(
        &mut self,
        kind: TokenKind,
        name: Option<&str>,
        data: Option<&str>,
        flag: bool,
        span: Span,
    ) {
        self.kinds.push(kind.name());
        self.names.push_option(name);
        self.data.push_option(data);
        self.flags.append(flag);
        self.attributes.complete();
        self.spans.push(span);
        self.last = Some(kind);
    }
}

impl Items for TokenItems {
    fn len(&self) -> usize {
        self.kinds.len()
    }

    fn truncate(&mut self, len: usize) {
        self.kinds.truncate(len);
        self.names.truncate(len);
        self.data.truncate(len);
        self.flags.truncate(len);
        self.attributes.truncate(len);
        self.spans.truncate(len);
    }

    fn is_full(&self) -> bool {
        let strings = [&self.kinds, &self.names, &self.data];
        strings.iter().any(|strings| strings.is_full()) || self.attributes.is_full()
    }

    fn map_spans(&mut self, from: usize, map: &mut dyn FnMut(Range<usize>) -> Range<usize>) {
        self.spans.map(from, map);
    }

    fn fields(&self) -> Fields {
        let own = [
            string_field("kind"),
            Field::new("name", DataType::Utf8, true),
            Field::new("data", DataType::Utf8, true),
            Field::new("flag", DataType::Boolean, false),
            Field::new("attributes", self.attributes.data_type(), false),
        ];
        own.into_iter().chain(self.spans.fields()).collect()
    }

    fn take(&mut self) -> Vec<ArrayRef> {
        let flags = BooleanArray::new(self.flags.finish(), None);
        let mut arrays = vec![
            self.kinds.take(),
            self.names.take(),
            self.data.take(),
            Arc::new(flags),
            self.attributes.take(),
        ];
        arrays.extend(self.spans.take());
        arrays
    }
}
