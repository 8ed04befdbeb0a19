//! The two sides of a comparison: revisions, folders of tables, or spec pages.

use crate::workspace;
use std::fs;
use std::path::{Path, PathBuf};
use tokenwright_codegen::diagnostic::{Diagnostic, Sources};
use tokenwright_codegen::diff::Side;
use tokenwright_codegen::load;
use tokenwright_codegen::prose::Facts;
use tokenwright_codegen::references;

/// A side before it is read.
enum Given {
    Tables(PathBuf),
    Page { path: PathBuf, text: String },
}

/// Reads two revisions, tables or pages; what a page does not say is taken from the other side.
///
/// # Errors
/// What cannot be read.
pub(crate) fn both(
    from: &Path,
    to: &Path,
    sources: &mut Sources,
) -> Result<(Side, Side), Vec<Diagnostic>> {
    let from = given(from).map_err(|error| vec![error])?;
    let to = given(to).map_err(|error| vec![error])?;
    let (from, to) = match (from, to) {
        (Given::Tables(from), Given::Tables(to)) => {
            (tables(&from, sources)?, tables(&to, sources)?)
        }
        (Given::Tables(from), Given::Page { path, text }) => {
            let from = tables(&from, sources)?;
            let to = page(&path, &text, Some(&from), sources)?;
            (from, to)
        }
        (Given::Page { path, text }, Given::Tables(to)) => {
            let to = tables(&to, sources)?;
            (page(&path, &text, Some(&to), sources)?, to)
        }
        (
            Given::Page { path, text },
            Given::Page {
                path: other,
                text: newer,
            },
        ) => {
            let mut from = page(&path, &text, None, sources)?;
            let to = page(&other, &newer, Some(&from), sources)?;
            let says = |side: &Side| {
                side.page
                    .as_ref()
                    .is_some_and(|page| page.known.input_stream)
            };
            if says(&to) && !says(&from) {
                // The errors of an input stream of which only one page speaks are no difference.
                from = page(&path, &text, Some(&to), sources)?;
            }
            (from, to)
        }
    };
    Ok((from, to))
}

/// What a side is: a folder of tables or a file.
fn given(name: &Path) -> Result<Given, Diagnostic> {
    if name.is_file() {
        let bytes = fs::read(name).map_err(|error| Diagnostic::unread(name, error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| Diagnostic::unread(name, "not UTF-8"))?;
        return Ok(Given::Page {
            path: name.to_owned(),
            text,
        });
    }
    workspace::revision_dir(&name.to_string_lossy()).map(Given::Tables)
}

fn tables(dir: &Path, sources: &mut Sources) -> Result<Side, Vec<Diagnostic>> {
    let revision = load::revision(dir, sources)?;
    // A folder of tables elsewhere can do without the tables of references beside it.
    let beside = dir.parent().map(Path::to_owned).unwrap_or_default();
    let spec_dir = if beside.join(references::NAMES_DIR).is_dir() {
        beside
    } else {
        workspace::spec_dir()
    };
    let references = references::load(&spec_dir, &revision.about, sources)?;
    Ok(Side::of_tables(revision, Some(references)))
}

/// Reads a page; what it does not say of itself is taken from the other side.
fn page(
    path: &Path,
    text: &str,
    other: Option<&Side>,
    sources: &mut Sources,
) -> Result<Side, Vec<Diagnostic>> {
    let known = references::replacements(&workspace::spec_dir(), sources)?;
    let name = path.display().to_string();
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    let file = sources.add(path.to_owned(), text.to_owned());
    let tables = other.map(|other| &other.revision);
    let side = Side::of_page(&name, &id, text, file, tables, &known).ok_or_else(|| {
        let absent = Diagnostic::unread(path, "no tokenization section with states in it");
        vec![absent.help(
            "the section is found by a heading such as `Tokenization` and the titles of states below it",
        )]
    })?;
    match other.and_then(|other| other.references.as_ref()) {
        Some(references) => Ok(side.referring_to(references)),
        None => {
            let assumed = Facts::of_id(&id).about;
            let references = references::load(&workspace::spec_dir(), &assumed, sources)?;
            Ok(side.referring_to(&references))
        }
    }
}
