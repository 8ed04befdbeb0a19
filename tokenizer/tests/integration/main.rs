//! The tokenizer as its users see it.

mod inputs;
mod spans;
mod splits;
mod support;
#[cfg(feature = "std")]
mod tokenizer;
mod tokens;
