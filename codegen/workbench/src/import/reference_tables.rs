//! The tables of character references of an imported page.

use crate::revisions::Names;
use std::path::Path;
use tokenwright_prose::NamedReferences;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::model::About;
use tokenwright_tables::references::{self, References, Replacements};
use tokenwright_tables::writer;
use xtask::write;

/// The newest table of named character references that is no newer than `date`.
pub(super) fn of_its_time(date: &str) -> Option<String> {
    let mut names = Names::known();
    let newer = names.iter().position(|name| name.as_str() > date);
    let at = newer.unwrap_or(names.len()).saturating_sub(1);
    (at < names.len()).then(|| names.swap_remove(at))
}

/// The name of the table with these names: that of an equal one, or the identifier of the revision.
///
/// # Errors
/// If an existing table cannot be read.
pub(super) fn name_of(
    names: &NamedReferences,
    spec_dir: &Path,
    about: &About,
    sources: &mut Sources,
) -> Result<String, Vec<Diagnostic>> {
    let tables = references::names(spec_dir, sources)?;
    let equal = tables.into_iter().find(|(_, known)| known == names);
    Ok(equal.map_or_else(|| about.id.clone(), |(name, _)| name))
}

/// Writes the page's table of named character references if it is the first with its name.
///
/// # Errors
/// If another table has its name, or it cannot be written.
pub(super) fn write_names(
    spec_dir: &Path,
    about: &About,
    names: &NamedReferences,
    sources: &mut Sources,
) -> Result<(), Vec<Diagnostic>> {
    let name = &about.named_references.value;
    let existing = references::names(spec_dir, sources)?;
    if is_among(&existing, name, names) {
        return Ok(());
    }
    let table = References {
        names: names.clone(),
        replacements: Vec::new(),
    };
    let text = writer::named_character_references(name, &table);
    let folder = spec_dir.join(references::NAMES_DIR);
    let written = write_table(&folder, name, &text, "named character references");
    written.map_err(|error| vec![error])
}

/// Writes the page's table of numeric replacements if it equals none that exists.
///
/// # Errors
/// If another table has its name, or it cannot be written.
pub(super) fn write_replacements(
    spec_dir: &Path,
    about: &About,
    pairs: &[(u32, u32)],
    existing: &[Replacements],
) -> Result<(), Diagnostic> {
    let name = &about.numeric_replacements.value;
    if is_among(existing, name, pairs) {
        return Ok(());
    }
    let table = References {
        names: Vec::new(),
        replacements: pairs.to_vec(),
    };
    let text = writer::numeric_replacements(name, &table);
    let folder = spec_dir.join(references::REPLACEMENTS_DIR);
    write_table(&folder, name, &text, "numeric replacements")
}

/// Whether a table is there, and is the same.
fn is_among<T: PartialEq>(existing: &[(String, Vec<T>)], name: &str, own: &[T]) -> bool {
    let mut existing = existing.iter();
    existing.any(|(known, other)| known == name && other == own)
}

fn write_table(folder: &Path, name: &str, text: &str, what: &str) -> Result<(), Diagnostic> {
    let path = folder.join(format!("{name}.toml"));
    if path.exists() {
        let error = Diagnostic::unread(path, "this table differs from that of the page");
        return Err(error.help(
            "delete the file if no other revision names it, or import the page under another name",
        ));
    }
    write::file(&path, text)?;
    println!(
        "{}: the page's own table of {what}, written",
        path.display()
    );
    Ok(())
}
