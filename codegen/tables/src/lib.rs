//! The table language of Tokenwright: reads TOML tables into a model of the tokenizer, checks the model, and writes
//! it back.

#![forbid(unsafe_code)]

mod bits;
pub mod char_set;
pub mod check;
pub mod descriptions;
pub mod diagnostic;

pub mod english;
pub mod grammar;
pub mod guide;
pub mod identifier;
pub mod kernel;
pub mod language;
pub mod load;
pub mod model;
pub mod references;
pub mod schema;
pub mod set;
pub mod source;
pub mod tree;
pub mod writer;
