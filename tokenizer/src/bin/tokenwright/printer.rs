//! The sink: joins text, and gives each token to a format.

use crate::format::{Attribute, Event, Format};
use std::io;
use tokenwright::{Comment, Doctype, Next, ParseError, ProcessingInstruction, Sink, Span, Tag};

pub(crate) struct Printer {
    format: Box<dyn Format>,
    text: String,
    text_span: Span,
    /// The first error of the output; nothing is printed after it.
    result: io::Result<()>,
}

impl Printer {
    pub(crate) fn new(format: Box<dyn Format>) -> Self {
        Printer {
            format,
            text: String::new(),
            text_span: Span::default(),
            result: Ok(()),
        }
    }

    /// Says whether the output has failed.
    pub(crate) fn check(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.result, Ok(()))
    }

    /// Ends the output.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.result?;
        self.format.finish()
    }

    fn print(&mut self, event: &Event<'_>) {
        if self.result.is_ok() && !self.text.is_empty() {
            let text = std::mem::take(&mut self.text);
            self.result = self.format.print(&Event::Text {
                text: &text,
                span: self.text_span,
            });
        }
        if self.result.is_ok() {
            self.result = self.format.print(event);
        }
    }
}

impl Sink for Printer {
    fn text(&mut self, text: &str, span: Span) {
        if self.text.is_empty() {
            self.text_span.start = span.start;
        }
        self.text_span.end = span.end;
        self.text.push_str(text);
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tag(tag);
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tag(tag);
        Next::Continue
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.print(&Event::Comment(*comment));
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.print(&Event::Doctype(*doctype));
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.print(&Event::ProcessingInstruction(*instruction));
    }

    fn end_of_file(&mut self, span: Span) {
        self.print(&Event::EndOfFile { span });
    }

    fn error(&mut self, error: &ParseError) {
        // Errors do not come between the parts of a text.
        if self.result.is_ok() {
            self.result = self.format.error(error);
        }
    }
}

impl Printer {
    fn tag(&mut self, tag: &Tag<'_>) {
        let attributes = tag.attributes().map(|attribute| Attribute {
            name: attribute.name(),
            value: attribute.value(),
            name_span: attribute.name_span(),
            value_span: attribute.value_span(),
        });
        self.print(&Event::Tag {
            tag: *tag,
            attributes: attributes.collect(),
        });
    }
}
