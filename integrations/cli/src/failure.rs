//! The errors of the tool, and their messages.

use std::io::{self, Write};
use std::process::ExitCode;
use tokenwright_visible::Visible;

/// Why the tool stops.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input cannot be read, or an argument is wrong.
    Usage {
        message: String,
        /// What to do about it; may be empty.
        help: String,
    },
    /// The output cannot be written.
    Output(io::Error),
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Failure::Usage {
            message: message.into(),
            help: String::new(),
        }
    }

    /// With advice, where a wrong argument can be corrected.
    pub(crate) fn help(self, text: impl Into<String>) -> Self {
        match self {
            Failure::Usage { message, .. } => Failure::Usage {
                message,
                help: text.into(),
            },
            output @ Failure::Output(_) => output,
        }
    }

    /// Input that cannot be read.
    pub(crate) fn unreadable(name: &str, error: &io::Error) -> Self {
        Failure::usage(format!("cannot read {name}: {}", reason(error)))
    }

    /// Prints the failure to standard error.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Usage { message, help } => {
                say(&format!("error: {message}"));
                if !help.is_empty() {
                    say(&format!("  help: {help}"));
                }
            }
            // The reader of a pipe has seen enough, as `head` does.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Failure::Output(error) => {
                let reason = reason(error);
                say(&format!("error: cannot write the output: {reason}"));
            }
        }
        ExitCode::from(2)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// Prints a line to standard error. `eprintln!` panics if standard error is closed.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{}", Visible(line));
}

fn reason(error: &io::Error) -> String {
    if error.get_ref().is_some() {
        return error.to_string();
    }
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::StorageFull => "no space left on the device".to_owned(),
        _ => error.to_string().to_lowercase(),
    }
}
