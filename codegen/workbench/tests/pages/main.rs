//! Commands that read and write pages of the standard.

mod import;
mod prose;
mod read_report;
mod tree_pages;
mod verdicts;

#[allow(dead_code, reason = "each executable uses a part of it")]
#[path = "../support/mod.rs"]
mod support;

// The tests of the workspace share the code that finds their data.
#[expect(unreachable_pub, reason = "public in the crate that owns it")]
#[path = "../../../../tests/src/shared.rs"]
mod shared;

#[expect(unreachable_pub, reason = "public in the crate that owns it")]
#[path = "../../../../tests/src/effort.rs"]
mod effort;
