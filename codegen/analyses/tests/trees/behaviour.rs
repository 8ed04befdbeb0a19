//! Documents whose trees differ, for each change that the standard is known to have made, and for edits of one row.

use crate::diff::{edited, revision, tables};
use crate::effort::effort;
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use tokenwright_analyses::compare::Budget;
use tokenwright_analyses::compare::trees::{
    Machine, TreeBehaviour, TreeGrade, TreeVerdict, TreeWitness, behaviour, report,
};
use tokenwright_analyses::diff::trees::compare;
use tokenwright_interpreter::Interpreter;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::model::TreeTables;

const NEWEST: &str = "whatwg-2026-07-19";
const IN_2020: &str = "whatwg-2020-05-22";
const IN_2014: &str = "whatwg-2014-05-23";

/// Compares tables that the tokenizers of two revisions feed.
fn search(from: (&str, &TreeTables), to: (&str, &TreeTables), budget: usize) -> TreeBehaviour {
    let [older, newer] = [from.0, to.0].map(revision);
    let difference = compare(from, to);
    let interpreters = [older, newer].map(|loaded| {
        Interpreter::new(&loaded.revision, &loaded.references).expect("the tables run")
    });
    let machines = [
        Machine::new(from.1, &older.revision, &interpreters[0]),
        Machine::new(to.1, &newer.revision, &interpreters[1]),
    ];
    behaviour(machines, &difference, Budget::of(budget)).expect("both sides run")
}

/// Compares a revision with an edit of it.
fn search_edit(id: &str, edits: &[(&str, &str)], budget: usize) -> TreeBehaviour {
    search((id, &tables(id)), (id, &edited(id, edits)), budget)
}

/// The witness of an edit.
fn witness(id: &str, edits: &[(&str, &str)], budget: usize) -> TreeWitness {
    match search_edit(id, edits, budget).verdict {
        TreeVerdict::Differs { witness, .. } => *witness,
        other => panic!("{other:?}"),
    }
}

/// A case of `behaviour.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Case {
    revision: String,
    replace: String,
    with: String,
    input: Option<String>,
    #[serde(default)]
    starts: String,
    #[serde(default)]
    contains: String,
    #[serde(default)]
    more_tokens_than: usize,
    #[serde(default)]
    thorough: bool,
}

impl Case {
    fn check(&self) {
        let Case { revision, with, .. } = self;
        let edit = [(&*self.replace, &**with)];
        let found = match search_edit(revision, &edit, 50_000).verdict {
            TreeVerdict::Differs { witness, .. } => *witness,
            other => panic!("{other:?} after this edit of {revision}:\n{with}"),
        };
        let said = format!("{found:?} after this edit of {revision}:\n{with}");
        assert_eq!(found.grade, TreeGrade::Trees, "{said}");
        let is_any =
            self.starts.is_empty() && self.contains.is_empty() && self.more_tokens_than == 0;
        assert!(self.input.is_some() || !is_any, "no expectation: {said}");
        if let Some(input) = &self.input {
            let [one, other] = &found.trees;
            assert_eq!(found.input, *input, "{said}");
            assert_ne!(one, other, "{said}");
        }
        assert!(found.input.starts_with(&self.starts), "{said}");
        assert!(found.input.contains(&self.contains), "{said}");
        assert!(found.tokens > self.more_tokens_than, "{said}");
    }
}

#[test]
fn the_trees_of_a_document_differ_after_an_edit() {
    let all: BTreeMap<String, Vec<Case>> =
        toml::from_str(include_str!("behaviour.toml")).expect("cases");
    let cases = &all["case"];
    assert_eq!(cases.len(), 28);
    let is_wanted = |case: &&Case| !case.thorough || effort(0, 1) == 1;
    cases.par_iter().filter(is_wanted).for_each(Case::check);
}

/// A fragment does not begin.
#[test]
fn the_beginning_of_fragments() {
    let push = "{ if = \"the context element is a template element\", then = [\n";
    let found = witness(NEWEST, &[(push, &push.replace("is a", "is not a"))], 50_000);
    assert!(found.stops.iter().any(Option::is_some), "{found:?}");
}

/// `check` accepts a loop that some documents leave.
#[test]
fn a_loop_that_does_not_end_is_found() {
    let steps = "name = \"close a p element\"\ndo = [\n";
    let insert = "    { while = \"the current node is not a table element\", do = [\"insert an HTML element for the token\"] },\n";
    let witness = witness(NEWEST, &[(steps, &format!("{steps}{insert}"))], 1_000);
    let reason = witness.stops[1].as_deref().unwrap_or_default();
    assert!(reason.contains("a loop does not end"), "{witness:?}");
}

