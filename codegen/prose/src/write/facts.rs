//! What the section says outside its states: flags, rules and definitions.
//!
//! Each is turned into the lines by which the reader's rules give it, and the sentence is the rule's.

use super::clauses::of_facts;
use super::states::{alternatives, stmts};
use super::{Gap, unless};
use crate::assemble::RETURNED;
use crate::code_points::spell_all;
use crate::stmt::{Stmt, any, describe};
use crate::understand::Reader;
use tokenwright_tables::english::sentence;
use tokenwright_tables::model::{Definition, Event, Revision};

/// The paragraphs before the states.
pub(super) fn introduction(
    reader: &mut Reader,
    revision: &Revision,
) -> Result<Vec<String>, Vec<Gap>> {
    let about = &revision.about;
    let mut gaps = Vec::new();
    let mut paragraphs = vec![sentence(&format!(
        "implementations must act as if they used the following state machine to tokenize HTML. The state machine must \
             start in the {} state",
        about.initial_state.value
    ))];
    let start_tag = revision.errors.iter().find(|error| {
        error.by.as_deref() == Some("tree construction")
            && error.code.value == "non-void-html-element-start-tag-with-trailing-solidus"
    });
    let start_tag =
        start_tag.map(|error| format!("in tree construction: parse error: {}", error.code.value));
    let flags = [
        about
            .content_model_flag
            .then(|| "content model flag".to_owned()),
        about.escape_flag.then(|| "escape flag".to_owned()),
        start_tag,
    ];
    let flags = flags.into_iter().flatten();
    paragraphs.extend(flags.filter_map(|line| stated(reader, &[line])));
    for rule in &revision.rules {
        let key = match &rule.on.value {
            Event::Leaving(state) => format!("when leaving the {state} state"),
            Event::EmittingEndTag => "when emitting an end tag token".to_owned(),
            Event::EmittingStartTag => "when emitting a start tag token".to_owned(),
        };
        let lines = stmts(&rule.body).into_iter();
        let lines = lines.map(|stmt| format!("{key}: {}", describe(&[stmt])));
        let written: Option<Vec<String>> = lines.map(|line| stated(reader, &[line])).collect();
        match written {
            Some(written) => paragraphs.extend(written),
            None => gaps.push(Gap::new(rule.on.place, "no rule of the reader states this")),
        }
    }
    for definition in &revision.definitions {
        match define(reader, revision, definition) {
            Some(written) => paragraphs.extend(written),
            None => {
                let name = definition.name();
                let why = format!("no rule of the reader defines `{}` like this", name.value);
                gaps.push(Gap::new(name.place, why));
            }
        }
    }
    unless(gaps, paragraphs)
}

/// The sentence for some facts.
fn stated(reader: &mut Reader, lines: &[String]) -> Option<String> {
    let text = of_facts(reader, lines)?;
    Some(sentence(&spell_all(&text)))
}

fn define(
    reader: &mut Reader,
    revision: &Revision,
    definition: &Definition,
) -> Option<Vec<String>> {
    let name = &definition.name().value;
    let mut lines = match definition {
        Definition::Condition { any, .. } => {
            let each = alternatives(any).into_iter();
            each.map(|all| format!("condition {name}: {}", all.join(" and ")))
                .collect()
        }
        Definition::Step { body, .. } => vec![format!("step {name}: {}", describe(&stmts(body)))],
    };
    match name.as_str() {
        // The reader finds the state that attempts the procedure for an attribute.
        "the character reference is being consumed as part of an attribute" => {
            let returns = |step: &str| step == RETURNED;
            let attempts = |body: &[Stmt]| any(body, &returns, &|_| false);
            let mut states = revision.states.iter();
            let state = states.find(|state| attempts(&stmts(&state.body)))?;
            let is_it = format!(
                "condition {name}: the current state is the {} state",
                state.name.value
            );
            return (lines == [is_it]).then(Vec::new);
        }
        "this is a permitted slash" => {
            let elements = revision.about.list("void element")?;
            lines.push(format!("void elements: {}", elements.join(", ")));
        }
        _ => {}
    }
    let mut written = stated(reader, &lines)?;
    if name == "the current end tag token is appropriate" {
        written.push_str(" If no start tag has been emitted from this tokenizer, then no end tag token is appropriate.");
    }
    Some(vec![written])
}
