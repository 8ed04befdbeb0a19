//! Tests of the decoder.

mod encodings;
mod offsets;
mod page;
mod reader;
mod suite;
