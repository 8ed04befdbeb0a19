//! Documents whose trees differ, for each change that the standard is known to have made, and for edits of one row.

use crate::diff::{edited, revision, tables};
use crate::effort::effort;
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

/// Asserts that the trees of a document differ once the edits are made.
fn shows(id: &str, edits: &[(&str, &str)], expected: &str) {
    let found = witness(id, edits, 50_000);
    assert_eq!(found.grade, TreeGrade::Trees, "{found:?}");
    assert_eq!(
        found.input, expected,
        "{}\n{}",
        found.trees[0], found.trees[1]
    );
    assert_ne!(found.trees[0], found.trees[1]);
}

#[test]
fn the_content_of_select_elements() {
    let any_other = "on = { start-tag = [\"input\", \"keygen\", \"textarea\"] }\ndo = [\n    \"parse error: unexpected-start-tag\",\n    \"let select";
    let with_div = format!(
        "on = {{ start-tag = [\"div\"] }}\ndo = ['process the token using the rules for the \"in body\" insertion mode']\n\n[[mode.row]]\n{any_other}"
    );
    shows(IN_2020, &[(any_other, &with_div)], "<select><div>");
    shows(
        IN_2020,
        &[(
            "    \"let select be the select element in select scope\",\n    { if = \"select is null\", then = [\n        \"ignore the token\",\n    ], else = [\n        \"pop elements from the stack of open elements until a select element has been popped\",\n        \"reset the insertion mode appropriately\",\n    ] },\n]\n\n[[mode.row]]\non = { start-tag = [\"input\"",
            "    \"ignore the token\",\n]\n\n[[mode.row]]\non = { start-tag = [\"input\"",
        )],
        "<select><select>a",
    );
    shows(
        IN_2020,
        &[(
            "on = { end-tag = [\"option\"] }\ndo = [\n    { if = \"the current node is an option element\", then = [\n        \"pop the current node off the stack of open elements\",\n    ], else = [\n        \"parse error: no-matching-open-element\",\n        \"ignore the token\",\n    ] },\n]",
            "on = { end-tag = [\"option\"] }\ndo = [\"ignore the token\"]",
        )],
        "<select><option></option>a",
    );
}

#[test]
fn search_main_and_menuitem_elements() {
    shows(NEWEST, &[("    \"search\",\n", "")], "<p><search>");
    shows(NEWEST, &[("    \"main\",\n", "")], "<p><main>");
    shows(
        IN_2014,
        &[("\"menuitem\", \"param\"", "\"param\"")],
        "<menuitem>a",
    );
}

/// Rules that count, or that other rows prepare: no search in breadth comes to such documents.
#[test]
fn documents_of_many_tokens() {
    let nobr = "        \"run the adoption agency algorithm for the token\",\n";
    let end = "    ] },\n    \"insert an";
    let twice = format!("{nobr}        \"reconstruct the active formatting elements\",\n{end}");
    let without = format!("{nobr}{end}");
    let counter = "LoopCounter is greater than";
    let edits = [
        (&*twice, &*without),
        (&*format!("{counter} 3"), &*format!("{counter} 2")),
        (
            &*format!("{counter} or equal to 8"),
            &*format!("{counter} or equal to 7"),
        ),
        (
            &*format!("{counter} or equal to 8"),
            &*format!("{counter} or equal to 9"),
        ),
    ];
    for (from, to) in edits.into_iter().take(effort(1, 4)) {
        let found = witness(NEWEST, &[(from, to)], 50_000);
        assert_eq!(found.grade, TreeGrade::Trees, "{found:?}");
        assert!(found.tokens > 2, "{found:?}");
    }
}

/// The state that the change prepares is read some tokens later, and then by another row.
#[test]
fn a_state_that_is_read_later() {
    let both = |pushed: &str| {
        format!(
            "    'push \"{pushed}\" onto the stack of template insertion modes',\n    'switch the insertion mode to \"in row\"',"
        )
    };
    let edit = [(&*both("in row"), &*both("in table body"))];
    let found = witness(NEWEST, &edit, 50_000);
    assert_eq!(found.grade, TreeGrade::Trees, "{found:?}");
    assert!(found.tokens > 4, "{found:?}");
}

/// The list that changes has a name that the rows do not have which show the change.
#[test]
fn a_row_that_calls_what_changed() {
    let found = witness(
        NEWEST,
        &[("option, p, rb, rp, rt", "option, p, rb, rt")],
        50_000,
    );
    assert_eq!(found.grade, TreeGrade::Trees, "{found:?}");
    assert!(found.input.contains("<rp>"), "{found:?}");
}

/// An element is closed around one that stays in the list.
#[test]
fn a_list_that_keeps_what_the_stack_does_not() {
    let removed = "            \"remove formattingElement from the list of active formatting elements\",\n            \"return\",\n        ] },\n        { if = \"the stack of open elements does not have formattingElement";
    let kept = removed.split_once('\n').expect("lines").1;
    shows(NEWEST, &[(removed, kept)], "<address><a></address></a>a");
}

