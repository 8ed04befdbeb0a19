//! Exports the machine of a revision as JSON, for programs in any language.
//!
//! Every sentence of the tables is resolved to closed [operations](format::Operation), with definitions expanded and rules
//! inserted. Each row keeps its words and its place in the document. `docs/export.md` describes the format.
//!
//! ```
//! use tokenwright_tables::diagnostic::Sources;
//! use tokenwright_tables::load;
//!
//! let spec = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
//! let revisions = load::all(&spec, &mut Sources::default()).expect("the tables are right");
//! let machine = tokenwright_export::export(&revisions[0])?;
//! assert_eq!(machine.states[0].id, "data");
//! # Ok::<_, String>(())
//! ```
#![forbid(unsafe_code)]

mod conditions;
pub mod format;
mod machine;
mod operations;
mod tree;

pub use machine::export;

/// The JSON Schema of the format.
pub fn schema() -> String {
    let schema = schemars::schema_for!(format::Machine);
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
    text.push('\n');
    text
}
