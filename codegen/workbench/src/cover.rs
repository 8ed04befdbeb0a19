//! `cargo xtask cover`: how well a test suite covers a revision.
//!
//! Coverage of rows says too little, as a test can run a row without a look at what it does. So mutants of the tables are run,
//! which takes longer. Tests of trees are measured by rows alone, and by mutants if that is wanted.

mod contrary;
mod page;
pub(crate) mod trees;
mod words;

use crate::test_files;
use contrary::Contrary;
use std::path::PathBuf;
use std::process::ExitCode;
use tokenwright_analyses::suite::{self, Judgement, Suite, TestRun};
use tokenwright_interpreter::Interpreter;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::Loaded;
use xtask::progress::Progress;
use xtask::report::{self, Failure, refused};
use xtask::write;

/// Measure how well a test suite in html5lib's format covers the tables of a revision
///
/// A test covers a row if it kills a mutant of the row. A test whose expectation differs from the
/// output of the tables covers nothing; it is listed with that output and the deciding row.
///
/// Surviving mutants are listed by row, and those that are proved equivalent separately. The proofs
/// take half a minute in a release build.
///
/// With `--tree` the tests are files of trees (`.dat`), and the report says which rows and algorithms of tree
/// construction no test runs, and which conditions have only one outcome; with `--mutants`, also which mutants of the
/// tables no test kills.
///
/// The exit status does not depend on the result of the tests. It is 1 if the tables or the tests cannot be read, or
/// a file cannot be written.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A revision such as `whatwg-2026-07-19`, or a folder of tables
    #[arg(value_name = "REVISION|DIR")]
    revision: String,
    /// Measure tests of trees
    #[arg(long, conflicts_with = "missing")]
    tree: bool,
    /// Run the mutants of tree construction as well; takes minutes
    #[arg(long, requires = "tree")]
    mutants: bool,
    /// Write each test whose tree is that of the tables, with the rows that it runs: JSON in lines
    #[arg(long, requires = "tree", value_name = "FILE")]
    records: Option<PathBuf>,
    /// Files of tests, or folders with files whose names end in `.test`, or in `.dat` with `--tree`
    #[arg(required = true, value_name = "FILE|DIR")]
    tests: Vec<PathBuf>,
    /// Write tests that kill the surviving mutants
    #[arg(long, value_name = "FILE")]
    missing: Option<PathBuf>,
    /// Write the report as Markdown to a file, instead of to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Arguments {
    /// The command with these arguments.
    fn command(&self) -> String {
        let tree = if self.tree { "--tree " } else { "" };
        let mutants = if self.mutants { "--mutants " } else { "" };
        let paths = self.tests.iter();
        let paths: Vec<String> = paths.map(|path| path.display().to_string()).collect();
        let (revision, paths) = (&self.revision, paths.join(" "));
        format!("cargo xtask cover {tree}{mutants}{revision} {paths}")
    }
}

/// The tests of all files, compared with the tables.
#[derive(Default)]
struct Tests {
    files: usize,
    runs: Vec<TestRun>,
    /// Tests whose expectation differs from the output of the tables.
    contrary: Vec<Contrary>,
    lone_surrogates: usize,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let files = [&arguments.out, &arguments.records, &arguments.missing];
    report::run(|sources| {
        for path in files.into_iter().flatten() {
            write::check_target(path)?;
        }
        match arguments.tree {
            true => trees::cover(arguments, sources),
            false => cover(arguments, sources),
        }
    })
}

fn cover(arguments: &Arguments, sources: &mut Sources) -> Result<(), Failure> {
    let loaded = crate::suite::revision(&arguments.revision, sources)?;
    let measured = measure(&loaded, &arguments.tests, arguments.command(), sources)?;
    write::output(arguments.out.as_deref(), &measured.report)?;
    if let Some(path) = &arguments.missing {
        write::file(path, &suite::json(&measured.missing))?;
    }
    Ok(())
}

/// The result for a suite.
pub(crate) struct Measured {
    /// The report, as Markdown.
    pub(crate) report: String,
    /// The tests that the suite lacks: few that together kill all mutants that it leaves.
    pub(crate) missing: Suite,
}

/// Measures the tests in these files and folders by the tables of a revision. The report names
/// `command` as its origin.
///
/// # Errors
/// If a file cannot be read, or the tables cannot be run.
pub(crate) fn measure(
    loaded: &Loaded,
    tests: &[PathBuf],
    command: String,
    sources: &mut Sources,
) -> Result<Measured, Diagnostic> {
    let id = &loaded.revision.about.id;
    let tests = read(loaded, tests, sources)?;
    let progress = Progress::start("running the mutants");
    let report = |done, all| progress.parts(done, all);
    let theirs = suite::measure(loaded, &tests.runs, &report).map_err(refused(id))?;
    progress.stage("making tests from the tables");
    let made = suite::build(loaded, &report).map_err(refused(id))?;
    progress.stage("looking for the tests that are missing");
    let runs = made.runs();
    let showing = suite::showing(loaded, &theirs.survivors, &runs).map_err(refused(id))?;
    // A mutant that the generated suite does not kill either is proved equivalent, or needs a test.
    let (mut open, mut unshown) = (Vec::new(), Vec::new());
    for (survivor, test) in theirs.survivors.iter().zip(&showing) {
        match test[..] {
            [_, ..] => open.push(survivor),
            [] => unshown.push(survivor.clone()),
        }
    }
    progress.stage("judging the mutants that no test kills");
    let judgements = suite::judge(loaded, &unshown, &report);
    drop(progress);
    let mut silent = Vec::new();
    let mut more = Vec::new();
    for (survivor, judgement) in unshown.iter().zip(judgements) {
        match judgement {
            Judgement::Missed { setup, input } => {
                more.push((survivor.site, setup, input));
                open.push(survivor);
            }
            other => silent.push((survivor, other)),
        }
    }
    let report = page::Report {
        loaded,
        tests: &tests,
        theirs: &theirs,
        open: &open,
        silent: &silent,
        command,
        made: made.tests.len(),
    };
    let report = report.markdown();
    let shown: Vec<Vec<usize>> = showing
        .into_iter()
        .filter(|tests| !tests.is_empty())
        .collect();
    let wanted = suite::cover(&shown);
    let missing = Suite {
        named: made.named,
        tests: wanted.iter().map(|at| made.tests[*at].clone()).collect(),
    };
    let missing = missing.with(loaded, &more).map_err(refused(id))?;
    Ok(Measured { report, missing })
}

fn read(loaded: &Loaded, paths: &[PathBuf], sources: &mut Sources) -> Result<Tests, Diagnostic> {
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references)
        .map_err(refused(&loaded.revision.about.id))?;
    let mut tests = Tests::default();
    for path in test_files::paths(paths, &["test"])? {
        let text = test_files::text(&path, sources)?;
        let (cases, lone) = suite::read(&text)
            .map_err(|error| test_files::malformed(sources, &path, text, error))?;
        tests.files += 1;
        tests.lone_surrogates += lone.len();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        for case in cases {
            match TestRun::new(&interpreter, &case.setup, &case.input) {
                Ok(run) if case.accepts(&run.expected) => tests.runs.push(run),
                run => {
                    let given = run.map(|run| run.expected);
                    let contrary = Contrary::new(&interpreter, &file, case, given);
                    tests.contrary.push(contrary);
                }
            }
        }
    }
    Ok(tests)
}
