//! The checked-in tables of tree construction, and edits of them that are refused.

use std::path::Path;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::tree;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/whatwg-2026-07-19")
}

#[test]
fn the_tables_are_read_and_checked() {
    let mut sources = Sources::default();
    let tables = tree::load(&folder(), &mut sources);
    let tables = tables.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)));
    let tables = tables.expect("the newest revision has tables");
    let found = tree::check::check(&tables);
    assert!(found.is_empty(), "{}", render_all(&found, &sources, false));
    let rows: usize = tables.modes.iter().map(|mode| mode.rows.len()).sum();
    assert_eq!((tables.modes.len(), rows), (21, 218));
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

#[test]
fn what_is_written_is_read_as_the_same_tables() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("odd_layout");
    let folder = scratch.join(tree::FOLDER);
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("00-odd.toml");
    let read = |text: &str| {
        std::fs::write(&file, text).expect("a file");
        let mut sources = Sources::default();
        let tables = tree::load(&scratch, &mut sources);
        let tables =
            tables.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)));
        tables.expect("tables")
    };
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
