//! The formats.

mod html5lib;
mod json;
mod text;

pub(crate) use html5lib::Html5lib;
pub(crate) use json::Json;
pub(crate) use text::Text;

use std::io;
use tokenwright::{Comment, Doctype, ParseError, ProcessingInstruction, Span, Tag};

/// What is printed besides the tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) spans: bool,
    pub(crate) errors: bool,
    pub(crate) colour: bool,
}

/// A token, text joined.
pub(crate) enum Event<'a> {
    Text {
        text: &'a str,
        span: Span,
    },
    Tag {
        tag: Tag<'a>,
        attributes: Vec<Attribute<'a>>,
    },
    Comment(Comment<'a>),
    Doctype(Doctype<'a>),
    ProcessingInstruction(ProcessingInstruction<'a>),
    EndOfFile {
        span: Span,
    },
}

pub(crate) struct Attribute<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
    pub(crate) name_span: Span,
    pub(crate) value_span: Span,
}

/// A way to print tokens.
pub(crate) trait Format {
    fn print(&mut self, event: &Event<'_>) -> io::Result<()>;

    fn error(&mut self, error: &ParseError) -> io::Result<()>;

    fn finish(&mut self) -> io::Result<()>;
}
