//! The tables of character references, which several revisions share.
//!
//! There are thousands of names, and revisions differ in few lists of them; so the lists are files next to the
//! revisions, which name them. Both tables are sorted vectors searched by halves: their order is what the generator
//! and the writer need anyway. A list with an error is none at all, since a model with some of the names would
//! compile to something else.

use crate::diagnostic::{Diagnostic, Sources};
use crate::language;
use crate::load::{Document, Log, Text, read_file};
use crate::model::{About, Located};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of the tables of named character references.
pub const NAMES_DIR: &str = "named-character-references";
/// The folder of the tables of numeric replacements.
pub const REPLACEMENTS_DIR: &str = "numeric-replacements";

/// The character references of a revision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct References {
    /// Names, with their `;` if they have one, and their characters; sorted by name.
    pub names: Vec<(String, Vec<u32>)>,
    /// Numbers and the code points that they are replaced by; sorted by number.
    pub replacements: Vec<(u32, u32)>,
}

impl References {
    /// The characters of a name.
    pub fn name(&self, name: &str) -> Option<&[u32]> {
        let at = self.names.binary_search_by(|(n, _)| n.as_str().cmp(name));
        at.ok().map(|at| self.names[at].1.as_slice())
    }

    /// The code point that replaces a number.
    pub fn replacement(&self, number: u32) -> Option<u32> {
        let at = self.replacements.binary_search_by_key(&number, |(n, _)| *n);
        at.ok().map(|at| self.replacements[at].1)
    }
}

/// Reads the two tables that a revision names, from the folders next to it in `spec_dir`.
///
/// # Errors
/// Every error in either file.
pub fn load(
    spec_dir: &Path,
    about: &About,
    sources: &mut Sources,
) -> Result<References, Vec<Diagnostic>> {
    let mut log = Log::default();
    let names = path(spec_dir, NAMES_DIR, &about.named_references);
    let replacements = path(spec_dir, REPLACEMENTS_DIR, &about.numeric_replacements);
    let names = open(&names, &about.named_references, sources, &mut log);
    let replacements = open(
        &replacements,
        &about.numeric_replacements,
        sources,
        &mut log,
    );
    let names = names.and_then(|file| read_names(file, sources, &mut log));
    let replacements = replacements.and_then(|file| read_replacements(file, sources, &mut log));
    let lists = names.zip(replacements);
    log.result(lists.map(|(names, replacements)| References {
        names,
        replacements,
    }))
}

/// The lists that several revisions name. Each pair of lists is read when a revision first names it.
#[derive(Debug, Default)]
pub struct Lists(BTreeMap<(PathBuf, String, String), Result<References, Vec<Diagnostic>>>);

impl Lists {
    /// The lists in `spec_dir` that a revision names, or every error in their files.
    pub(crate) fn read(
        &mut self,
        spec_dir: &Path,
        about: &About,
        sources: &mut Sources,
    ) -> Result<References, Vec<Diagnostic>> {
        let names = [&about.named_references, &about.numeric_replacements];
        let [named, numeric] = names.map(|name| name.value.clone());
        let read = self.0.entry((spec_dir.to_owned(), named, numeric));
        read.or_insert_with(|| load(spec_dir, about, sources))
            .clone()
    }
}

/// A table of numeric replacements: its name, and its pairs sorted by number.
pub type Replacements = (String, Vec<(u32, u32)>);

/// Reads all tables of numeric replacements in `spec_dir`, sorted by name.
///
/// # Errors
/// Every error in any of the files, or that the folder cannot be read.
pub fn replacements(
    spec_dir: &Path,
    sources: &mut Sources,
) -> Result<Vec<Replacements>, Vec<Diagnostic>> {
    every(&spec_dir.join(REPLACEMENTS_DIR), sources, read_replacements)
}

/// A table of named character references: its name, and its names with their code points, sorted by name.
pub type Names = (String, Vec<(String, Vec<u32>)>);

/// Reads all tables of named character references in `spec_dir`, sorted by name.
///
/// # Errors
/// Every error in any of the files, or that the folder cannot be read.
pub fn names(spec_dir: &Path, sources: &mut Sources) -> Result<Vec<Names>, Vec<Diagnostic>> {
    every(&spec_dir.join(NAMES_DIR), sources, read_names)
}

