//! Analyses of revisions: their differences, their equivalence, and the tests that detect their mutants.

pub mod compare;
pub mod diff;
pub mod mutate;
pub mod suite;
mod threads;
