//! Two tables of tree construction side by side: the shortest document that tells them apart, as far as a search finds one.
//!
//! Documents are sequences of tokens, and each pair of states of both interpreters is visited once. The stack of open elements
//! has no bound, so nothing is proved here: the answer is a document, or that no document of some number of tokens differs, or
//! that the tables are the same. Each document that is shown has been parsed from its text.

mod affected;
pub(crate) mod alphabet;
mod behaviour;
mod broken;
pub(crate) mod contexts;
mod coverage;
mod culprits;
pub mod each;
pub(crate) mod grain;
pub(crate) mod mentions;
pub(crate) mod pair;
pub mod report;
pub(crate) mod search;
pub(crate) mod spellings;
pub(crate) mod text_only;
mod unread;
mod witness;

pub use behaviour::{Machine, TreeBehaviour, TreeVerdict, behaviour};
pub use broken::{TreePage, tree_breaks};
pub use unread::{Certainty, Unread, UnreadParts};
pub use witness::{Start, TreeGrade, TreeWitness};