/// A fragment begins in a state of the tokenizer, or does not begin.
#[test]
fn the_beginning_of_fragments() {
    shows(NEWEST, &[("a style, xmp, iframe", "an xmp, iframe")], "<x>");
    let push = "{ if = \"the context element is a template element\", then = [\n";
    let found = witness(NEWEST, &[(push, &push.replace("is a", "is not a"))], 50_000);
    assert!(found.stops.iter().any(Option::is_some), "{found:?}");
}

#[test]
fn end_tags_in_foreign_content() {
    let both = "    { end-tag = [\"br\", \"p\"] },\n";
    let only = |name: &str| format!("    {{ end-tag = [\"{name}\"] }},\n");
    shows(NEWEST, &[(both, &only("br"))], "<math></p>");
    shows(NEWEST, &[(both, &only("p"))], "<math></br>");
}

/// Each text that a changed condition asks for is tried, and the foreign element that a definition is about.
#[test]
fn what_a_changed_condition_asks() {
    for (edit, found) in [
        ("\"color\" or \"face\"", "size"),
        ("\"color\" or \"size\"", "face"),
    ] {
        let edit = [("\"color\", \"face\", or \"size\"", edit)];
        shows(NEWEST, &edit, &format!("<math><font {found}>"));
    }
    for value in ["text/html", "application/xhtml+xml"] {
        let edit = [(&*format!("is \"{value}\" ignoring"), "is \"x\" ignoring")];
        let expected = format!("<math><annotation-xml encoding=\"{value}\"><annotation-xml>");
        shows(NEWEST, &edit, &expected);
    }
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
fn ruby_elements() {
    let rb = "[[mode.row]]\non = { start-tag = [\"rb\", \"rtc\"] }\ndo = [\n    { if = \"the stack of open elements has a ruby element in scope\", then = [\n        \"generate implied end tags\",\n    ] },\n    { if = \"the current node is not a ruby element\", then = [\n        \"parse error: unexpected-open-elements\",\n    ] },\n    \"insert an HTML element for the token\",\n]\n\n";
    let found = witness(NEWEST, &[(rb, "")], 50_000);
    assert_eq!(found.grade, TreeGrade::Trees);
    assert!(
        found.input.starts_with("<ruby>") && found.input.contains("<r"),
        "{}",
        found.input
    );
}

#[test]
fn template_elements() {
    let rows = "        \"style\",\n        \"template\",\n        \"title\",";
    let without = "        \"style\",\n        \"title\",";
    let found = witness(NEWEST, &[(rows, without)], 50_000);
    assert_eq!(found.grade, TreeGrade::Trees);
    assert!(found.input.contains("<template>"), "{}", found.input);
}

#[test]
fn isindex_elements() {
    let edit = [(
        "on = { start-tag = [\"isindex\"] }",
        "on = { start-tag = [\"isnoindex\"] }",
    )];
    shows(IN_2014, &edit, "<isindex>");
}

#[test]
fn the_frameset_ok_flag() {
    let edit = [(
        "on = { start-tag = [\"dd\", \"dt\"] }\ndo = [\n    'set the frameset-ok flag to \"not ok\"',",
        "on = { start-tag = [\"dd\", \"dt\"] }\ndo = [",
    )];
    shows(NEWEST, &edit, "<dd><frameset>");
}

#[test]
fn processing_instructions_in_templates_and_in_head_noscript() {
    let in_template = [(
        "on = \"a processing instruction token\"\ndo = ['process the token using the rules for the \"in body\" insertion mode']",
        "on = \"a processing instruction token\"\ndo = [\"ignore the token\"]",
    )];
    shows(NEWEST, &in_template, "<template><?x>");
    let in_noscript = [(
        "    \"ASCII whitespace\",\n    \"a comment token\",\n    { start-tag = [\"basefont\"",
        "    \"ASCII whitespace\",\n    \"a comment token\",\n    \"a processing instruction token\",\n    { start-tag = [\"basefont\"",
    )];
    shows(NEWEST, &in_noscript, "<noscript><?x>");
}

#[test]
fn a_list_that_only_the_change_asks_for() {
    let button = |scope: &str| {
        let row = "on = { start-tag = [\"button\"] }\ndo = [\n    { if = \"the stack of open elements has a button element in";
        format!("{row} {scope}\"")
    };
    let li = |scope: &str| {
        let row = "on = { end-tag = [\"li\"] }\ndo = [\n    { if = \"the stack of open elements does not have an li element in";
        format!("{row} {scope}\"")
    };
    shows(
        NEWEST,
        &[(&button("scope"), &button("list item scope"))],
        "<button><ol><button>",
    );
    shows(
        NEWEST,
        &[(&li("list item scope"), &li("table scope"))],
        "<li><applet></li>a",
    );
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
