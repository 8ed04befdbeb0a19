//! What holds Tokenwright to its word.

pub mod disagreements;
pub mod fold;
pub mod generated;
pub mod html5lib;
pub mod pages;
pub mod peers;
pub mod shared;
pub mod steps;
