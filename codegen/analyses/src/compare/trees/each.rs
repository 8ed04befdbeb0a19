//! The effect of each change of tree construction alone: the older tables, and the same with the change.

use super::super::budget::Budget;
use super::behaviour::{Machine, TreeBehaviour, TreeVerdict, behaviour};
use super::report;
use crate::diff::trees::{PartRef, TreeChange, TreeDifference, apply, compare};
use crate::{inert, parallel};
use serde_json::{Value, json};
use std::fmt::Write;
use tokenwright_interpreter::Interpreter;
use tokenwright_tables::model::Revision;
use tokenwright_tables::tree::model::TreeTables;

/// The most pairs of states of the budget that a search for one change explores: the document that shows a single row is short.
const MOST: usize = 10_000;

/// The effect of one change.
#[derive(Clone, Debug)]
pub enum TreeAlone {
    /// It was made in the older tables.
    Made(Box<TreeBehaviour>),
    /// It needs other changes, or is not made alone: a moved row, a new name, or a part as a whole.
    OnlyTogether,
    /// The tables with it cannot be run; why.
    Refused(String),
}

/// Searches for the effect of each change alone, in the order of the comparison; all are fed by the tokenizer of the older side.
///
/// `progress` is called after each change.
#[must_use]
pub fn each_alone(
    [from, to]: [&TreeTables; 2],
    difference: &TreeDifference,
    (revision, interpreter): (&Revision, &Interpreter<'_>),
    budget: Budget<'_>,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(String, TreeAlone)> {
    let lists = difference.lists.iter().map(|change| (None, change));
    let parts = difference.parts.iter();
    let parts = parts.flat_map(|part| part.changes.iter().map(|it| (Some(part.part), it)));
    let changes: Vec<(Option<PartRef>, &TreeChange)> = lists.chain(parts).collect();
    let budget = budget.pairs.min(MOST);
    let alone = |(part, change): &(Option<PartRef>, &TreeChange)| {
        let Some(changed) = apply(from, to, *part, change) else {
            return TreeAlone::OnlyTogether;
        };
        let difference = compare(("", from), ("", &changed));
        let machines = [from, &changed].map(|tables| Machine::new(tables, revision, interpreter));
        match behaviour(machines, &difference, Budget::of(budget)) {
            Ok(found) => TreeAlone::Made(Box::new(found)),
            Err(stuck) => TreeAlone::Refused(stuck.to_string()),
        }
    };
    let found = parallel::map(&changes, alone, progress);
    let ids = changes.iter().map(|(_, change)| change.id.clone());
    ids.zip(found).collect()
}

impl TreeAlone {
    /// The effect in a few words.
    #[must_use]
    pub fn says(&self) -> String {
        match self {
            TreeAlone::Made(found) => report::verdict(found),
            TreeAlone::OnlyTogether => "only together with other changes".to_owned(),
            TreeAlone::Refused(why) => {
                format!("only together with other changes; alone it stops: {why}")
            }
        }
    }

    fn input(&self) -> Option<&str> {
        match self {
            TreeAlone::Made(found) => match &found.verdict {
                TreeVerdict::Differs { witness, .. } => Some(&witness.input),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The effects as plain text; nothing if there are no changes.
#[must_use]
pub fn text(found: &[(String, TreeAlone)]) -> String {
    let mut out = String::new();
    for (id, alone) in found {
        let _ = writeln!(out, "\n  {id}: {}", alone.says());
        if let Some(input) = alone.input() {
            let _ = writeln!(out, "    {}", super::super::report::input(input));
        }
    }
    match out.is_empty() {
        true => out,
        false => format!("\nEach change of tree construction alone\n{out}"),
    }
}

/// The effects as a table in Markdown: its head, and its rows.
#[must_use]
pub fn markdown(found: &[(String, TreeAlone)]) -> Vec<String> {
    let head = "| change alone | effect | document |\n|---|---|---|\n".to_owned();
    let rows = found.iter().map(|(id, alone)| {
        let input = alone.input().map(cell).unwrap_or_default();
        let says = inert::text(&alone.says());
        format!("| {} | {says} | {input} |\n", cell(id))
    });
    std::iter::once(head).chain(rows).collect()
}

fn cell(text: &str) -> String {
    inert::code(&text.replace('|', "\\|"))
}

/// The effects as JSON.
#[must_use]
pub fn json(found: &[(String, TreeAlone)]) -> Value {
    let each = found.iter().map(|(id, alone)| {
        let behaviour = match alone {
            TreeAlone::Made(found) => report::json(found),
            _ => Value::Null,
        };
        json!({ "id": id, "says": alone.says(), "alone": behaviour })
    });
    each.collect()
}
