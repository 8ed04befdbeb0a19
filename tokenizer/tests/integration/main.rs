//! Tests of the public interface.

mod contexts;
mod control;
mod display;
mod inputs;
#[cfg(feature = "std")]
mod insertions;
mod limits;
mod line_index;
#[cfg(all(not(debug_assertions), target_pointer_width = "64"))]
mod long_streams;
mod references;
#[cfg(feature = "serde")]
mod serialize;
#[cfg(feature = "std")]
mod sinks;
mod spans;
mod splits;
mod states;
mod support;
#[cfg(feature = "std")]
mod tokenizer;
mod tokens;

#[expect(unreachable_pub, reason = "public in the crate that owns it")]
#[path = "../../../tests/src/effort.rs"]
mod effort;

#[path = "../../../tests/src/tokens_as_lines.rs"]
mod tokens_as_lines;
