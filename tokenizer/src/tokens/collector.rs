//! The sink behind the iterator: tokens of a stretch of the input, in a queue.

use super::batch::{
    AttributeRecord, Batch, Piece, Places, Queue, Record, TagRecord, end_of_attributes,
};
use super::shape::Shape;
use super::token::{Comment, Doctype, ProcessingInstruction, Text, Token};
use crate::{Next, ParseError, Sink, Span};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::String;

#[derive(Debug)]
pub(super) struct Collector<'a, const ERRORS: bool> {
    source: &'a str,
    /// Whether what the machine reads is the document itself, from its beginning.
    direct: bool,
    pub(super) queue: Queue<Token<'a>, ParseError>,
    pub(super) batch: Batch,
    /// What text that may go on stands for so far; empty where there is none.
    text: Span,
    /// The text, unless the source has it verbatim.
    rewritten: Option<String>,
    /// Errors that show where the text ends so far, which may be in it or after it.
    held: VecDeque<ParseError>,
}

impl<'a, const ERRORS: bool> Collector<'a, ERRORS> {
    pub(super) fn new(source: &'a str, direct: bool) -> Self {
        Collector {
            source,
            direct,
            queue: Queue::default(),
            batch: Batch::default(),
            text: Span::default(),
            rewritten: None,
            held: VecDeque::new(),
        }
    }

    /// Text that goes on no longer.
    #[inline(always)]
    pub(super) fn end_text(&mut self) {
        let span = self.text;
        if span.end > span.start {
            self.text = Span::new(span.end, span.end);
            match (Piece::of(span), self.rewritten.is_some()) {
                (Some(piece), false) => self.queue.records.push(Record::Text(piece)),
                _ => self.push_text(span),
            }
        }
        if ERRORS && !self.held.is_empty() {
            while let Some(error) = self.held.pop_front() {
                self.push_error(error);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn push_text(&mut self, span: Span) {
        let text = match self.rewritten.take() {
            Some(text) => Cow::Owned(text),
            None => Cow::Borrowed(&self.source[span.range()]),
        };
        self.push_other(Token::Text(Text { text, span }));
    }

    fn push_other(&mut self, token: Token<'a>) {
        let place = self.queue.others.len() as u32;
        self.queue.others.push(Some(token));
        self.queue.records.push(Record::Other(place));
    }

    fn push_error(&mut self, error: ParseError) {
        let place = self.queue.errors.len() as u32;
        self.queue.errors.push(error);
        self.queue.records.push(Record::Error(place));
    }

    fn push(&mut self, token: Token<'a>) {
        self.end_text();
        self.push_other(token);
    }

    /// The same string out of the source, if it is a part of it.
    #[inline(always)]
    fn within_source(&self, string: &str) -> Option<&'a str> {
        let start = string
            .as_ptr()
            .addr()
            .wrapping_sub(self.source.as_ptr().addr());
        self.source.get(start..start.checked_add(string.len())?)
    }

    fn cow(&self, string: &str) -> Cow<'a, str> {
        match self.within_source(string) {
            Some(verbatim) => Cow::Borrowed(verbatim),
            None => Cow::Owned(string.to_owned()),
        }
    }

    /// The same, where it may have been made of what stands so far behind the `<`.
    fn cow_behind(&self, string: &str, start: usize, distances: &[usize]) -> Cow<'a, str> {
        if let Some(verbatim) = self.within_source(string) {
            return Cow::Borrowed(verbatim);
        }
        let written = distances.iter().find_map(|distance| {
            let from = start + distance;
            let written = self.source.get(from..from + string.len());
            written.filter(|written| *written == string)
        });
        written.map_or_else(|| Cow::Owned(string.to_owned()), Cow::Borrowed)
    }

    /// The piece for a string of a tag that stands for a span.
    #[inline(always)]
    fn keep(&mut self, string: &str, span: Span) -> Piece {
        self.batch.keep(self.source, string, span)
    }

    /// The piece for what the machine has as a range of what it reads.
    #[inline(always)]
    fn direct(&self, range: Option<(u32, u32)>) -> Option<Piece> {
        range.filter(|_| self.direct).map(Piece::of_range)
    }

    #[inline(always)]
    fn tag(&mut self, tag: &crate::Tag<'_>) {
        self.end_text();
        let name = match self.direct(tag.name_range()) {
            Some(piece) => piece,
            None => self.keep(tag.name(), tag.name_span()),
        };
        let span = tag.span();
        let span = match Piece::of(span) {
            Some(piece) => piece,
            None => self.keep("", span),
        };
        let (is_end_tag, self_closing) = (tag.is_end_tag(), tag.is_self_closing());
        let attributes = tag.attributes();
        let places = match attributes.len() {
            0 => Places::default(),
            count => match self.shape_of(attributes, span, name, self_closing) {
                Some(shape) => Places::shaped(shape, count),
                None => self.keep_attributes(tag),
            },
        };
        let record = TagRecord::new(span, name, places, is_end_tag, self_closing);
        self.queue.records.push(Record::Tag(record));
    }

