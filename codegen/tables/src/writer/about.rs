//! `revision.toml` and `errors.toml`.

use super::text::{list, optional, optional_list, pair, string};
use crate::model::{About, Revision, Switch, TextMode};

/// `revision.toml`.
pub(super) fn write(about: &About) -> String {
    let mut out = String::new();
    out.push_str(&pair("id", &about.id));
    out.push_str(&pair("title", &about.title));
    out.push_str(&pair("date", &about.date));
    out.push_str(&optional("edits", &about.edits));
    out.push_str(&pair("source", &about.source));
    out.push_str(&pair("section", &about.section));
    out.push_str(&format!("numbered = {}\n", about.numbered));
    out.push_str(&format!("named-errors = {}\n", about.named_errors));
    if about.content_model_flag {
        out.push_str("content-model-flag = true\n");
    }
    if about.escape_flag {
        out.push_str("escape-flag = true\n");
    }
    if !about.hot_path {
        out.push_str("hot-path = false\n");
    }
    out.push_str(&pair("initial-state", &about.initial_state));
    out.push_str(&list("entry-states", &about.entry_states));
    out.push_str(&pair("named-character-references", &about.named_references));
    out.push_str(&pair("numeric-replacements", &about.numeric_replacements));
    out.push_str(&optional_list("notes", &about.notes));
    for mode in &about.text_modes {
        out.push_str("\n[[text-mode]]\n");
        out.push_str(&text_mode(mode));
    }
    if !about.classes.is_empty() {
        out.push_str("\n[classes]\n");
        for (name, members) in &about.classes {
            out.push_str(&list(&string(name), members));
        }
    }
    if !about.names.is_empty() {
        out.push_str("\n[names]\n");
        for (name, members) in &about.names {
            out.push_str(&list(&string(name), members));
        }
    }
    out
}

fn text_mode(mode: &TextMode) -> String {
    let switch = match &mode.switch.value {
        Switch::State(state) => pair("state", state),
        Switch::ContentModel(model) => pair("content-model", model),
    };
    pair("mode", &mode.mode)
        + &switch
        + &optional_list("elements", &mode.elements)
        + &optional_list("elements-if-scripting", &mode.elements_if_scripting)
}

/// `errors.toml`.
pub(super) fn write_errors(revision: &Revision) -> String {
    let blocks = revision.errors.iter().map(|error| {
        let (code, by) = (pair("code", &error.code), optional("by", &error.by));
        format!("[[error]]\n{code}{by}")
    });
    blocks.collect::<Vec<_>>().join("\n")
}
