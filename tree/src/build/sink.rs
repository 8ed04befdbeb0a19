//! What the tokenizer calls.

use super::Receiver;
use crate::TreeRevision;
use tokenwright::tree_construction::Construction;
use tokenwright::{
    Comment, Doctype, Next, ParseError, ProcessingInstruction, Sink, Span, Tag, TextMode,
};

/// Passes tokens to tree construction.
#[derive(Debug)]
pub(super) struct BuilderSink<B: Receiver, R: TreeRevision> {
    pub(super) construction: Construction<R, B>,
    /// The most elements that may be open.
    pub(super) depth: usize,
    pub(super) is_too_deep: bool,
}

impl<B: Receiver, R: TreeRevision> BuilderSink<B, R> {
    #[inline]
    fn begin(&mut self, span: Span) {
        self.construction.builder_mut().begin(span);
    }

    #[inline]
    fn end(&mut self, mode: Option<TextMode>) -> Next {
        self.is_too_deep |= self.construction.open_elements() > self.depth;
        let builder = self.construction.builder();
        match mode {
            _ if self.is_too_deep || builder.is_stopped() => Next::Stop,
            Some(mode) => Next::Switch(mode),
            None if builder.pauses() => Next::Pause,
            None => Next::Continue,
        }
    }
}

impl<B: Receiver, R: TreeRevision> Sink for BuilderSink<B, R> {
    const ERRORS: bool = B::ERRORS;
    const SPANS: bool = B::SPANS;
    const LINES: bool = B::ERRORS;
    const SWITCHES: bool = true;

    #[inline]
    fn text(&mut self, text: &str, span: Span) {
        self.begin(span);
        self.construction.characters(text);
    }

    #[inline]
    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.begin(tag.span());
        let mode = self.construction.start_tag(tag);
        self.end(mode)
    }

    #[inline]
    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.begin(tag.span());
        let mode = self.construction.end_tag(tag);
        self.end(mode)
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.begin(comment.span);
        self.construction.comment(comment);
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.begin(doctype.span);
        self.construction.doctype(doctype);
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.begin(instruction.span);
        self.construction.processing_instruction(instruction);
    }

    fn end_of_file(&mut self, span: Span) {
        self.begin(span);
        self.construction.end_of_file();
    }

    fn error(&mut self, error: &ParseError) {
        self.construction.builder_mut().error(error);
    }

    #[inline]
    fn is_stopped(&self) -> bool {
        self.is_too_deep || self.construction.builder().is_stopped()
    }

    #[inline]
    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.construction.is_foreign()
    }
}
