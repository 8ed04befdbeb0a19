//! Integration tests of the analyses: one binary, a module for each topic.

mod brute_force;
mod certificates;
mod diff_pages;
mod diff_tables;
mod mutants;
mod page_behaviour;
mod rebase;
mod wordings;
