//! The sink behind the iterator: tokens of a stretch of the input, in a queue.

use super::token::{Attribute, Comment, Doctype, ProcessingInstruction, Tag, Text, Token};
use crate::{Next, ParseError, Sink, Span};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

#[derive(Debug)]
pub(super) struct Collector<'a, const ERRORS: bool> {
    source: &'a str,
    pub(super) queue: VecDeque<Result<Token<'a>, ParseError>>,
    /// The attributes of the tags in the queue.
    pub(super) attributes: Vec<Attribute<'a>>,
    /// Text that may go on.
    text: Option<Run>,
    /// Errors that show where the text ends so far, which may be in it or after it.
    held: VecDeque<ParseError>,
}

/// Text as far as it has come.
#[derive(Debug)]
struct Run {
    span: Span,
    /// `None` as long as the source has it verbatim.
    rewritten: Option<String>,
}

impl<'a, const ERRORS: bool> Collector<'a, ERRORS> {
    pub(super) fn new(source: &'a str) -> Self {
        Collector {
            source,
            queue: VecDeque::new(),
            attributes: Vec::new(),
            text: None,
            held: VecDeque::new(),
        }
    }

    /// Text that goes on no longer.
    #[inline]
    pub(super) fn end_text(&mut self) {
        if let Some(run) = self.text.take() {
            let text = match run.rewritten {
                Some(text) => Cow::Owned(text),
                None => Cow::Borrowed(&self.source[run.span.range()]),
            };
            let span = run.span;
            self.queue.push_back(Ok(Token::Text(Text { text, span })));
        }
        if ERRORS {
            self.queue.extend(self.held.drain(..).map(Err));
        }
    }

    #[inline]
    fn push(&mut self, token: Token<'a>) {
        self.end_text();
        self.queue.push_back(Ok(token));
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

    #[inline(always)]
    fn cow(&self, string: &str) -> Cow<'a, str> {
        match self.within_source(string) {
            Some(verbatim) => Cow::Borrowed(verbatim),
            None => Cow::Owned(string.to_owned()),
        }
    }

    /// The same, where it is known what the string was made of.
    #[inline(always)]
    fn cow_at(&self, string: &str, span: Span) -> Cow<'a, str> {
        match self.within_source(string) {
            Some(verbatim) => Cow::Borrowed(verbatim),
            None => self.cow_of_rewritten(string, span),
        }
    }

    /// What was built up character by character may still read as the source does.
    #[inline(never)]
    fn cow_of_rewritten(&self, string: &str, span: Span) -> Cow<'a, str> {
        match self.source.get(span.range()) {
            Some(written) if written == string => Cow::Borrowed(written),
            _ => Cow::Owned(string.to_owned()),
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

    #[inline]
    fn tag(&mut self, tag: &crate::Tag<'_>) -> Tag<'a> {
        let first = self.attributes.len();
        for attribute in tag.attributes() {
            let (name_span, value_span) = (attribute.name_span(), attribute.value_span());
            let attribute = Attribute {
                name: self.cow_at(attribute.name(), name_span),
                value: self.cow_at(attribute.value(), value_span),
                name_span,
                value_span,
            };
            self.attributes.push(attribute);
        }
        Tag {
            name: self.cow_at(tag.name(), tag.name_span()),
            name_span: tag.name_span(),
            span: tag.span(),
            self_closing: tag.is_self_closing(),
            first_attribute: first as u32,
            attribute_count: (self.attributes.len() - first) as u32,
            attributes: None,
        }
    }
}

impl<const ERRORS: bool> Sink for Collector<'_, ERRORS> {
    const ERRORS: bool = ERRORS;

    #[inline]
    fn text(&mut self, text: &str, span: Span) {
        let written = self.source.get(span.range());
        let verbatim = written.is_some_and(|written| {
            written.len() == text.len()
                && (core::ptr::eq(written.as_ptr(), text.as_ptr()) || written == text)
        });
        let source = self.source;
        match &mut self.text {
            None => {
                self.text = Some(Run {
                    span,
                    rewritten: (!verbatim).then(|| text.to_owned()),
                });
            }
            Some(run) => {
                if run.rewritten.is_some() || !verbatim || run.span.end != span.start {
                    let so_far = run.span.range();
                    run.rewritten
                        .get_or_insert_with(|| source[so_far].to_owned())
                        .push_str(text);
                }
                run.span.end = span.end;
            }
        }
        if ERRORS {
            while let Some(error) = self.held.front().filter(|e| e.span.start < span.end) {
                self.queue.push_back(Err(*error));
                self.held.pop_front();
            }
        }
    }

    #[inline]
    fn start_tag(&mut self, tag: &crate::Tag<'_>) -> Next {
        let tag = self.tag(tag);
        self.push(Token::StartTag(tag));
        Next::Continue
    }

    #[inline]
    fn end_tag(&mut self, tag: &crate::Tag<'_>) -> Next {
        let tag = self.tag(tag);
        self.push(Token::EndTag(tag));
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
        self.push(Token::ProcessingInstruction(instruction));
    }

    fn end_of_file(&mut self, _: Span) {
        self.end_text();
    }

    fn error(&mut self, error: &ParseError) {
        match &self.text {
            Some(run) if run.span.end <= error.span.start => self.held.push_back(*error),
            _ => self.queue.push_back(Err(*error)),
        }
    }
}
