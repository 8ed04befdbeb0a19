//! Where the machine sends its output.

use crate::token::CurrentTag;
use crate::{
    Ambiguity, Comment, Doctype, Next, ParseError, ProcessingInstruction, Sink, Span, Tag, TextMode,
};

/// A sink, and shortcuts for the iterator.
#[expect(
    private_interfaces,
    reason = "it bounds a method of the sealed `Machinery`"
)]
pub trait Output {
    type Sink: Sink;

    const ERRORS: bool = Self::Sink::ERRORS;
    const SPANS: bool = Self::Sink::SPANS;
    const SOURCE: bool = Self::Sink::SOURCE;
    /// Whether all names of duplicate attributes are recorded; otherwise one is.
    const DUPLICATES: bool = Self::Sink::SOURCE;
    const LINES: bool = Self::Sink::LINES;
    /// Whether open elements are followed.
    const FOLLOWS: bool = !Self::Sink::SWITCHES;
    /// Whether the methods for tags are inlined where most tags are emitted.
    const INLINES_TAGS: bool = false;

    fn sink(&mut self) -> &mut Self::Sink;

    /// Accepts verbatim text by its range in the current slice, in place of a call of [`Sink::text`];
    /// returns whether it did.
    #[inline(always)]
    fn verbatim_text(&mut self, from: usize, to: usize) -> bool {
        let _ = (from, to);
        false
    }

    /// Whether the sink wants nothing more. The other methods deliver nothing then.
    #[inline(always)]
    fn is_stopped(&mut self) -> bool {
        self.sink().is_stopped()
    }

    #[inline(always)]
    fn start_tag(&mut self, tag: CurrentTag<'_>) -> Next {
        match self.is_stopped() {
            true => Next::Stop,
            false => self.sink().start_tag(&Tag::current(tag)),
        }
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: CurrentTag<'_>) -> Next {
        match self.is_stopped() {
            true => Next::Stop,
            false => self.sink().end_tag(&Tag::current(tag)),
        }
    }

    #[inline(always)]
    fn text(&mut self, text: &str, span: Span) {
        if !self.is_stopped() {
            self.sink().text(text, span);
        }
    }

    fn start_cdata_section(&mut self, span: Span) {
        if !self.is_stopped() {
            self.sink().start_cdata_section(span);
        }
    }

    fn end_cdata_section(&mut self, span: Span) {
        if !self.is_stopped() {
            self.sink().end_cdata_section(span);
        }
    }

    #[inline(always)]
    fn comment(&mut self, comment: &Comment<'_>) {
        if !self.is_stopped() {
            self.sink().comment(comment);
        }
    }

    #[inline(always)]
    fn doctype(&mut self, doctype: &Doctype<'_>) {
        if !self.is_stopped() {
            self.sink().doctype(doctype);
        }
    }

    #[inline(always)]
    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        if !self.is_stopped() {
            self.sink().processing_instruction(instruction);
        }
    }

    #[inline(always)]
    fn end_of_file(&mut self, span: Span) {
        if !self.is_stopped() {
            self.sink().end_of_file(span);
        }
    }

    #[inline(always)]
    fn error(&mut self, error: &ParseError) {
        if !self.is_stopped() {
            self.sink().error(error);
        }
    }

    fn ambiguity(&mut self, ambiguity: &Ambiguity) {
        if !self.is_stopped() {
            self.sink().ambiguity(ambiguity);
        }
    }

    fn text_mode(&mut self, mode: TextMode) {
        if !self.is_stopped() {
            self.sink().text_mode(mode);
        }
    }
}

impl<S: Sink> Output for &mut S {
    type Sink = S;

    #[inline(always)]
    fn sink(&mut self) -> &mut S {
        self
    }
}
