//! The compiler and the analyses over edited tables: one binary, a module for each topic.

mod anywhere_trees;
mod by_hand;
mod following;
mod mutants;
mod pairs;
mod sets;
mod stuck;
mod trees;
mod trees_by_hand;

use tokenwright_tables::load::{self, Loaded};

/// The seed of random edits: 1, unless `TOKENWRIGHT_SEED` sets another.
fn seed() -> u64 {
    let seed = std::env::var("TOKENWRIGHT_SEED").ok();
    seed.and_then(|seed| seed.parse().ok()).unwrap_or(1)
}

/// The tables of a revision.
fn revision(id: &str) -> Loaded {
    let all = load::checked_in();
    let mut all = all.into_iter();
    all.find(|loaded| loaded.revision.about.id == id).expect(id)
}
