//! Translation validation: an evaluator for optimised programs, and the proof that a program does what its tables say.

pub mod alphabet;
pub mod evaluate;
mod sides;

pub use sides::{compile, output, start};
