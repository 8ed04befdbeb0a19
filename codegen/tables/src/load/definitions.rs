//! The input stream, rules and definitions: the parts of a section outside its switch lists.

use super::keys::{Keys, Log};
use super::sentences::Sentences;
use super::states;
use super::text::Text;
use super::{DEFINITIONS, Files};
use crate::diagnostic::Diagnostic;
use crate::grammar::nearest;
use crate::language;
use crate::model::{Definition, Event, InputStream, Located, Rule};
use crate::source::Place;

/// Reads `[input-stream]`; a revision has one.
pub(super) fn read_input_stream(
    keys: &Keys<'_>,
    sentences: &Sentences,
    found: &mut Option<(InputStream, Place)>,
    log: &mut Log,
) {
    let Some(keys) = keys.table("input-stream", &language::INPUT_STREAM, log) else {
        return;
    };
    let normalize_newlines = match keys.optional_string("newlines", log) {
        None => {
            log.push(
                Diagnostic::error(keys.place(), "missing key `newlines` in `[input-stream]`")
                    .label("every tokenizer normalizes newlines")
                    .help("write `newlines = \"normalize\"` below it"),
            );
            false
        }
        Some(text) if text.value == "normalize" => true,
        Some(text) => {
            log.push(
                Diagnostic::error(text.place, format!("unknown value `{}`", text.value)).edit(
                    "the only value is `normalize`",
                    text.place,
                    "normalize",
                ),
            );
            false
        }
    };
    let rows = states::rows(&keys, sentences, log);
    let place = keys.place();
    keys.finish(log);
    let input_stream = InputStream {
        normalize_newlines,
        rows,
    };
    match found {
        Some((_, first)) => log.push(
            Diagnostic::error(place, "a second `[input-stream]`").also(*first, "the first is here"),
        ),
        None => *found = Some((input_stream, place)),
    }
}

/// Logs that no file holds `[input-stream]`.
pub(super) fn missing_input_stream(files: &Files, log: &mut Log) {
    let usual = files.tables.iter().find(|(name, _)| name == DEFINITIONS);
    let Some((_, file)) = usual.or(files.tables.first()) else {
        return;
    };
    let place = Place::within(*file, 0..0);
    log.push(Diagnostic::error(place, "missing table `[input-stream]`"));
}

/// Reads `[[rule]]`.
pub(super) fn read_rules(
    keys: &Keys<'_>,
    sentences: &Sentences,
    rules: &mut Vec<Rule>,
    log: &mut Log,
) {
    for keys in keys.tables("rule", &language::RULE, log) {
        let on = keys.string("on", log).and_then(|text| event(&text, log));
        let body = keys.require("do", log);
        keys.finish(log);
        let body = body.map(|value| sentences.body(value, log));
        if let (Some(on), Some(body)) = (on, body) {
            rules.push(Rule { on, body });
        }
    }
}

fn event(text: &Text, log: &mut Log) -> Option<Located<Event>> {
    const FORMS: [&str; 3] = [
        "leaving the {state} state",
        "emitting an end tag token",
        "emitting a start tag token",
    ];
    let state = text
        .value
        .strip_prefix("leaving the ")
        .and_then(|rest| rest.strip_suffix(" state"));
    let value = match (text.value.as_str(), state) {
        (_, Some(state)) => Event::Leaving(state.into()),
        ("emitting an end tag token", _) => Event::EmittingEndTag,
        ("emitting a start tag token", _) => Event::EmittingStartTag,
        (other, _) => {
            let diagnostic =
                Diagnostic::error(text.place, format!("unknown occasion `{other}` of a rule"));
            log.push(match nearest(other, FORMS) {
                Some(near) => diagnostic.help(format!("the nearest form is `{near}`")),
                None => diagnostic.help(format!("the forms are `{}`", FORMS.join("`, `"))),
            });
            return None;
        }
    };
    Some(text.read_as(value))
}

/// Reads `[[definition]]`.
pub(super) fn read_definitions(
    keys: &Keys<'_>,
    sentences: &Sentences,
    definitions: &mut Vec<Definition>,
    log: &mut Log,
) {
    for keys in keys.tables("definition", &language::DEFINITION, log) {
        let step = keys.optional_string("step", log);
        let condition = keys.optional_string("condition", log);
        let body = keys.get("do");
        let any = sentences.conditions_of(&keys, "means", "means-any", log);
        let place = keys.place();
        keys.finish(log);
        let body = body.map(|value| sentences.body(value, log));
        match (step, condition, body, any) {
            (Some(step), None, Some(body), None) => definitions.push(Definition::Step {
                name: step.located(),
                body,
            }),
            (None, Some(condition), None, Some(any)) => definitions.push(Definition::Condition {
                name: condition.located(),
                any,
            }),
            _ => log.push(Diagnostic::error(
                place,
                "a definition has `step` and `do`, or `condition` and `means` or `means-any`",
            )),
        }
    }
}
