//! One JSON object, a token or an error a line, with tokens in the form of html5lib's tokenizer tests.

use super::{Event, Format, Out, long_string};
use crate::long_text::{LongText, of_temporary_file};
use serde_json::to_writer;
use std::io::{self, BufWriter, Seek, Write};
use tempfile::SpooledTempFile;
use tokenwright::{ParseError, Span, Tag};

pub(crate) struct Html5lib {
    out: Out,
    begun: bool,
    /// The errors, which come after the tokens: in memory while they are few, then in a temporary
    /// file that has no name and so leaves nothing behind.
    errors: BufWriter<SpooledTempFile>,
    has_errors: bool,
}

/// How many bytes of errors are kept in memory.
const MEMORY: usize = 1 << 20;

impl Html5lib {
    pub(crate) fn new(out: Out) -> Self {
        Html5lib {
            out,
            begun: false,
            errors: BufWriter::new(SpooledTempFile::new(MEMORY)),
            has_errors: false,
        }
    }

    /// The text before a token.
    fn begin(&mut self) -> io::Result<()> {
        let before = if self.begun { ",\n" } else { "{\"output\":[" };
        self.begun = true;
        write!(self.out, "{before}")
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> io::Result<()> {
        write!(self.out, "[\"StartTag\",")?;
        to_writer(&mut self.out, tag.name())?;
        write!(self.out, ",{{")?;
        for (i, attribute) in tag.attributes().enumerate() {
            write!(self.out, "{}", if i > 0 { "," } else { "" })?;
            to_writer(&mut self.out, attribute.name())?;
            write!(self.out, ":")?;
            to_writer(&mut self.out, attribute.value())?;
        }
        let flag = if tag.is_self_closing() { ",true" } else { "" };
        write!(self.out, "}}{flag}]")
    }
}

impl Format for Html5lib {
    fn text(&mut self, text: &mut LongText, _: Span) -> io::Result<()> {
        self.begin()?;
        write!(self.out, "[\"Character\",")?;
        long_string(&mut self.out, text)?;
        write!(self.out, "]")
    }

    fn print(&mut self, event: &Event<'_>) -> io::Result<()> {
        if let Event::EndOfFile { .. } = event {
            return Ok(());
        }
        self.begin()?;
        let out = &mut self.out;
        match event {
            Event::Tag(tag) if tag.is_end_tag() => to_writer(out, &("EndTag", tag.name()))?,
            Event::Tag(tag) => self.start_tag(tag)?,
            Event::Comment(comment) => to_writer(out, &("Comment", &*comment.data))?,
            Event::Doctype(doctype) => {
                let name = doctype.name.as_deref();
                let public = doctype.public_identifier.as_deref();
                let system = doctype.system_identifier.as_deref();
                let is_correct = !doctype.force_quirks;
                to_writer(out, &("DOCTYPE", name, public, system, is_correct))?;
            }
            Event::ProcessingInstruction(pi) => {
                to_writer(out, &("ProcessingInstruction", &*pi.target, &*pi.data))?;
            }
            Event::EndOfFile { .. } => {}
        }
        Ok(())
    }

    fn error(&mut self, error: &ParseError) -> io::Result<()> {
        let comma = if self.has_errors { ",\n" } else { "" };
        self.has_errors = true;
        let ParseError {
            code, line, column, ..
        } = error;
        write!(
            self.errors,
            "{comma}{{\"code\":\"{code}\",\"line\":{line},\"col\":{column}}}"
        )
        .map_err(of_temporary_file)
    }

    fn finish(&mut self) -> io::Result<()> {
        if !self.begun {
            self.begin()?;
        }
        write!(self.out, "],\n\"errors\":[")?;
        self.errors.rewind().map_err(of_temporary_file)?;
        io::copy(self.errors.get_mut(), &mut self.out)?;
        writeln!(self.out, "]}}")?;
        self.out.flush()
    }
}
