//! The commands of the workspace.
//!
//! `cargo xtask` builds them without the feature `analyses`, so that `gen` and `check` compile in half
//! the time; the other commands are delegated to an executable that has all of them.

// First, for its macros.
#[macro_use]
mod output;

#[cfg(feature = "analyses")]
mod baseline;
#[cfg(feature = "analyses")]
mod bless;
mod check;
mod ci;
mod committed;
#[cfg(any(test, not(feature = "analyses")))]
#[cfg_attr(
    feature = "analyses",
    expect(dead_code, reason = "the test compares the help alone")
)]
mod delegate;
mod fallthrough;
mod generate;
mod passes;
mod progress;
mod proofs;
mod report;
mod revision_name;
mod workspace;
mod write;

#[cfg(feature = "analyses")]
mod cover;
#[cfg(feature = "analyses")]
mod diff;
#[cfg(feature = "analyses")]
mod every_revision;
#[cfg(feature = "analyses")]
mod explain;
#[cfg(feature = "analyses")]
mod export;
#[cfg(feature = "analyses")]
mod generated_code;
#[cfg(feature = "analyses")]
mod graph;
#[cfg(feature = "analyses")]
mod history;
#[cfg(feature = "analyses")]
mod import;
#[cfg(feature = "analyses")]
mod input_file;
#[cfg(feature = "analyses")]
mod markdown;
#[cfg(feature = "analyses")]
mod prose;
#[cfg(feature = "analyses")]
mod prove;
#[cfg(feature = "analyses")]
mod read_report;
#[cfg(feature = "analyses")]
mod rebaseline;
#[cfg(feature = "analyses")]
mod replay;
#[cfg(feature = "analyses")]
mod revisions;
#[cfg(feature = "analyses")]
mod score;
#[cfg(feature = "analyses")]
mod scores;
#[cfg(feature = "analyses")]
mod setup;
#[cfg(feature = "analyses")]
mod site;
#[cfg(feature = "analyses")]
mod states;
#[cfg(feature = "analyses")]
mod suite;
#[cfg(feature = "analyses")]
mod test_data;
#[cfg(feature = "analyses")]
mod test_files;
#[cfg(feature = "analyses")]
mod trace;
#[cfg(feature = "analyses")]
mod try_edit;
#[cfg(feature = "analyses")]
mod verify;
#[cfg(feature = "analyses")]
mod watch;

#[cfg(not(feature = "analyses"))]
use delegate::{
    bless, cover, diff, explain, export, graph, history, import, prose, prove, read_report,
    rebaseline, scores, site, suite, test_data, trace, try_edit, verify, watch,
};

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// The commands of the Tokenwright workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
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
    Scores(scores::Arguments),
    Site(site::Arguments),
    Suite(suite::Arguments),
    TestData(test_data::Arguments),
    Trace(trace::Arguments),
    Try(try_edit::Arguments),
    Verify(verify::Arguments),
    Watch(watch::Arguments),
}

/// Parses the command line and runs the command.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Err(error) = workspace::enter() {
        eprintln!("error: {error}");
        return ExitCode::FAILURE;
    }
    let status = match arguments.command {
        Command::Bless(arguments) => bless::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Ci(arguments) => ci::run(&arguments),
        Command::Cover(arguments) => cover::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Gen(arguments) => generate::run(&arguments),
        Command::Graph(arguments) => graph::run(&arguments),
        Command::History(arguments) => history::run(&arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Prose(arguments) => prose::run(&arguments),
        Command::Prove(arguments) => prove::run(&arguments),
        Command::ReadReport(arguments) => read_report::run(&arguments),
        Command::Rebaseline(arguments) => rebaseline::run(&arguments),
        Command::Scores(arguments) => scores::run(&arguments),
        Command::Site(arguments) => site::run(&arguments),
        Command::Suite(arguments) => suite::run(&arguments),
        Command::TestData(arguments) => test_data::run(&arguments),
        Command::Trace(arguments) => trace::run(&arguments),
        Command::Try(arguments) => try_edit::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Watch(arguments) => watch::run(&arguments),
    };
    output::finish(status)
}
