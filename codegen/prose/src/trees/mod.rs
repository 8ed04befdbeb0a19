//! The reader of the sections on trees: the parse state, tree construction and fragments.
//!
//! A page becomes an outline as for the tokenizer, and its sentences have the same stages: one spelling, and rules that fit
//! a clause or not at all. What differs is what the sentences say: rows match tokens and not characters, steps have labels,
//! loops and variables, and algorithms have names. A sentence that no rule fits is a step of its own that calls what it
//! says, so that the tables have it at its place and `check` refuses them.

mod body;
mod branches;
mod cases;
mod certain;
mod clauses;
mod foster;
mod hole;
mod labels;
mod layout;
mod lists;
mod log;
mod loops;
mod outside;
mod own;
mod phases;
mod read;
mod rules;
mod sections;
mod shape;
mod spelling;
mod stmt;
mod terms;
mod understand;

pub use certain::assume;
pub(crate) use hole::Kind as Hole;
pub use read::{Owner, TreeReading, read_trees};
#[cfg(test)]
pub(crate) use rules::tables;
pub(crate) use rules::words;
pub(crate) use sections::is_wanted;
