//! Analyses of revisions: their differences, their equivalence, and the tests that detect their mutants.

#![forbid(unsafe_code)]

pub mod compare;
pub mod diff;
pub mod inert;
pub mod mutate;
pub mod parallel;
pub mod suite;
mod touched;
