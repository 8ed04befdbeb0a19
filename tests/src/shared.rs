//! Test data that is not part of the repository.

use std::env;
use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Once;

/// The variable that names the data folder, in place of the default ones.
pub const FOLDER_VARIABLE: &str = "TOKENWRIGHT_SHARED";

/// The variable that makes absent data a failure: set, and neither empty nor `0`.
pub const REQUIRE_VARIABLE: &str = "TOKENWRIGHT_REQUIRE_SHARED";

/// The folders that are searched for test data, in this order.
///
/// The folder that [`FOLDER_VARIABLE`] names is the only one. Without the variable, these are
/// `test-data` in the workspace, which `cargo xtask test-data` writes, and `shared` next to the
/// workspace.
#[must_use]
pub fn folders() -> Vec<PathBuf> {
    if let Some(folder) = env::var_os(FOLDER_VARIABLE) {
        return vec![PathBuf::from(folder)];
    }
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    // Packages are at several depths.
    let mut above = package.ancestors().skip(1);
    let workspace = above.find(|folder| folder.join("Cargo.lock").is_file());
    let workspace = workspace.unwrap_or(package);
    let mut folders = vec![workspace.join("test-data")];
    folders.extend(workspace.parent().map(|parent| parent.join("shared")));
    folders
}

/// Finds a file or a folder of the test data, such as `corpus`.
///
/// # Errors
/// If no data folder has it.
pub fn find(item: &str) -> Result<PathBuf, Absent> {
    find_in(folders(), item)
}

fn find_in(folders: Vec<PathBuf>, item: &str) -> Result<PathBuf, Absent> {
    let found = folders.iter().map(|folder| folder.join(item));
    let found = found.into_iter().find(|path| path.exists());
    found.ok_or_else(|| Absent {
        item: item.to_owned(),
        searched: folders,
        required: false,
    })
}

/// A file or a folder that no data folder has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absent {
    item: String,
    searched: Vec<PathBuf>,
    /// Whether that is a failure because of [`REQUIRE_VARIABLE`].
    required: bool,
}

impl Absent {
    /// Lets the caller skip what needs the data.
    ///
    /// The first call of a process prints one line about it, past the capture of test output.
    ///
    /// # Errors
    /// If [`REQUIRE_VARIABLE`] makes absent data a failure: the same error again.
    pub fn skip(mut self) -> Result<(), Absent> {
        static REPORTED: Once = Once::new();
        self.required =
            env::var_os(REQUIRE_VARIABLE).is_some_and(|value| !value.is_empty() && value != "0");
        if self.required {
            return Err(self);
        }
        // A closed standard error is no reason to fail.
        REPORTED.call_once(|| {
            drop(writeln!(
                io::stderr(),
                "skipped what needs test data: {self}"
            ))
        });
        Ok(())
    }
}

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let searched: Vec<String> = self
            .searched
            .iter()
            .map(|folder| folder.display().to_string())
            .collect();
        write!(
            f,
            "no `{}` in {}; `cargo xtask test-data` gets it, or says where it is from",
            self.item,
            searched.join(" or ")
        )?;
        match self.required {
            true => write!(f, "; {REQUIRE_VARIABLE}=0 skips the tests that need it"),
            false => Ok(()),
        }
    }
}

impl Error for Absent {}

#[cfg(test)]
mod tests {
    use super::find_in;
    use std::path::PathBuf;

    #[test]
    fn the_first_folder_that_has_the_item_wins() {
        let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let folders = [package.join("none"), package.clone(), package.join("src")];
        assert_eq!(find_in(folders.to_vec(), "."), Ok(package.join(".")));
    }

    #[test]
    fn the_message_names_the_item_the_folders_and_the_command() {
        let folders = vec!["/a/test-data".into(), "/shared".into()];
        let absent = find_in(folders, "corpus/none").expect_err("no such folder");
        assert_eq!(
            absent.to_string(),
            "no `corpus/none` in /a/test-data or /shared; \
             `cargo xtask test-data` gets it, or says where it is from"
        );
    }
}
