//! The kernel of analysis: what every tool needs to know of a revision, once.
//!
//! A checker, a comparison, a mutant and a test all ask the same questions of a model: which steps and
//! conditions are there, what do they read and write, which characters do they distinguish. Their answers
//! have to agree, so they are given here, and a new form of step does not compile until it has them.
//! The checker of certificates alone has tables of its own, so that an error in these contradicts those.

pub mod answers;
mod bulk;
pub mod effects;
mod escape;
mod names;
pub mod partition;
mod traverse;

pub use bulk::{Bulk, BulkKind};
pub use escape::escaped;
pub use traverse::{Node, Nodes, Traverse};
