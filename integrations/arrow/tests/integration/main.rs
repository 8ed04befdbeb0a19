//! Tests of the columns: against the iterator, against html5ever's trees, and against themselves in other batches.

mod batches;
mod corpus;
mod encodings;
mod iterator;
mod limits;
mod random;
mod rows;
mod text;
mod tree;
