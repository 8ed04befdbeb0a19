//! Compares two revisions as automata: finds the shortest input for which they differ, or proves that they are
//! equivalent.

mod abstraction;
mod alphabet;
mod behaviour;
mod broken;
mod budget;
mod certificate;
mod collect;
mod control_flow;
mod coverage;
mod dead_registers;
mod decision;
mod engine;
mod entries;
mod erase;
mod facts;
mod frontier;
mod inconclusive;
mod key;
mod liveness;
mod location;
mod name_completion;
mod opaque;
mod probe;
mod product;
mod reader;
pub mod report;
mod responses;
mod revision_ref;
mod search;
mod speculation;
mod together;
pub mod trees;

pub use behaviour::{
    Alone, Behaviour, behaviour, behaviour_within, document, of_changes, references,
};
pub use broken::{Break, BreakRule, breaks};
pub use budget::Budget;
pub use certificate::{Unwritten, certificate};
pub use coverage::CoveredRows;
pub(crate) use dead_registers::DeadRegisters;
pub use decision::{Condition, ConditionalAnswer, Decision, decide};
pub(crate) use engine::setup_pairs;
pub use engine::{Grade, Proof, Verdict, Witness, compare, equal, shortest_document};
pub use entries::SetupPair;
pub use frontier::Reached;
pub use inconclusive::Inconclusive;
pub use location::{Location, refusal_location};
pub use opaque::OpenPart;
pub(crate) use product::drop_common;
pub use revision_ref::RevisionRef;
pub use together::Together;
