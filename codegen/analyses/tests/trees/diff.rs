//! Differences of tree construction, between revisions and between tables and edits of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tokenwright_analyses::diff::Kind;
use tokenwright_analyses::diff::trees::{TreeDifference, compare, json, markdown, text};
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::tree::model::TreeTables;
use tokenwright_tables::tree::{self, FOLDER};

/// A revision with tables of tree construction.
pub(crate) fn revision(id: &str) -> &'static Loaded {
    static TABLES: LazyLock<Vec<Loaded>> = LazyLock::new(load::checked_in);
    let mut all = TABLES.iter();
    all.find(|it| it.revision.about.id == id)
        .expect("a revision")
}

pub(crate) fn tables(id: &str) -> TreeTables {
    revision(id)
        .trees
        .clone()
        .expect("tables of tree construction")
}

/// The tables of a revision with texts of its files replaced, each of which has to be there.
pub(crate) fn edited(id: &str, edits: &[(&str, &str)]) -> TreeTables {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../spec")
        .join(id);
    let key: String = edits
        .iter()
        .map(|(old, new)| format!("{old}{new}"))
        .collect();
    let name = key
        .bytes()
        .fold(0u64, |hash, byte| hash.wrapping_mul(31) + u64::from(byte));
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("trees-{id}-{name}"));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(dir.join(FOLDER)).expect("a folder");
    let mut found = vec![false; edits.len()];
    for file in fs::read_dir(spec.join(FOLDER)).expect("a folder") {
        let path = file.expect("a file").path();
        let mut text = fs::read_to_string(&path).expect("a text");
        for ((old, new), found) in edits.iter().zip(&mut found) {
            if text.contains(old) {
                text = text.replace(old, new);
                *found = true;
            }
        }
        let target = dir.join(FOLDER).join(path.file_name().expect("a name"));
        fs::write(target, text).expect("a file");
    }
    assert_eq!(found, vec![true; edits.len()], "each text is in a file");
    let mut sources = Sources::default();
    let tables = tree::load(&dir, &mut sources);
    let tables = tables.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)));
    tables.expect("the folder is there")
}

const NEWEST: &str = "whatwg-2026-07-19";

fn difference(edits: &[(&str, &str)]) -> TreeDifference {
    between(&tables(NEWEST), &edited(NEWEST, edits))
}

fn between(before: &TreeTables, after: &TreeTables) -> TreeDifference {
    compare(("before", before), ("after", after))
}

/// The changes, as identifiers with their kinds.
fn changes(difference: &TreeDifference) -> Vec<(&str, Kind)> {
    let all = difference.changes();
    all.map(|change| (change.id.as_str(), change.kind))
        .collect()
}

#[test]
fn equal_tables_have_no_difference() {
    for id in ["w3c-2012", "whatwg-2014-05-23", "whatwg-2020-05-22", NEWEST] {
        let tables = tables(id);
        let found = compare((id, &tables), (id, &tables));
        assert!(found.is_empty() && found.same, "{}", text(&found));
    }
}

#[test]
fn the_revisions_show_what_changed() {
    let found = compare(
        ("2020", &tables("whatwg-2020-05-22")),
        ("2026", &tables(NEWEST)),
    );
    assert!(!found.same);
    let shown = text(&found);
    for expected in [
        "  modes           23 → 21: 2 gone",
        "  gone modes      in select, in select in table\n",
        "12.2.6.4.7 → 13.2.6.4.7 The \"in body\" insertion mode\n",
        "(also matches <search>",
        "  set special: changed\n",
        "\n  + search\n",
    ] {
        assert!(shown.contains(expected), "{expected}\n{shown}");
    }
    let [table, parts] = [markdown(&found).0, markdown(&found).1.concat()];
    assert!(table.contains("| gone modes | in select, in select in table |"));
    assert!(parts.contains("```diff\n"), "{parts}");
    let json = json(&found);
    let parts = json["parts"].as_array().expect("a list");
    let gone = parts.iter().filter(|it| it["relation"] == "gone");
    let gone: Vec<_> = gone.map(|it| it["name"].as_str()).collect();
    assert!(gone.contains(&Some("in select")), "{gone:?}");
}

#[test]
fn a_changed_step_is_a_change_of_its_row() {
    let found = difference(&[(
        "on = { start-tag = [\"pre\", \"listing\"] }\ndo = [",
        "on = { start-tag = [\"pre\", \"listing\"] }\ndo = [\n    \"parse error\",",
    )]);
    assert_eq!(
        changes(&found),
        [("mode in body/row <pre> <listing>", Kind::Changed)]
    );
    assert!(
        text(&found).contains("    + Parse error.\n"),
        "{}",
        text(&found)
    );
    assert!(!found.same);
}

#[test]
fn tokens_that_go_to_another_row_are_named_at_both() {
    let found = difference(&[
        (
            "on = { start-tag = [\"pre\", \"listing\"] }",
            "on = { start-tag = [\"pre\"] }",
        ),
        (
            "on = { start-tag = [\"textarea\"] }",
            "on = { start-tag = [\"textarea\", \"listing\"] }",
        ),
    ]);
    let shown = text(&found);
    assert!(
        shown.contains("(no longer matches <listing>; now [<textarea> <listing>] matches that)"),
        "{shown}"
    );
    assert!(
        shown.contains("(also matches <listing>; before, [<pre> <listing>] matches that)"),
        "{shown}"
    );
}

