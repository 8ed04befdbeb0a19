//! One JSON object, with tokens in the form of html5lib's tokenizer tests.

use super::{Event, Format};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use tokenwright::ParseError;

pub(crate) struct Html5lib {
    out: Box<dyn Write>,
    output: Vec<Value>,
    errors: Vec<Value>,
}

impl Html5lib {
    pub(crate) fn new(out: Box<dyn Write>) -> Self {
        Html5lib {
            out,
            output: Vec::new(),
            errors: Vec::new(),
        }
    }
}

impl Format for Html5lib {
    fn print(&mut self, event: &Event<'_>) -> io::Result<()> {
        self.output.push(match event {
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
        });
        Ok(())
    }

    fn error(&mut self, error: &ParseError) -> io::Result<()> {
        self.errors.push(json!({
            "code": error.code.as_str(),
            "line": error.line,
            "col": error.column,
        }));
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        let whole = json!({"output": self.output, "errors": self.errors});
        writeln!(self.out, "{whole}")?;
        self.out.flush()
    }
}
