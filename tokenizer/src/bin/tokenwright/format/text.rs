//! A line a token, for people.

use super::{Event, Format, Style};
use std::io::{self, Write};
use tokenwright::{ParseError, Span};

pub(crate) struct Text {
    out: Box<dyn Write>,
    style: Style,
}

const TAG: &str = "36";
const QUIET: &str = "2";
const ERROR: &str = "1;31";

impl Text {
    pub(crate) fn new(out: Box<dyn Write>, style: Style) -> Self {
        Text { out, style }
    }

    fn line(&mut self, span: Span, colour: &str, text: &str) -> io::Result<()> {
        let before = if self.style.spans {
            format!("{span:<12} ")
        } else {
            String::new()
        };
        if self.style.colour && !colour.is_empty() {
            writeln!(self.out, "{before}\x1b[{colour}m{text}\x1b[0m")
        } else {
            writeln!(self.out, "{before}{text}")
        }
    }
}

/// A name with what a terminal would not show, or would obey, escaped.
fn visible(name: &str) -> String {
    name.escape_debug().to_string()
}

/// A string on one line, in quotation marks.
fn quoted(text: &str) -> String {
    format!("{text:?}")
}

impl Format for Text {
    fn print(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::Text { text, span } => self.line(*span, "", &quoted(text)),
            Event::Tag { tag, attributes } => {
                let mut line = format!(
                    "<{}{}",
                    if tag.is_end_tag() { "/" } else { "" },
                    visible(tag.name())
                );
                for attribute in attributes {
                    line.push_str(&format!(
                        " {}={}",
                        visible(attribute.name),
                        quoted(attribute.value)
                    ));
                    if self.style.spans {
                        line.push_str(&format!(
                            " ({}, {})",
                            attribute.name_span, attribute.value_span
                        ));
                    }
                }
                line.push_str(if tag.is_self_closing() { " />" } else { ">" });
                self.line(tag.span(), TAG, &line)
            }
            Event::Comment(comment) => self.line(
                comment.span,
                QUIET,
                &format!("<!--{}-->", comment.data.escape_debug()),
            ),
            Event::Doctype(doctype) => {
                let part = |name: &str, value: Option<&str>| {
                    value.map_or(String::new(), |value| format!(" {name}{}", quoted(value)))
                };
                let line = format!(
                    "<!DOCTYPE{}{}{}{}>",
                    part("", doctype.name),
                    part("PUBLIC ", doctype.public_identifier),
                    part("SYSTEM ", doctype.system_identifier),
                    if doctype.force_quirks {
                        " (force-quirks)"
                    } else {
                        ""
                    }
                );
                self.line(doctype.span, TAG, &line)
            }
            Event::ProcessingInstruction(pi) => {
                let line = format!("<?{} {}?>", visible(pi.target), pi.data.escape_debug());
                self.line(pi.span, QUIET, &line)
            }
            Event::EndOfFile { span } => self.line(*span, QUIET, "end of file"),
        }
    }

    fn error(&mut self, error: &ParseError) -> io::Result<()> {
        if !self.style.errors {
            return Ok(());
        }
        self.line(error.span, ERROR, &format!("error at {error}"))
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
