//! The command-line tool `tokenwright`: prints the tokens or the tree of an HTML file.
#![forbid(unsafe_code)]

mod arguments;
mod encoding;
mod failure;
mod format;
mod input;
mod list;
mod long_text;
mod names;
mod printer;
mod progress;
mod rewindable;
mod run;
mod terminal;
mod tree;
mod utf8;

use arguments::Arguments;
use clap::Parser;
use failure::Failure;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match Arguments::try_parse() {
        Ok(arguments) => obey(&arguments),
        Err(error) if error.use_stderr() => error.exit(),
        Err(help) => help
            .print()
            .and_then(|()| io::stdout().flush())
            .map_err(Failure::from),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn obey(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.list_revisions {
        list::revisions()
    } else if arguments.list_states {
        list::states(arguments)
    } else if arguments.tree {
        tree::print(arguments)
    } else {
        run::run(arguments)
    }
}
