//! The messages of `import` about incomplete pages.

use crate::support::{Copy, Run, ends, has, has_all};
use std::fs;

/// The identifier of the imported revision.
const DRAFT: &str = "draft-2026-11-22";
const PAGE: &str = include_str!("../../../prose/tests/pages/consumed-in-bulk.html");

/// Imports a page into a copy of the tables. Returns the copy as well.
fn import(name: &str, page: &[u8], arguments: &[&str]) -> (Copy, Run) {
    let copy = Copy::of_tables(name);
    fs::write(copy.root().join("page.html"), page).expect("the page");
    let import = ["import", "page.html", "--as", DRAFT];
    let run = copy.xtask(&[&import, arguments].concat());
    (copy, run)
}

/// The folder of the imported tables.
const TABLES: &str = "spec/draft-2026-11-22";

#[test]
fn what_a_page_does_not_say_is_assumed_with_a_warning() {
    let (copy, run) = import("import-assumed", PAGE.as_bytes(), &[]);
    insta::assert_snapshot!(run.seen());
    copy.xtask(&["check", DRAFT]).exits(0);
}

#[test]
fn with_a_revision_to_take_it_from_nothing_is_assumed() {
    let (copy, run) = import("import-like", PAGE.as_bytes(), &["--like", "2014"]);
    assert_eq!(run.exits(0).err, "");
    let definitions = copy.read(&format!("{TABLES}/00-definitions.toml"));
    has(&definitions, "[[input-stream.row]]");
}

#[test]
fn a_link_to_a_state_that_the_page_lacks_is_an_error_at_its_line() {
    let page = PAGE.replacen("the bogus comment state", "the boggy comment state", 1);
    let (copy, run) = import("import-unknown-state", page.as_bytes(), &["--like", "2014"]);
    insta::assert_snapshot!(run.seen());
    assert!(!copy.root().join(TABLES).exists());
    let arguments = ["--like", "2014", "--partial"];
    let (copy, run) = import("import-partial", page.as_bytes(), &arguments);
    run.exits(2);
    copy.xtask(&["check", DRAFT]).exits(1);
}

#[test]
fn a_page_that_is_not_utf_8_is_refused() {
    let utf_16: Vec<u8> = PAGE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (copy, run) = import("import-utf-16", &utf_16, &[]);
    insta::assert_snapshot!(run.seen());
    assert!(!copy.root().join(TABLES).exists());
}

#[test]
fn a_table_of_replacements_of_its_own_is_written() {
    let page = include_str!("../../../prose/tests/pages/references-attempted.html");
    let page = page.replacen("</table>", "<tr><td>0x0B<td>U+000A LF</table>", 1);
    let (copy, run) = import("import-replacements", page.as_bytes(), &["--like", "2014"]);
    let table = "spec/numeric-replacements/draft-2026-11-22.toml";
    run.exits(0);
    has(&copy.read(table), "\"0x0B\" = \"U+000A\"");
    copy.xtask(&["check", DRAFT]).exits(0);
    let page = page.replacen("0x0B", "0x0C", 1);
    fs::write(copy.root().join("page.html"), page).expect("the page");
    let again = copy.xtask(&["import", "page.html", "--as", DRAFT]);
    insta::assert_snapshot!(again.seen());
}

/// A whole page with these rows in its table of named character references.
fn with_names(rows: &str) -> String {
    let table = format!(
        "<h3>8.5 Named character references</h3>\n<table><thead><tr><th>Name<th>Character(s)<th>Glyph<tbody>{rows}</table>\n"
    );
    format!("{PAGE}\n{table}")
}

#[test]
fn a_table_of_names_of_its_own_is_written() {
    let page = with_names("<tr><td>lt;<td>U+0003C<td>&lt;<tr><td>ne;<td>U+02260 U+00338<td>x");
    let (copy, run) = import("import-names", page.as_bytes(), &["--like", "2014"]);
    run.exits(0);
    let table = "spec/named-character-references/draft-2026-11-22.toml";
    let names = "\"lt;\" = \"U+003C\"\n\"ne;\" = \"U+2260 U+0338\"\n";
    ends(&copy.read(table), names);
    copy.xtask(&["check", DRAFT]).exits(0);
}

#[test]
fn a_table_of_names_that_is_known_is_not_written_again() {
    let known = include_str!("../../../../spec/named-character-references/2008-03-09.toml");
    let row = |line: &str| {
        let (name, codes) = line.split_once(" = ")?;
        let [name, codes] = [name, codes].map(|text| text.trim_matches('"'));
        Some(format!("<tr><td>{name}<td>{codes}"))
    };
    let rows: String = known.lines().filter_map(row).collect();
    let page = with_names(&rows);
    let (copy, run) = import("import-known-names", page.as_bytes(), &["--like", "2014"]);
    run.exits(0);
    let own = "spec/named-character-references/draft-2026-11-22.toml";
    assert!(!copy.root().join(own).exists());
    let facts = copy.read(&format!("{TABLES}/revision.toml"));
    has(&facts, "named-character-references = \"2008-03-09\"");
}

#[test]
fn a_table_of_names_that_is_not_understood_is_a_warning() {
    let page = with_names("<tr><td>lt;<td>less-than<td>&lt;");
    let (_, run) = import("import-unread-names", page.as_bytes(), &["--like", "2014"]);
    has(
        &run.exits(0).err,
        "the table of named character references is not understood at line",
    );
}

/// The page has four sentences and terms that no rule fits.
#[test]
fn the_sections_on_trees_are_measured_and_written() {
    let copy = Copy::of_tables("import-tree");
    let page = include_str!("../../../prose/tests/pages/trees.html");
    fs::write(copy.root().join("page.html"), page).expect("the page");
    let run = copy.xtask(&["import", "page.html", "--tree", "--out", "trees"]);
    let said = run.exits(2).printed();
    let lines = [
        "error: not understood: If the moon is full:\n  --> page.html:27\n  = 1.1.1 The \"in body\" insertion mode\n",
        "9 rows and 1 algorithms, 3 of them open\n",
        "files written to trees/tree-construction\n",
    ];
    has_all(&said, &lines);
    let rows = copy.read("trees/tree-construction/06-in-body.toml");
    has(&rows, "\"not understood: If the moon is full:\",");
}

#[test]
fn a_page_without_insertion_modes_has_no_tables_of_trees() {
    let copy = Copy::of_tables("import-no-tree");
    fs::write(copy.root().join("page.html"), PAGE).expect("the page");
    let run = copy.xtask(&["import", "page.html", "--tree", "--out", "trees"]);
    let said = run.exits(1).printed();
    assert!(!copy.root().join("trees").exists());
    has(&said, "no section with the rows of an insertion mode");
}
