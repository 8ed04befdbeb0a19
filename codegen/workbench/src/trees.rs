//! A revision with its tables of tree construction.

mod documents;
mod parts;

pub(crate) use documents::Documents;
pub(crate) use parts::{Part, PartId};

use crate::suite;
use std::path::{Path, PathBuf};
use tokenwright_interpreter::tree::{self, Environment, Parsed, Stuck, TreeObserver};
use tokenwright_interpreter::{Interpreter, Refusal};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::tree::{self as tree_tables, grammar::ElementType, model::TreeTables};
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
        let (loaded, dir) = match name {
            Some(name) => (
                suite::revision(name, sources)?,
                workspace::revision_dir(name)?,
            ),
            None => newest(sources)?,
        };
        let id = loaded.revision.about.id.clone();
        let trees = Trees::of(loaded, &dir, sources)?;
        Ok(trees.ok_or_else(|| absent(&id))?)
    }

    /// Adds the tables of tree construction of its folder to a revision; `None` if it has none.
    ///
    /// # Errors
    /// Every error in the tables.
    pub(crate) fn of(
        mut loaded: Loaded,
        dir: &Path,
        sources: &mut Sources,
    ) -> Result<Option<Self>, Vec<Diagnostic>> {
        let tables = match loaded.trees.take() {
            Some(tables) => Some(tables),
            None => tree_tables::load(dir, sources)?,
        };
        Ok(tables.map(|tables| Trees { loaded, tables }))
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
        tree::observe(
            interpreter,
            revision,
            &self.tables,
            environment,
            input,
            observer,
        )
    }
}

/// The error for a revision without tables of tree construction.
fn absent(id: &str) -> Diagnostic {
    let message = "the revision has no tables of tree construction";
    let error = Diagnostic::unread(id, message);
    let dirs = load::revision_dirs(&workspace::spec_dir()).unwrap_or_default();
    let having = dirs
        .iter()
        .filter(|dir| dir.join(tree_tables::FOLDER).is_dir());
    let having = having.filter_map(|dir| Some(format!("`{}`", dir.file_name()?.to_str()?)));
    let having: Vec<String> = having.collect();
    match having.is_empty() {
        true => error,
        false => error.help(format!("these have them: {}", having.join(", "))),
    }
}

fn newest(sources: &mut Sources) -> Result<(Loaded, PathBuf), Failure> {
    let spec_dir = workspace::spec_dir();
    let newest = load::all(&spec_dir, sources)?.pop();
    let newest = newest.ok_or_else(|| Diagnostic::unread(&spec_dir, "there are no tables"))?;
    let dir = spec_dir.join(&newest.revision.about.id);
    Ok((newest, dir))
}

/// Reads the name of a context element, for a command line.
///
/// # Errors
/// A message if it is no name of an element.
pub(crate) fn context(name: &str) -> Result<ElementType, String> {
    let expected = "expected the name of an element, such as `select` or `svg path`";
    ElementType::named(name).ok_or_else(|| expected.to_owned())
}
