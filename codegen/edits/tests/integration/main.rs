//! The compiler and the analyses over edited tables: one binary, a module for each topic.

mod by_hand;
mod mutants;
mod pairs;
mod sets;
mod stuck;

use std::path::Path;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load::{self, Loaded};

/// The tables of a revision.
fn revision(id: &str) -> Loaded {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let mut sources = Sources::default();
    let all = load::all(&spec, &mut sources);
    let all = all.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)));
    let mut all = all.into_iter();
    all.find(|loaded| loaded.revision.about.id == id).expect(id)
}
