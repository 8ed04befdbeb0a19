//! Suites of trees: generated from the tables of tree construction, and measured by their mutants.
//!
//! A test is a document with its tree and its parse errors. A document is searched for each mutant of the tables on which the mutant
//! gives something else, by its tree if there is such a document; and one for each row, each clause and each outcome of a condition. Few of
//! them that show the same are kept. Random numbers have a fixed seed, so the same tables give the same suite. It is as good as its
//! search: a mutant that it leaves is not proved to be equal.

mod asking;
mod behind;
mod build;
mod diverge;
mod documents;
mod form;
mod goals;
mod kill;
mod pool;
mod run;
mod score;
mod walk;

pub use build::{TreeSuite, TreeTest, build};
pub use documents::Documents;
pub use form::dat;
pub use goals::{Goal, Ran, goals};
pub use run::{PlacedError, Shown, TreeResult};
pub use score::{
    Contradictions, TreeMeasure, TreeRun, TreeSurvivor, Verdict, contradictions, measure, runs,
};
