//! A page of 2007, on which the parser has phases: they are modes, as on later pages, and nothing is guessed.

use crate::support::page;
use tokenwright_prose::{TreeReading, Unread, read_trees};
use tokenwright_tables::tree::writer;

fn read(page: &str) -> TreeReading {
    read_trees(page).expect("an insertion mode")
}

/// The page with one place changed.
fn edited(from: &str, to: &str) -> String {
    let page = page("phases.html");
    assert_eq!(page.matches(from).count(), 1, "{from}");
    page.replace(from, to)
}

/// The rows of a mode, as they are written.
fn rows(reading: &TreeReading, mode: &str) -> Vec<String> {
    let mut modes = reading.tables.modes.iter();
    let mode = modes.find(|it| it.name.value == mode).expect("the mode");
    mode.rows.iter().map(writer::row).collect()
}

fn not_understood(page: &str) -> Vec<String> {
    let reading = read(page);
    let open = reading.report.not_understood();
    open.map(|it| it.original.clone()).collect()
}

#[test]
fn phases_are_modes() {
    let page = page("phases.html");
    let reading = read(&page);
    assert_eq!(not_understood(&page), Vec::<String>::new());
    assert!(
        reading.report.faults.is_empty(),
        "{:?}",
        reading.report.faults
    );
    let modes = reading.tables.modes.iter().map(|it| it.name.value.as_str());
    let all = [
        "initial", "root element", "before head", "after body", "trailing end",
    ];
    assert!(modes.eq(all));
    let initial = reading.tables.initial.as_ref();
    assert_eq!(initial.map(|it| it.value.as_str()), Some("initial"));
}

#[test]
fn each_mode_has_the_rows_of_the_main_phase_first() {
    let reading = read(&page("phases.html"));
    let shared = ["on = \"a DOCTYPE token\"", "on = \"an end-of-file token\""];
    for mode in ["before head", "after body"] {
        let rows = rows(&reading, mode);
        assert!(
            shared
                .iter()
                .zip(&rows)
                .all(|(on, row)| row.starts_with(on)),
            "{rows:?}"
        );
        assert_eq!(rows.len(), if mode == "before head" { 5 } else { 4 });
    }
    let counted = reading.report.sentences.iter();
    let counted = counted.filter(|it| it.original == "Stop parsing.");
    assert_eq!(
        counted.count(),
        2,
        "once in the main phase, once in the last"
    );
}

#[test]
fn a_phase_begins_and_ends() {
    let reading = read(&page("phases.html"));
    assert_eq!(
        rows(&reading, "root element")[1],
        r#"on = ["any other character token", "any other start tag", "an end-of-file token"]
do = [
    'let element be a new element for a "html" start tag token with no attributes in the HTML namespace',
    "append element to the Document",
    "push element onto the stack of open elements",
    "begin the main phase",
    "reprocess the token",
]
"#
    );
    assert_eq!(
        rows(&reading, "after body")[2],
        r#"on = { end-tag = ["html"] }
do = [
    { if = "the parser was created as part of the HTML fragment parsing algorithm", then = [
        "parse error",
        "ignore the token",
    ], else = [
        "set the secondary insertion mode to the current insertion mode",
        'switch the insertion mode to "trailing end"',
    ] },
]
"#
    );
    assert_eq!(
        rows(&reading, "trailing end")[2],
        r#"on = "anything else"
do = [
    "parse error",
    "switch the insertion mode to the secondary insertion mode",
    "reprocess the token",
]
"#
    );
    let algorithms = &reading.tables.algorithms;
    let [begin] = &algorithms[..] else {
        panic!("{algorithms:?}");
    };
    assert!(
        writer::algorithm(begin).contains(r#"switch the insertion mode to "before head""#),
        "{begin:?}"
    );
}

#[test]
fn an_element_has_the_name_that_the_sentence_says() {
    let rows = rows(&read(&page("phases.html")), "before head");
    let renamed = |row: &str| row.contains(r#"change the token's tag name to \"img\""#);
    assert!(
        !rows[2].contains("change the token's tag name"),
        "{}",
        rows[2]
    );
    assert!(renamed(&rows[3]), "{}", rows[3]);
}

#[test]
fn the_others_are_others_only_behind_those_that_are_named() {
    for (from, to) in [
        (
            "<dt>A DOCTYPE token that is marked as being in error",
            "<dt>A comment token",
        ),
        (
            "one of one of U+0009 CHARACTER TABULATION, U+000A LINE FEED (LF), or U+0020 SPACE",
            "one of one of U+0009 CHARACTER TABULATION or U+000A LINE FEED (LF)",
        ),
    ] {
        assert_eq!(not_understood(&edited(from, to)).len(), 1, "{from}");
    }
}

#[test]
fn the_rows_of_modes_are_below_anything_else() {
    for (from, to) in [
        (
            "<dt>Anything else\n  <dd><p>Depends",
            "<dt>A comment token\n  <dd><p>Depends",
        ),
        (
            "Depends on the insertion mode",
            "Depends on the original insertion mode",
        ),
        (
            "If the insertion mode is \"after body\"",
            "If the insertion mode is not \"after body\"",
        ),
    ] {
        let page = edited(from, to);
        match read_trees(&page) {
            Ok(_) => assert_ne!(not_understood(&page), Vec::<String>::new(), "{from}"),
            Err(error) => assert_eq!(error, Unread::NoTrees),
        }
    }
}

#[test]
fn another_phase_mode_or_scope_is_another_reading() {
    let tables = |page: &str| {
        let reading = read(page);
        let open = reading.report.not_understood().count();
        (open == 0).then(|| writer::write(&reading.tables))
    };
    let before = tables(&page("phases.html"));
    for (from, to) in [
        (
            "switch to the root element phase",
            "switch to the trailing end phase",
        ),
        (
            "Switch to the main phase and",
            "Switch to the initial phase and",
        ),
        (
            "Switch back to the main phase",
            "Switch back to the root element phase",
        ),
        (
            "switch to the trailing end phase",
            "switch to the root element phase",
        ),
        ("those of the initial phase", "those of the main phase"),
        ("After the initial phase, as", "After the main phase, as"),
        (
            "it would be processed in the main phase",
            "it would be processed in the initial phase",
        ),
        ("had been \"after body\"", "had been \"before head\""),
        (
            "was originally created in order",
            "was not originally created in order",
        ),
        (
            "Initialise node to be the current node",
            "Initialise node to be the head element pointer",
        ),
        (
            "\"has an element in scope\" variant",
            "\"has an element in table scope\" variant",
        ),
        (
            "\"has an element in table scope\" variant",
            "\"has an element in button scope\" variant",
        ),
        ("node is a table element", "node is a form element"),
    ] {
        assert_ne!(tables(&edited(from, to)), before, "{from}");
    }
}
