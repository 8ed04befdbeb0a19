//! The folders of the workspace.

use crate::revision_name::resolve;
use std::path::{Path, PathBuf};
use std::process::Command;
use tokenwright_tables::diagnostic::Diagnostic;
use tokenwright_tables::grammar::nearest;
use tokenwright_tables::load;
use tokenwright_tables::references::NAMES_DIR;

/// The root of the workspace that contains the current folder.
///
/// The root is looked up at run time, so that one executable works on any copy of the workspace.
/// [`enter`] has to succeed first; without a workspace this is the current folder.
pub fn root() -> PathBuf {
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
/// If no root is found; the message names the folders that were tried.
pub fn enter() -> Result<(), String> {
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
pub fn spec_dir() -> PathBuf {
    root().join("spec")
}

/// The cargo that runs this.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The cargo that runs this, in the root.
pub fn cargo_in_root() -> Command {
    let mut cargo = cargo();
    // The root is no path where it is the current folder.
    cargo.current_dir(root().join("."));
    cargo
}

/// The folder of a revision, given by its name, a part of it, or as a path.
///
/// # Errors
/// If there is neither one revision nor a folder of that name.
pub fn revision_dir(name: &str) -> Result<PathBuf, Diagnostic> {
    let dirs = load::revision_dirs(&spec_dir())?;
    let ids: Vec<&str> = dirs
        .iter()
        .filter_map(|dir| dir.file_name()?.to_str())
        .collect();
    let path = Path::new(name);
    // A folder can have the name of a part of a revision's.
    if !ids.contains(&name) && path.is_dir() {
        return Ok(path.to_owned());
    }
    if path.is_file() {
        let file = Diagnostic::unread(path, "a file, where a revision or a folder is expected");
        let folder = path
            .parent()
            .filter(|folder| folder.join("revision.toml").is_file());
        return Err(match folder {
            Some(folder) => file.help(format!("its folder is `{}`", folder.display())),
            None => file,
        });
    }
    if is_path(name) {
        return Err(absent(path));
    }
    match resolve(name, &ids) {
        Ok(id) => Ok(spec_dir().join(id)),
        Err(unresolved) => {
            let message = format!("{}, and no folder of this name", unresolved.message);
            Err(Diagnostic::unread(name, message).help(unresolved.help))
        }
    }
}

/// The folder of the revision of this name, or those of all revisions.
///
/// # Errors
/// If no folder has this name, or if there are no tables.
pub fn revision_dirs(name: Option<&str>) -> Result<Vec<PathBuf>, Diagnostic> {
    match name {
        Some(name) => revision_dir(name).map(|dir| vec![dir]),
        None => load::revision_dirs(&spec_dir()),
    }
}

/// The folder with the tables of character references for a folder of tables. One outside the workspace can have its own
/// next to it.
pub fn references_dir(dir: &Path) -> PathBuf {
    let own = dir
        .parent()
        .filter(|parent| parent.join(NAMES_DIR).is_dir());
    own.map_or_else(spec_dir, Path::to_owned)
}

/// Whether a name can only be that of a file or a folder.
fn is_path(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|end| end.to_str());
    let is_kind = |end: &str| end.starts_with(|c: char| c.is_ascii_alphabetic());
    name.contains(['/', '\\']) || name.starts_with('.') || extension.is_some_and(is_kind)
}

/// The error of a path that does not exist, with the nearest name in its folder.
fn absent(path: &Path) -> Diagnostic {
    let folder = path.parent().unwrap_or(Path::new(""));
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    if path.exists() {
        return Diagnostic::unread(path, "neither a file nor a folder");
    }
    let error = Diagnostic::unread(path, "no such file or folder");
    let Ok(entries) = folder.read_dir() else {
        return error.help(format!("there is no folder `{}`", folder.display()));
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let names: Vec<String> = names.collect();
    let given = path.file_name().map(|name| name.to_string_lossy());
    let near = given.and_then(|name| nearest(&name, names.iter().map(String::as_str)));
    match near {
        Some(near) => error.help(format!("the nearest name there is `{near}`")),
        None => error,
    }
}
