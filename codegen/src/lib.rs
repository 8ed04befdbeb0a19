//! The compiler of Tokenwright: a revision's tables in, a Rust tokenizer out.

pub mod certificate;
pub mod check;
pub mod compare;
pub mod diagnostic;
pub mod diff;
pub mod emit;
pub mod grammar;
pub mod graph;
pub mod guide;
pub mod interpret;
pub mod ir;
pub mod language;
pub mod load;
pub mod lower;
pub mod model;
pub mod mutate;
pub mod optimise;
pub mod program;
pub mod prose;
pub mod references;
pub mod schema;
pub mod source;
pub mod suite;
pub mod tables;
mod threads;
pub mod verify;