    /// The shape of a tag's attributes, if they have one.
    #[inline(always)]
    fn shape_of(
        &self,
        attributes: crate::Attributes<'_>,
        span: Piece,
        name: Piece,
        self_closing: bool,
    ) -> Option<Shape> {
        if !self.direct || span.is_kept() || name.is_kept() {
            return None;
        }
        let ranges = attributes.map(|attribute| {
            let name = Piece::of_range(attribute.name_range()?);
            let value = Piece::of_range(attribute.value_range()?);
            Some(AttributeRecord { name, value })
        });
        Shape::of(ranges, name.end, end_of_attributes(span, self_closing))
    }

    /// Puts a tag's attributes into the batch.
    #[inline(never)]
    fn keep_attributes(&mut self, tag: &crate::Tag<'_>) -> Places {
        let first = self.batch.attributes.len();
        for attribute in tag.attributes() {
            let name = match self.direct(attribute.name_range()) {
                Some(piece) => piece,
                None => self.keep(attribute.name(), attribute.name_span()),
            };
            // Where no value is written it is the empty string after the name.
            let value = match attribute.value_range() {
                Some((_, 0)) => name.empty_at_end(),
                range => self.direct(range),
            };
            let value = match value {
                Some(piece) => piece,
                None => self.keep(attribute.value(), attribute.value_span()),
            };
            self.batch.attributes.push(AttributeRecord { name, value });
        }
        Places::in_batch(first..self.batch.attributes.len())
    }

    /// Whether a text is what the source has at a span.
    #[inline(always)]
    fn is_verbatim(&self, text: &str, span: Span) -> bool {
        let same = text.as_ptr().addr() == self.source.as_ptr().addr().wrapping_add(span.start);
        text.len() == span.end.wrapping_sub(span.start)
            && (same || self.source.get(span.range()) == Some(text))
    }

    #[cold]
    #[inline(never)]
    fn rewrite(&mut self, text: &str) {
        let so_far = self.text.range();
        let source = self.source;
        self.rewritten
            .get_or_insert_with(|| source[so_far].to_owned())
            .push_str(text);
    }
}

impl<const ERRORS: bool> Sink for Collector<'_, ERRORS> {
    const ERRORS: bool = ERRORS;

    #[inline(always)]
    fn text(&mut self, text: &str, span: Span) {
        let goes_on = self.text.end > self.text.start;
        if !goes_on {
            self.text = Span::new(span.start, span.start);
        }
        if self.rewritten.is_some() || self.text.end != span.start || !self.is_verbatim(text, span)
        {
            self.rewrite(text);
        }
        self.text.end = span.end;
        if ERRORS {
            while let Some(error) = self.held.front().filter(|e| e.span.start < span.end) {
                let error = *error;
                self.push_error(error);
                self.held.pop_front();
            }
        }
    }

    #[inline(always)]
    fn start_tag(&mut self, tag: &crate::Tag<'_>) -> Next {
        self.tag(tag);
        Next::Continue
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: &crate::Tag<'_>) -> Next {
        self.tag(tag);
        Next::Continue
    }

    fn comment(&mut self, comment: &crate::Comment<'_>) {
        let span = comment.span;
        let data = self.cow_behind(
            comment.data,
            span.start,
            &["<!--".len(), "<!".len(), "<".len()],
        );
        self.push(Token::Comment(Comment { data, span }));
    }

    fn doctype(&mut self, doctype: &crate::Doctype<'_>) {
        let doctype = Doctype {
            name: doctype.name.map(|name| self.cow(name)),
            public_identifier: doctype.public_identifier.map(|id| self.cow(id)),
            system_identifier: doctype.system_identifier.map(|id| self.cow(id)),
            force_quirks: doctype.force_quirks,
            span: doctype.span,
        };
        self.push(Token::Doctype(Box::new(doctype)));
    }

    fn processing_instruction(&mut self, instruction: &crate::ProcessingInstruction<'_>) {
        let span = instruction.span;
        let instruction = ProcessingInstruction {
            target: self.cow_behind(instruction.target, span.start, &["<?".len()]),
            data: self.cow(instruction.data),
            span,
        };
        self.push(Token::ProcessingInstruction(Box::new(instruction)));
    }

    fn end_of_file(&mut self, _: Span) {
        self.end_text();
    }

    fn error(&mut self, error: &ParseError) {
        let goes_on = self.text.end > self.text.start;
        if goes_on && self.text.end <= error.span.start {
            self.held.push_back(*error);
        } else {
            self.push_error(*error);
        }
    }
}
