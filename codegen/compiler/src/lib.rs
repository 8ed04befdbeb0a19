//! The back end of Tokenwright: a checked model in, Rust source out.

pub mod emit;
pub mod ir;
pub mod lower;
pub mod optimise;
pub mod program;
