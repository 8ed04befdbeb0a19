//! The commands of the workspace.

mod check;
mod report;
mod workspace;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// The commands of the Tokenwright workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Check(arguments) => check::run(&arguments),
    }
}