#[test]
fn a_side_that_cannot_go_on() {
    let all = "'generate implied end tags, except for elements named \"li\"',\n        { if = \"the current node is not an li element\"";
    let li = |step: &str| {
        let row = "on = { start-tag = [\"li\"] }\ndo = [\n    'set the frameset-ok flag to \"not ok\"',\n    \"let node be the current node\",\n    { label = \"loop\" },\n    { if = \"node is an li element\", then = [";
        format!("{row}\n        {step}")
    };
    let edit = [(
        &*li(all),
        &*li(
            "\"generate implied end tags\",\n        { if = \"the current node is not an li element\"",
        ),
    )];
    let found = witness(NEWEST, &edit, 50_000);
    assert_eq!(found.input, "<li><li>");
    assert_eq!(found.stops[0], None);
    let reason = found.stops[1].as_deref().expect("it stops");
    assert!(reason.ends_with("no such element is open"), "{reason}");
    let culprits = found.culprits.expect("a row");
    assert_eq!(culprits.rows[1], [("in body [<li>]".to_owned(), true)]);
}

#[test]
fn the_revisions_differ() {
    let ids = ["w3c-2012", IN_2014, IN_2020, NEWEST];
    for pair in ids.windows(2) {
        let (from, to) = (tables(pair[0]), tables(pair[1]));
        let found = search((pair[0], &from), (pair[1], &to), 50_000);
        let TreeVerdict::Differs { witness, shorter } = &found.verdict else {
            panic!("{}", report::text(&found));
        };
        assert_eq!(witness.grade, TreeGrade::Trees);
        assert_eq!(shorter + 1, witness.tokens, "{}", report::text(&found));
        println!("{}", report::text(&found));
    }
}

#[test]
fn an_error_alone_is_a_lower_kind_of_difference() {
    let edit = [(
        "on = { start-tag = [\"html\"] }\ndo = [\n    \"parse error: unexpected-start-tag\",",
        "on = { start-tag = [\"html\"] }\ndo = [",
    )];
    let found = witness(NEWEST, &edit, 5_000);
    assert_eq!(found.grade, TreeGrade::Errors);
    assert_eq!(found.trees[0], found.trees[1]);
    assert_eq!(found.errors[0].len(), found.errors[1].len() + 1);
}

#[test]
fn a_change_that_no_document_shows_is_no_proof() {
    // "in head" sends these to "anything else", which does nothing with them but pass them on.
    let edit = [(
        "on = { end-tag = [\"body\", \"html\", \"br\"] }\ndo = ['act as described in the \"anything else\" entry']",
        "on = { end-tag = [\"body\", \"html\", \"br\"] }\ndo = [\n    'act as described in the \"anything else\" entry',\n    \"return\",\n]",
    )];
    let found = search_edit(NEWEST, &edit, 5_000);
    assert!(
        matches!(found.verdict, TreeVerdict::NoneFound { tokens } if tokens >= 1),
        "{found:?}"
    );
    assert!(report::text(&found).contains("no difference in any document of at most"));
    let found = search_edit(NEWEST, &edit, 50_000);
    let covered = matches!(found.verdict, TreeVerdict::NoneFound { tokens } if tokens >= 2);
    assert!(covered, "{found:?}");
}

#[test]
fn the_same_tables_are_equal() {
    let renamed = [("\"in caption\"", "\"in a caption\"")];
    let found = search_edit(NEWEST, &renamed, 10);
    assert!(matches!(found.verdict, TreeVerdict::Equal), "{found:?}");
}

/// Empties the row of a mode that has this label, or its last row.
fn without_a_row(mode: &str, label: Option<&str>) -> TreeTables {
    let mut tables = tables(NEWEST);
    let at = tables.mode(mode).expect("a mode");
    let rows = &mut tables.modes[at].rows;
    let row = match label {
        Some(label) => rows.iter_mut().find(|row| english::label(row) == label),
        None => rows.last_mut(),
    };
    row.expect("a row").body.clear();
    tables
}

fn finds_a_change_of(mode: &str, label: Option<&str>) {
    let edited = without_a_row(mode, label);
    let found = search((NEWEST, &tables(NEWEST)), (NEWEST, &edited), 20_000);
    let TreeVerdict::Differs { witness, .. } = &found.verdict else {
        panic!("{mode}: {}", report::text(&found));
    };
    let culprits = witness.culprits.as_ref().expect("a row");
    let mut rows = culprits.rows.iter().flatten();
    let is_it = |(row, is_changed): &(String, bool)| *is_changed && row.starts_with(mode);
    assert!(rows.any(is_it), "{}", report::text(&found));
}

#[test]
fn a_row_is_found_in_modes_that_are_far_away() {
    finds_a_change_of("after after frameset", Some("<noframes>"));
    finds_a_change_of("in column group", Some("<col>"));
    finds_a_change_of("in template", Some("<tr>"));
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn a_row_is_found_in_every_mode() {
    for mode in &tables(NEWEST).modes {
        finds_a_change_of(&mode.name, None);
    }
}
