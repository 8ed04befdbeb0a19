//! Integration tests of the reader: one binary, a module for each topic.

mod committed;
mod edited;
mod kinds;
mod random;
mod support;
mod trees;

#[expect(unreachable_pub, reason = "public in the crate that owns it")]
#[path = "../../../../tests/src/effort.rs"]
mod effort;
