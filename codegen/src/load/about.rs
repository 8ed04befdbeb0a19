//! `revision.toml`: the facts of a revision.

use super::document::Document;
use super::keys::{Keys, Log, Value};
use super::sentences::matcher;
use crate::diagnostic::Diagnostic;
use crate::grammar::Matcher;
use crate::language;
use crate::model::{About, Located};

/// Reads `revision.toml`; none if a key that must be there is not.
pub(super) fn read(document: &Document<'_>, log: &mut Log) -> Option<About> {
    let keys = document.keys(&language::REVISION);
    let id = keys.string("id", log);
    let title = keys.string("title", log);
    let date = date(&keys, log);
    let source = keys.string("source", log);
    let section = keys.string("section", log);
    let numbered = required_flag(&keys, "numbered", log);
    let named_errors = required_flag(&keys, "named-errors", log);
    let content_model_flag = keys.flag("content-model-flag", log);
    let escape_flag = keys.flag("escape-flag", log);
    let initial_state = keys.string("initial-state", log);
    let entry_states = keys.require("entry-states", log).map(|v| v.strings(log));
    let named_references = keys.string("named-character-references", log);
    let numeric_replacements = keys.string("numeric-replacements", log);
    let notes = keys.get("notes").and_then(|value| value.strings(log));
    let classes = keys.get("classes").map(|value| classes(value, log));
    let names = keys.get("names").map(|value| names(value, log));
    keys.finish(log);
    Some(About {
        id: id?.value,
        title: title?.value,
        date: date?,
        source: source?.value,
        section: section?.value,
        numbered: numbered?.value,
        named_errors: named_errors?.value,
        content_model_flag: content_model_flag.is_some_and(|flag| flag.value),
        escape_flag: escape_flag.is_some_and(|flag| flag.value),
        initial_state: initial_state?.located(),
        entry_states: entry_states?
            .unwrap_or_default()
            .iter()
            .map(|text| text.located())
            .collect(),
        named_references: named_references?.located(),
        numeric_replacements: numeric_replacements?.located(),
        classes: classes.unwrap_or_default(),
        names: names.unwrap_or_default(),
        notes: notes
            .unwrap_or_default()
            .into_iter()
            .map(|text| text.value)
            .collect(),
    })
}

fn required_flag(keys: &Keys<'_>, key: &'static str, log: &mut Log) -> Option<Located<bool>> {
    keys.require(key, log)?.boolean(log)
}

/// A date such as `2026-07-19`, or `2012` where no more is known of the document: only these forms
/// sort as text.
fn date(keys: &Keys<'_>, log: &mut Log) -> Option<String> {
    let text = keys.string("date", log)?;
    let fits = matches!(text.value.len(), 4 | 10)
        && text.value.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if !fits {
        log.push(
            Diagnostic::error(text.place, format!("`{}` is not a date", text.value))
                .label("expected year, month and day, such as 2026-07-19, or the year alone"),
        );
    }
    Some(text.value)
}

fn classes(value: Value<'_>, log: &mut Log) -> Vec<(Located<String>, Vec<Located<Matcher>>)> {
    let Some(keys) = value.keys(&language::CLASSES, log) else {
        return Vec::new();
    };
    let mut classes = Vec::new();
    for (name, value) in keys.entries() {
        let members = value.strings(log).unwrap_or_default();
        let members = members.iter().filter_map(|text| matcher(text, log));
        classes.push((name, members.collect()));
    }
    classes
}

fn names(value: Value<'_>, log: &mut Log) -> Vec<(Located<String>, Vec<String>)> {
    let Some(keys) = value.keys(&language::NAMES, log) else {
        return Vec::new();
    };
    let mut names = Vec::new();
    for (name, value) in keys.entries() {
        let members = value.strings(log).unwrap_or_default();
        names.push((name, members.into_iter().map(|text| text.value).collect()));
    }
    names
}
