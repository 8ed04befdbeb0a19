//! Translation validation: an evaluator for optimised programs, and the proof that a program implements its tables.

#![forbid(unsafe_code)]

pub mod alphabet;
pub mod blame;
pub mod evaluate;
pub mod prove;
pub mod settle;
pub mod sides;
pub mod trees;
