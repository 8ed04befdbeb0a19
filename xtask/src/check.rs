//! `cargo xtask check`: the checks alone.

use crate::fallthrough::Fallthrough;
use crate::report::{self, Failure};
use crate::workspace;
use std::collections::HashSet;
use std::process::ExitCode;
use tokenwright_tables::check;
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
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
    report::run(|sources| check(arguments, sources))
}

fn check(arguments: &Arguments, sources: &mut Sources) -> Result<ExitCode, Failure> {
    let mut is_whole = arguments.revision.is_none();
    let dirs = workspace::revision_dirs(arguments.revision.as_deref())?;
    let is_good = |messages: &[Diagnostic]| match arguments.deny_warnings {
        true => messages.is_empty(),
        false => !messages.iter().any(Diagnostic::is_error),
    };
    let mut all_good = true;
    let mut fallthrough = Fallthrough::default();
    let mut revisions = Vec::new();
    let mut lists = Lists::default();
    let mut said = HashSet::new();
    let mut together = Vec::new();
    let descriptions = match Descriptions::load(&workspace::spec_dir(), sources) {
        Ok(descriptions) => Some(descriptions),
        Err(errors) => {
            together.extend(errors);
            None
        }
    };
    for dir in dirs {
        let references = workspace::references_dir(&dir);
        let folder = load::folder_with_lists(&dir, &references, &mut lists, sources);
        let mut checked = check::folder(folder);
        if let Some((loaded, descriptions)) = checked.loaded.as_ref().zip(descriptions.as_ref()) {
            let one = std::slice::from_ref(loaded);
            checked.diagnostics.extend(descriptions.unknown(one));
            checked.diagnostics.extend(descriptions.missing(one));
        }
        let mut messages = checked.diagnostics.clone();
        if let Some(loaded) = &checked.loaded {
            messages.extend(fallthrough.notes(&dir, &loaded.revision));
        }
        report::print_new(&messages, sources, &mut said);
        let name = dir.file_name().unwrap_or(dir.as_os_str()).to_string_lossy();
        let count = report::count(&messages);
        match &checked.loaded {
            Some(loaded) => {
                let size = report::size(loaded);
                let separator = if count.is_empty() { "" } else { ", " };
                println!("{name}: {size}{separator}{count}");
            }
            None => println!("{name}: {count}"),
        }
        all_good &= checked.loaded.is_some() && is_good(&checked.diagnostics);
        is_whole &= checked.loaded.is_some();
        revisions.extend(checked.loaded);
    }
    together.extend(check::together(&revisions));
    if let Some(descriptions) = descriptions.filter(|_| is_whole) {
        together.extend(descriptions.unused(&revisions));
    }
    report::print(&together, sources);
    if !together.is_empty() {
        println!("together: {}", report::count(&together));
    }
    Ok(report::status(all_good && is_good(&together)))
}
