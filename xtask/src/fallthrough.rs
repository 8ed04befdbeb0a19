//! Notes on characters that fall through to `anything else` after an edit of the tables.

use crate::{committed, workspace};
use std::path::Path;
use tokenwright_tables::check;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::model::Revision;

/// The tables that edited ones are compared with, read when they are first needed.
#[derive(Debug, Default)]
pub(crate) struct Fallthrough {
    committed: Option<Option<Vec<Loaded>>>,
}

impl Fallthrough {
    /// The notes on the tables in the folder `dir`. A revision of the workspace is compared with its
    /// last commit, a new draft with the one that it edits, and tables elsewhere with the revision of the workspace that has the same id.
    pub(crate) fn notes(&mut self, dir: &Path, revision: &Revision) -> Vec<Diagnostic> {
        let own = workspace::spec_dir().join(&revision.about.id);
        if dir != own {
            let before = load::revision(&own, &mut Sources::default());
            return before.map_or_else(|_| Vec::new(), |b| check::fallthrough(&b, revision));
        }
        let committed = self
            .committed
            .get_or_insert_with(committed::before_the_edit);
        let of = |id: &str| {
            let mut committed = committed.iter().flatten();
            committed.find(|loaded| loaded.revision.about.id == id)
        };
        of(&revision.about.id)
            .or_else(|| of(revision.about.base_id()))
            .map_or_else(Vec::new, |b| check::fallthrough(&b.revision, revision))
    }
}
