//! Tests of the interface.

mod deep;
mod inputs;
mod limits;
mod nodes;
mod pauses;
mod selectors;
mod serialization;
mod spans;
