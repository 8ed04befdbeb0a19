//! Tokenizes HTML on the command line.

mod arguments;
mod encoding;
mod failure;
mod format;
mod input;
mod list;
mod names;
mod printer;
mod run;

use arguments::Arguments;
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = if arguments.list_revisions {
        list::revisions()
    } else if arguments.list_states {
        list::states(&arguments)
    } else {
        run::run(&arguments)
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
