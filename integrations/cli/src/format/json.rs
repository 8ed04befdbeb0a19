//! A JSON object a line.

use super::{Event, Format, Out, Style, long_string};
use crate::long_text::LongText;
use serde_json::to_writer;
use std::io::{self, Write};
use tokenwright::{Doctype, ParseError, Span, Tag};

pub(crate) struct Json {
    out: Out,
    style: Style,
}

impl Json {
    pub(crate) fn new(out: Out, style: Style) -> Self {
        Json { out, style }
    }

    /// A token that is strings with names.
    fn token(&mut self, kind: &str, strings: &[(&str, &str)], span: Span) -> io::Result<()> {
        write!(self.out, "{{\"token\":\"{kind}\"")?;
        for (name, text) in strings {
            write!(self.out, ",\"{name}\":")?;
            to_writer(&mut self.out, text)?;
        }
        self.end(span)
    }

    fn tag(&mut self, tag: &Tag<'_>) -> io::Result<()> {
        let kind = if tag.is_end_tag() {
            "endTag"
        } else {
            "startTag"
        };
        write!(self.out, "{{\"token\":\"{kind}\",\"name\":")?;
        to_writer(&mut self.out, tag.name())?;
        write!(self.out, ",\"attributes\":[")?;
        for (i, attribute) in tag.attributes().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(self.out, "{comma}{{\"name\":")?;
            to_writer(&mut self.out, attribute.name())?;
            write!(self.out, ",\"value\":")?;
            to_writer(&mut self.out, attribute.value())?;
            self.range("nameSpan", attribute.name_span())?;
            self.range("valueSpan", attribute.value_span())?;
            write!(self.out, "}}")?;
        }
        write!(self.out, "],\"selfClosing\":{}", tag.is_self_closing())?;
        self.range("nameSpan", tag.name_span())?;
        self.end(tag.span())
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) -> io::Result<()> {
        write!(self.out, "{{\"token\":\"doctype\"")?;
        for (name, field) in [
            ("name", &doctype.name),
            ("publicIdentifier", &doctype.public_identifier),
            ("systemIdentifier", &doctype.system_identifier),
        ] {
            write!(self.out, ",\"{name}\":")?;
            to_writer(&mut self.out, &field.as_deref())?;
        }
        write!(self.out, ",\"forceQuirks\":{}", doctype.force_quirks)?;
        self.end(doctype.span)
    }

    /// A member with a span, if spans are wanted.
    fn range(&mut self, name: &str, span: Span) -> io::Result<()> {
        if !self.style.spans {
            return Ok(());
        }
        write!(self.out, ",\"{name}\":[{},{}]", span.start, span.end)
    }

    fn end(&mut self, span: Span) -> io::Result<()> {
        self.range("span", span)?;
        writeln!(self.out, "}}")
    }
}

impl Format for Json {
    fn text(&mut self, text: &mut LongText, span: Span) -> io::Result<()> {
        write!(self.out, "{{\"token\":\"text\",\"data\":")?;
        long_string(&mut self.out, text)?;
        self.end(span)
    }

    fn print(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::Tag(tag) => self.tag(tag),
            Event::Comment(c) => self.token("comment", &[("data", &c.data)], c.span),
            Event::Doctype(doctype) => self.doctype(doctype),
            Event::ProcessingInstruction(pi) => {
                let strings = [("target", &*pi.target), ("data", &*pi.data)];
                self.token("processingInstruction", &strings, pi.span)
            }
            Event::EndOfFile { span } => self.token("endOfFile", &[], *span),
        }
    }

    fn error(&mut self, error: &ParseError) -> io::Result<()> {
        if !self.style.errors {
            return Ok(());
        }
        let ParseError {
            code, line, column, ..
        } = error;
        write!(
            self.out,
            "{{\"error\":\"{code}\",\"line\":{line},\"column\":{column}"
        )?;
        self.end(error.span)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
