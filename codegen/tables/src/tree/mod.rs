//! The tables of tree construction (13.2.4, 13.2.6 and 13.4 of the standard), from text to a checked model.
//!
//! A mode has rows that match tokens. A row has steps, as a state of the tokenizer has, and what takes more than a few
//! steps is an algorithm: numbered steps with parameters, labels and loops. So the adoption agency algorithm is rows, as
//! everything else is.
//!
//! Steps, conditions and expressions are three tables of forms on the engine that reads the tokenizer's rows. An
//! expression names a node, a token, a place or a number; a step or a condition has holes for expressions.

pub mod check;
mod effects;
pub mod english;
mod errors;
pub mod grammar;
pub mod language;
mod load;
pub mod model;
pub mod namespaces;
pub mod sentences;
pub mod token;
pub mod traverse;
pub mod types;
pub mod writer;

pub use effects::{Effect, Effects};
pub use load::{FOLDER, load};
pub use traverse::{List, Visitor};
