//! A page of the standard, or a folder of tables, as one more revision of the explorer: the newest one.

use crate::revisions::{self, Names};
use crate::suite;
use std::path::Path;
use tokenwright_prose::{assume, read_trees};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::tree::model::TreeTables;
use xtask::report::Failure;
use xtask::workspace;

/// What stands for the date of a draft, and so for its year.
const DATE: &str = "draft";

/// Reads a draft. What a page does not state is that of the newest revision.
///
/// # Errors
/// If it cannot be read, or if a sentence of its tokenizer was not understood.
pub(super) fn load(path: &Path, all: &[Loaded], sources: &mut Sources) -> Result<Loaded, Failure> {
    let mut draft = match path.is_file() {
        true => page(path, all, sources)?,
        false => suite::revision(&path.to_string_lossy(), sources)?,
    };
    let about = &mut draft.revision.about;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    about.id = id(&stem);
    about.edits = None;
    about.date = DATE.to_owned();
    Ok(draft)
}

/// A name that is a part of file names and addresses.
fn id(stem: &str) -> String {
    let plain = |c: char| match c.is_ascii_alphanumeric() {
        true => c.to_ascii_lowercase(),
        false => '-',
    };
    format!("draft-{}", stem.chars().map(plain).collect::<String>())
}

fn page(path: &Path, all: &[Loaded], sources: &mut Sources) -> Result<Loaded, Failure> {
    let newest = load::newest_of(all)
        .ok_or_else(|| Diagnostic::unread(path, "there is no revision to compare it with"))?;
    let older = workspace::spec_dir().join(&newest.revision.about.id);
    let both = revisions::both(&older, path, &Names::default(), sources);
    let (_, side) = both.map_err(Vec::<Diagnostic>::from)?;
    let report = side.page.as_ref().map(|page| &page.report);
    if report.is_some_and(|report| !report.is_complete()) {
        let error = Diagnostic::unread(path, "not every sentence of the page is understood");
        let command = format!("`cargo xtask watch {}` lists them", path.display());
        return Err(error.help(command).into());
    }
    Ok(Loaded {
        revision: side.revision,
        references: side.references.unwrap_or_default(),
        trees: trees(path, newest, sources)?,
    })
}

/// Tree construction of a page; `None` if it has no sections of it, or one that is not understood completely.
fn trees(
    path: &Path,
    newest: &Loaded,
    sources: &mut Sources,
) -> Result<Option<TreeTables>, Diagnostic> {
    let file = load::read_file(path, sources)?;
    let text = sources.get(file).map_or("", |page| &page.text);
    let reading = match read_trees(text) {
        Ok(reading) if reading.report.is_complete() => reading,
        Ok(_) => {
            eprintln!(
                "note: tree construction of {} is not understood completely, and left out: `cargo xtask import --tree` says what",
                path.display()
            );
            return Ok(None);
        }
        Err(_) => return Ok(None),
    };
    let mut tables = reading.certain();
    if let Some(newest) = &newest.trees {
        assume(&mut tables, newest);
    }
    Ok(Some(tables))
}

#[cfg(test)]
mod tests {
    use super::id;

    #[test]
    fn any_file_name_makes_an_address() {
        assert_eq!(id("Parsing 2.0_é"), "draft-parsing-2-0--");
    }
}
