//! The checked-in tables of tree construction, and edits of them that are refused.

use crate::support::{self, spec};
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::tree;
use tokenwright_tables::tree::model::TreeTables;

#[test]
fn the_tables_are_read_and_checked() {
    let mut sources = Sources::default();
    let tables = tree::load(&spec().join("whatwg-2026-07-19"), &mut sources);
    let tables = tables.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)));
    let tables = tables.expect("the newest revision has tables");
    let found = tree::check::check(&tables);
    assert!(found.is_empty(), "{}", render_all(&found, &sources, false));
    let rows: usize = tables.modes.iter().map(|mode| mode.rows.len()).sum();
    assert_eq!((tables.modes.len(), rows), (21, 218));
}

#[test]
fn rules_for_foreign_content_have_to_be_there() {
    let mut sources = Sources::default();
    let tables = tree::load(&spec().join("whatwg-2008-03-09"), &mut sources);
    let mut tables = tables.expect("sound tables").expect("tables of trees");
    let sentence = "process the token using the rules for parsing tokens in foreign content";
    let step = tree::sentences::step(&tables, sentence);
    tables.modes[0].rows[0].body.extend(step);
    let found = render_all(&tree::check::check(&tables), &sources, false);
    assert!(found.contains("no rules for foreign content"), "{found}");
}

/// Constructs that the checked-in tables do not have, or not in such a layout.
const ODD: &str = r##"
[initial]
insertion-mode = 'a "mode"'
[[section]]
number = "1.2"
title = "Rules, and \"more\""
[sets]
"a set" = ["p", "SVG title", "MathML mi"]
empty = []
[identifiers]
public = ["-//A//", "b"]
[pairs."some names"]
"x:y" = "z w"
plain = "PLAIN"
[[definition]]
condition = "{node} is odd"
means-any = ["node is not in the a set category", "node is null"]
[[algorithm]]
name = "walk from {start} to {end}"
do = [ { label = "again" }, { while = "start is not odd", do = ["break"] },
  { if = "end is odd", then = [{ if = "end is null", then = ["jump to the step labeled again"] }], else = ["return"] } ]
[[mode]]
name = 'a "mode"'
never = ["a comment token"]
[[mode.row]]
on = { start-tag = ["p", "q"], end-tag = "r", when = "the stack of open elements is empty" }
do = ["ignore the token"]
note = "a 'note'"
[[mode.row]]
on = [{ token = "a character token", when = "the current node is odd and the current node is not odd" }, "anything else",
  { end-tag = ["a-very-long-name-of-an-element", "a-very-long-name-of-another-element", "yet-another-element-with-a-long-name"] }]
do = ["walk from the current node to null"]
"##;

/// The tables of a file.
fn read(scratch: &str, text: &str) -> (TreeTables, Sources) {
    let scratch = support::scratch(scratch);
    let folder = scratch.join(tree::FOLDER);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("00-odd.toml"), text).expect("a file");
    let mut sources = Sources::default();
    let tables = tree::load(&scratch, &mut sources);
    let tables = tables.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)));
    (tables.expect("tables"), sources)
}

#[test]
fn what_is_written_is_read_as_the_same_tables() {
    let read = |text: &str| read("odd_layout", text).0;
    let odd = read(ODD);
    let written = tree::writer::write(&odd);
    let [(_, text)] = &written[..] else {
        panic!("{} files", written.len());
    };
    insta::assert_snapshot!(text);
    let again = read(text);
    assert_eq!(again, odd);
    assert_eq!(tree::writer::write(&again), written);
}

/// Loops that end only by what they call, if they end.
const LOOPS: &str = r#"
[initial]
insertion-mode = "m"
[[section]]
number = "1"
title = "Loops"
[[definition]]
condition = "an entry can be dropped"
means = "the list of active formatting elements is not empty"
[[algorithm]]
name = "drop an entry"
do = ["let last be true", "remove the last entry from the list of active formatting elements"]
[[mode]]
name = "m"
[[mode.row]]
on = ["anything else"]
do = [
  { while = "an entry can be dropped", do = ["drop an entry"] },
  "let last be false",
  { while = "last is false", do = ["drop an entry"] },
]
"#;

#[test]
fn loops_end_by_what_algorithms_change_and_definitions_read() {
    let (tables, sources) = read("loops", LOOPS);
    let found = tree::check::check(&tables).into_iter();
    let endless: Vec<_> = found
        .filter(|it| it.message == "nothing ends this loop")
        .collect();
    let text = render_all(&endless, &sources, false);
    assert_eq!(endless.len(), 1, "{text}");
    // The variable of an algorithm is its own.
    assert!(text.contains("while = \"last is false\""), "{text}");
}
