//! Integration tests of the prover: one binary, a module for each topic.

mod distinguishing_rows;
mod evaluator;
mod proof;
mod quiet;
mod renamed;
mod settle;
mod settle_trees;
mod support;
mod trees;
