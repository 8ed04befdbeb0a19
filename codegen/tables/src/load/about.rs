//! `revision.toml`: the facts of a revision.

use super::document::Document;
use super::keys::{Keys, Log};
use super::sentences::matcher;
use super::text::Text;
use super::text_modes;
use crate::check::identifiers;
use crate::diagnostic::Diagnostic;
use crate::language;
use crate::model::{About, Located, is_date};
use crate::tree::check::numbers;

/// Reads `revision.toml`. Missing values are logged, and empty; messages are in the order of the keys here.
pub(super) fn read(document: &Document<'_>, log: &mut Log) -> About {
    let keys = document.keys(&language::REVISION);
    let value = |text: Option<Text>| text.map(|text| text.value).unwrap_or_default();
    let located = |text: Option<Text>| match text {
        Some(text) => text.located(),
        None => Located::nowhere(String::new()),
    };
    let set = |flag: Option<Located<bool>>| flag.is_some_and(|flag| flag.value);
    let about = About {
        id: value(id(&keys, log)),
        title: value(shown(&keys, "title", log)),
        date: date(&keys, log).unwrap_or_default(),
        edits: keys.optional_string("edits", log).map(|text| text.value),
        source: value(shown(&keys, "source", log)),
        section: value(section(&keys, log)),
        numbered: set(required_flag(&keys, "numbered", log)),
        named_errors: set(required_flag(&keys, "named-errors", log)),
        content_model_flag: set(keys.flag("content-model-flag", log)),
        escape_flag: set(keys.flag("escape-flag", log)),
        hot_path: keys.flag("hot-path", log).is_none_or(|flag| flag.value),
        initial_state: located(keys.string("initial-state", log)),
        entry_states: entry_states(&keys, log),
        named_references: located(shown(&keys, "named-character-references", log)),
        numeric_replacements: located(shown(&keys, "numeric-replacements", log)),
        text_modes: match keys.require("text-mode", log) {
            Some(value) => text_modes::read(value, log),
            None => Vec::new(),
        },
        notes: keys
            .strings("notes", log)
            .into_iter()
            .map(|text| text.value)
            .collect(),
        classes: keys.lists("classes", &language::CLASSES, log, |text, _, log| {
            matcher(text, log)
        }),
        names: keys.lists("names", &language::NAMES, log, |text, _, _| {
            Some(text.value.clone())
        }),
    };
    keys.finish(log);
    about
}

/// The name of the revision, which is also that of folders and modules.
fn id(keys: &Keys<'_>, log: &mut Log) -> Option<Text> {
    let id = shown(keys, "id", log)?;
    if let Some(error) = identifiers::of_revision(&id.located()) {
        log.push(error);
    }
    Some(id)
}

fn entry_states(keys: &Keys<'_>, log: &mut Log) -> Vec<Located<String>> {
    let value = keys.require("entry-states", log);
    let states = value.and_then(|value| value.strings(log));
    states.iter().flatten().map(Text::located).collect()
}

fn required_flag(keys: &Keys<'_>, key: &'static str, log: &mut Log) -> Option<Located<bool>> {
    keys.require(key, log)?.boolean(log)
}

/// A text that is not empty, of characters that show: generated code and pages have it in comments and headings.
fn shown(keys: &Keys<'_>, key: &'static str, log: &mut Log) -> Option<Text> {
    let text = keys.string(key, log)?;
    if text.value.trim().is_empty() {
        log.push(Diagnostic::error(text.place, format!("an empty `{key}`")));
        return None;
    }
    if let Some(error) = identifiers::hidden(key, &text.located()) {
        log.push(error);
    }
    Some(text)
}

/// Numbers between dots, or nothing: sources of the standard have none.
fn section(keys: &Keys<'_>, log: &mut Log) -> Option<Text> {
    let text = keys.string("section", log)?;
    if !text.value.is_empty() && numbers(&text.value).is_none() {
        let message = format!("`{}` is no number of a section", text.value);
        log.push(Diagnostic::error(text.place, message).label("expected one such as 13.2.5"));
    }
    Some(text)
}

/// A date such as `2026-07-19`, or `2012` if only the year of the document is known. These forms sort
/// as text.
fn date(keys: &Keys<'_>, log: &mut Log) -> Option<String> {
    let text = keys.string("date", log)?;
    if !is_date(&text.value) {
        log.push(
            Diagnostic::error(text.place, format!("`{}` is not a date", text.value))
                .label("expected year, month and day, such as 2026-07-19, or the year alone"),
        );
    }
    Some(text.value)
}
