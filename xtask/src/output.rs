//! Standard output and standard error.
//!
//! The standard `println!` panics when the reader of a pipe has left, as `head` does. The macros of the
//! same names that this module defines do not: a closed pipe is no failure, and any other error is
//! reported once, at the end. `lib.rs` declares this module first, so that every command uses them; the workbench
//! imports them.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::OnceLock;
use tokenwright_visible::Writer;

/// The first error of standard output that is not a closed pipe.
static FAILURE: OnceLock<io::Error> = OnceLock::new();

#[macro_export]
/// Prints to standard output; see [`output`](crate::output).
macro_rules! print {
    ($($arguments:tt)*) => {
        $crate::output::out(format_args!($($arguments)*))
    };
}

#[macro_export]
/// Prints a line to standard output; see [`output`](crate::output).
macro_rules! println {
    () => {
        $crate::output::out(format_args!("\n"))
    };
    ($($arguments:tt)*) => {
        $crate::output::out(format_args!("{}\n", format_args!($($arguments)*)))
    };
}

#[macro_export]
/// Prints a line to standard error; see [`output`](crate::output).
macro_rules! eprintln {
    () => {
        $crate::output::err(format_args!("\n"))
    };
    ($($arguments:tt)*) => {
        $crate::output::err(format_args!("{}\n", format_args!($($arguments)*)))
    };
}

/// Writes to standard output; see the module.
pub fn out(text: fmt::Arguments<'_>) {
    if let Err(error) = Writer::with_colours(io::stdout().lock()).write_fmt(text) {
        note(error);
    }
}

/// Writes to standard output without escapes.
pub fn verbatim(text: &str) {
    if let Err(error) = io::stdout().lock().write_all(text.as_bytes()) {
        note(error);
    }
}

/// Writes to standard error, where a failure cannot be reported anywhere.
pub fn err(text: fmt::Arguments<'_>) {
    let _ = Writer::with_colours(io::stderr().lock()).write_fmt(text);
}

/// Remembers an error of standard output.
pub fn note(error: io::Error) {
    if error.kind() != io::ErrorKind::BrokenPipe {
        let _ = FAILURE.set(error);
    }
}

/// The exit status of a command, or 2 if its output could not be written.
pub fn finish(status: ExitCode) -> ExitCode {
    if let Err(error) = io::stdout().lock().flush() {
        note(error);
    }
    match FAILURE.get() {
        None => status,
        Some(error) => {
            let reason = match error.kind() {
                io::ErrorKind::StorageFull => "no space left on the device".to_owned(),
                _ => error.to_string().to_lowercase(),
            };
            eprintln!("error: cannot write to standard output: {reason}");
            ExitCode::from(2)
        }
    }
}
