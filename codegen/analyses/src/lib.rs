//! Analyses of revisions: what changed between two, whether they are equivalent, and which tests
//! tell their mutants apart.

pub mod compare;
pub mod diff;
pub mod mutate;
pub mod suite;
mod threads;
