//! Tree construction of two revisions: what changed in the tables, and a document whose trees differ.
//!
//! `diff`, `try` and the explorer compare the same way and differ in what they show, so the comparison and its three forms are
//! here. Where the sides come from, and what of a page is not known, is for `tree_sides`.

use std::path::Path;
use tokenwright_analyses::compare::Budget;
use tokenwright_analyses::compare::trees::{
    self, Machine, TreeBehaviour, TreeVerdict, UnreadParts,
    each::{self, TreeAlone, each_alone},
    report,
};
use tokenwright_analyses::diff::trees::{TreeDifference, compare, json, markdown, text};
use tokenwright_analyses::inert;
use tokenwright_interpreter::Interpreter;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Revision;
use tokenwright_tables::references::References;
use tokenwright_tables::tree;
use tokenwright_tables::tree::model::{DISPATCH, TreeTables};
use xtask::workspace;

/// Whose tokenizer feeds the two sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Tokenizer {
    /// Each side's own
    #[default]
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

/// What feeds the two sides.
pub(crate) enum Fed {
    By(Tokenizer),
    /// The tokenizer of one side, and why.
    ByOne(Tokenizer, String),
    /// No tokenizer; why.
    ByNone(String),
}

/// How two sides compare.
pub(crate) struct Compared {
    pub(crate) difference: TreeDifference,
    /// What the search has found, or why a side cannot be run; none if it was not searched.
    pub(crate) behaviour: Option<Result<TreeBehaviour, String>>,
    /// What was not understood of pages.
    pub(super) unread: UnreadParts,
    /// Whose tokenizer feeds both sides, if it is not each side's own for lack of one.
    fed: Option<String>,
    /// The effect of each change alone, if it was asked for.
    pub(super) each: Vec<(String, TreeAlone)>,
}

/// The tables of tree construction of a folder, if it has them.
///
/// # Errors
/// Every error in them.
pub(super) fn tables(
    side: &Path,
    sources: &mut Sources,
) -> Result<Option<TreeTables>, Vec<Diagnostic>> {
    let dir = workspace::revision_dir(&side.to_string_lossy()).map_err(|error| vec![error])?;
    tree::load(&dir, sources)
}

/// Compares two sides; if nothing feeds them, the tables alone.
pub(crate) fn compared(
    [from, to]: [TreeSide<'_>; 2],
    fed: Option<Fed>,
    budget: Budget<'_>,
) -> Compared {
    let difference = compare((from.name, from.tables), (to.name, to.tables));
    let (tokenizer, fed) = match fed {
        None => (None, None),
        Some(Fed::By(tokenizer)) => (Some(Ok(tokenizer)), None),
        Some(Fed::ByOne(tokenizer, why)) => (Some(Ok(tokenizer)), Some(why)),
        Some(Fed::ByNone(why)) => (Some(Err(why)), None),
    };
    let behaviour = tokenizer.map(|tokenizer| {
        let (one, other) = match tokenizer {
            Ok(Tokenizer::Own) => (from, to),
            Ok(Tokenizer::Older) => (from, from),
            Ok(Tokenizer::Newer) => (to, to),
            // What is the same needs no tokenizer.
            Err(_) if difference.same => (from, to),
            Err(why) => return Err(why),
        };
        search([from, to], [one, other], &difference, budget)
    });
    Compared {
        difference,
        behaviour,
        unread: UnreadParts::default(),
        fed,
        each: Vec::new(),
    }
}

fn search(
    sides: [TreeSide<'_>; 2],
    tokenizers: [TreeSide<'_>; 2],
    difference: &TreeDifference,
    budget: Budget<'_>,
) -> Result<TreeBehaviour, String> {
    if difference.same {
        return Ok(TreeBehaviour {
            verdict: TreeVerdict::Equal,
            explored: 0,
            unread: UnreadParts::default(),
        });
    }
    for side in sides {
        if side.tables.algorithm(DISPATCH).is_none() {
            let name = side.name;
            return Err(format!(
                "{name} does not say by which rules a token is processed"
            ));
        }
    }
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
    /// Searches for the effect of each change alone, fed by the tokenizer of a side.
    pub(super) fn find_each(
        &mut self,
        [from, to]: [TreeSide<'_>; 2],
        fed: TreeSide<'_>,
        pairs: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) {
        let Ok(interpreter) = Interpreter::new(fed.revision, fed.references) else {
            return;
        };
        let budget = Budget {
            pairs,
            ..Budget::standard()
        };
        self.each = each_alone(
            [from.tables, to.tables],
            &self.difference,
            (fed.revision, &interpreter),
            budget,
            progress,
        );
    }

    /// As plain text, after an empty line.
    pub(crate) fn text(&self) -> String {
        let mut out = format!("\n{}{}", text(&self.difference), self.unread.text());
        match &self.behaviour {
            // What is the same needs no search.
            Some(Ok(_)) if self.difference.is_empty() && self.unread.sentences.is_empty() => {}
            Some(Ok(found)) => out.push_str(&report::text(found)),
            Some(Err(why)) => out.push_str(&format!("\nBehaviour: unknown\n  {why}\n")),
            None => {}
        }
        if let Some(fed) = &self.fed {
            out.push_str(&format!("  ({fed})\n"));
        }
        out.push_str(&each::text(&self.each));
        out
    }

    /// As JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        let mut document = json(&self.difference);
        if let Some(Ok(found)) = &self.behaviour {
            document["behaviour"] = report::json(found);
        }
        if !self.unread.sentences.is_empty() {
            document["not_understood"] = self.unread.json();
        }
        if !self.each.is_empty() {
            document["changes"] = each::json(&self.each);
        }
        if let Some(fed) = &self.fed {
            document["fed"] = fed.as_str().into();
        }
        document
    }

    /// Whether a comment says something of it: what is the same needs no words.
    pub(super) fn says_something(&self) -> bool {
        !self.difference.is_empty() || !self.unread.sentences.is_empty()
    }

    /// The verdict as a heading, the document with both trees, and the summary; and the changes.
    pub(super) fn markdown(&self) -> (String, Vec<String>) {
        let (summary, changes) = markdown(&self.difference);
        let (verdict, says) = match &self.behaviour {
            Some(Ok(found)) => (report::verdict(found), report::markdown(found) + "\n"),
            Some(Err(why)) => (
                "unknown, since a side cannot be run".to_owned(),
                format!("A side cannot be run: {}.\n\n", inert::text(why)),
            ),
            None => ("not searched".to_owned(), String::new()),
        };
        let mut out = format!("## Effect on tree construction: {verdict}\n\n{says}");
        if let Some(fed) = &self.fed {
            out.push_str(&format!("- {}\n\n", inert::text(fed)));
        }
        if !summary.is_empty() {
            out.push_str(&summary);
            out.push('\n');
        }
        (out, changes)
    }
}
