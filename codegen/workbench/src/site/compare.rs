//! Every two revisions compared: the changes of the tables, and a witness or a proof.

use super::pool;
use crate::diff::{Fed, Tokenizer, TreeSide, compared};
use serde_json::{Value, json};
use tokenwright_analyses::compare::trees::report;
use tokenwright_analyses::compare::{self, Budget};
use tokenwright_analyses::diff;
use tokenwright_tables::load::Loaded;

/// A pair of revisions, the older one first.
pub(super) struct Pair {
    pub(super) from: usize,
    pub(super) to: usize,
    /// `tokens`, `errors only`, `places only` or `none`; `unknown` if the search did not finish.
    pub(super) grade: String,
    changes: Value,
}

/// The kinds of changes of rows that are counted.
const KINDS: [&str; 4] = ["changed", "new", "gone", "moved"];

/// The pairs of states that a search for a document with other trees explores.
const SEARCHED: usize = 20_000;

/// Compares every two revisions; `done` is called after each pair.
///
/// # Errors
/// If a revision cannot be run.
pub(super) fn pairs(all: &[Loaded], done: &dyn Fn(usize, usize)) -> Result<Vec<Pair>, String> {
    let indices = (0..all.len()).flat_map(|to| (0..to).map(move |from| (from, to)));
    let indices: Vec<(usize, usize)> = indices.collect();
    let mut pairs = Vec::new();
    for (from, to) in &indices {
        done(pairs.len(), indices.len());
        pairs.push(pair(all, *from, *to)?);
    }
    Ok(pairs)
}

fn pair(all: &[Loaded], from: usize, to: usize) -> Result<Pair, String> {
    let difference = diff::compare((&all[from]).into(), (&all[to]).into());
    let behaviour = compare::behaviour_within(&difference, false, Budget::standard(), &|_, _| ());
    let behaviour = behaviour.map_err(|refusal| refusal.to_string())?;
    let grade = behaviour.whole.grade();
    let trees = trees(&all[from], &all[to], from + 1 == to)?;
    let mut changes = diff::json(&difference);
    let outside = changes["outside"].as_array().cloned().unwrap_or_default();
    let is_reference = |change: &Value| change["subject"] == "named-character-reference";
    let (references, outside): (Vec<Value>, Vec<Value>) =
        outside.into_iter().partition(is_reference);
    Ok(Pair {
        from,
        to,
        grade: grade.map_or_else(|| "unknown".to_owned(), |grade| grade.to_string()),
        changes: json!({
            "from": from,
            "to": to,
            "outside": outside.iter().map(change).collect::<Vec<_>>(),
            "references": references.len(),
            "states": changes["states"].as_array_mut().map(std::mem::take).unwrap_or_default().iter().map(state).collect::<Vec<_>>(),
            "behaviour": compare::report::json(&behaviour)["whole"].take(),
            "trees": trees,
        }),
    })
}

/// Tree construction of both, if both have tables of it: a document with both trees, and what changed. The rows of a change are
/// there for a revision and the next one; those of all pairs would be a third of the site.
///
/// # Errors
/// If one cannot be run.
fn trees(from: &Loaded, to: &Loaded, neighbours: bool) -> Result<Option<Value>, String> {
    let (Some(from), Some(to)) = (TreeSide::of(from), TreeSide::of(to)) else {
        return Ok(None);
    };
    let budget = Budget {
        pairs: SEARCHED,
        ..Budget::standard()
    };
    let found = compared([from, to], Some(Fed::By(Tokenizer::Own)), budget);
    let document = found.json();
    let list = |key: &str| document[key].as_array().cloned().unwrap_or_default();
    let parts = list("parts").into_iter().map(|part| {
        let count = |kind: &str| {
            let changes = part["changes"].as_array().into_iter().flatten();
            let rows = changes.filter(|change| change["subject"] == "row");
            rows.filter(|change| change["kind"] == kind).count()
        };
        json!({
            "kind": part["kind"],
            "name": part["name"],
            "was": part["was"],
            "relation": part["relation"],
            "numbers": [part["from_number"], part["to_number"]],
            "rows": KINDS.map(|kind| json!([kind, count(kind)])),
            "changes": changes_of(&part["changes"], neighbours),
        })
    });
    let lists = list("outside");
    let lists = lists.iter().map(|list| {
        let change = match neighbours {
            true => change(list),
            false => Value::Null,
        };
        json!([list["id"], list["kind"], change])
    });
    let says = match &found.behaviour {
        Some(Ok(behaviour)) => report::says(behaviour),
        Some(Err(why)) => return Err(why.clone()),
        None => String::new(),
    };
    Ok(Some(json!({
        "parts": parts.collect::<Vec<_>>(),
        "outside": lists.collect::<Vec<_>>(),
        "behaviour": document["behaviour"],
        "says": says,
    })))
}

/// The changes of a mode or an algorithm, if they are shown.
fn changes_of(all: &Value, are_shown: bool) -> Vec<Value> {
    let all = all.as_array().into_iter().flatten();
    all.filter(|_| are_shown).map(change).collect()
}

/// A changed state, without what the page does not show.
fn state(state: &Value) -> Value {
    let changes = state["changes"].as_array().into_iter().flatten();
    json!({
        "name": state["name"],
        "was": state["was"],
        "relation": state["relation"],
        "procedure": state["procedure"],
        "numbers": [state["from_number"], state["to_number"]],
        "splitFrom": state["split_from"],
        "mergedInto": state["merged_into"],
        "changes": changes.map(change).collect::<Vec<_>>(),
    })
}

/// A change: what it is, and its lines as mark, depth and text.
fn change(change: &Value) -> Value {
    let lines = change["lines"].as_array().into_iter().flatten();
    let line = |line: &Value| json!([line["mark"], line["depth"], line["text"]]);
    json!({
        "id": change["id"],
        "kind": change["kind"],
        "subject": change["subject"],
        "from": change["from"],
        "to": change["to"],
        "lines": lines.map(line).collect::<Vec<_>>(),
        "remarks": change["remarks"],
    })
}

/// The data of the page.
///
/// # Errors
/// If they cannot be written.
pub(super) fn data(all: &[Loaded], pairs: &[Pair]) -> Result<Value, String> {
    let changes = pairs.iter().map(|pair| pair.changes.clone());
    let revisions = all.iter().map(|loaded| {
        let about = &loaded.revision.about;
        json!({ "id": about.id, "year": about.year(), "title": about.title, "date": about.date })
    });
    Ok(json!({
        "revisions": revisions.collect::<Vec<_>>(),
        "pool": pool::pooled(changes.collect())?,
    }))
}

/// The content of the page; a script shows the changes.
pub(super) const CONTENT: &str = include_str!("../../../../integrations/site/compare.html");
