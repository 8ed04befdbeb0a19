//! The commands of the workspace.

mod check;
mod ci;
mod cover;
mod diff;
mod generate;
mod graph;
mod history;
mod import;
mod markdown;
mod replay;
mod report;
mod revisions;
mod score;
mod scores;
mod suite;
mod test_data;
mod trace;
mod verify;
mod workspace;
mod write;

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
    Ci(ci::Arguments),
    Cover(cover::Arguments),
    Diff(diff::Arguments),
    Gen(generate::Arguments),
    Graph(graph::Arguments),
    History(history::Arguments),
    Import(import::Arguments),
    Scores(scores::Arguments),
    Suite(suite::Arguments),
    TestData(test_data::Arguments),
    Trace(trace::Arguments),
    Verify(verify::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Err(error) = workspace::enter() {
        eprintln!("error: {error}");
        return ExitCode::FAILURE;
    }
    match arguments.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Ci(arguments) => ci::run(&arguments),
        Command::Cover(arguments) => cover::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Gen(arguments) => generate::run(&arguments),
        Command::Graph(arguments) => graph::run(&arguments),
        Command::History(arguments) => history::run(&arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Scores(arguments) => scores::run(&arguments),
        Command::Suite(arguments) => suite::run(&arguments),
        Command::TestData(arguments) => test_data::run(&arguments),
        Command::Trace(arguments) => trace::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
    }
}
