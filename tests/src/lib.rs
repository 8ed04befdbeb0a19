//! What holds Tokenwright to its word.

pub mod pages;
pub mod peers;
