//! Runs the tables of tree construction: tokens in, a tree out.
//!
//! It runs the clauses as they are written, with variables in a map, and nodes in an arena that has only what the rules ask
//! for. So an edited row is obeyed at once, and speed is given up. [`Construction`] takes tokens; [`parse`] lets it steer
//! the interpreter of the tokenizer.

mod acting;
mod algorithms;
mod conditions;
mod construction;
mod document;
mod environment;
mod expressions;
mod fingerprint;
mod formatting;
mod observer;
mod run;
mod steer;
mod steps;
mod token;

pub use construction::{Construction, RowsOf, TreeError};
pub use document::{Attribute, Document, Node, NodeData, NodeId, Quirks};
pub use environment::{Context, Environment, Scripting};
pub use observer::{Body, ParseState, TreeObserver};
pub use run::Stuck;
pub use steer::{Parsed, observe, parse, steer};
pub use token::{Tag, TreeToken};
