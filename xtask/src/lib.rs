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

use clap::{ArgMatches, Args};
use std::process::ExitCode;

/// The end of the help.
const AFTER_HELP: &str = "\
Every command exits with 0 on success, and with 2 if the command line cannot be parsed or standard
output cannot be written. The help of each command lists its other exit statuses.";

/// A command of the Tokenwright workspace.
pub struct Command {
    /// Its name and its options.
    line: clap::Command,
    run: Box<dyn Fn(&ArgMatches) -> ExitCode>,
}

/// A command with these arguments.
pub fn command<A: Args>(name: &'static str, run: impl Fn(&A) -> ExitCode + 'static) -> Command {
    Command {
        line: A::augment_args(clap::Command::new(name)),
        run: Box::new(move |matches| match A::from_arg_matches(matches) {
            Ok(arguments) => run(&arguments),
            Err(error) => error.exit(),
        }),
    }
}

/// The commands, with those that are delegated, in the order of their names.
pub fn commands() -> Vec<Command> {
    let own = [
        command("check", check::run),
        command("ci", ci::run),
        command("gen", |arguments| generate::run(arguments, None)),
        command("release", release::run),
    ];
    let mut all: Vec<Command> = own.into_iter().chain(delegate::commands()).collect();
    all.sort_by(|a, b| a.line.get_name().cmp(b.line.get_name()));
    all
}

/// The command line that has these commands.
#[must_use]
pub fn command_line(commands: &[Command]) -> clap::Command {
    clap::Command::new("cargo xtask")
        .bin_name("cargo xtask")
        .about("The commands of the Tokenwright workspace")
        .after_help(AFTER_HELP)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(commands.iter().map(|command| command.line.clone()))
}

/// Parses the command line and runs a command in a workspace.
pub fn main(commands: &[Command]) -> ExitCode {
    let matches = match command_line(commands).try_get_matches() {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() => error.exit(),
        Err(help) => {
            if let Err(error) = help.print() {
                output::note(error);
            }
            return output::finish(ExitCode::SUCCESS);
        }
    };
    let (name, matches) = matches.subcommand().expect("a command is required");
    let command = commands.iter().find(|it| it.line.get_name() == name);
    let command = command.expect("the commands are those of the command line");
    if let Err(error) = workspace::enter() {
        return report::fail(error);
    }
    output::finish((command.run)(matches))
}
