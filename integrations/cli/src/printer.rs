//! The sink: joins text, and passes each token to a format.

use crate::format::{Event, Format};
use crate::long_text::LongText;
use std::collections::VecDeque;
use std::io;
use tokenwright::{Comment, Doctype, Next, ParseError, ProcessingInstruction, Sink, Span, Tag};

pub(crate) struct Printer {
    format: Box<dyn Format>,
    text: LongText,
    text_span: Span,
    /// Errors at the current end of the text: they may belong to it or follow it.
    held: VecDeque<ParseError>,
    errors: usize,
    /// Whether the adjusted current node is foreign.
    foreign: bool,
    /// The first error of the output; nothing is printed after it.
    result: io::Result<()>,
}

impl Printer {
    pub(crate) fn new(format: Box<dyn Format>, foreign: bool) -> Self {
        Printer {
            format,
            text: LongText::default(),
            text_span: Span::default(),
            held: VecDeque::new(),
            errors: 0,
            foreign,
            result: Ok(()),
        }
    }

    /// Ends the output; returns the number of parse errors.
    pub(crate) fn finish(mut self) -> io::Result<usize> {
        // After a limit was exceeded, no token follows the text.
        self.print_text();
        self.result?;
        self.format.finish()?;
        Ok(self.errors)
    }

    fn print(&mut self, event: &Event<'_>) {
        self.print_text();
        self.attempt(|format| format.print(event));
    }

    /// Prints the text so far, and its errors.
    fn print_text(&mut self) {
        if !self.text.is_empty() {
            let mut text = std::mem::take(&mut self.text);
            let span = self.text_span;
            self.attempt(|format| format.text(&mut text, span));
            self.text = text;
        }
        self.print_errors_before(usize::MAX);
    }

    /// An error is printed before the token that contains it.
    fn print_errors_before(&mut self, end: usize) {
        while let Some(error) = self.held.front().copied().filter(|e| e.span.start < end) {
            self.held.pop_front();
            self.attempt(|format| format.error(&error));
        }
    }

    fn attempt(&mut self, print: impl FnOnce(&mut dyn Format) -> io::Result<()>) {
        if self.result.is_ok() {
            self.result = print(&mut *self.format);
        }
    }
}

impl Sink for Printer {
    fn is_stopped(&self) -> bool {
        self.result.is_err()
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.foreign
    }

    fn text(&mut self, text: &str, span: Span) {
        if self.text.is_empty() {
            self.text_span.start = span.start;
        }
        self.text_span.end = span.end;
        if self.result.is_ok() {
            self.result = self.text.push(text);
        }
        self.print_errors_before(span.end);
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.print(&Event::Tag(tag));
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.print(&Event::Tag(tag));
        Next::Continue
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.print(&Event::Comment(comment));
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.print(&Event::Doctype(doctype));
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.print(&Event::ProcessingInstruction(instruction));
    }

    fn end_of_file(&mut self, span: Span) {
        self.print(&Event::EndOfFile { span });
    }

    fn error(&mut self, error: &ParseError) {
        self.errors += 1;
        self.held.push_back(*error);
        if self.text.is_empty() {
            self.print_errors_before(usize::MAX);
        } else {
            self.print_errors_before(self.text_span.end);
        }
    }
}
