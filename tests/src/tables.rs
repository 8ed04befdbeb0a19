//! The tables of all revisions, read once.

use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::tree::model::TreeTables;

/// The tables of all revisions, the oldest first.
///
/// # Panics
/// If the tables have an error; the message is that of `cargo xtask check`.
#[must_use]
pub fn all() -> &'static [Loaded] {
    load::all_checked_in()
}

/// The tables of the revision with this ID.
///
/// # Panics
/// If there is no such revision.
#[must_use]
pub fn of(id: &str) -> &'static Loaded {
    let found = all().iter().find(|one| one.revision.about.id == id);
    found.unwrap_or_else(|| panic!("no revision {id}"))
}

/// The tables of the revisions that are no drafts.
pub fn without_drafts() -> impl Iterator<Item = &'static Loaded> {
    all().iter().filter(|one| !one.revision.about.is_draft())
}

/// The tables of the newest revision.
///
/// # Panics
/// If there are no tables.
#[must_use]
pub fn newest() -> &'static Loaded {
    load::newest_of(all()).expect("a revision")
}

/// The tables of tree construction of the newest revision.
///
/// # Panics
/// If the tables have an error; the message is that of `cargo xtask check`.
#[must_use]
pub fn of_trees() -> &'static TreeTables {
    let trees = newest().trees.as_ref();
    trees.expect("the newest revision has tables of tree construction")
}
