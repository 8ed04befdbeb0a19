//! Shared code of the tests of the generated tokenizers: test data and pages.

pub mod allocator;
pub mod data;
pub mod effort;
pub mod folders;
pub mod generated;
pub mod hostile;
pub mod html5lib;
pub mod pages;
pub mod reference_inputs;
pub mod shared;
pub mod tables;
pub mod tokens;
pub mod tree_construction;
