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

/// Reads `revision.toml`. Missing values are logged, and empty.
pub(super) fn read(document: &Document<'_>, log: &mut Log) -> About {
    let keys = document.keys(&language::REVISION);
    let id = shown(&keys, "id", log);
    if let Some(error) = id
        .as_ref()
        .and_then(|id| identifiers::of_revision(&id.located()))
    {
        log.push(error);
    }
    let title = shown(&keys, "title", log);
    let date = date(&keys, log);
    let edits = keys.optional_string("edits", log);
    let source = shown(&keys, "source", log);
    let section = section(&keys, log);
    let numbered = required_flag(&keys, "numbered", log);
    let named_errors = required_flag(&keys, "named-errors", log);
    let content_model_flag = keys.flag("content-model-flag", log);
    let escape_flag = keys.flag("escape-flag", log);
    let hot_path = keys.flag("hot-path", log);
    let initial_state = keys.string("initial-state", log);
    let entry_states = keys.require("entry-states", log).map(|v| v.strings(log));
    let named_references = shown(&keys, "named-character-references", log);
    let numeric_replacements = shown(&keys, "numeric-replacements", log);
    let text_modes = keys.require("text-mode", log);
    let text_modes = text_modes.map(|value| text_modes::read(value, log));
    let notes = keys.strings("notes", log);
    let classes = keys.lists("classes", &language::CLASSES, log, |text, _, log| {
        matcher(text, log)
    });
    let names = keys.lists("names", &language::NAMES, log, |text, _, _| {
        Some(text.value.clone())
    });
    keys.finish(log);
    let value = |text: Option<Text>| text.map(|text| text.value).unwrap_or_default();
    let located = |text: Option<Text>| match text {
        Some(text) => text.located(),
        None => Located::nowhere(String::new()),
    };
    let set = |flag: Option<Located<bool>>| flag.is_some_and(|flag| flag.value);
    let entry_states = entry_states.flatten().unwrap_or_default();
    About {
        id: value(id),
        title: value(title),
        date: date.unwrap_or_default(),
        edits: edits.map(|text| text.value),
        source: value(source),
        section: value(section),
        numbered: set(numbered),
        named_errors: set(named_errors),
        content_model_flag: set(content_model_flag),
        escape_flag: set(escape_flag),
        hot_path: hot_path.is_none_or(|flag| flag.value),
        initial_state: located(initial_state),
        entry_states: entry_states.iter().map(|text| text.located()).collect(),
        text_modes: text_modes.unwrap_or_default(),
        named_references: located(named_references),
        numeric_replacements: located(numeric_replacements),
        classes,
        names,
        notes: notes.into_iter().map(|text| text.value).collect(),
    }
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
