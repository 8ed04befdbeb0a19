//! The analyses of tree construction.

mod behaviour;
mod diff;
mod mutants;

#[expect(unreachable_pub, reason = "public in the crate that owns it")]
#[path = "../../../../tests/src/effort.rs"]
mod effort;
