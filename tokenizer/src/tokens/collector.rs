//! The sink behind the iterator: tokens of a stretch of the input, in a queue.
//!
//! The states run best over a long stretch, and a caller takes one token at a time; the queue is between them.
//! Verbatim text is not queued, as it is what lies between two tokens: so the collector remembers only where text may
//! begin, and builds a string when a piece arrives that the document does not have. Errors at the end of a text are
//! held back, since only the next piece shows whether they belong to it.

use super::queue::{Payload, Queue, Record};
use crate::machine::Output;
use crate::registers::{Storage, TokenSlots};
use crate::text::{narrow, steps};
use crate::token::CurrentTag;
use crate::token::stored::{AttributeRecord, Batch, Range, Shape, StringRef};
use crate::{
    Ambiguity, Comment, Doctype, Next, ParseError, ProcessingInstruction, Sink, Span, Tag, Text,
    Token,
};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::String;
use core::mem;

#[derive(Debug)]
pub(super) struct Collector<'a, const ERRORS: bool> {
    source: &'a str,
    pub(super) queue: Queue<Token<'a>, ParseError>,
    pub(super) batch: Batch,
    /// The end of the last token in the queue, where text that may continue begins.
    at: usize,
    /// The current end of that text if it is verbatim, or where text would begin; else `NOWHERE`.
    next: usize,
    /// 0 if the machine reads the document itself, from its beginning; else `NOWHERE`.
    fed: usize,
    /// The current end of the text if `next` is `NOWHERE`; there is no text unless it is after `at`.
    text_end: usize,
    /// The text, unless the document has it verbatim.
    rewritten: String,
    is_rewritten: bool,
    /// Whether the text is the content of a CDATA section.
    is_cdata: bool,
    /// Errors at the current end of the text: they may belong to it or follow it.
    held: VecDeque<ParseError>,
    pub(super) first_ambiguity: Option<Ambiguity>,
}

const NOWHERE: usize = usize::MAX;

/// Longer text is moved instead of copied when it is complete.
const LONG: usize = 4096;

impl<'a, const ERRORS: bool> Collector<'a, ERRORS> {
    /// `direct` says whether the machine reads the document itself.
    pub(super) fn new(source: &'a str, direct: bool) -> Self {
        let fed = if direct { 0 } else { NOWHERE };
        Collector {
            source,
            queue: Queue::default(),
            batch: Batch::default(),
            at: 0,
            next: fed,
            fed,
            text_end: 0,
            rewritten: String::new(),
            is_rewritten: false,
            is_cdata: false,
            held: VecDeque::new(),
            first_ambiguity: None,
        }
    }

    /// The current end of the text, or of the last token.
    fn end(&self) -> usize {
        match self.next {
            NOWHERE => self.text_end.max(self.at),
            next => next,
        }
    }

    /// The last token in the queue ends here.
    fn ends_at(&mut self, end: usize) {
        self.at = end;
        self.next = end | self.fed;
    }

    /// Whether text before `start` has to be queued: verbatim text without errors is not.
    #[inline(always)]
    fn is_text_pending(&self, start: usize) -> bool {
        self.next != start || ERRORS && !self.held.is_empty()
    }

    /// Ends the text, as the next token starts here.
    #[inline(never)]
    fn end_text(&mut self, start: usize) {
        let end = self.end();
        let is_cdata = self.is_cdata && end > self.at;
        if self.is_rewritten || is_cdata || u32::try_from(end - self.at).is_err() {
            let span = Span::new(self.at, end);
            let text = match self.is_rewritten {
                true => Cow::Owned(self.take_rewritten()),
                false => Cow::Borrowed(&self.source[span.range()]),
            };
            self.push_built(
                span,
                Payload::Token(Token::Text(Text {
                    text,
                    span,
                    is_cdata,
                })),
            );
        }
        if ERRORS && !self.held.is_empty() {
            self.ends_at(end);
            while let Some(error) = self.held.pop_front() {
                self.push_error(error);
            }
        }
        if start != end {
            self.push_built(Span::new(end, start), Payload::Nothing);
        }
    }

