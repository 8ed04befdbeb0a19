//! The tables and the programs that several tests compare.

use std::sync::LazyLock;
use tokenwright_compiler::compile_trees;
use tokenwright_compiler::optimise::Passes;
use tokenwright_compiler::tree::ir::TreeProgram;
use tokenwright_prover::trees::{Compared, compare};
use tokenwright_tables::load::{self, Loaded};

pub(crate) fn newest() -> &'static Loaded {
    static NEWEST: LazyLock<Loaded> = LazyLock::new(load::newest_checked_in);
    &NEWEST
}

pub(crate) fn oldest_and_newest() -> Vec<Loaded> {
    let mut all = load::checked_in();
    all.drain(1..all.len() - 1);
    all
}

/// The program of tree construction.
pub(crate) fn compiled(loaded: &Loaded, passes: &Passes) -> TreeProgram {
    let compiled = compile_trees(loaded, passes).expect("a program");
    compiled.expect("tables of tree construction")
}

pub(crate) fn program(loaded: &Loaded) -> TreeProgram {
    compiled(loaded, &Passes::all())
}

/// The tables of tree construction, compared with a program.
pub(crate) fn compared(loaded: &Loaded, program: &TreeProgram) -> Compared {
    let tables = loaded.trees.as_ref();
    compare(
        loaded,
        tables.expect("tables of tree construction"),
        program,
    )
}
