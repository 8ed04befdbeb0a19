//! `[[text-mode]]`: the text modes to which tree construction can switch the tokenizer.

use super::keys::{Keys, Log, Value};
use super::text::Text;
use crate::diagnostic::Diagnostic;
use crate::grammar::form::Hole;
use crate::grammar::{ContentModel, Mode, nearest};
use crate::language::TEXT_MODE;
use crate::model::{Located, Switch, TextMode};
use std::fmt;

/// Reads all text modes; one without a mode or a switch is logged and omitted.
pub(super) fn read(value: Value<'_>, log: &mut Log) -> Vec<TextMode> {
    let tables = value.tables(&TEXT_MODE, log);
    let modes = tables.into_iter().map(|keys| text_mode(keys, log));
    modes.collect::<Vec<_>>().into_iter().flatten().collect()
}

fn text_mode(keys: Keys<'_>, log: &mut Log) -> Option<TextMode> {
    let mode = keys.string("mode", log);
    let mode = mode.and_then(|text| phrase(&text, "text mode", Mode::ALL, log));
    let switch = switch(&keys, log);
    let mut names = |key| keys.strings(key, log).iter().map(Text::located).collect();
    let (elements, elements_if_scripting) = (names("elements"), names("elements-if-scripting"));
    keys.finish(log);
    Some(TextMode {
        mode: mode?,
        switch: switch?,
        elements,
        elements_if_scripting,
    })
}

/// Exactly one of `state` and `content-model`.
fn switch(keys: &Keys<'_>, log: &mut Log) -> Option<Located<Switch>> {
    let state = keys.optional_string("state", log);
    let model = keys.optional_string("content-model", log);
    match (state, model) {
        (Some(state), None) => Some(state.read_as(Switch::State(state.value.clone()))),
        (None, Some(text)) => {
            let model = phrase(&text, "content model", ContentModel::ALL, log)?;
            Some(text.read_as(Switch::ContentModel(model.value)))
        }
        (Some(_), Some(model)) => {
            log.push(
                Diagnostic::error(model.outer, "`content-model` and `state` in one text mode")
                    .help("`content-model` is for revisions with a content model flag"),
            );
            None
        }
        // A value of a wrong type has been logged.
        (None, None) if keys.get("state").or(keys.get("content-model")).is_some() => None,
        (None, None) => {
            log.push(
                Diagnostic::error(keys.place(), "a text mode needs `state` or `content-model`")
                    .help("`content-model` is for revisions with a content model flag"),
            );
            None
        }
    }
}

/// One of the words of a list.
fn phrase<T: Hole + Copy + fmt::Display>(
    text: &Text,
    what: &str,
    all: &[(T, &'static str)],
    log: &mut Log,
) -> Option<Located<T>> {
    let value = T::read(&text.value);
    if value.is_none() {
        let known = all.iter().map(|(_, name)| *name);
        let message = format!("unknown {what} `{}`", text.value);
        let diagnostic = Diagnostic::error(text.place, message);
        log.push(match nearest(&text.value, known) {
            Some(near) => diagnostic.edit(format!("write `{near}`"), text.place, near),
            None => diagnostic.label(format!("expected {}", T::EXPECTS)),
        });
    }
    value.map(|value| text.read_as(value))
}