/// Reads all tables in a folder, sorted by name.
fn every<T>(
    dir: &Path,
    sources: &mut Sources,
    read: impl Fn(u32, &Sources, &mut Log) -> Option<T>,
) -> Result<Vec<(String, T)>, Vec<Diagnostic>> {
    let unread = |error: std::io::Error| vec![Diagnostic::unread(dir, error.to_string())];
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(unread)? {
        let path = entry.map_err(unread)?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            paths.push(path);
        }
    }
    paths.sort();
    let mut log = Log::default();
    let mut tables = Vec::new();
    for path in paths {
        let table = match read_file(&path, sources) {
            Ok(file) => read(file, sources, &mut log),
            Err(error) => {
                log.push(error);
                None
            }
        };
        let name = path.file_stem().unwrap_or_default();
        tables.extend(table.map(|table| (name.to_string_lossy().into_owned(), table)));
    }
    log.result(Some(tables))
}

fn path(spec_dir: &Path, folder: &str, name: &Located<String>) -> PathBuf {
    spec_dir.join(folder).join(format!("{}.toml", name.value))
}

/// Reads a file that `revision.toml` names. A missing file is reported at the name.
fn open(path: &Path, name: &Located<String>, sources: &mut Sources, log: &mut Log) -> Option<u32> {
    // A key that is missing or empty has been reported.
    if name.is_empty() {
        return None;
    }
    if !path.is_file() {
        log.push(
            Diagnostic::error(name.place, format!("missing file `{}`", path.display()))
                .label("named here"),
        );
        return None;
    }
    read_file(path, sources)
        .map_err(|error| log.push(error))
        .ok()
}

fn read_names(file: u32, sources: &Sources, log: &mut Log) -> Option<Vec<(String, Vec<u32>)>> {
    let document = Document::parse(file, sources, log)?;
    let keys = document.keys(&language::REFERENCES_FILE);
    let entries = keys.into_entries("references", &language::REFERENCES, log)?;
    let mut names = Vec::with_capacity(entries.len());
    for (name, value) in entries {
        let body = name.value.strip_suffix(';').unwrap_or(&name.value);
        if body.is_empty() || !body.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            log.push(
                Diagnostic::error(name.place, "not a name of a character reference")
                    .label("expected letters and digits, and a `;` at the end or none"),
            );
        }
        if let Some(text) = value.string(log) {
            let points: Option<Vec<u32>> = text.value.split(' ').map(code_point).collect();
            match points {
                Some(points) => names.push((name.value, points)),
                None => not_code_points(&text, log),
            }
        }
    }
    names.sort();
    Some(names)
}

fn read_replacements(file: u32, sources: &Sources, log: &mut Log) -> Option<Vec<(u32, u32)>> {
    let document = Document::parse(file, sources, log)?;
    let keys = document.keys(&language::REPLACEMENTS_FILE);
    let entries = keys.into_entries("replacements", &language::REPLACEMENTS, log)?;
    let mut replacements: Vec<(u32, u32)> = Vec::with_capacity(entries.len());
    for (name, value) in entries {
        let digits = name.value.strip_prefix("0x").filter(|digits| {
            digits.len() <= 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let text = value.string(log);
        match number {
            None => log.push(
                Diagnostic::error(name.place, format!("`{}` is not a number", name.value))
                    .label("expected a hexadecimal number such as 0x80"),
            ),
            Some(number) if replacements.iter().any(|(n, _)| *n == number) => log.push(
                Diagnostic::error(name.place, format!("`{}` is replaced twice", name.value)),
            ),
            Some(number) => match text.as_ref().map(|text| (text, code_point(&text.value))) {
                Some((_, Some(code))) => replacements.push((number, code)),
                Some((text, None)) => not_code_points(text, log),
                None => {}
            },
        }
    }
    replacements.sort_unstable();
    Some(replacements)
}

/// A code point written without a gloss: `U+00C6`.
fn code_point(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("U+")?;
    let plain = |byte: u8| byte.is_ascii_digit() || (b'A'..=b'F').contains(&byte);
    if !(4..=6).contains(&digits.len()) || !digits.bytes().all(plain) {
        return None;
    }
    let code = u32::from_str_radix(digits, 16).ok()?;
    char::from_u32(code).map(u32::from)
}

fn not_code_points(text: &Text, log: &mut Log) {
    log.push(
        Diagnostic::error(text.place, format!("`{}` is not a code point", text.value))
            .label("expected a code point such as U+00C6, or several with a space between"),
    );
}
