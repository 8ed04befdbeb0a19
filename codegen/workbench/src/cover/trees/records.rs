//! The tests of a suite as records for other programs.

use super::page::MOST;
use crate::trees::Trees;
use serde_json::json;
use tokenwright_analyses::suite::trees::{Goal, TreeRun};
use tokenwright_tables::tree::english;

/// A test a line, as a JSON object: `document`, `context` as html5lib's tests write it or null, `scripting`, `tree`, and `rows`, each with
/// the title of its mode and its tokens.
pub(super) fn lines(trees: &Trees, runs: &[TreeRun]) -> String {
    let lines = runs.iter().map(|run| {
        let rows = run.ran.0.iter().filter_map(|goal| match goal {
            Goal::Row(of, at) => {
                let row = trees.row(*of, *at)?;
                Some(json!([
                    trees.title(*of),
                    english::terms(row, MOST).join(", or ")
                ]))
            }
            _ => None,
        });
        let record = json!({
            "document": run.text,
            "context": run.start.context.as_ref().map(|it| it.html5lib()),
            "scripting": run.start.scripting,
            "tree": run.expected.tree,
            "rows": rows.collect::<Vec<_>>(),
        });
        format!("{record}\n")
    });
    lines.collect()
}