#[test]
fn an_error_with_a_name_is_no_more_than_named() {
    const ROW: &str = "on = { start-tag = [\"html\"] }\ndo = [\n    \"parse error";
    let [none, one, other] = ["", ": unexpected-start-tag", ": unexpected-end-tag"]
        .map(|code| format!("{ROW}{code}\","));
    let of = |from: &str| edited(NEWEST, &[(&one, from)]);
    let found = between(&of(&none), &of(&one));
    assert_eq!(changes(&found), [("mode in body/row <html>", Kind::Named)]);
    assert!(text(&found).contains("its error has a name now"));
    let found = between(&of(&one), &of(&other));
    assert_eq!(
        changes(&found),
        [("mode in body/row <html>", Kind::Changed)]
    );
    assert!(text(&found).contains("its error has another code now"));
    let found = between(&of(&one), &of(&none));
    assert_eq!(
        changes(&found),
        [("mode in body/row <html>", Kind::Changed)]
    );
    assert!(!text(&found).contains("its error has"));
}

#[test]
fn order_and_names_are_no_difference() {
    let renamed = [
        ("\"in caption\"", "\"in a caption\""),
        ("lastTemplate", "newestTemplate"),
        ("close a p element", "leave a p element"),
        ("\"pre\", \"listing\"", "\"listing\", \"pre\""),
    ];
    let found = difference(&renamed);
    assert!(found.same, "{}", text(&found));
    let kinds: Vec<Kind> = found.changes().map(|it| it.kind).collect();
    assert!(!kinds.is_empty() && kinds.iter().all(|kind| *kind == Kind::Renamed));
    assert_eq!(
        found.renamed_modes,
        [("in caption".to_owned(), "in a caption".to_owned())]
    );
}

#[test]
fn the_order_of_conditions_is_no_difference() {
    let [one, other] = [
        "innerLoopCounter is greater than 3",
        "node is in the list of active formatting elements",
    ];
    let swapped = difference(&[(&format!("{one} and {other}"), &format!("{other} and {one}"))]);
    assert!(swapped.same, "{}", text(&swapped));
    // Of two nodes, either is the first.
    let turned = difference(&[(
        "if = \"formattingElement is not the current node\"",
        "if = \"the current node is not formattingElement\"",
    )]);
    assert!(turned.same, "{}", text(&turned));
}

/// Two steps of which neither touches what the other touches mean the same in the other order; others do not.
#[test]
fn the_order_of_independent_steps_is_no_difference() {
    let insert = "    \"insert an HTML element for the token\",\n    \"pop the current node off the stack of open elements\",\n";
    let acknowledge = "    \"acknowledge the token's self-closing flag\",\n";
    let flag = "    'set the frameset-ok flag to \"not ok\"',\n";
    let row = [insert, acknowledge, flag].concat();
    let swapped = [flag, insert, acknowledge].concat();
    let found = difference(&[(&row, &swapped)]);
    assert!(found.is_empty() && found.same, "{}", text(&found));
    let ancestor = "        \"let commonAncestor be the element immediately above formattingElement in the stack of open elements\",\n";
    let bookmark = "        \"let bookmark be the position of formattingElement in the list of active formatting elements\",\n";
    let block = "        \"let node be furthestBlock\",\n";
    let found = difference(&[(
        &[ancestor, bookmark, block].concat(),
        &[block, bookmark, ancestor].concat(),
    )]);
    assert!(found.is_empty() && found.same, "{}", text(&found));

    let append = "            \"append lastNode to node\",\n";
    let last = "            \"set lastNode to node\",\n";
    let list =
        "    \"push onto the list of active formatting elements the newly created element\",\n";
    let nobr = "    \"insert an HTML element for the token\",\n";
    // What a script inserts is processed in the mode.
    let mode = "    \"switch the insertion mode to the original insertion mode\",\n";
    let script = "    \"prepare the script element script\",\n";
    for [one, other] in [[nobr, list], [mode, script], [append, last]] {
        let found = difference(&[(&format!("{one}{other}"), &format!("{other}{one}"))]);
        assert!(!found.is_empty() && !found.same, "{other}");
    }
}

/// In 2009, a step names the mode to which the secondary insertion mode is set.
#[test]
fn a_mode_has_its_new_name_in_every_step() {
    const OLDER: &str = "whatwg-2009-02-07";
    let to = edited(OLDER, &[("\"in body\"", "\"inside the body\"")]);
    let found = between(&tables(OLDER), &to);
    assert!(found.same, "{}", text(&found));
    let (old, new) = ("in body".to_owned(), "inside the body".to_owned());
    assert_eq!(found.renamed_modes, [(old, new)]);
}

#[test]
fn rows_that_are_split_or_moved_past_others_mean_the_same() {
    let mut tables = tables(NEWEST);
    let before = tables.clone();
    let at = tables.mode("in body").expect("a mode");
    let rows = &mut tables.modes[at].rows;
    let is_pre = |row: &tokenwright_tables::tree::model::Row| {
        tokenwright_tables::tree::english::label(row) == "<pre> <listing>"
    };
    let place = rows.iter().position(is_pre).expect("a row");
    let row = rows.remove(place);
    rows.insert(place + 3, row);
    tables.modes.swap(0, 1);
    tables.sets[0].1.reverse();
    let found = between(&before, &tables);
    assert!(found.is_empty() && found.same, "{}", text(&found));
}

#[test]
fn a_row_that_moves_past_one_that_matches_the_same_is_a_change() {
    let mut tables = tables(NEWEST);
    let before = tables.clone();
    let at = tables.mode("in body").expect("a mode");
    let rows = &mut tables.modes[at].rows;
    // ASCII whitespace is also an other character.
    rows.swap(1, 2);
    let found = between(&before, &tables);
    assert!(!found.same);
    let kinds: Vec<Kind> = found.changes().map(|it| it.kind).collect();
    assert_eq!(kinds, [Kind::Moved], "{}", text(&found));
}
