//! The compiler of Tokenwright.

pub mod grammar;
pub mod model;
pub mod source;
