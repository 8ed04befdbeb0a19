//! The commands of the workbench, as `cargo xtask` sees them before the workbench is built.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

/// Declares a module for each command, with the first line of its help.
macro_rules! commands {
    ($($name:ident $command:literal: $about:literal;)+) => { $(
        pub(crate) mod $name {
            use std::process::ExitCode;

            #[doc = $about]
            #[derive(Debug, clap::Args)]
            #[command(
                disable_help_flag = true,
                after_help = concat!("For the options: cargo xtask ", $command, " --help")
            )]
            pub(crate) struct Arguments {
                #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
                all: Vec<std::ffi::OsString>,
            }

            /// Runs the command.
            pub(crate) fn run(arguments: &Arguments) -> ExitCode {
                super::run($command, &arguments.all)
            }
        }
    )+
    };
}

commands! {
    bless "bless": "Regenerate the code, pages and snapshots that derive from the tables";
    cover "cover": "Measure how well a test suite in html5lib's format covers the tables of a revision";
    diff "diff": "Show what changed between two revisions";
    explain "explain": "Explain a parse error, a state, a part of tree construction or an input";
    export "export": "Write the machine of a revision as JSON";
    graph "graph": "Draw the states or the insertion modes of a revision";
    history "history": "Write the changes from each revision to the next, with example inputs";
    import "import": "Write the tables of a revision from its spec page";
    prose "prose": "Write the tables of a revision as prose, in the form of the standard";
    prove "prove": "Prove that the optimised program is equivalent to the tables";
    read_report "read-report": "Measure how well the spec pages in a folder are read";
    rebaseline "rebaseline": "Bring tests in html5lib's format up to a revision, in place";
    scores "scores": "Write the mutation scores of the generated test suites";
    site "site": "Write the explorer of the revisions as static pages";
    suite "suite": "Generate a test suite from the tables of a revision";
    test_data "test-data": "Fetch the test data that is not part of the repository";
    trace "trace": "Trace the tables on an input, character by character";
    try_edit "try": "Show what an edit of the tables changes, and run the tests of the edited revisions";
    verify "verify": "Check a certificate that `diff --certificate` has written";
    watch "watch": "Show what changed in the HTML Standard since the newest tables";
}

/// Runs `gen` again, in the executable that has the prover.
pub(crate) fn again() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(2).collect();
    run("gen", &arguments)
}

/// Builds the executable that has the command, and runs it with the same arguments.
fn run(name: &str, arguments: &[OsString]) -> ExitCode {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--package", "tokenwright-workbench"]);
    // This compiles thousands of mutants, which repays an optimised build.
    if arguments.iter().any(|argument| argument == "--mutants") {
        command.args(["--profile", "mutants"]);
    }
    let status = command.arg("--").arg(name).args(arguments).status();
    match status.map(|status| status.code()) {
        Ok(Some(code)) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        Ok(None) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: cargo cannot be run: {error}");
            ExitCode::FAILURE
        }
    }
}
