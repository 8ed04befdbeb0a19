//! Tests of the generated tokenizers: one binary, a module for each topic.

mod attributes;
mod corners;
mod pages;
mod random_documents;
mod single_steps;
mod streaming;
mod suite;
mod themes;
mod witnesses;