    /// The rewritten text, in an allocation of its size.
    fn take_rewritten(&mut self) -> String {
        self.is_rewritten = false;
        match self.rewritten.len() {
            0..=LONG => self.rewritten.clone(),
            _ => mem::take(&mut self.rewritten),
        }
    }

    fn push_built(&mut self, span: Span, payload: Payload<Token<'a>>) {
        steps::count(1);
        self.queue.push_built(span.start, span.end, payload);
        self.ends_at(span.end);
    }

    /// Puts an error before the text that may go on.
    fn push_error(&mut self, error: ParseError) {
        self.queue.push_error(self.at, error);
    }

    fn push(&mut self, token: Token<'a>, span: Span) {
        self.end_text(span.start);
        self.push_built(span, Payload::Token(token));
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

    /// The same; the string may also be a copy of the document at one of these distances from the `<`.
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

    #[inline(always)]
    fn tag(&mut self, tag: &CurrentTag<'_>, is_end_tag: bool) {
        let Span { start, end } = tag.range();
        if self.is_text_pending(start) && self.begin_tag(tag.text, tag.token, tag.storage) {
            return;
        }
        let range = (narrow::position(start), narrow::position(end));
        let flags = Shape::flags(is_end_tag, tag.is_self_closing());
        let shape = match shape_of(tag, flags, range) {
            Some(shape) => shape,
            None => self.keep_direct_tag(tag.text, tag.token, tag.storage),
        };
        self.queue.records.push(Record {
            start: range.0,
            len: range.1 - range.0 - 1,
            bits: shape.to_bits(),
        });
        (self.at, self.next) = (end, end);
    }

    /// Queues the text before a tag, and the tag itself if the machine does not read the document itself; returns
    /// whether it queued the tag. It takes the parts of a tag, so that only this cold path builds one.
    #[cold]
    #[inline(never)]
    fn begin_tag(&mut self, text: &str, token: &TokenSlots, storage: &Storage) -> bool {
        let is_fed = self.fed == NOWHERE;
        let tag = CurrentTag {
            text,
            token,
            storage,
        };
        match is_fed {
            true => self.fed_tag(&tag),
            false => self.end_text(tag.range().start),
        }
        is_fed
    }

    /// A tag of a machine that does not read the document itself.
    fn fed_tag(&mut self, tag: &CurrentTag<'_>) {
        let span = tag.span();
        self.end_text(span.start);
        let kept = self.keep_tag(tag, span.start);
        let bits = self.shape_of_kept(tag, kept).to_bits();
        match u32::try_from(span.end - span.start - 1) {
            Ok(len) => {
                self.queue.records.push(Record {
                    start: narrow::low_half(span.start),
                    len,
                    bits,
                });
                self.ends_at(span.end);
            }
            Err(_) => self.push_built(span, Payload::Tag(bits)),
        }
    }

    /// The shape of a tag that was put into the batch last. If it has one it is taken out again.
    fn shape_of_kept(&mut self, tag: &CurrentTag<'_>, kept: Shape) -> Shape {
        let Span { start, end } = tag.span();
        let shape = kept.place().filter(|_| tag.duplicates().is_empty());
        let shape = shape.and_then(|place| {
            let ranges = |attribute: &AttributeRecord| {
                Some((attribute.name.range()?, attribute.value.range()?))
            };
            let name = self.batch.name(place).range()?;
            let attributes = self.batch.attributes(place).iter().map(ranges);
            let flags = Shape::flags(tag.is_end_tag(), tag.is_self_closing());
            let end = u32::try_from(end - start).ok()?;
            let shape = flags.with((0, end), name, attributes)?;
            self.batch.attributes.truncate(place as usize);
            Some(shape)
        });
        shape.unwrap_or(kept)
    }

    /// Puts a tag into the batch that the document has where the machine has it.
    #[inline(never)]
    fn keep_direct_tag(&mut self, text: &str, token: &TokenSlots, storage: &Storage) -> Shape {
        let tag = CurrentTag {
            text,
            token,
            storage,
        };
        self.keep_tag(&tag, tag.range().start)
    }

    /// Puts a tag that starts here into the batch.
    fn keep_tag(&mut self, tag: &CurrentTag<'_>, start: usize) -> Shape {
        let name = match self.direct(tag.name_range(), start) {
            Some(string_ref) => string_ref,
            None => self.keep(start, tag.name(), tag.name_span()),
        };
        let place = self.batch.begin(name);
        for attribute in tag.attributes() {
            let name = match self.direct(attribute.name_range(), start) {
                Some(string_ref) => string_ref,
                None => self.keep(start, attribute.name(), attribute.name_span()),
            };
            // Where no value is written it is the empty string after the name.
            let value = match attribute.value_range() {
                Some((_, 0)) => name.range().map(|(_, end)| StringRef::behind(end - 1, 0)),
                range => self.direct(range, start),
            };
            let value = match value {
                Some(string_ref) => string_ref,
                None => self.keep(start, attribute.value(), attribute.value_span()),
            };
            self.batch.attributes.push(AttributeRecord { name, value });
        }
        let duplicates = tag.duplicates();
        for name in duplicates {
            let span = tag.storage.offsets.span(*name);
            let name = match StringRef::of(span, start) {
                Some(string_ref) => string_ref,
                None => self.keep(start, &self.source[span.range()], span),
            };
            let value = StringRef::behind(0, 0);
            self.batch.attributes.push(AttributeRecord { name, value });
        }
        self.batch.end(place, duplicates.len());
        Shape::flags(tag.is_end_tag(), tag.is_self_closing()).in_batch(place)
    }

    /// Stores a string that represents a span, of a tag that starts at `start`.
    #[inline(always)]
    fn keep(&mut self, start: usize, string: &str, span: Span) -> StringRef {
        self.batch.keep(self.source, start, string, span)
    }

    /// A string that is a range of the machine's text.
    #[inline(always)]
    fn direct(&self, range: Option<Range>, start: usize) -> Option<StringRef> {
        let (from, to) = range.filter(|_| self.fed != NOWHERE)?;
        Some(StringRef::behind(
            from - narrow::position(start) - 1,
            to - from,
        ))
    }

    /// Whether a text equals the source at a span.
    #[inline(always)]
    fn is_verbatim(&self, text: &str, span: Span) -> bool {
        let same = text.as_ptr().addr() == self.source.as_ptr().addr().wrapping_add(span.start);
        text.len() == span.end.wrapping_sub(span.start)
            && (same || self.source.get(span.range()) == Some(text))
    }

    #[cold]
    #[inline(never)]
    fn rewrite(&mut self, text: &str) {
        let (source, so_far) = (self.source, self.at..self.end());
        if !self.is_rewritten {
            self.is_rewritten = true;
            self.rewritten.clear();
            steps::count_bytes(so_far.len());
            self.rewritten.push_str(&source[so_far]);
        }
        self.rewritten.push_str(text);
        steps::count_bytes(text.len());
        self.next = NOWHERE;
    }
}

/// The shape of a tag that is verbatim in the machine's text, if it has one. The name of a tag with duplicate attributes
/// is not verbatim.
#[inline(always)]
fn shape_of(tag: &CurrentTag<'_>, flags: Shape, range: Range) -> Option<Shape> {
    let name = tag.name_range()?;
    // Most end tags have none; that they may have some need not be written out.
    if flags.is_end_tag() {
        return match tag.attributes().len() {
            0 => flags.with(range, name, [].into_iter()),
            _ => None,
        };
    }
    let ranges = tag.attributes().map(
        #[inline(always)]
        |attribute| Some((attribute.name_range()?, attribute.value_range()?)),
    );
    flags.with(range, name, ranges)
}

/// The collector as the output of a machine that reads the document itself.
pub(super) struct Collected<'c, 'a, const ERRORS: bool>(pub(super) &'c mut Collector<'a, ERRORS>);

impl<'a, const ERRORS: bool> Output for Collected<'_, 'a, ERRORS> {
    type Sink = Collector<'a, ERRORS>;
    const INLINES_TAGS: bool = true;

