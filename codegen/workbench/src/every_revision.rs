//! The revisions of the workspace, for the commands that read all of them.

use std::process::ExitCode;
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load::{self, Loaded};
use xtask::{report, workspace};

/// Every revision of the workspace, the oldest first.
///
/// # Errors
/// Tables that cannot be loaded; the errors have been printed.
pub(crate) fn load() -> Result<Vec<Loaded>, ExitCode> {
    let mut sources = Sources::default();
    load::all(&workspace::spec_dir(), &mut sources).map_err(|errors| {
        report::print(&errors, &sources);
        ExitCode::FAILURE
    })
}

/// Runs a command on every revision; an error that it returns is printed.
pub(crate) fn run(command: impl FnOnce(&[Loaded]) -> Result<ExitCode, String>) -> ExitCode {
    match load().map(|all| command(&all)) {
        Ok(Ok(code)) | Err(code) => code,
        Ok(Err(error)) => report::fail(error),
    }
}

/// The revisions that are no drafts, of which there are pages: what a draft changes is shown by `diff`.
pub(crate) fn without_drafts(all: &[Loaded]) -> Vec<&Loaded> {
    let all = all.iter();
    all.filter(|it| !it.revision.about.is_draft()).collect()
}
