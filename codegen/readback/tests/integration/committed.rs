//! The committed code is read back to the programs of the tables.

use crate::support::{assert_nothing, committed, compiled, found, printed};
use tokenwright_compiler::optimise::Passes;

#[test]
fn the_committed_code_is_the_program_of_the_tables() {
    let compiled = compiled(&Passes::all());
    let files = committed();
    assert_eq!(files.len(), printed(&compiled).len());
    assert_nothing(&found(&compiled, &files));
}

#[test]
fn code_without_passes_is_read_back() {
    let compiled = compiled(&Passes::none());
    assert_nothing(&found(&compiled, &printed(&compiled)));
}
