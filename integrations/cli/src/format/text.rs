//! A line a token, for people.

use super::{Event, Format, Out, Style};
use crate::long_text::LongText;
use std::io::{self, Write};
use tokenwright::{Doctype, ParseError, Span, Tag};
use tokenwright_visible::is_hidden;

pub(crate) struct Text {
    out: Out,
    style: Style,
    /// The name of the input, which errors begin with.
    input: String,
}

const TAG: &str = "36";
const QUIET: &str = "2";
const ERROR: &str = "1;31";

impl Text {
    pub(crate) fn new(out: Out, style: Style, input: &str) -> Self {
        Text {
            out,
            style,
            input: input.to_owned(),
        }
    }

    /// A line, whose text `write` writes, in a colour if there is one.
    fn line(
        &mut self,
        span: Span,
        colour: &str,
        write: impl FnOnce(&mut Out, Style) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.style.spans {
            write!(self.out, "{span:<12} ")?;
        }
        let coloured = self.style.colour && !colour.is_empty();
        if coloured {
            write!(self.out, "\x1b[{colour}m")?;
        }
        write(&mut self.out, self.style)?;
        writeln!(self.out, "{}", if coloured { "\x1b[0m" } else { "" })
    }
}

/// Writes a piece of a string, with escapes for what a terminal hides or obeys, and for its marks if it is quoted.
fn escaped(out: &mut Out, text: &str, is_quoted: bool, is_first: bool) -> io::Result<()> {
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let is_plain = match c {
            '"' => !is_quoted,
            '\\' => false,
            ' '..='~' => true,
            c => !is_hidden(c) && shows(c, is_first && at == 0),
        };
        if is_plain {
            continue;
        }
        write!(out, "{}", &text[from..at])?;
        from = at + c.len_utf8();
        match c.escape_debug() {
            escape if escape.len() > 1 => write!(out, "{escape}")?,
            _ => write!(out, "{}", c.escape_unicode())?,
        }
    }
    write!(out, "{}", &text[from..])
}

/// Whether a character shows: a combining mark does on the character before it.
fn shows(c: char, is_first: bool) -> bool {
    let (before, mut buffer) = (if is_first { "" } else { "a" }, [0; 4]);
    let text = [before, c.encode_utf8(&mut buffer)].concat();
    text.escape_debug().eq(text.chars())
}

fn bare(out: &mut Out, text: &str) -> io::Result<()> {
    escaped(out, text, false, true)
}

fn quoted(out: &mut Out, text: &str) -> io::Result<()> {
    write!(out, "\"")?;
    escaped(out, text, true, true)?;
    write!(out, "\"")
}

fn tag(out: &mut Out, style: Style, tag: &Tag<'_>) -> io::Result<()> {
    write!(out, "<{}", if tag.is_end_tag() { "/" } else { "" })?;
    bare(out, tag.name())?;
    for attribute in tag.attributes() {
        write!(out, " ")?;
        bare(out, attribute.name())?;
        write!(out, "=")?;
        quoted(out, attribute.value())?;
        if style.spans {
            let (name, value) = (attribute.name_span(), attribute.value_span());
            write!(out, " ({name}, {value})")?;
        }
    }
    write!(out, "{}", if tag.is_self_closing() { " />" } else { ">" })
}

fn doctype(out: &mut Out, doctype: &Doctype<'_>) -> io::Result<()> {
    write!(out, "<!DOCTYPE")?;
    for (keyword, field) in [
        ("", &doctype.name),
        ("PUBLIC ", &doctype.public_identifier),
        ("SYSTEM ", &doctype.system_identifier),
    ] {
        if let Some(field) = field {
            write!(out, " {keyword}")?;
            quoted(out, field)?;
        }
    }
    let quirks = if doctype.force_quirks {
        " (force-quirks)"
    } else {
        ""
    };
    write!(out, "{quirks}>")
}

impl Format for Text {
    fn text(&mut self, text: &mut LongText, span: Span) -> io::Result<()> {
        self.line(span, "", |out, _| {
            let mut is_first = true;
            write!(out, "\"")?;
            text.take(|piece| escaped(out, piece, true, std::mem::take(&mut is_first)))?;
            write!(out, "\"")
        })
    }

    fn print(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::Tag(token) => self.line(token.span(), TAG, |out, style| tag(out, style, token)),
            Event::Comment(comment) => self.line(comment.span, QUIET, |out, _| {
                write!(out, "<!--")?;
                bare(out, &comment.data)?;
                write!(out, "-->")
            }),
            Event::Doctype(token) => self.line(token.span, TAG, |out, _| doctype(out, token)),
            Event::ProcessingInstruction(pi) => self.line(pi.span, QUIET, |out, _| {
                write!(out, "<?")?;
                bare(out, &pi.target)?;
                write!(out, " ")?;
                bare(out, &pi.data)?;
                write!(out, "?>")
            }),
            Event::EndOfFile { span } => {
                self.line(*span, QUIET, |out, _| write!(out, "end of file"))
            }
        }
    }

    fn error(&mut self, error: &ParseError) -> io::Result<()> {
        if !self.style.errors {
            return Ok(());
        }
        // The form of compilers, which terminals and editors make links of.
        let ParseError {
            code, line, column, ..
        } = error;
        let place = format!("{}:{line}:{column}", self.input);
        self.line(error.span, ERROR, |out, _| {
            write!(out, "{place}: error: {code}")
        })
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
