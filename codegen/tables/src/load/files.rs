//! The files of a folder of tables.
//!
//! A folder has what is known and nothing else: a misnamed file would be left out without a word. The folder of a draft has
//! only the files that it edits, and is read as if the others were copies.

use super::document::Document;
use super::file::read_file;
use super::keys::Log;
use super::text::Text;
use crate::diagnostic::{Diagnostic, Sources};
use crate::grammar::nearest;
use crate::language;
use crate::source::Place;
use crate::tree;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The file of a revision's facts, by which its folder is known.
pub(super) const FACTS: &str = "revision.toml";

/// The files of a revision by their contents, as numbers in the run's sources.
pub(super) struct Files {
    pub(super) dir: PathBuf,
    pub(super) about: u32,
    pub(super) errors: Option<u32>,
    pub(super) tables: Vec<(String, u32)>,
}

/// Reads every file of the folder; `None` if one of them is missing or unreadable.
pub(super) fn read_files(dir: &Path, sources: &mut Sources, log: &mut Log) -> Option<Files> {
    let paths = match paths(dir, sources) {
        Ok(paths) => paths,
        Err(error) => {
            log.push(error);
            return None;
        }
    };
    if !paths.iter().any(|path| path.ends_with(FACTS)) {
        let path = dir.join(FACTS);
        let missing = Diagnostic::unread(path, "missing file `revision.toml`");
        let inside = paths.iter().filter(|path| path.join(FACTS).is_file());
        let inside: Vec<String> = inside.map(|path| path.display().to_string()).collect();
        log.push(match inside.is_empty() {
            true => missing,
            false => missing.help(format!("the revisions are in {}", inside.join(", "))),
        });
        return None;
    }
    let known = [FACTS, "errors.toml", tree::FOLDER];
    let mut about = None;
    let mut errors = None;
    let mut tables = Vec::new();
    for (name, file) in table_files(paths, &known, sources, log)? {
        match name.as_str() {
            FACTS => about = Some(file),
            "errors.toml" => errors = Some(file),
            _ => tables.push((name, file)),
        }
    }
    Some(Files {
        dir: dir.to_owned(),
        about: about?,
        errors,
        tables,
    })
}

/// The paths in the folder `dir` of a revision, in the order of their names. A draft has the files that it edits alone; all
/// others are those of the revision that it names.
///
/// # Errors
/// If a folder cannot be read, or if there is no such revision.
pub(super) fn paths(dir: &Path, sources: &mut Sources) -> Result<Vec<PathBuf>, Diagnostic> {
    let own = entries(dir)?;
    match edited(dir, sources)? {
        Some(base) => Ok(over(own, entries(&base)?)),
        None => Ok(own),
    }
}

/// The paths in a folder of the revision in `dir`, as [`paths`]; `None` if the revision has no such folder.
///
/// # Errors
/// As [`paths`].
pub(crate) fn paths_below(
    dir: &Path,
    name: &str,
    sources: &mut Sources,
) -> Result<Option<Vec<PathBuf>>, Diagnostic> {
    let present = |dir: &Path| {
        let folder = dir.join(name);
        let exists = folder.symlink_metadata().is_ok();
        exists.then(|| entries(&folder)).transpose()
    };
    let base = edited(dir, sources)?.map(|base| present(&base));
    Ok(match (present(dir)?, base.transpose()?.flatten()) {
        (Some(own), Some(base)) => Some(over(own, base)),
        (own, base) => own.or(base),
    })
}

/// The paths of a draft, and those of the revision that it edits which it has none of that name for.
fn over(own: Vec<PathBuf>, base: Vec<PathBuf>) -> Vec<PathBuf> {
    let all = own.into_iter().chain(base);
    let mut by_name = BTreeMap::new();
    for path in all {
        let name = path.file_name().unwrap_or_default().to_owned();
        by_name.entry(name).or_insert(path);
    }
    by_name.into_values().collect()
}

