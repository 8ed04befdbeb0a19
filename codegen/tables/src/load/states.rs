//! States, procedures and their rows.

use super::keys::{Keys, Log};
use super::sentences::{Sentences, matchers};
use crate::diagnostic::Diagnostic;
use crate::language::{self, Table};
use crate::model::{Located, On, Row, State};

/// Reads `[[state]]` or `[[procedure]]`.
pub(super) fn read(
    keys: &Keys<'_>,
    key: &'static str,
    kind: &'static Table,
    file: &str,
    sentences: &Sentences,
    log: &mut Log,
) -> Vec<State> {
    let tables = keys.tables(key, kind, log).into_iter();
    let states = tables.filter_map(|keys| {
        let name = keys.string("name", log);
        let was = keys.optional_string("was", log);
        let note = keys.optional_string("note", log);
        let body = keys.get("do").map(|value| sentences.body(value, log));
        let rows = keys.get("row").map(|_| rows(&keys, sentences, log));
        if body.is_none() && rows.is_none() {
            let message = format!("{} with neither rows nor `do`", kind.what);
            log.push(Diagnostic::error(keys.place(), message));
        }
        keys.finish(log);
        Some(State {
            name: name?.located(),
            file: file.into(),
            was: was.map(|text| text.value),
            note: note.map(|text| text.value),
            body: body.unwrap_or_default(),
            rows: rows.unwrap_or_default(),
        })
    });
    states.collect()
}

/// Reads the rows of a state or of the input stream.
pub(super) fn rows(keys: &Keys<'_>, sentences: &Sentences, log: &mut Log) -> Vec<Row> {
    let rows = keys.tables("row", &language::ROW, log).into_iter();
    rows.filter_map(|keys| row(keys, sentences, log)).collect()
}

fn row(keys: Keys<'_>, sentences: &Sentences, log: &mut Log) -> Option<Row> {
    let place = keys.place();
    let on = on(&keys, log);
    let when = sentences.conditions_of(&keys, "when", "when-any", log);
    let body = keys.require("do", log);
    let note = keys.optional_string("note", log);
    keys.finish(log);
    if let Some(value) = body.filter(|value| value.is_empty_list()) {
        log.push(
            Diagnostic::error(value.place, "a row that does nothing must say so").edit(
                "say it",
                value.place,
                "[\"ignore the character\"]",
            ),
        );
    }
    let body = body.map(|value| sentences.body(value, log));
    Some(Row {
        on: on?,
        when: when.unwrap_or_default(),
        body: body?,
        note: note.map(|text| text.value),
        place: Located { value: (), place },
    })
}

/// The matcher of a row: exactly one of `on`, `peek` and `next`.
fn on(keys: &Keys<'_>, log: &mut Log) -> Option<On> {
    let consumed = keys.get("on");
    let peeked = keys.get("peek");
    let ahead = keys.get("next");
    let except = keys.get("except");
    let case = keys.optional_string("case", log);
    if let (None, Some(value)) = (consumed, except) {
        log.push(Diagnostic::error(value.place, "`except` without `on`"));
    }
    let ignore_case = match &case {
        None => false,
        Some(text) => {
            if ahead.is_none() {
                log.push(Diagnostic::error(text.place, "`case` without `next`"));
            } else if text.value != "insensitive" {
                log.push(
                    Diagnostic::error(text.place, format!("unknown value `{}`", text.value)).edit(
                        "the only value is `insensitive`; leave the key out if case counts",
                        text.place,
                        "insensitive",
                    ),
                );
            }
            true
        }
    };
    match (consumed, peeked, ahead) {
        (Some(value), None, None) => Some(On::Consumed {
            any: matchers(value, log),
            except: except.map_or_else(Vec::new, |value| matchers(value, log)),
        }),
        (None, Some(value), None) => Some(On::Peeked(matchers(value, log))),
        (None, None, Some(value)) => {
            let text = value.string(log)?;
            if text.value.is_empty() {
                log.push(Diagnostic::error(text.outer, "`next` matches nothing"));
                return None;
            }
            Some(On::Ahead {
                text: text.located(),
                ignore_case,
            })
        }
        (None, None, None) => {
            log.push(Diagnostic::error(
                keys.place(),
                "missing key `on`, `peek` or `next` in a row",
            ));
            None
        }
        _ => {
            let mut places: Vec<_> = [consumed, peeked, ahead]
                .into_iter()
                .flatten()
                .map(|value| value.place)
                .collect();
            places.sort_unstable();
            log.push(
                Diagnostic::error(places[1], "a row has one of `on`, `peek` and `next`")
                    .also(places[0], "it has this"),
            );
            None
        }
    }
}
