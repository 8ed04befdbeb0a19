//! Where the bytes come from.

use crate::arguments::Arguments;
use crate::encoding::{Encoding, Suspicion};
use crate::failure::{Failure, say};
use std::fs::File;
use std::io::{self, IsTerminal, Read};

/// A file or standard input, and its suspected encoding.
pub(crate) struct Input {
    /// As messages have it.
    pub(crate) name: String,
    reader: Box<dyn Read>,
    encoding: Encoding,
    is_stdin: bool,
    strip_bom: bool,
}

impl Input {
    /// Opens the file of the arguments.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub(crate) fn open(arguments: &Arguments) -> Result<Self, Failure> {
        let Some(path) = arguments.file()? else {
            let stdin = io::stdin();
            if stdin.is_terminal() {
                say("note: reading HTML from the terminal; Ctrl-D ends it");
            }
            return Ok(Input {
                name: "<stdin>".to_owned(),
                reader: Box::new(stdin.lock()),
                encoding: Encoding::default(),
                is_stdin: true,
                strip_bom: arguments.strip_bom,
            });
        };
        // The terminal would interpret a control character in a name.
        let name = path.display().to_string();
        let name = name.replace(char::is_control, "\u{FFFD}");
        let file = File::open(path).map_err(|error| Failure::unreadable(&name, &error))?;
        Ok(Input {
            name,
            reader: Box::new(file),
            encoding: Encoding::default(),
            is_stdin: false,
            strip_bom: arguments.strip_bom,
        })
    }

    /// An input that cannot be read.
    pub(crate) fn unreadable(&self, error: &io::Error) -> Failure {
        match self.is_stdin {
            true => Failure::unreadable("standard input", error),
            false => Failure::unreadable(&self.name, error),
        }
    }

    /// Warns on standard error if the input is not UTF-8.
    pub(crate) fn report_encoding(&self) {
        if let Some((count, first)) = self.encoding.malformed() {
            let sequences = match count {
                1 => "1 sequence of bytes is".to_owned(),
                n => format!("{n} sequences of bytes are"),
            };
            say(&format!(
                "note: {}: {sequences} not UTF-8 and became U+FFFD, the first at byte {first}",
                self.name
            ));
        }
    }

    fn report_suspicion(&self, suspicion: Suspicion) {
        let name = &self.name;
        match suspicion {
            Suspicion::ByteOrderMark if self.strip_bom => {}
            Suspicion::ByteOrderMark => say(&format!(
                "note: {name}: the byte order mark at the beginning becomes text; --strip-bom leaves it out"
            )),
            Suspicion::Encoded(encoding) => {
                say(&format!(
                    "note: {name}: this looks like {encoding}, and is read as UTF-8"
                ));
                let is_plain = |c: char| c.is_alphanumeric() || "._-/".contains(c);
                let file = match self.is_stdin {
                    true => "",
                    false if name.chars().all(is_plain) => &format!(" {name}"),
                    false => " FILE",
                };
                say(&format!(
                    "  help: convert it first: iconv -f {encoding} -t UTF-8{file} | tokenwright"
                ));
            }
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.reader.read(buffer)?;
        if let Some(suspicion) = self.encoding.look(&buffer[..len]) {
            self.report_suspicion(suspicion);
        }
        Ok(len)
    }
}