    const SOURCE: bool = false;

    #[inline(always)]
    fn sink(&mut self) -> &mut Self::Sink {
        self.0
    }

    #[inline(always)]
    fn verbatim_text(&mut self, from: usize, to: usize) -> bool {
        if self.0.is_text_pending(from) {
            return false;
        }
        self.0.next = to;
        true
    }

    #[inline(always)]
    fn start_tag(&mut self, tag: CurrentTag<'_>) -> Next {
        self.0.tag(&tag, false);
        Next::Continue
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: CurrentTag<'_>) -> Next {
        self.0.tag(&tag, true);
        Next::Continue
    }
}

/// The tag that a sink receives, which is always the one that the machine has just completed.
fn completed<'a>(tag: &Tag<'a>) -> CurrentTag<'a> {
    tag.as_current().expect("a tag of the machine")
}

impl<const ERRORS: bool> Sink for Collector<'_, ERRORS> {
    const ERRORS: bool = ERRORS;
    /// For all duplicate attributes; tags have their source anyway.
    const SOURCE: bool = true;

    #[inline(never)]
    fn text(&mut self, text: &str, span: Span) {
        let end = self.end();
        if end == self.at && end != span.start {
            self.push_built(Span::new(end, span.start), Payload::Nothing);
        }
        let follows = self.end() == span.start;
        if self.is_rewritten || !follows || !self.is_verbatim(text, span) {
            self.rewrite(text);
        } else {
            self.next = span.end | self.fed;
        }
        self.text_end = span.end;
        if ERRORS {
            while let Some(error) = self.held.front().filter(|e| e.span.start < span.end) {
                let error = *error;
                self.push_error(error);
                self.held.pop_front();
            }
        }
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tag(&completed(tag), false);
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tag(&completed(tag), true);
        Next::Continue
    }

    fn start_cdata_section(&mut self, span: Span) {
        self.end_text(span.start);
        self.push_built(span, Payload::Nothing);
        self.is_cdata = true;
    }

    fn end_cdata_section(&mut self, span: Span) {
        self.end_text(span.start);
        self.push_built(span, Payload::Nothing);
        self.is_cdata = false;
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        let span = comment.span;
        let data = self.cow_behind(
            &comment.data,
            span.start,
            &["<!--".len(), "<!".len(), "<".len()],
        );
        self.push(Token::Comment(Comment { data, span }), span);
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        let doctype = Doctype {
            name: doctype.name.as_deref().map(|name| self.cow(name)),
            public_identifier: doctype.public_identifier.as_deref().map(|id| self.cow(id)),
            system_identifier: doctype.system_identifier.as_deref().map(|id| self.cow(id)),
            force_quirks: doctype.force_quirks,
            name_span: doctype.name_span,
            public_identifier_span: doctype.public_identifier_span,
            system_identifier_span: doctype.system_identifier_span,
            span: doctype.span,
        };
        let span = doctype.span;
        self.push(Token::Doctype(Box::new(doctype)), span);
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        let span = instruction.span;
        let instruction = ProcessingInstruction {
            target: self.cow_behind(&instruction.target, span.start, &["<?".len()]),
            data: self.cow(&instruction.data),
            target_span: instruction.target_span,
            data_span: instruction.data_span,
            span,
        };
        self.push(Token::ProcessingInstruction(Box::new(instruction)), span);
    }

    fn end_of_file(&mut self, span: Span) {
        self.end_text(span.start);
        self.push_built(span, Payload::Nothing);
    }

    fn ambiguity(&mut self, ambiguity: &Ambiguity) {
        self.first_ambiguity.get_or_insert(*ambiguity);
    }

    fn error(&mut self, error: &ParseError) {
        let end = self.end();
        if end > self.at && end <= error.span.start {
            self.held.push_back(*error);
        } else {
            self.push_error(*error);
        }
    }
}
