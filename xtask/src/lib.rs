//! The commands of the workspace that need the compiler alone, and what every command shares.
//!
//! `cargo xtask` builds this crate. The other commands need the prover or the analyses, which take longer to compile:
//! they are delegated to the executable of `codegen/workbench`, which is built on this library.

// First, for its macros.
#[macro_use]
pub mod output;

pub mod check;
mod ci;
pub mod committed;
mod delegate;
mod fallthrough;
pub mod generate;
pub mod passes;
pub mod progress;
pub mod proofs;
mod read_back;
mod release;
pub mod report;
pub mod revision_name;
pub mod workspace;
pub mod write;

use clap::{CommandFactory, Parser, Subcommand};
use delegate::{
    bless, cover, diff, explain, export, graph, history, import, prose, prove, read_report,
    rebaseline, scores, site, suite, test_data, trace, try_edit, verify, watch,
};
use std::process::ExitCode;

/// The commands of the Tokenwright workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The end of the help.
pub const AFTER_HELP: &str = "\
Every command exits with 0 on success, and with 2 if the command line cannot be parsed or standard
output cannot be written. The help of each command lists its other exit statuses.";

#[derive(Debug, Subcommand)]
enum Command {
    Bless(bless::Arguments),
    Check(check::Arguments),
    Ci(ci::Arguments),
    Cover(cover::Arguments),
    Diff(diff::Arguments),
    Explain(explain::Arguments),
    Export(export::Arguments),
    Gen(generate::Arguments),
    Graph(graph::Arguments),
    History(history::Arguments),
    Import(import::Arguments),
    Prose(prose::Arguments),
    Prove(prove::Arguments),
    ReadReport(read_report::Arguments),
    Rebaseline(rebaseline::Arguments),
    Release(release::Arguments),
    Scores(scores::Arguments),
    Site(site::Arguments),
    Suite(suite::Arguments),
    TestData(test_data::Arguments),
    Trace(trace::Arguments),
    Try(try_edit::Arguments),
    Verify(verify::Arguments),
    Watch(watch::Arguments),
}

/// The commands, with those that are delegated.
#[must_use]
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Parses the command line and runs the command.
pub fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    run(|| match command {
        Command::Bless(arguments) => bless::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Ci(arguments) => ci::run(&arguments),
        Command::Cover(arguments) => cover::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Gen(arguments) => generate::run(&arguments, None),
        Command::Graph(arguments) => graph::run(&arguments),
        Command::History(arguments) => history::run(&arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Prose(arguments) => prose::run(&arguments),
        Command::Prove(arguments) => prove::run(&arguments),
        Command::ReadReport(arguments) => read_report::run(&arguments),
        Command::Rebaseline(arguments) => rebaseline::run(&arguments),
        Command::Release(arguments) => release::run(&arguments),
        Command::Scores(arguments) => scores::run(&arguments),
        Command::Site(arguments) => site::run(&arguments),
        Command::Suite(arguments) => suite::run(&arguments),
        Command::TestData(arguments) => test_data::run(&arguments),
        Command::Trace(arguments) => trace::run(&arguments),
        Command::Try(arguments) => try_edit::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Watch(arguments) => watch::run(&arguments),
    })
}

/// Runs a command in a workspace, and returns its exit status.
pub fn run(command: impl FnOnce() -> ExitCode) -> ExitCode {
    if let Err(error) = workspace::enter() {
        eprintln!("error: {error}");
        return ExitCode::FAILURE;
    }
    output::finish(command())
}
