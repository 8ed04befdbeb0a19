//! What fuzzing checks: a function for each target, which panics if a property does not hold, and the inputs that it
//! begins with.
//!
//! `fuzz/run` runs the targets under libFuzzer. `cargo test -p tokenwright-fuzz` runs them over the first inputs and over
//! the inputs that once made a target fail.

mod document;
mod record;
pub mod seeds;
pub mod steps;
mod tables;
mod targets;

#[path = "../../tests/src/tokens_as_lines.rs"]
mod tokens_as_lines;

/// A target: its name, and what it does with an input.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name, as `fuzz/run` takes it.
    pub name: &'static str,
    /// Checks an input.
    ///
    /// # Panics
    /// If a property does not hold.
    pub check: fn(&[u8]),
}

/// Every target.
pub const TARGETS: [Target; 10] = [
    Target {
        name: "tokenizer",
        check: targets::tokenizer::check,
    },
    Target {
        name: "iterator",
        check: targets::iterator::check,
    },
    Target {
        name: "calls",
        check: targets::calls::check,
    },
    Target {
        name: "bytes",
        check: targets::bytes::check,
    },
    Target {
        name: "tables",
        check: targets::tables::check,
    },
    Target {
        name: "page",
        check: targets::page::check,
    },
    Target {
        name: "diff",
        check: targets::diff::check,
    },
    Target {
        name: "certificate",
        check: targets::certificate::check,
    },
    Target {
        name: "html5lib",
        check: targets::html5lib::check,
    },
    Target {
        name: "steps",
        check: targets::steps::check,
    },
];

/// The target of this name.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn target(name: &str) -> Target {
    let found = TARGETS.into_iter().find(|target| target.name == name);
    found.unwrap_or_else(|| panic!("no target {name}"))
}
