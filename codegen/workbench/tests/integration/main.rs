//! The commands of the workspace, run as programs.

mod bless;
mod commands;
mod cover;
mod diff;
mod documents;
mod explain;
mod export;
mod fallthrough;
mod graph;
mod history;
mod import;
mod output;
mod progress;
mod proofs;
mod prose;
mod pull_request;
mod read_report;
mod rebaseline;
mod site;
mod support;
mod test_data;
mod trace;
mod tree_pages;
mod try_edit;
mod verdicts;
mod warnings;

// The tests of the workspace share the code that finds their data.
#[expect(unreachable_pub, reason = "public in the crate that owns it")]
#[path = "../../../../tests/src/shared.rs"]
mod shared;

#[expect(unreachable_pub, reason = "public in the crate that owns it")]
#[path = "../../../../tests/src/effort.rs"]
mod effort;
