//! `cargo xtask suite`: tests made from tables.

mod trees;

use std::path::PathBuf;
use std::process::ExitCode;
use tokenwright_analyses::suite;
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load::{self, Loaded};
use xtask::progress::Progress;
use xtask::report::Failure;
use xtask::{report, workspace, write};

/// Generate a test suite from the tables of a revision
///
/// The tests use html5lib's format. For every row, every character class that the row distinguishes
/// and both outcomes of every condition, the suite has an input whose output depends on the row. A
/// test is named after its row, and expects the output of the interpreter.
///
/// `--score` measures the suite: it runs every first-order mutant of the tables and lists the mutants
/// that survive. docs/suite.md describes the mutants.
///
/// With `--tree` the tests are documents with their trees and parse errors, in the form of `.dat` files: for each
/// row, step and outcome of a condition of tree construction, and for each mutant that some document shows.
///
/// Exits with 1 if the tables cannot be read or the suite cannot be written, and with `--prove` if a
/// mutant is neither killed nor proved equivalent.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A revision such as `whatwg-2026-07-19`, or a folder of tables
    #[arg(value_name = "REVISION|DIR")]
    revision: String,
    /// Make tests of trees
    #[arg(long, conflicts_with = "prove")]
    tree: bool,
    /// The output file
    #[arg(long, value_name = "FILE", required_unless_present = "score")]
    out: Option<PathBuf>,
    /// Measure the mutation score of the suite
    #[arg(long)]
    score: bool,
    /// Prove each surviving mutant equivalent, or add a test that kills it; takes minutes, and not with `--tree`
    #[arg(long, requires = "score")]
    prove: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    report::run(|sources| match arguments.tree {
        true => trees::make(arguments, sources).map(|()| ExitCode::SUCCESS),
        false => make(arguments, sources),
    })
}

fn make(arguments: &Arguments, sources: &mut Sources) -> Result<ExitCode, Failure> {
    let loaded = revision(&arguments.revision, sources)?;
    let out = arguments.out.as_deref();
    out.map_or(Ok(()), write::check_target)?;
    let start = std::time::Instant::now();
    let progress = Progress::start("making the tests");
    let made = suite::build(&loaded, &|done, all| progress.parts(done, all));
    drop(progress);
    let id = &loaded.revision.about.id;
    let suite = match made {
        Ok(suite) => suite,
        Err(refusal) => return Ok(report::fail(format!("{id}: {refusal}"))),
    };
    let tests = report::counted(suite.tests.len(), "test");
    let seconds = start.elapsed().as_secs_f64();
    println!("{id}: {tests}, made in {seconds:.1} s");
    let (suite, code) = match arguments.score {
        true => match crate::score::run(&loaded, suite, arguments.prove) {
            Ok(scored) => scored,
            Err(refusal) => return Ok(report::fail(format!("{id}: {refusal}"))),
        },
        false => (suite, ExitCode::SUCCESS),
    };
    if let Some(out) = out {
        write::file(out, &suite::json(&suite))?;
    }
    Ok(code)
}

/// A revision, or the newest.
///
/// # Errors
/// If its tables cannot be read.
pub(crate) fn revision_or_newest(
    name: Option<&str>,
    sources: &mut Sources,
) -> Result<Loaded, Failure> {
    match name {
        Some(name) => revision(name, sources),
        None => Ok(load::newest(&workspace::spec_dir(), sources)?),
    }
}

/// A revision with its character references and its tables of tree construction.
pub(crate) fn revision(name: &str, sources: &mut Sources) -> Result<Loaded, Failure> {
    let dir = workspace::revision_dir(name)?;
    let references = workspace::references_dir(&dir);
    Ok(load::whole(&dir, &references, sources)?)
}
