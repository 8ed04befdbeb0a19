//! The lines of a trace.

use std::fmt::Display;
use std::io::{self, Write};
use xtask::output;

/// Prints lines until an error; a reader that has seen enough ends the run.
pub(super) struct Printer<W> {
    out: W,
    is_empty: bool,
    has_failed: bool,
}

impl<W: Write> Printer<W> {
    pub(super) fn new(out: W) -> Self {
        Printer {
            out,
            is_empty: true,
            has_failed: false,
        }
    }

    /// Prints a line at a level of indentation.
    pub(super) fn line(&mut self, level: usize, text: &dyn Display) {
        if self.has_failed {
            return;
        }
        self.is_empty = false;
        let width = 4 * level;
        if let Err(error) = writeln!(self.out, "{:width$}{text}", "") {
            if error.kind() == io::ErrorKind::BrokenPipe {
                // The reader has seen enough, and the rest of the input may be long.
                std::process::exit(0);
            }
            self.has_failed = true;
            output::note(error);
        }
    }

    /// Whether nothing was printed.
    pub(super) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Writes out what is buffered. Returns what the lines were printed to.
    pub(super) fn finish(mut self) -> W {
        if let Err(error) = self.out.flush() {
            output::note(error);
        }
        self.out
    }
}
