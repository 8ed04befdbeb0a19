//! `cargo xtask watch`: what changed in the standard since the newest tables.

use crate::diff::{self, Format};
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
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
    let newest = match newest() {
        Ok(newest) => newest,
        Err(error) => {
            report::print(&[error], &Sources::default());
            return ExitCode::from(diff::NOT_UNDERSTOOD);
        }
    };
    eprintln!("comparing {} with {newest}", arguments.page.display());
    diff::run(&diff::Arguments::of_page(
        newest.into(),
        arguments.page.clone(),
        arguments.format,
        arguments.out.clone(),
    ))
}

/// The newest WHATWG revision. Identifiers end in their date, so it is the last one in order.
fn newest() -> Result<String, Diagnostic> {
    let spec = workspace::spec_dir();
    let entries = fs::read_dir(&spec)
        .map_err(|error| Diagnostic::unread(&spec, error.to_string().to_lowercase()))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let newest = names.filter(|name| name.starts_with("whatwg-")).max();
    newest.ok_or_else(|| Diagnostic::unread(&spec, "there is no WHATWG revision"))
}
