//! Tree construction of two revisions: what changed in the tables, and a document whose trees differ.

use std::path::Path;
use tokenwright_analyses::compare::Budget;
use tokenwright_analyses::compare::trees::{self, Machine, TreeBehaviour, report};
use tokenwright_analyses::diff::trees::{TreeDifference, compare, json, markdown, text};
use tokenwright_interpreter::Interpreter;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Revision;
use tokenwright_tables::references::References;
use tokenwright_tables::tree::{self, model::TreeTables};
use xtask::workspace;

/// Whose tokenizer feeds the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Tokenizer {
    /// Each side's own
    Own,
    /// That of the older side, for both
    Older,
    /// That of the newer side, for both
    Newer,
}

/// One side: its name, the tables of its tokenizer, and those of tree construction.
#[derive(Clone, Copy)]
pub(crate) struct TreeSide<'a> {
    pub(crate) name: &'a str,
    pub(crate) revision: &'a Revision,
    pub(crate) references: &'a References,
    pub(crate) tables: &'a TreeTables,
}

impl<'a> TreeSide<'a> {
    /// A revision, if it has tables of tree construction.
    pub(crate) fn of(loaded: &'a Loaded) -> Option<Self> {
        Some(TreeSide {
            name: &loaded.revision.about.id,
            revision: &loaded.revision,
            references: &loaded.references,
            tables: loaded.trees.as_ref()?,
        })
    }
}

/// How two sides compare.
pub(crate) struct Compared {
    pub(crate) difference: TreeDifference,
    /// What the search has found, or why a side cannot be run; none if it was not searched.
    pub(crate) behaviour: Option<Result<TreeBehaviour, String>>,
}

/// The tables of tree construction of a side, if it is a folder that has them.
///
/// # Errors
/// Every error in them.
pub(super) fn tables(
    side: &Path,
    sources: &mut Sources,
) -> Result<Option<TreeTables>, Vec<Diagnostic>> {
    if side.is_file() {
        return Ok(None);
    }
    let dir = workspace::revision_dir(&side.to_string_lossy()).map_err(|error| vec![error])?;
    tree::load(&dir, sources)
}

/// Compares two sides; without a tokenizer, the tables alone.
pub(crate) fn compared(
    [from, to]: [TreeSide<'_>; 2],
    tokenizer: Option<Tokenizer>,
    budget: Budget<'_>,
) -> Compared {
    let difference = compare((from.name, from.tables), (to.name, to.tables));
    let behaviour = tokenizer.map(|tokenizer| {
        let (one, other) = match tokenizer {
            Tokenizer::Own => (from, to),
            Tokenizer::Older => (from, from),
            Tokenizer::Newer => (to, to),
        };
        search([from, to], [one, other], &difference, budget)
    });
    Compared {
        difference,
        behaviour,
    }
}

fn search(
    sides: [TreeSide<'_>; 2],
    tokenizers: [TreeSide<'_>; 2],
    difference: &TreeDifference,
    budget: Budget<'_>,
) -> Result<TreeBehaviour, String> {
    let [one, other] = tokenizers.map(|it| Interpreter::new(it.revision, it.references));
    let [one, other] = [one, other].map(|it| it.map_err(|refusal| refusal.to_string()));
    let (one, other) = (one?, other?);
    let machines = [
        Machine::new(sides[0].tables, tokenizers[0].revision, &one),
        Machine::new(sides[1].tables, tokenizers[1].revision, &other),
    ];
    trees::behaviour(machines, difference, budget).map_err(|stuck| stuck.to_string())
}

impl Compared {
    /// As plain text, after an empty line.
    pub(crate) fn text(&self) -> String {
        let mut out = format!("\n{}", text(&self.difference));
        match &self.behaviour {
            // What is the same needs no search.
            Some(Ok(_)) if self.difference.is_empty() => {}
            Some(Ok(found)) => out.push_str(&report::text(found)),
            Some(Err(why)) => out.push_str(&format!("\nBehaviour: unknown\n  {why}\n")),
            None => {}
        }
        out
    }

    /// As JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        let mut document = json(&self.difference);
        if let Some(Ok(found)) = &self.behaviour {
            document["behaviour"] = report::json(found);
        }
        document
    }

    /// The verdict as a heading, the document with both trees, and the summary; and the changes.
    pub(super) fn markdown(&self) -> (String, Vec<String>) {
        let (summary, changes) = markdown(&self.difference);
        let verdict = match &self.behaviour {
            Some(Ok(found)) => report::verdict(found),
            Some(Err(_)) => "unknown, since a side cannot be run",
            None => "not searched",
        };
        let mut out = format!("## Effect on tree construction: {verdict}\n\n");
        if let Some(Ok(found)) = &self.behaviour {
            out.push_str(&report::markdown(found));
            out.push('\n');
        }
        if !summary.is_empty() {
            out.push_str(&summary);
            out.push('\n');
        }
        (out, changes)
    }
}
