//! `cargo xtask suite`: tests made from tables.

use crate::progress::Progress;
use crate::{report, workspace, write};
use std::path::PathBuf;
use std::process::ExitCode;
use tokenwright_analyses::suite;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::{self, Loaded};

/// Make a test suite from the tables of a revision
///
/// The tests are in html5lib's form: for every row, every class of characters that it distinguishes,
/// and every condition both ways, an input whose output would be another if the row were another. A
/// test is named after its row. What each is to give is what the interpreter gives.
///
/// `--score` then measures the suite: every first-order mutant of the tables is run, and those that
/// no test shows are listed. docs/suite.md says what the mutants are.
///
/// Exits with 1 if the tables cannot be read or the suite cannot be written, and under `--prove` if a
/// mutant is neither killed nor proved equal.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A revision such as `whatwg-2026-07-19`, or a folder of tables
    #[arg(value_name = "REVISION|DIR")]
    revision: String,
    /// The output folder
    #[arg(long, value_name = "FILE", required_unless_present = "score")]
    out: Option<PathBuf>,
    /// Measure the suite by mutants of the tables
    #[arg(long)]
    score: bool,
    /// Prove of each mutant that no test shows that none can, or add the test that does; takes minutes
    #[arg(long, requires = "score")]
    prove: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let mut sources = Sources::default();
    let loaded = match revision(&arguments.revision, &mut sources) {
        Ok(loaded) => loaded,
        Err(errors) => {
            report::print(&errors, &sources);
            return ExitCode::FAILURE;
        }
    };
    if let Some(out) = &arguments.out
        && let Err(error) = write::check_target(out)
    {
        report::print(&[error], &sources);
        return ExitCode::FAILURE;
    }
    let start = std::time::Instant::now();
    let progress = Progress::start("making the tests");
    let made = suite::build(&loaded, &|done, all| progress.parts(done, all));
    drop(progress);
    let suite = match made {
        Ok(suite) => suite,
        Err(refusal) => {
            eprintln!("error: {}: {refusal}", loaded.revision.about.id);
            return ExitCode::FAILURE;
        }
    };
    let id = &loaded.revision.about.id;
    println!(
        "{id}: {}, made in {:.1} s",
        report::counted(suite.tests.len(), "test"),
        start.elapsed().as_secs_f64()
    );
    let (suite, code) = match arguments.score {
        true => match crate::score::run(&loaded, suite, arguments.prove) {
            Ok(scored) => scored,
            Err(refusal) => {
                eprintln!("error: {id}: {refusal}");
                return ExitCode::FAILURE;
            }
        },
        false => (suite, ExitCode::SUCCESS),
    };
    if let Some(out) = &arguments.out
        && let Err(error) = write::replace(out, &suite::json(&suite))
    {
        report::print(&[write::unwritable(out, &error)], &sources);
        return ExitCode::FAILURE;
    }
    code
}

/// A revision with its character references.
pub(crate) fn revision(name: &str, sources: &mut Sources) -> Result<Loaded, Vec<Diagnostic>> {
    let dir = workspace::revision_dir(name).map_err(|error| vec![error])?;
    let revision = load::revision(&dir, sources)?;
    // A folder outside the workspace may have no tables of references next to it.
    let own_references = dir.parent().filter(|parent| {
        parent
            .join(tokenwright_tables::references::NAMES_DIR)
            .is_dir()
    });
    let spec = own_references.map_or_else(workspace::spec_dir, PathBuf::from);
    let references = tokenwright_tables::references::load(&spec, &revision.about, sources)?;
    Ok(Loaded {
        revision,
        references,
    })
}
