//! Tree construction: from its tables to Rust.
//!
//! Sentences become expressions over a closed list of primitives, each a method of the runtime with a signature. So what a
//! variable is follows from how it is used, and one printer serves every sentence. The runtime knows no element, mode or
//! revision: their names are in what is generated.

pub(crate) mod emit;
pub mod follow;
pub mod ir;
pub mod lower;
pub mod optimise;
