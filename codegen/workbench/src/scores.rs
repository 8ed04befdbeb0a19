//! `cargo xtask scores`: the mutation score of the suite of every revision.

use crate::{every_revision, score};
use std::fmt::Write;
use std::process::ExitCode;
use tokenwright_tables::load::Loaded;
use xtask::progress::Progress;
use xtask::write::Generated;
use xtask::{report, workspace};

/// Write the mutation scores of the generated test suites
///
/// Writes `docs/mutation-scores.md`. Proves each surviving mutant equivalent, or lists it.
/// Takes minutes: use a release build.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing; exit with 1 if the page is out of date
    #[arg(long)]
    check: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    every_revision::run(|all| {
        let (generated, complete) = generated(all)?;
        let status = generated.run(arguments.check, "cargo xtask scores");
        match complete {
            true => Ok(status),
            false => Err("some mutants are neither killed nor proved equal".to_owned()),
        }
    })
}

/// The page, and whether every mutant is killed or proved equivalent.
///
/// # Errors
/// If a revision cannot be run.
pub(crate) fn generated(all: &[Loaded]) -> Result<(Generated, bool), String> {
    let mut page = String::from(
        "# Mutation scores\n\nWritten by `cargo xtask scores`. What a mutant is, and what is proved of \
         those that no test kills, is described in [suite.md](suite.md).\n",
    );
    let mut complete = true;
    for loaded in every_revision::without_drafts(all) {
        let id = &loaded.revision.about.id;
        let progress = Progress::start(format!("{id}: making the tests"));
        let report = |done, all| progress.parts(done, all);
        let made = tokenwright_analyses::suite::build(loaded, &report);
        let score = made.and_then(|made| score::proved(loaded, made, &progress));
        drop(progress);
        let score = score.map_err(|refusal| format!("{id}: {refusal}"))?;
        complete &= score.is_complete();
        let tests = report::counted(score.suite.tests.len(), "test");
        let _ = write!(page, "\n## {id}\n\n{tests}.\n\n{}", score.table());
    }
    let generated = Generated {
        files: vec![(workspace::root().join("docs/mutation-scores.md"), page)],
        folders: Vec::new(),
    };
    Ok((generated, complete))
}
