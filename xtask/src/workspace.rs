//! Where things are in the workspace.

use crate::report;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::grammar::nearest;
use tokenwright_tables::load::{self, Loaded};

/// The root of the workspace that contains the current folder.
///
/// The root is looked up at run time, so that one executable works on any copy of the workspace.
/// [`enter`] has to succeed first; without a workspace this is the current folder.
pub(crate) fn root() -> PathBuf {
    let Ok(here) = std::env::current_dir() else {
        return PathBuf::new();
    };
    match containing(&here) {
        // Relative paths are easier to read and to type.
        Some(root) if root == here => PathBuf::new(),
        Some(root) => root.to_owned(),
        None => PathBuf::new(),
    }
}

/// Checks that the current folder is in a workspace.
///
/// # Errors
/// Says what was looked for.
pub(crate) fn enter() -> Result<(), String> {
    let here = std::env::current_dir()
        .map_err(|error| format!("the current folder cannot be read: {error}"))?;
    match containing(&here) {
        Some(_) => Ok(()),
        None => Err(format!(
            "{}: neither this folder nor one above it has `spec`, `tokenizer` and `xtask`; \
             run the command in a checkout of tokenwright",
            here.display()
        )),
    }
}

/// The nearest folder from `here` upwards that is the root of a workspace.
fn containing(here: &Path) -> Option<&Path> {
    let is_root = |folder: &&Path| {
        folder.join("spec").is_dir()
            && ["tokenizer", "xtask"]
                .iter()
                .all(|package| folder.join(package).join("Cargo.toml").is_file())
    };
    here.ancestors().find(is_root)
}

/// The folder of the tables.
pub(crate) fn spec_dir() -> PathBuf {
    root().join("spec")
}

/// Every revision of the workspace, the oldest first.
///
/// # Errors
/// Tables that cannot be loaded; what is wrong with them has been printed.
pub(crate) fn every_revision() -> Result<Vec<Loaded>, ExitCode> {
    let mut sources = Sources::default();
    load::all(&spec_dir(), &mut sources).map_err(|errors| {
        report::print(&errors, &sources);
        ExitCode::FAILURE
    })
}

/// The folder of a revision, given by its name or as a path.
///
/// # Errors
/// If there is neither a revision nor a folder of that name; names the nearest revision.
pub(crate) fn revision_dir(name: &str) -> Result<PathBuf, Diagnostic> {
    let revision = spec_dir().join(name);
    if revision.is_dir() {
        return Ok(revision);
    }
    let path = PathBuf::from(name);
    if path.is_dir() {
        return Ok(path);
    }
    let dirs = load::revision_dirs(&spec_dir())?;
    let names: Vec<String> = dirs
        .iter()
        .filter_map(|dir| Some(dir.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let unknown = Diagnostic::unread(name, "neither a revision nor a folder");
    Err(match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => unknown.help(format!("the nearest revision is `{near}`")),
        None => unknown.help(format!("the revisions are {}", names.join(", "))),
    })
}
