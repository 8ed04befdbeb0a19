//! A revision with its tables of tree construction.

mod parts;

pub(crate) use parts::{Part, PartId};

use crate::suite;
use tokenwright_analyses::compare::trees::Machine;
use tokenwright_analyses::suite::trees::Documents;
use tokenwright_interpreter::Interpreter;
use tokenwright_interpreter::tree::{self, Construction, Environment, Parsed, Stuck, TreeObserver};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::tree::{grammar::ElementType, model::TreeTables};
use xtask::report::{Failure, refused};
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
        let loaded = suite::revision_or_newest(name, sources)?;
        let id = loaded.revision.about.id.clone();
        Ok(Trees::of(loaded).ok_or_else(|| absent(&id))?)
    }

    /// The revision with its tables of tree construction; `None` if it has none.
    pub(crate) fn of(mut loaded: Loaded) -> Option<Self> {
        let tables = loaded.trees.take()?;
        Some(Trees { loaded, tables })
    }

    /// The id of the revision.
    pub(crate) fn id(&self) -> &str {
        &self.loaded.revision.about.id
    }

    /// What runs the tokenizer's tables.
    ///
    /// # Errors
    /// If they cannot be run.
    pub(crate) fn interpreter(&self) -> Result<Interpreter<'_>, Diagnostic> {
        let interpreter = Interpreter::new(&self.loaded.revision, &self.loaded.references);
        interpreter.map_err(refused(self.id()))
    }

    /// A short document for each row, each algorithm and each mode.
    ///
    /// # Errors
    /// If the tables cannot be run.
    pub(crate) fn documents(&self) -> Result<Documents, Diagnostic> {
        let interpreter = self.interpreter()?;
        let machine = Machine::new(&self.tables, &self.loaded.revision, &interpreter);
        Documents::search(&machine).map_err(refused(self.id()))
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
    let mut sources = Sources::default();
    let all = load::all(&workspace::spec_dir(), &mut sources).unwrap_or_default();
    let having = all.iter().filter(|loaded| loaded.trees.is_some());
    let having = having.map(|loaded| format!("`{}`", loaded.revision.about.id));
    let having: Vec<String> = having.collect();
    match having.is_empty() {
        true => error,
        false => error.help(format!("these have them: {}", having.join(", "))),
    }
}

/// Reads the name of a context element, for a command line.
///
/// # Errors
/// A message if it is no name of an element.
pub(crate) fn context(name: &str) -> Result<ElementType, String> {
    let expected = "expected the name of an element, such as `select` or `svg path`";
    ElementType::named(name).ok_or_else(|| expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{PartId, Trees};
    use tokenwright_tables::diagnostic::Sources;

    #[test]
    fn every_row_of_a_document_has_a_document() {
        let trees = Trees::load(None, &mut Sources::default()).expect("the tables");
        let documents = trees.documents().expect("a search");
        let parts = trees.parts();
        let lacking = parts
            .iter()
            .filter(|part| documents.of(part.id.into()).is_none());
        let lacking: Vec<String> = lacking.map(|part| trees.in_short(part.id, 3)).collect();
        assert_eq!(lacking, ["the algorithm `begin a fragment`"]);
        let mode = trees.tables.mode("in cell").expect("a mode");
        assert_eq!(documents.of_mode(mode), Some("<table><td>"));
        let row = parts.iter().find(|part| {
            trees.in_short(part.id, 9)
                == "\"in cell\": an end tag whose tag name is one of \"td\", \"th\""
        });
        let row = row.expect("a row").id;
        assert!(matches!(row, PartId::Row(..)));
        assert_eq!(documents.of(row.into()), Some("<table><td></td>"));
    }
}
