//! The configuration of taplo, which editors read too.

use super::{
    DESCRIPTIONS_SCHEMA, ERRORS_SCHEMA, REFERENCES_SCHEMA, REPLACEMENTS_SCHEMA, REVISION_SCHEMA,
    Tables, tables_schema, trees_schema,
};
use crate::descriptions;
use crate::references::{NAMES_DIR, REPLACEMENTS_DIR};
use crate::tree::FOLDER;

/// Settings with which taplo keeps the layout of [`crate::writer`].
const HEAD: &str = r#"# Written by `cargo xtask gen`; do not edit.
# Taplo, and editors that use it, complete, check and format the tables by this file.
include = ["spec/**/*.toml"]

[formatting]
array_auto_collapse = false
array_auto_expand = false
column_width = 100
indent_string = "    "
"#;

/// The text of `.taplo.toml`; `folder` is the relative path to the schemas.
pub fn configuration<'r>(folder: &str, revisions: impl IntoIterator<Item = Tables<'r>>) -> String {
    let shared = [
        ("*/revision.toml".to_owned(), REVISION_SCHEMA.to_owned()),
        ("*/errors.toml".to_owned(), ERRORS_SCHEMA.to_owned()),
        (
            descriptions::FILE.to_owned(),
            DESCRIPTIONS_SCHEMA.to_owned(),
        ),
        (format!("{NAMES_DIR}/*.toml"), REFERENCES_SCHEMA.to_owned()),
        (
            format!("{REPLACEMENTS_DIR}/*.toml"),
            REPLACEMENTS_SCHEMA.to_owned(),
        ),
    ];
    let own = revisions.into_iter().flat_map(|(revision, trees)| {
        let id = &revision.about.id;
        let tables = (format!("{id}/[0-9][0-9]-*.toml"), tables_schema(id));
        let trees = trees.map(|_| (format!("{id}/{FOLDER}/*.toml"), trees_schema(id)));
        [tables].into_iter().chain(trees)
    });
    let rules = shared.into_iter().chain(own).map(|(files, schema)| {
        format!("\n[[rule]]\ninclude = [\"spec/{files}\"]\n\n[rule.schema]\npath = \"{folder}/{schema}\"\n")
    });
    format!("{HEAD}{}", rules.collect::<String>())
}
