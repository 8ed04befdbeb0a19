//! Commands that compare revisions, and bring tests up to date.

mod cover;
mod diff;
mod pull_request;
mod rebaseline;
mod test_data;

#[allow(dead_code, reason = "each executable uses a part of it")]
#[path = "../support/mod.rs"]
mod support;

// The tests of the workspace share the code that finds their data.
#[expect(unreachable_pub, reason = "public in the crate that owns it")]
#[path = "../../../../tests/src/shared.rs"]
mod shared;
