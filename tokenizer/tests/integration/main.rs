//! Tests of the public interface.

mod inputs;
mod spans;
mod splits;
mod support;
#[cfg(feature = "std")]
mod tokenizer;
mod tokens;
