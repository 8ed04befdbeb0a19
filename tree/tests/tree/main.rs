//! Tests of the interface.

mod deep;
mod inputs;
mod limits;
mod nodes;
mod pauses;
mod questions;
mod selectors;
mod serialization;
mod spans;

/// The default options with changes.
fn with(change: impl FnOnce(&mut tokenwright_tree::Options)) -> tokenwright_tree::Options {
    let mut options = tokenwright_tree::Options::default();
    change(&mut options);
    options
}
