//! A line a token, for people.

use super::{Event, Format, Out, Style};
use std::io::{self, Write};
use tokenwright::{Doctype, ParseError, Span, Tag};

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

/// Escapes characters that a terminal hides or interprets.
fn tag(out: &mut Out, style: Style, tag: &Tag<'_>) -> io::Result<()> {
    let slash = if tag.is_end_tag() { "/" } else { "" };
    write!(out, "<{slash}{}", tag.name().escape_debug())?;
    for attribute in tag.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        write!(out, " {}={value:?}", name.escape_debug())?;
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
            write!(out, " {keyword}{field:?}")?;
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
    fn print(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::Text { text, span } => self.line(*span, "", |out, _| write!(out, "{text:?}")),
            Event::Tag(token) => self.line(token.span(), TAG, |out, style| tag(out, style, token)),
            Event::Comment(comment) => self.line(comment.span, QUIET, |out, _| {
                write!(out, "<!--{}-->", comment.data.escape_debug())
            }),
            Event::Doctype(token) => self.line(token.span, TAG, |out, _| doctype(out, token)),
            Event::ProcessingInstruction(pi) => self.line(pi.span, QUIET, |out, _| {
                let (target, data) = (pi.target.escape_debug(), pi.data.escape_debug());
                write!(out, "<?{target} {data}?>")
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
