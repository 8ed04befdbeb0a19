//! The tables of a git revision that edited tables are compared with.

use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load::{self, Loaded};
use xtask::committed::{commit, extracted};
use xtask::report;

/// The tables of a git revision.
#[derive(Debug)]
pub(crate) struct Baseline {
    /// How the git revision is shown: `HEAD (1a2b3c4)`.
    pub(crate) name: String,
    /// Every revision of the spec that it has, the oldest first.
    pub(crate) revisions: Vec<Loaded>,
}

impl Baseline {
    /// Reads the tables of a git revision. They are written to a temporary folder, which is removed
    /// before this returns.
    ///
    /// # Errors
    /// If git is missing, this is no git checkout, there is no such git revision or it has no tables,
    /// or its tables cannot be read.
    pub(crate) fn read(revision: &str, sources: &mut Sources) -> Result<Self, String> {
        let commit = commit(revision)?;
        let folder = extracted(&commit)?;
        let revisions = load::all(&folder.path().join("spec"), sources).map_err(|errors| {
            report::print(&errors, sources);
            format!("the tables of `{revision}` cannot be read; `--base` takes another commit")
        })?;
        let short = commit.get(..7).unwrap_or(&commit);
        Ok(Baseline {
            name: format!("{revision} ({short})"),
            revisions,
        })
    }
}
