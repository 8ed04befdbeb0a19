//! The workbench: what reads, draws, runs, compares and proves revisions.
//!
//! Each command is a module. `cargo xtask` delegates to the executable of this crate, which has the commands of `xtask`
//! that need a prover as well.

// Its macros for output replace the standard ones.
#[macro_use]
extern crate xtask;

mod baseline;
mod bless;
mod cover;
mod dat;
mod diff;
mod every_revision;
mod explain;
mod export;
mod generated_code;
mod graph;
mod history;
mod import;
mod input_file;
mod markdown;
mod places;
mod prose;
mod prove;
mod read_report;
mod rebaseline;
mod replay;
mod revisions;
mod score;
mod scores;
mod setup;
mod site;
mod states;
mod suite;
mod test_data;
mod test_files;
mod trace;
mod trees;
mod try_edit;
mod verify;
mod watch;

#[cfg(test)]
#[expect(unreachable_pub, reason = "public in the crate that owns it")]
#[path = "../../../tests/src/effort.rs"]
mod effort;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use xtask::{check, generate};

/// The commands of the Tokenwright workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", after_help = xtask::AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Bless(bless::Arguments),
    Check(check::Arguments),
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
    let Arguments { command } = Arguments::parse();
    xtask::run(|| match command {
        Command::Bless(arguments) => bless::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Cover(arguments) => cover::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Gen(arguments) => generate::run(&arguments, Some(prove::prove_generated)),
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
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_help_of_a_delegated_command_begins_like_its_own() {
        let delegated = xtask::command();
        for command in crate::Arguments::command().get_subcommands() {
            let name = command.get_name();
            let stand_in = delegated
                .find_subcommand(name)
                .expect("a command of that name");
            let about = |command: &clap::Command| command.get_about().map(ToString::to_string);
            assert_eq!(about(stand_in), about(command), "{name}");
        }
    }
}
