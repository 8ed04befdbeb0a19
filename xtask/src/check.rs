//! `cargo xtask check`: the checks alone.

use crate::fallthrough::Fallthrough;
use crate::{report, workspace};
use std::collections::HashSet;
use std::process::ExitCode;
use tokenwright_tables::check;
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::diagnostic::{Severity, Sources};
use tokenwright_tables::load;
use tokenwright_tables::references::Lists;

/// Check the tables of one revision, or of all
///
/// Prints all errors and warnings of a run with their places in the tables. Exits with 1 if there is
/// an error, as `cargo xtask gen` does; a warning alone does not change the exit status.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Exit with 1 if there is a warning
    #[arg(long)]
    deny_warnings: bool,
    /// A revision such as `whatwg-2026-07-19`, a part of its name such as `2026`, or a folder of tables;
    /// all revisions if omitted
    #[arg(value_name = "REVISION|DIR")]
    revision: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> ExitCode {
    let mut sources = Sources::default();
    let mut is_whole = arguments.revision.is_none();
    let dirs = match workspace::revision_dirs(arguments.revision.as_deref()) {
        Ok(dirs) => dirs,
        Err(error) => {
            report::print(&[error], &sources);
            return ExitCode::FAILURE;
        }
    };
    let mut all_good = true;
    let mut fallthrough = Fallthrough::default();
    let mut revisions = Vec::new();
    let mut lists = Lists::default();
    let mut said = HashSet::new();
    for dir in dirs {
        let references = workspace::references_dir(&dir);
        let folder = load::folder_with_lists(&dir, &references, &mut lists, &mut sources);
        let checked = check::folder(folder);
        let mut messages = checked.diagnostics.clone();
        if let Some(loaded) = &checked.loaded {
            messages.extend(fallthrough.notes(&dir, &loaded.revision));
        }
        report::print_new(&messages, &sources, &mut said);
        let name = dir.file_name().unwrap_or(dir.as_os_str()).to_string_lossy();
        let count = report::count(&messages);
        match &checked.loaded {
            Some(loaded) => {
                let size = report::size(&loaded.revision);
                let separator = if count.is_empty() { "" } else { ", " };
                println!("{name}: {size}{separator}{count}");
            }
            None => println!("{name}: {count}"),
        }
        all_good &= match arguments.deny_warnings {
            true => checked.diagnostics.is_empty(),
            false => checked.loaded.is_some(),
        };
        is_whole &= checked.loaded.is_some();
        revisions.extend(checked.loaded);
    }
    let mut messages = check::together(&revisions);
    match Descriptions::load(&workspace::spec_dir(), &mut sources) {
        Ok(descriptions) => {
            messages.extend(descriptions.unknown(&revisions));
            messages.extend(descriptions.missing(&revisions));
            if is_whole {
                messages.extend(descriptions.unused(&revisions));
            }
        }
        Err(errors) => messages.extend(errors),
    }
    report::print(&messages, &sources);
    all_good &= match arguments.deny_warnings {
        true => messages.is_empty(),
        false => messages
            .iter()
            .all(|message| message.severity == Severity::Warning),
    };
    match all_good {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
