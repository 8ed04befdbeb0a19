//! Integration tests of the table language: one binary, a module for each topic.

mod bad_tables;
mod checked_tables;
mod damaged_tables;
mod drafts;
mod schemas;
mod spec_tables;
mod support;
mod tree_edits;
mod tree_tables;

#[expect(unreachable_pub, reason = "public in the crate that owns it")]
#[path = "../../../../tests/src/effort.rs"]
mod effort;
