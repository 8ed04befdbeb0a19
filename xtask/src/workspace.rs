//! Where things are in the workspace.

use crate::report;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokenwright_codegen::diagnostic::{Diagnostic, Sources};
use tokenwright_codegen::grammar::nearest;
use tokenwright_codegen::load::{self, Loaded};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = manifest.parent().unwrap_or(manifest);
    // A path below the current folder is shown, and can be typed, without what is above it.
    match std::env::current_dir() {
        Ok(here) if here == root => PathBuf::new(),
        _ => root.to_owned(),
    }
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
