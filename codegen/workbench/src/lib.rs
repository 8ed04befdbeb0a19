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

use std::process::ExitCode;
use xtask::{Command, check, command, generate};

/// The commands, in the order of their names.
fn commands() -> Vec<Command> {
    vec![
        command("bless", bless::run),
        command("check", check::run),
        command("cover", cover::run),
        command("diff", diff::run),
        command("explain", explain::run),
        command("export", export::run),
        command("gen", |arguments| {
            generate::run(arguments, Some(prove::prove_generated))
        }),
        command("graph", graph::run),
        command("history", history::run),
        command("import", import::run),
        command("prose", prose::run),
        command("prove", prove::run),
        command("read-report", read_report::run),
        command("rebaseline", rebaseline::run),
        command("scores", scores::run),
        command("site", site::run),
        command("suite", suite::run),
        command("test-data", test_data::run),
        command("trace", trace::run),
        command("try", try_edit::run),
        command("verify", verify::run),
        command("watch", watch::run),
    ]
}

/// Parses the command line and runs the command.
pub fn main() -> ExitCode {
    xtask::main(&commands())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_help_of_a_delegated_command_begins_like_its_own() {
        let delegated = xtask::command_line(&xtask::commands());
        for command in xtask::command_line(&crate::commands()).get_subcommands() {
            let name = command.get_name();
            let stand_in = delegated
                .find_subcommand(name)
                .expect("a command of that name");
            let about = |command: &clap::Command| command.get_about().map(ToString::to_string);
            assert_eq!(about(stand_in), about(command), "{name}");
        }
    }
}