/// The folder of the revision that the one in `dir` edits, if that is a draft.
fn edited(dir: &Path, sources: &mut Sources) -> Result<Option<PathBuf>, Diagnostic> {
    let Some(name) = edits(dir) else {
        return Ok(None);
    };
    let beside = match dir.file_name() {
        Some(_) => dir.parent().unwrap_or(dir).to_owned(),
        None => dir.join(".."),
    };
    let base = beside.join(&name.value);
    let mut place = || -> Result<Place, Diagnostic> {
        let file = read_file(&dir.join(FACTS), sources)?;
        Ok(Place { file, ..name.place })
    };
    let is_name = Path::new(&name.value).file_name() == Some(OsStr::new(&name.value));
    if !is_name || !base.join(FACTS).is_file() {
        let place = place()?;
        let message = format!("there is no revision `{}` beside this draft", name.value);
        let error = Diagnostic::error(place, message);
        // The folder of a path without a separator is empty.
        let others = entries(&beside.join("."))?.into_iter();
        let others = others.filter(|path| path.join(FACTS).is_file() && edits(path).is_none());
        let others = others.filter_map(|path| path.file_name()?.to_str().map(str::to_owned));
        let others: Vec<String> = others.collect();
        return Err(
            match nearest(&name.value, others.iter().map(String::as_str)) {
                Some(near) => error.edit(format!("write `{near}`"), place, near),
                None => error.help("name a folder that has a file `revision.toml`"),
            },
        );
    }
    match edits(&base) {
        Some(other) if other.value == name.value => {
            let message = format!("`{}` edits itself", name.value);
            Err(Diagnostic::error(place()?, message)
                .help("name the revision that it is an edit of"))
        }
        Some(_) => {
            let message = format!("`{}` is a draft, too", name.value);
            Err(Diagnostic::error(place()?, message)
                .help("name the revision that both edit, and copy the files of that draft"))
        }
        None => Ok(Some(base)),
    }
}

/// What the `revision.toml` of a folder says that it edits. Whatever is wrong with that file is said when it is read as a whole.
fn edits(dir: &Path) -> Option<Text> {
    let (mut sources, mut unused) = (Sources::default(), Log::default());
    let file = read_file(&dir.join(FACTS), &mut sources).ok()?;
    let document = Document::parse(file, &sources, &mut unused)?;
    let keys = document.keys(&language::REVISION);
    keys.optional_string("edits", &mut unused)
}

/// Reads the files of a folder of tables; `None` if one is unreadable, or if the folder has more than numbered files and
/// what is `known`: what is misnamed would be left out without a word.
pub(crate) fn table_files(
    paths: Vec<PathBuf>,
    known: &[&str],
    sources: &mut Sources,
    log: &mut Log,
) -> Option<Vec<(String, u32)>> {
    let mut files = Vec::new();
    let mut whole = true;
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.into_owned();
        if is_of_an_editor(&name) || name == tree::FOLDER {
            continue;
        }
        let read = match is_table_file(&name) || known.contains(&name.as_str()) {
            false => Err(unexpected(&path, &name, known)),
            // Reading a pipe would block.
            true if path.exists() && !path.is_file() && !path.is_dir() => {
                let message = "cannot read the file: it is not a regular file";
                Err(Diagnostic::unread(&path, message))
            }
            true => read_file(&path, sources).and_then(|file| not_empty(file, sources)),
        };
        match read {
            Ok(file) => files.push((name, file)),
            Err(error) => {
                log.push(error);
                whole = false;
            }
        }
    }
    whole.then_some(files)
}

/// Whether a name is one that editors give: they store hidden files next to open ones, and keep what was before.
pub(super) fn is_of_an_editor(name: &str) -> bool {
    name.starts_with('.') || name.ends_with('~')
}

/// Reports a file without a table: whatever other files name in it would seem to be unknown.
fn not_empty(file: u32, sources: &Sources) -> Result<u32, Diagnostic> {
    let mut lines = sources.get(file).into_iter().flat_map(|it| it.text.lines());
    let is_empty = lines.all(|line| line.trim().is_empty() || line.trim().starts_with('#'));
    match is_empty {
        true => Err(
            Diagnostic::error(Place::within(file, 0..0), "the file has no tables")
                .help("restore what it had, or remove it"),
        ),
        false => Ok(file),
    }
}

/// Reports what no folder of tables has.
fn unexpected(path: &Path, name: &str, known: &[&str]) -> Diagnostic {
    let near = nearest(name, known.iter().copied());
    if path.is_dir() {
        let error = Diagnostic::unread(path, format!("unexpected folder `{name}`"));
        return match near {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error.help("move it elsewhere"),
        };
    }
    let error = Diagnostic::unread(path, format!("`{name}` is not the name of a table file"));
    match near {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help("name it `NN-what-it-holds.toml`, with two digits for its place"),
    }
}

/// Whether `name` is that of a file of states and definitions: `02-tags.toml`.
fn is_table_file(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.len() > 3
        && bytes[0].is_ascii_digit()
        && bytes[1].is_ascii_digit()
        && bytes[2] == b'-'
        && name.ends_with(".toml")
}

/// The entries of a folder, sorted by name.
pub(super) fn entries(dir: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let cannot = |error| Diagnostic::unreadable(dir, "folder", &error);
    let mut paths = fs::read_dir(dir)
        .map_err(cannot)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(cannot)?;
    paths.sort();
    Ok(paths)
}
