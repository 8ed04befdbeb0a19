//! Tests of the public interface.

mod control;
mod inputs;
#[cfg(feature = "std")]
mod insertions;
mod rewrite;
mod line_index;
#[cfg(feature = "std")]
mod sinks;
mod spans;
mod splits;
mod states;
mod support;
#[cfg(feature = "std")]
mod tokenizer;
mod tokens;
