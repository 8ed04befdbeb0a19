//! `cargo xtask watch`: what changed in the standard since the newest tables.

use crate::diff::{self, Format};
use std::path::PathBuf;
use std::process::ExitCode;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load;
use xtask::{report, workspace};

/// Show what changed in the HTML Standard since the newest tables
///
/// PAGE is a saved page of the standard, such as the page "parsing" of its multipage edition, or its source. It is
/// compared with the newest WHATWG revision in `spec`, as by `cargo xtask diff`: its tokenizer, and its tree construction if the
/// page has these sections.
///
/// Exits with 0 if the page is as the tables, with 1 if it differs, and with 2 if part of the page
/// was not understood, or if the page cannot be read, and with 3 if it is broken: `cargo xtask diff --help` says when.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The saved page
    page: PathBuf,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The file to write; standard output if omitted
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    report::run_or(diff::NOT_UNDERSTOOD, |sources| {
        let newest = newest(sources)?;
        eprintln!("comparing {} with {newest}", arguments.page.display());
        Ok(diff::run(&diff::Arguments::of_page(
            newest.into(),
            arguments.page.clone(),
            arguments.format,
            arguments.out.clone(),
        )))
    })
}

/// The newest WHATWG revision.
fn newest(sources: &mut Sources) -> Result<String, Vec<Diagnostic>> {
    let spec = workspace::spec_dir();
    let facts = load::facts(&spec, sources)?;
    let mut newest = facts.into_iter().map(|(_, about)| about).rev();
    let newest = newest.find(|about| !about.is_draft() && about.id.starts_with("whatwg-"));
    let none = || vec![Diagnostic::unread(&spec, "there is no WHATWG revision")];
    newest.map(|about| about.id).ok_or_else(none)
}
