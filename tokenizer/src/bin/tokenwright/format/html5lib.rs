//! One JSON object, a token or an error a line, with tokens in the form of html5lib's tokenizer tests.

use super::{Event, Format};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use tokenwright::ParseError;

pub(crate) struct Html5lib {
    out: Box<dyn Write>,
    begun: bool,
    /// They come after the tokens.
    errors: Vec<ParseError>,
}

impl Html5lib {
    pub(crate) fn new(out: Box<dyn Write>) -> Self {
        Html5lib {
            out,
            begun: false,
            errors: Vec::new(),
        }
    }

    /// What stands before a token.
    fn begin(&mut self) -> io::Result<()> {
        let before = if self.begun { ",\n" } else { "{\"output\":[" };
        self.begun = true;
        write!(self.out, "{before}")
    }
}

impl Format for Html5lib {
    fn print(&mut self, event: &Event<'_>) -> io::Result<()> {
        let token = match event {
            Event::Text { text, .. } => json!(["Character", text]),
            Event::Tag { tag, .. } if tag.is_end_tag() => json!(["EndTag", tag.name()]),
            Event::Tag { tag, attributes } => {
                let attributes: Map<String, Value> = attributes
                    .iter()
                    .map(|a| (a.name.into(), a.value.into()))
                    .collect();
                if tag.is_self_closing() {
                    json!(["StartTag", tag.name(), attributes, true])
                } else {
                    json!(["StartTag", tag.name(), attributes])
                }
            }
            Event::Comment(comment) => json!(["Comment", comment.data]),
            Event::Doctype(doctype) => json!([
                "DOCTYPE",
                doctype.name,
                doctype.public_identifier,
                doctype.system_identifier,
                !doctype.force_quirks,
            ]),
            Event::ProcessingInstruction(pi) => {
                json!(["ProcessingInstruction", pi.target, pi.data])
            }
            Event::EndOfFile { .. } => return Ok(()),
        };
        self.begin()?;
        write!(self.out, "{token}")
    }

    fn error(&mut self, error: &ParseError) -> io::Result<()> {
        self.errors.push(*error);
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        if !self.begun {
            self.begin()?;
        }
        write!(self.out, "],\n\"errors\":[")?;
        for (i, error) in self.errors.iter().enumerate() {
            let error = json!({
                "code": error.code.as_str(),
                "line": error.line,
                "col": error.column,
            });
            let comma = if i > 0 { ",\n" } else { "" };
            write!(self.out, "{comma}{error}")?;
        }
        writeln!(self.out, "]}}")?;
        self.out.flush()
    }
}
