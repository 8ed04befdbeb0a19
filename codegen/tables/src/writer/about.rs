//! `revision.toml` and `errors.toml`.

use super::text::{list, pair, string};
use crate::model::{About, Located, Revision, Switch, TextMode};

/// `revision.toml`.
pub(super) fn write(about: &About) -> String {
    let mut out = String::new();
    out.push_str(&pair("id", &about.id));
    out.push_str(&pair("title", &about.title));
    out.push_str(&pair("date", &about.date));
    if let Some(edits) = &about.edits {
        out.push_str(&pair("edits", edits));
    }
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
    let entries: Vec<&str> = about.entry_states.iter().map(|s| s.as_str()).collect();
    out.push_str(&list("entry-states", &entries));
    out.push_str(&pair("named-character-references", &about.named_references));
    out.push_str(&pair("numeric-replacements", &about.numeric_replacements));
    if !about.notes.is_empty() {
        out.push_str(&list("notes", &about.notes));
    }
    for mode in &about.text_modes {
        out.push_str("\n[[text-mode]]\n");
        out.push_str(&text_mode(mode));
    }
    if !about.classes.is_empty() {
        out.push_str("\n[classes]\n");
        for (name, members) in &about.classes {
            let members: Vec<String> = members.iter().map(|m| m.to_string()).collect();
            out.push_str(&list(&string(name), &members));
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
    let mut out = pair("mode", &mode.mode.to_string());
    out.push_str(&match &mode.switch.value {
        Switch::State(state) => pair("state", state),
        Switch::ContentModel(model) => pair("content-model", &model.to_string()),
    });
    let mut names = |key, names: &[Located<String>]| {
        let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
        if !names.is_empty() {
            out.push_str(&list(key, &names));
        }
    };
    names("elements", &mode.elements);
    names("elements-if-scripting", &mode.elements_if_scripting);
    out
}

/// `errors.toml`.
pub(super) fn write_errors(revision: &Revision) -> String {
    let blocks: Vec<String> = revision
        .errors
        .iter()
        .map(|error| {
            let mut block = String::from("[[error]]\n");
            block.push_str(&pair("code", &error.code));
            if let Some(by) = &error.by {
                block.push_str(&pair("by", by));
            }
            block
        })
        .collect();
    blocks.join("\n")
}
