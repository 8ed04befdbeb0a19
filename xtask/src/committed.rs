//! The committed tables, for comparison with the work tree.

use crate::workspace;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load::{self, Loaded};

/// The tables of the last commit, if those of the work tree differ. `None` without git, a checkout or a
/// commit, or if the committed tables cannot be read.
pub fn before_the_edit() -> Option<Vec<Loaded>> {
    // A file that git does not know yet is an edit, too: a draft's first ones are.
    let changed = git(&["status", "--porcelain", "--", "spec"], None).ok()?;
    if changed.stdout.is_empty() {
        return None;
    }
    let folder = extracted(&commit("HEAD").ok()?).ok()?;
    load::all(&folder.path().join("spec"), &mut Sources::default()).ok()
}

/// The full hash of the commit that a git revision names.
pub fn commit(revision: &str) -> Result<String, String> {
    let inside = git(&["rev-parse", "--is-inside-work-tree"], None)?;
    if !inside.status.success() {
        let why = last_line(&inside);
        return Err(format!("no git checkout to compare the tables with: {why}"));
    }
    // With the suffix, git does not read the name as a file or an option.
    let name = format!("{revision}^{{commit}}");
    let parsed = git(
        &[
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &name,
        ],
        None,
    )?;
    match parsed.status.success() {
        true => Ok(String::from_utf8_lossy(&parsed.stdout).trim().to_owned()),
        false => Err(format!(
            "git knows no commit `{revision}`; `--base` takes a branch, a tag or a hash"
        )),
    }
}

/// A temporary folder with the folder `spec` of a commit.
pub fn extracted(commit: &str) -> Result<TemporaryFolder, String> {
    let folder = TemporaryFolder::new().map_err(|error| format!("temporary folder: {error}"))?;
    extract(commit, folder.path())?;
    Ok(folder)
}

/// Writes the folder `spec` of a commit below `folder`.
fn extract(commit: &str, folder: &Path) -> Result<(), String> {
    // A separate index keeps that of the checkout unchanged.
    let index = folder.join("index");
    let prefix = format!("{}/spec/", folder.display());
    let tree = format!("{commit}:./spec");
    let read = git(&["read-tree", &tree], Some(&index))?;
    if !read.status.success() {
        let why = last_line(&read);
        return Err(format!("`{commit}` has no folder `spec`: {why}"));
    }
    // Below the top of a checkout, git would write only the files of the current folder.
    let top = git(&["rev-parse", "--show-toplevel"], None)?;
    let top = String::from_utf8_lossy(&top.stdout)
        .trim_end_matches('\n')
        .to_owned();
    let written = git(
        &["-C", &top, "checkout-index", "--all", "--prefix", &prefix],
        Some(&index),
    )?;
    match written.status.success() {
        true => Ok(()),
        false => Err(format!("git checkout-index: {}", last_line(&written))),
    }
}

/// Runs git in the workspace.
fn git(arguments: &[&str], index: Option<&Path>) -> Result<Output, String> {
    let mut git = Command::new("git");
    git.args(arguments).current_dir(workspace::root().join("."));
    if let Some(index) = index {
        git.env("GIT_INDEX_FILE", index);
    }
    git.output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            "git is not installed, and the tables are compared with those of a commit".to_owned()
        }
        _ => format!("git cannot be run: {error}"),
    })
}

/// The last line that git wrote to standard error.
fn last_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().rev().find(|line| !line.trim().is_empty());
    line.unwrap_or("git gives no reason").to_owned()
}

/// A folder that is removed with the value.
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    fn new() -> io::Result<Self> {
        let mut number = 0;
        loop {
            let name = format!("tokenwright-{}-{number}", std::process::id());
            let path = env::temp_dir().join(name);
            match fs::create_dir(&path) {
                Ok(()) => return Ok(TemporaryFolder(path)),
                // A process of the same number may have been killed before it could remove its own.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => {
                    let message = format!("{}: {error}", path.display());
                    return Err(io::Error::new(error.kind(), message));
                }
            }
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Only the removal of a temporary folder has failed, and the result is there.
        let _ = fs::remove_dir_all(&self.0);
    }
}
