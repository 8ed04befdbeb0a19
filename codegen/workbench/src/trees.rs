//! A revision with its tables of tree construction.

mod documents;
mod parts;

pub(crate) use documents::Documents;
pub(crate) use parts::{Part, PartId};

use crate::suite;
use tokenwright_interpreter::tree::{self, Construction, Environment, Parsed, Stuck, TreeObserver};
use tokenwright_interpreter::{Interpreter, Refusal};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::tree::{grammar::ElementType, model::TreeTables};
use xtask::report::Failure;
use xtask::workspace;

/// A revision that says how trees are made.
pub(crate) struct Trees {
    pub(crate) loaded: Loaded,
    pub(crate) tables: TreeTables,
}

impl Trees {
    /// Reads a revision, or the newest.
    ///
    /// # Errors
    /// If tables cannot be read, or if the revision has none of tree construction.
    pub(crate) fn load(name: Option<&str>, sources: &mut Sources) -> Result<Self, Failure> {
        let loaded = match name {
            Some(name) => suite::revision(name, sources)?,
            None => newest(sources)?,
        };
        let id = loaded.revision.about.id.clone();
        Ok(Trees::of(loaded).ok_or_else(|| absent(&id))?)
    }

    /// The revision with its tables of tree construction; `None` if it has none.
    pub(crate) fn of(mut loaded: Loaded) -> Option<Self> {
        let tables = loaded.trees.take()?;
        Some(Trees { loaded, tables })
    }

    /// What runs the tokenizer's tables.
    ///
    /// # Errors
    /// If they cannot be run.
    pub(crate) fn interpreter(&self) -> Result<Interpreter<'_>, Refusal> {
        Interpreter::new(&self.loaded.revision, &self.loaded.references)
    }

    /// Parses an input, observed.
    ///
    /// # Errors
    /// If the tables do not say how to go on.
    pub(crate) fn observe(
        &self,
        interpreter: &Interpreter<'_>,
        environment: Environment,
        input: &str,
        observer: impl TreeObserver,
    ) -> Result<Parsed, Stuck> {
        let revision = &self.loaded.revision;
        let construction = Construction::observed(&self.tables, environment, observer)?;
        tree::observe(interpreter, revision, construction, input)
    }
}

/// The error for a revision without tables of tree construction.
fn absent(id: &str) -> Diagnostic {
    let message = "the revision has no tables of tree construction";
    let error = Diagnostic::unread(id, message);
    let dirs = load::revision_dirs(&workspace::spec_dir()).unwrap_or_default();
    let having = dirs
        .iter()
        .filter(|dir| dir.join(tokenwright_tables::tree::FOLDER).is_dir());
    let having = having.filter_map(|dir| Some(format!("`{}`", dir.file_name()?.to_str()?)));
    let having: Vec<String> = having.collect();
    match having.is_empty() {
        true => error,
        false => error.help(format!("these have them: {}", having.join(", "))),
    }
}

fn newest(sources: &mut Sources) -> Result<Loaded, Failure> {
    let spec_dir = workspace::spec_dir();
    let newest = load::all(&spec_dir, sources)?.pop();
    Ok(newest.ok_or_else(|| Diagnostic::unread(&spec_dir, "there are no tables"))?)
}

/// Reads the name of a context element, for a command line.
///
/// # Errors
/// A message if it is no name of an element.
pub(crate) fn context(name: &str) -> Result<ElementType, String> {
    let expected = "expected the name of an element, such as `select` or `svg path`";
    ElementType::named(name).ok_or_else(|| expected.to_owned())
}
