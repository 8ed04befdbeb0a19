//! `cargo xtask history`: a page for every two neighbouring revisions.

mod change_groups;
mod changes;
mod divergence;
mod edits;
mod examples;
mod inputs;
mod machines;
mod page;
mod section;
mod sections;
mod show;
#[cfg(test)]
mod tests;
mod variants;

use crate::every_revision;
use std::path::PathBuf;
use std::process::ExitCode;
use tokenwright_analyses::parallel;
use tokenwright_tables::load::Loaded;
use xtask::progress::Progress;
use xtask::revision_name::resolve;
use xtask::workspace;
use xtask::write::Generated;

/// Write the changes from each revision to the next, with example inputs
///
/// Writes `docs/history`, which has a page for every two consecutive revisions.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing; exit with 1 and list the pages that are out of date
    #[arg(long)]
    check: bool,
    /// Check the page of the changes to this revision alone
    #[arg(value_name = "REVISION", requires = "check")]
    revision: Option<String>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    every_revision::run(|all| {
        let generated = match &arguments.revision {
            Some(name) => page_to(all, name)?,
            None => generated(all)?,
        };
        Ok(generated.run(arguments.check, "cargo xtask history"))
    })
}

fn folder() -> PathBuf {
    workspace::root().join("docs").join("history")
}

/// The page of the changes to one revision.
fn page_to(all: &[Loaded], name: &str) -> Result<Generated, String> {
    let sides = every_revision::without_drafts(all);
    let ids = sides.iter().map(|side| side.revision.about.id.as_str());
    let ids: Vec<&str> = ids.collect();
    let later = &ids[1.min(ids.len())..];
    let id = resolve(name, later).map_err(|error| format!("{}; {}", error.message, error.help))?;
    let at = ids.iter().position(|it| *it == id).unwrap_or_default();
    let page = page::page(&sides, at).map_err(|refusal| format!("{id}: {refusal}"))?;
    Ok(Generated {
        files: vec![(folder().join(page::name(&sides, at)), page.text)],
        folders: Vec::new(),
    })
}

/// A page for every two consecutive revisions and an index, in a folder of generated files only.
///
/// # Errors
/// If a revision cannot be run.
pub(crate) fn generated(all: &[Loaded]) -> Result<Generated, String> {
    let sides = every_revision::without_drafts(all);
    let folder = folder();
    let progress = Progress::start("writing the pages");
    let all: Vec<usize> = (1..sides.len()).collect();
    let parts = |done, all| progress.parts(done, all);
    let pages = parallel::map(&all, |at| page::page(&sides, *at), &parts);
    drop(progress);
    let mut files = Vec::new();
    let mut sections = Vec::new();
    for (page, at) in pages.into_iter().zip(all) {
        let id = &sides[at].revision.about.id;
        let page = page.map_err(|refusal| format!("{id}: {refusal}"))?;
        files.push((folder.join(page::name(&sides, at)), page.text));
        sections.push(page.sections);
    }
    files.push((folder.join("README.md"), page::index(&sides, &sections)));
    Ok(Generated {
        files,
        folders: vec![folder],
    })
}
