//! The formats.

mod html5lib;
mod json;
mod text;

pub(crate) use html5lib::Html5lib;
pub(crate) use json::Json;
pub(crate) use text::Text;

use crate::long_text::LongText;
use std::io::{self, BufWriter, StdoutLock, Write};
use tokenwright::{Comment, Doctype, ParseError, ProcessingInstruction, Span, Tag};
use tokenwright_visible::Writer;

/// Where everything is printed.
pub(crate) type Out = Writer<BufWriter<StdoutLock<'static>>>;

/// Optional parts of the output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) spans: bool,
    pub(crate) errors: bool,
    pub(crate) colour: bool,
}

/// A token other than text.
pub(crate) enum Event<'a> {
    Tag(&'a Tag<'a>),
    Comment(&'a Comment<'a>),
    Doctype(&'a Doctype<'a>),
    ProcessingInstruction(&'a ProcessingInstruction<'a>),
    EndOfFile { span: Span },
}

/// A way to print tokens.
pub(crate) trait Format {
    /// Prints text, joined, and empties it.
    fn text(&mut self, text: &mut LongText, span: Span) -> io::Result<()>;

    fn print(&mut self, event: &Event<'_>) -> io::Result<()>;

    fn error(&mut self, error: &ParseError) -> io::Result<()>;

    fn finish(&mut self) -> io::Result<()>;
}

/// Writes a text as JSON.
fn long_string(out: &mut Out, text: &mut LongText) -> io::Result<()> {
    write!(out, "\"")?;
    text.take(|piece| {
        let string = serde_json::to_string(piece)?;
        write!(out, "{}", &string[1..string.len() - 1])
    })?;
    write!(out, "\"")
}
