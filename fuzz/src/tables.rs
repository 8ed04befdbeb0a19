//! The tables of all revisions, and where the workspace is.

use std::path::{Path, PathBuf};

pub(crate) use tokenwright_tests::tables::{all, newest};

pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
