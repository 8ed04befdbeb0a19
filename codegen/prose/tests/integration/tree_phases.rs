//! A page of 2007, on which the parser has phases: they are modes, as on later pages, and nothing is guessed.

use crate::support::{cases, page, tree_tables};
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

fn not_understood(page: &str) -> Vec<String> {
    let reading = read(page);
    let open = reading.report.not_understood();
    open.map(|it| it.original.clone()).collect()
}

/// Each mode has the rows of the main phase first.
#[test]
fn phases_are_modes() {
    let page = page("phases.html");
    insta::assert_snapshot!(tree_tables(&page));
    let reading = read(&page);
    let counted = reading.report.sentences.iter();
    let counted = counted.filter(|it| it.original == "Stop parsing.");
    assert_eq!(
        counted.count(),
        2,
        "once in the main phase, once in the last"
    );
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
    for [from, to] in cases("phases, another") {
        assert_ne!(tables(&edited(from, to)), before, "{from}");
    }
}
