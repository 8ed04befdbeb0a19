//! The command `tokenwright-extract`: columns of crawls.
#![forbid(unsafe_code)]

mod command;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match command::run(command::Arguments::parse()) {
        Ok(summary) => {
            eprintln!("{summary}");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("tokenwright-extract: {failure}");
            ExitCode::FAILURE
        }
    }
}
