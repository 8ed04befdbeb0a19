//! What the manifests of the workspace promise.

mod dependencies;
mod minimum_rust;
mod release;

use std::path::{Path, PathBuf};

/// The root of the workspace.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
