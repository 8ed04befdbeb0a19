//! The commands of the workbench, as `cargo xtask` sees them before the workbench is built.

use crate::{command, report, workspace};
use std::ffi::OsString;
use std::process::ExitCode;

/// A command in each line, with the first line of its help.
const COMMANDS: &str = "\
bless        Regenerate the code, pages and snapshots that derive from the tables
cover        Measure how well a test suite in html5lib's format covers the tables of a revision
diff         Show what changed between two revisions
explain      Explain a parse error, a state, a part of tree construction or an input
export       Write the machine of a revision as JSON
graph        Draw the states or the insertion modes of a revision
history      Write the changes from each revision to the next, with example inputs
import       Write the tables of a revision from its spec page
prose        Write the tables of a revision as prose, in the form of the standard
prove        Prove that the optimised program is equivalent to the tables
read-report  Measure how well the spec pages in a folder are read
rebaseline   Bring tests in html5lib's format up to a revision, in place
scores       Write the mutation scores of the generated test suites
site         Write the explorer of the revisions as static pages
suite        Generate a test suite from the tables of a revision
test-data    Fetch the test data that is not part of the repository
trace        Trace the tables on an input, character by character
try          Show what an edit of the tables changes, and run the tests of the edited revisions
verify       Check a certificate that `diff --certificate` has written
watch        Show what changed in the HTML Standard since the newest tables
";

#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    all: Vec<OsString>,
}

/// Each command, with all its arguments as they are.
pub(crate) fn commands() -> impl Iterator<Item = crate::Command> {
    COMMANDS.lines().map(|line| {
        let (name, about) = line.split_once(' ').expect("a command and its help");
        let mut command = command(name, move |it: &Arguments| run(name, &it.all));
        let help = format!("For the options: cargo xtask {name} --help");
        command.line = command.line.about(about.trim_start()).after_help(help);
        command
    })
}

/// Runs `gen` again, in the executable that has the prover.
pub(crate) fn again() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(2).collect();
    run("gen", &arguments)
}

/// Builds the executable that has the command, and runs it with the same arguments.
fn run(name: &str, arguments: &[OsString]) -> ExitCode {
    let mut command = workspace::cargo();
    command.args(["run", "--package", "tokenwright-workbench"]);
    // This compiles thousands of mutants, which repays an optimised build.
    if arguments.iter().any(|argument| argument == "--mutants") {
        command.args(["--profile", "mutants"]);
    }
    let status = command.arg("--").arg(name).args(arguments).status();
    match status.map(|status| status.code()) {
        Ok(Some(code)) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        Ok(None) => ExitCode::FAILURE,
        Err(error) => report::fail(format!("cargo cannot be run: {error}")),
    }
}
