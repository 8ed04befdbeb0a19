//! The compiler and the analyses over edited tables: one binary, a module for each topic.

mod by_hand;
mod mutants;
mod pairs;
mod sets;
mod stuck;
