//! The tables of all revisions, read once.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load::{self, Loaded};

/// The workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The tables of all revisions, the oldest first.
pub(crate) fn all() -> &'static [Loaded] {
    static ALL: OnceLock<Vec<Loaded>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut sources = Sources::default();
        let all = load::all(&workspace().join("spec"), &mut sources);
        all.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)))
    })
}

/// The tables of the newest revision.
pub(crate) fn newest() -> &'static Loaded {
    all().last().expect("a revision")
}
