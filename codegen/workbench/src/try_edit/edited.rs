//! A revision with an edit.

use tokenwright_tables::load::Loaded;

/// A revision of the work tree, and the same revision before the edit; of a new draft, the revision that it edits.
pub(super) struct Edited<'t> {
    pub(super) now: &'t Loaded,
    /// `None` if the commit has neither.
    pub(super) before: Option<&'t Loaded>,
}

impl Edited<'_> {
    /// The name of the revision.
    pub(super) fn id(&self) -> &str {
        &self.now.revision.about.id
    }
}
