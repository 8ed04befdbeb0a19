//! Tests of the adapter.

mod consumers;
mod details;
mod limits;
mod listed;
mod pages;
mod random_trees;
mod recorder;
mod rules;
mod scripts;
mod suite;
mod trees;
