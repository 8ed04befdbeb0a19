//! Integration tests of the reader: one binary, a module for each topic.

mod committed;
mod support;
