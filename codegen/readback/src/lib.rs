//! Reads the generated Rust back, and compares it with the programs that were proved.
//!
//! The prover compares programs with their tables, and would trust that they are printed as they are. This reader
//! shares no code with the printer: it knows the Rust that may be in a generated file as forms with holes, so that each
//! token is read or refused, and gives a list of entries, which the program that was proved has to have too. Comments
//! are not read, doc comments included. What depends on the tables alone, such as the names of references,
//! is compared with the tables.
//!
//! It takes for granted what rustc checks: that names which are used are declared and imported.

#![forbid(unsafe_code)]

mod actions;
mod compare;
mod conditions;
mod error_codes;
mod files;
mod form;
mod hot_path;
mod hot_path_file;
mod input_stream;
mod kinds;
mod listing;
mod names;
mod proved;
mod proved_revision;
mod reader;
mod references;
mod revision;
mod revision_files;
mod root;
mod sets;
mod state_file;
mod states;
mod tokens;
mod trees;

pub use files::Text;
pub use kinds::{KINDS, Part};
pub use reader::{Reader, Scope};
