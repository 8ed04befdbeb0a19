//! Tests of the interface.

mod deep;
mod nodes;
mod selectors;
mod serialization;
