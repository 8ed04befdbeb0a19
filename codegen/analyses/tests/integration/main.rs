//! The analyses of the tokenizer, a module for each topic.

mod brute_force;
mod certificates;
mod compare;
mod decision;
mod deep_files;
mod diff_pages;
mod diff_tables;
mod edits;
mod forged;
mod mutants;
mod page_behaviour;
mod pages;
mod random_edits;
mod rebase;
mod stuck;
mod wordings;

#[expect(unreachable_pub, reason = "public in the crate that owns it")]
#[path = "../../../../tests/src/effort.rs"]
mod effort;

use std::sync::LazyLock;
use tokenwright_tables::load::{self, Loaded};

/// The tables of every revision, oldest first.
fn tables() -> &'static [Loaded] {
    static TABLES: LazyLock<Vec<Loaded>> = LazyLock::new(load::checked_in);
    &TABLES
}

/// Marks the snapshots of a test as made from the tables: `cargo xtask bless` remakes those with this
/// description.
fn made_from_tables(test: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_description("made from the tables; remake with `cargo xtask bless`");
    settings.bind(test);
}
