//! Data that the tests read but the project does not hold.

use std::env;
use std::path::{Path, PathBuf};

/// The variable that names the folder, where it is not `shared` beside the workspace.
pub const VARIABLE: &str = "TOKENWRIGHT_SHARED";

/// Where the data has to be: what [`VARIABLE`] names, or the folder `shared` beside the workspace.
#[must_use]
pub fn place() -> PathBuf {
    env::var_os(VARIABLE).map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    )
}

/// A folder of the data, where there is one.
#[must_use]
pub fn folder(name: &str) -> Option<PathBuf> {
    let folder = place().join(name);
    folder.is_dir().then_some(folder)
}

/// Whether this is a run in which absent data is a failure: `CI` is `true`.
#[must_use]
pub fn required() -> bool {
    env::var_os("CI").is_some_and(|value| value == "true" || value == "1")
}
