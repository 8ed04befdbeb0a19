//! Tests of the columns: against the iterator, against html5ever's trees and those of the tables, and against themselves in other batches.

mod base;
mod batches;
mod corpus;
mod damage;
mod document;
mod encodings;
mod iterator;
mod limits;
mod markdown;
mod nesting;
mod random;
mod rows;
mod text;
mod tree;
