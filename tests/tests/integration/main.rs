//! Tests of the generated tokenizers: one binary, a module for each topic.

mod attributes;
mod bytes;
mod compiled_trees;
mod corners;
mod deep_trees;
mod deviations;
mod edited_by_hand;
mod escape;
mod first_tokens;
mod layers;
mod module_comments;
mod no_names;
mod open_elements;
mod pages;
mod public_items;
mod random_documents;
mod random_splits;
mod references;
mod single_steps;
mod streaming;
mod suite;
mod themes;
mod tree_details;
mod tree_errors;
mod tree_suite;
mod tree_tables;
mod witnesses;

#[path = "../../src/tokens_as_lines.rs"]
mod tokens_as_lines;

/// Marks the snapshots of a test as generated from the tables: `cargo xtask bless` regenerates those with
/// this description.
fn made_from_tables(test: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_description("made from the tables; remake with `cargo xtask bless`");
    settings.bind(test);
}
