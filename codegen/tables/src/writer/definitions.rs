//! `00-definitions.toml`: the parts of the section outside its states.

use super::body;
use super::states::row;
use super::text::pair;
use crate::model::{Definition, Revision};

/// The file.
pub(super) fn write(revision: &Revision) -> String {
    let mut out = format!("# {}, outside the states\n", revision.about.section);
    out.push_str("\n[input-stream]\n");
    if revision.input_stream.normalize_newlines {
        out.push_str(&pair("newlines", "normalize"));
    }
    for entry in &revision.input_stream.rows {
        out.push('\n');
        out.push_str(&row("input-stream", entry));
    }
    for rule in &revision.rules {
        out.push_str("\n[[rule]]\n");
        out.push_str(&pair("on", &rule.on));
        out.push_str(&body::write(&body::of(&rule.body)));
    }
    for definition in &revision.definitions {
        out.push_str("\n[[definition]]\n");
        match definition {
            Definition::Condition { name, any } => {
                out.push_str(&pair("condition", name));
                out.push_str(&body::conditions("means", "means-any", any));
            }
            Definition::Step { name, body } => {
                out.push_str(&pair("step", name));
                out.push_str(&body::write(&body::of(body)));
            }
        }
    }
    out
}
