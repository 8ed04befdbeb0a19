//! A JSON object a line.

use super::{Event, Format, Style};
use serde_json::{Value, json};
use std::io::{self, Write};
use tokenwright::{ParseError, Span};

pub(crate) struct Json {
    out: Box<dyn Write>,
    style: Style,
}

impl Json {
    pub(crate) fn new(out: Box<dyn Write>, style: Style) -> Self {
        Json { out, style }
    }

    fn line(&mut self, mut value: Value, span: Span) -> io::Result<()> {
        if self.style.spans {
            value["span"] = range(span);
        }
        writeln!(self.out, "{value}")
    }
}

fn range(span: Span) -> Value {
    json!([span.start, span.end])
}

impl Format for Json {
    fn print(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::Text { text, span } => self.line(json!({"token": "text", "data": text}), *span),
            Event::Tag { tag, attributes } => {
                let attributes = attributes.iter().map(|a| {
                    let mut value = json!({"name": a.name, "value": a.value});
                    if self.style.spans {
                        value["nameSpan"] = range(a.name_span);
                        value["valueSpan"] = range(a.value_span);
                    }
                    value
                });
                let mut value = json!({
                    "token": if tag.is_end_tag() { "endTag" } else { "startTag" },
                    "name": tag.name(),
                    "attributes": attributes.collect::<Vec<_>>(),
                    "selfClosing": tag.is_self_closing(),
                });
                if self.style.spans {
                    value["nameSpan"] = range(tag.name_span());
                }
                self.line(value, tag.span())
            }
            Event::Comment(c) => self.line(json!({"token": "comment", "data": c.data}), c.span),
            Event::Doctype(d) => {
                let value = json!({
                    "token": "doctype",
                    "name": d.name,
                    "publicIdentifier": d.public_identifier,
                    "systemIdentifier": d.system_identifier,
                    "forceQuirks": d.force_quirks,
                });
                self.line(value, d.span)
            }
            Event::ProcessingInstruction(pi) => {
                let value = json!({
                    "token": "processingInstruction",
                    "target": pi.target,
                    "data": pi.data,
                });
                self.line(value, pi.span)
            }
            Event::EndOfFile { span } => self.line(json!({"token": "endOfFile"}), *span),
        }
    }

    fn error(&mut self, error: &ParseError) -> io::Result<()> {
        if !self.style.errors {
            return Ok(());
        }
        let value = json!({
            "error": error.code.as_str(),
            "line": error.line,
            "column": error.column,
        });
        self.line(value, error.span)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
