//! The column `tokens`.
//!
//! A token of any kind is one struct with all fields, of which some are null, so that a page is one list in the order of its
//! tokens; lists for each kind would lose that order. Pieces of text are joined as they come, since where the tokenizer cuts
//! text is no property of the page.

use super::attributes::Attributes;
use super::{Column, Field, Items, Lists, PageColumn, Spans, Strings, nullable, required};
use arrow_buffer::BooleanBufferBuilder;
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
    /// Whether the last token is text that text may continue.
    is_open_text: bool,
    is_cdata: bool,
}

impl TokenItems {
    pub(crate) fn new(spans: bool) -> Self {
        TokenItems {
            kinds: Strings::default(),
            names: Strings::default(),
            data: Strings::default(),
            flags: BooleanBufferBuilder::new(0),
            attributes: Lists::default(),
            spans: Spans::new(spans),
            is_open_text: false,
            is_cdata: false,
        }
    }

    /// Text from here on is in a CDATA section or not, and continues no text before it.
    pub(crate) fn cdata_section(&mut self, is_inside: bool) {
        self.is_open_text = false;
        self.is_cdata = is_inside;
    }

    pub(crate) fn tag(&mut self, tag: &Tag<'_>) -> usize {
        let kind = match tag.is_end_tag() {
            true => "end-tag",
            false => "start-tag",
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
        if self.is_open_text {
            self.data.reopen();
            self.data.push(text);
            self.spans.extend(span.end);
        } else {
            self.push("text", None, Some(text), self.is_cdata, span);
            self.is_open_text = true;
        }
        text.len()
    }

    pub(crate) fn comment(&mut self, comment: &Comment<'_>) -> usize {
        self.push("comment", None, Some(&comment.data), false, comment.span);
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
        self.push("doctype", name, None, doctype.force_quirks, doctype.span);
        len
    }

    pub(crate) fn processing_instruction(&mut self, token: &ProcessingInstruction<'_>) -> usize {
        let (target, data) = (Some(&*token.target), Some(&*token.data));
        self.push("processing-instruction", target, data, false, token.span);
        token.target.len() + token.data.len()
    }

    fn push(&mut self, kind: &str, name: Option<&str>, data: Option<&str>, flag: bool, span: Span) {
        self.kinds.push(kind);
        self.names.push_option(name);
        self.data.push_option(data);
        self.flags.append(flag);
        self.attributes.complete();
        self.spans.push(span);
        self.is_open_text = false;
    }
}

impl Items for TokenItems {
    fn len(&self) -> usize {
        self.kinds.len()
    }

    fn fields(&mut self) -> impl Iterator<Item = Field<'_>> {
        let own = [
            required("kind", &mut self.kinds),
            nullable("name", &mut self.names),
            nullable("data", &mut self.data),
            required("flag", &mut self.flags),
            required("attributes", &mut self.attributes),
        ];
        own.into_iter().chain(self.spans.fields())
    }

    fn spans(&mut self) -> Option<&mut Spans> {
        Some(&mut self.spans)
    }

    /// Text of the next page does not continue that of the last.
    fn forget_open(&mut self) {
        self.cdata_section(false);
    }
}
