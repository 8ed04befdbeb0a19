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
