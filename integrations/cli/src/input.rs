//! Where the bytes come from.

use crate::arguments::Arguments;
use crate::encoding::{self, Choice};
use crate::failure::{Failure, say};
use crate::progress::Progress;
use crate::rewindable::Rewindable;
use crate::utf8::{Suspicion, Utf8Check};
use encoding_rs::UTF_8;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Seek, SeekFrom};
use tokenwright_encoding::Decision;
use tokenwright_visible::is_hidden;

/// A file or standard input, and its suspected encoding.
pub(crate) struct Input {
    /// The name of the input in messages.
    pub(crate) name: String,
    bytes: Rewindable,
    progress: Progress,
    choice: Choice,
    check: Utf8Check,
    is_stdin: bool,
    strip_bom: bool,
}

impl Input {
    /// Opens the file of the arguments.
    ///
    /// # Errors
    /// A file that cannot be opened, or a label that no encoding has.
    pub(crate) fn open(arguments: &Arguments) -> Result<Self, Failure> {
        let choice = match Choice::of(arguments.encoding.as_deref())? {
            // A tree has no byte order mark as text.
            Choice::Unspecified if arguments.tree => Choice::Label(UTF_8),
            choice => choice,
        };
        let keeps = choice == Choice::Auto;
        let (name, bytes, total) = match arguments.file()? {
            None => {
                let stdin = io::stdin();
                if stdin.is_terminal() {
                    say("note: reading HTML from the terminal; Ctrl-D ends it");
                }
                let bytes = Rewindable::stream(stdin.lock(), keeps);
                ("<stdin>".to_owned(), bytes, None)
            }
            Some(path) => {
                // The terminal would obey or hide some characters in a name, and a message is a line.
                let name = path.display().to_string();
                let name = name.replace(|c: char| c.is_control() || is_hidden(c), "\u{FFFD}");
                let file = File::open(path).map_err(|error| Failure::unreadable(&name, &error))?;
                match file.metadata() {
                    Ok(metadata) if metadata.is_file() => {
                        (name, Rewindable::File(file), Some(metadata.len()))
                    }
                    _ => (name, Rewindable::stream(file, keeps), None),
                }
            }
        };
        // A bar among tokens that are printed to the same terminal would be unreadable.
        let shows = arguments.tree || !io::stdout().is_terminal();
        Ok(Input {
            is_stdin: arguments.file()?.is_none(),
            name,
            bytes,
            progress: Progress::new(total, shows),
            choice,
            check: Utf8Check::default(),
            strip_bom: arguments.strip_bom,
        })
    }

    /// The encoding to read the input in. If it is to be found, this reads the input up to the declaration, says what was
    /// found, and rewinds.
    ///
    /// # Errors
    /// Input that cannot be read.
    pub(crate) fn choose_encoding(&mut self) -> Result<Choice, Failure> {
        if self.choice == Choice::Auto {
            let found = encoding::find(self).and_then(|decision| {
                self.rewind()?;
                Ok(decision)
            });
            let decision = found.map_err(|error| self.unreadable(&error))?;
            self.report_decision(decision);
            self.choice = Choice::Label(decision.encoding);
        }
        Ok(self.choice)
    }

    /// Says which encoding was found.
    pub(crate) fn report_decision(&mut self, decision: Decision) {
        self.progress.finish();
        let found = encoding::describe(decision);
        self.note(&format!("the encoding is {found}"), "");
    }

    /// Says something about the input, with advice if there is any.
    fn note(&self, text: &str, help: &str) {
        say(&format!("note: {}: {text}", self.name));
        if !help.is_empty() {
            say(&format!("  help: {help}"));
        }
    }

    /// An input that cannot be read.
    pub(crate) fn unreadable(&self, error: &io::Error) -> Failure {
        match self.is_stdin {
            true => Failure::unreadable("standard input", error),
            false => Failure::unreadable(&self.name, error),
        }
    }

    /// Ends the input. Warns on standard error if it is not UTF-8, unless another encoding was asked for.
    pub(crate) fn finish(&mut self) {
        self.progress.finish();
        if let Some((count, first)) = self.check.malformed().filter(|_| self.choice.is_utf8()) {
            let sequences = match count {
                1 => "1 sequence of bytes is".to_owned(),
                n => format!("{n} sequences of bytes are"),
            };
            let help = match self.choice {
                Choice::Unspecified => "--encoding auto finds out the encoding",
                _ => "",
            };
            self.note(
                &format!("{sequences} not UTF-8 and became U+FFFD, the first at byte {first}"),
                help,
            );
        }
    }

    fn report_suspicion(&self, suspicion: Suspicion) {
        let name = &self.name;
        let is_unspecified = self.choice == Choice::Unspecified;
        match suspicion {
            Suspicion::Utf8Mark if is_unspecified && !self.strip_bom => self.note(
                "the byte order mark at the beginning becomes text; --strip-bom leaves it out",
                "",
            ),
            Suspicion::Utf16Mark if is_unspecified => self.note(
                "this looks like UTF-16, and is read as UTF-8",
                "--encoding auto reads it as UTF-16",
            ),
            Suspicion::Utf16(label) if !self.choice.is_utf16() => self.note(
                &format!("this looks like {label}"),
                &format!("--encoding {label} reads it so"),
            ),
            Suspicion::Utf8Mark | Suspicion::Utf16Mark | Suspicion::Utf16(_) => {}
            Suspicion::Utf32 => {
                let is_plain = |c: char| c.is_alphanumeric() || "._-/".contains(c);
                let file = match self.is_stdin {
                    true => "",
                    false if name.chars().all(is_plain) => &format!(" {name}"),
                    false => " FILE",
                };
                self.note(
                    "this looks like UTF-32, which is not an encoding of HTML",
                    &format!("convert it first: iconv -f UTF-32 -t UTF-8{file} | tokenwright"),
                );
            }
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.bytes.read(buffer)?;
        self.progress.advance(len);
        if let Some(suspicion) = self.check.look(&buffer[..len]) {
            self.report_suspicion(suspicion);
        }
        Ok(len)
    }
}

impl Seek for Input {
    /// Rewinds. There is nothing else to seek for.
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.progress.rewind();
        self.check.rewind();
        self.bytes.seek(position)
    }
}
