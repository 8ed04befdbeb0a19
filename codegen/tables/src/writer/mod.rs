//! Writes the model as tables, in the one layout that people and `import` use.
//!
//! The layout leaves no choice, so a table that is read and written again is the same, byte for byte.

mod about;
pub(crate) mod body;
mod definitions;
mod names;
mod states;
pub(crate) mod text;

pub use names::{named_character_references, numeric_replacements};

use crate::model::Revision;
use std::collections::BTreeSet;

/// The files of a revision's folder: their names and contents.
pub fn write(revision: &Revision) -> Vec<(String, String)> {
    let mut files = vec![
        ("revision.toml".to_owned(), about::write(&revision.about)),
        (
            "00-definitions.toml".to_owned(),
            definitions::write(revision),
        ),
    ];
    if !revision.errors.is_empty() {
        files.push(("errors.toml".to_owned(), about::write_errors(revision)));
    }
    let names: BTreeSet<&str> = revision
        .states
        .iter()
        .chain(&revision.procedures)
        .map(|state| state.file.as_str())
        .collect();
    for name in names {
        files.push((name.to_owned(), states::write(revision, name)));
    }
    files.sort();
    files
}
