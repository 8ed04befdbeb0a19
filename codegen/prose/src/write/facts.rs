//! What the section says outside its states: flags, rules and definitions.

use super::document::sentence;
use super::spelling::joined;
use super::states::{Gap, alternatives, stmts};
use crate::code_points::spell;
use crate::understand::{Alternatives, Stmt, does};
use tokenwright_tables::model::{Definition, Event, Revision};

/// The paragraphs before the states.
pub(super) fn introduction(revision: &Revision) -> Result<Vec<String>, Vec<Gap>> {
    let about = &revision.about;
    let mut gaps = Vec::new();
    let mut paragraphs = vec![sentence(&format!(
        "implementations must act as if they used the following state machine to tokenize HTML. The state machine must \
             start in the {} state",
        about.initial_state.value
    ))];
    if about.content_model_flag {
        paragraphs.push(
            "The exact behavior of certain states depends on a content model flag that is set after certain tokens are emitted."
                .to_owned(),
        );
    }
    if about.escape_flag {
        paragraphs.push(
            "In the RCDATA and CDATA states, a further escape flag is used to control the behavior of the tokenizer."
                .to_owned(),
        );
    }
    let start_tag = revision.errors.iter().find(|error| {
        error.by.as_deref() == Some("tree construction")
            && error.code.value == "non-void-html-element-start-tag-with-trailing-solidus"
    });
    if let Some(error) = start_tag {
        paragraphs.push(format!(
            "When a start tag token is emitted with its self-closing flag set, if the flag is not acknowledged when it is \
             processed by the tree construction stage, that is a {} parse error.",
            error.code.value
        ));
    }
    for rule in &revision.rules {
        let body = stmts(&rule.body);
        let written = match &rule.on.value {
            Event::Leaving(state) if state == "attribute name" => {
                duplicates(&body).map(|text| vec![text])
            }
            Event::EmittingEndTag => body.iter().map(end_tag).collect(),
            _ => None,
        };
        match written {
            Some(written) => paragraphs.extend(written),
            None => gaps.push((
                rule.on.place,
                "no rule of the reader states this".to_owned(),
            )),
        }
    }
    for definition in &revision.definitions {
        let written = match definition {
            Definition::Condition { name, any } => {
                condition(revision, &name.value, &alternatives(any))
            }
            Definition::Step { name, body } => step(&name.value, &stmts(body)),
        };
        match written {
            Some(written) => paragraphs.extend(written),
            None => {
                let name = definition.name();
                let why = format!("no rule of the reader defines `{}` like this", name.value);
                gaps.push((name.place, why));
            }
        }
    }
    if gaps.is_empty() {
        Ok(paragraphs)
    } else {
        Err(gaps)
    }
}

/// `a duplicate-attribute parse error`, `a parse error`
fn error(step: &Stmt) -> Option<String> {
    let Stmt::Step(step) = step else {
        return None;
    };
    if step == "parse error" {
        return Some("a parse error".to_owned());
    }
    let code = step.strip_prefix("parse error: ")?;
    let article = if code.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    Some(format!("{article} {code} parse error"))
}

fn duplicates(body: &[Stmt]) -> Option<String> {
    let [
        Stmt::If {
            any,
            then,
            otherwise,
            ..
        },
    ] = body
    else {
        return None;
    };
    let on_token = "the current attribute's name is already on the current tag token";
    let [first, Stmt::Step(removed)] = then.as_slice() else {
        return None;
    };
    if *any != [[on_token]] || !otherwise.is_empty() {
        return None;
    }
    let which = match removed.as_str() {
        "remove the current attribute from the current tag token" => "new",
        "remove the earlier attribute of the same name from the current tag token" => "earlier",
        _ => return None,
    };
    Some(format!(
        "When the user agent leaves the attribute name state (and before emitting the tag token, if appropriate), the complete \
         attribute's name must be compared to the other attributes on the same token; if there is already an attribute on the \
         token with the exact same name, then this is {} and the {which} attribute must be removed from the token.",
        error(first)?
    ))
}

fn end_tag(stmt: &Stmt) -> Option<String> {
    match stmt {
        Stmt::Step(step) => {
            let model = step.strip_prefix("set the content model flag to ")?;
            Some(format!(
                "When an end tag token is emitted, the content model flag must be switched to the {model} state."
            ))
        }
        Stmt::If {
            any,
            then,
            otherwise,
            ..
        } => {
            let with = if *any == [["the current tag token has attributes"]] {
                "attributes"
            } else if *any == [["the self-closing flag of the current tag token is set"]] {
                "its self-closing flag set"
            } else {
                return None;
            };
            let [only] = then.as_slice() else {
                return None;
            };
            otherwise.is_empty().then_some(())?;
            Some(format!(
                "When an end tag token is emitted with {with}, that is {}.",
                error(only)?
            ))
        }
    }
}

fn condition(revision: &Revision, name: &str, any: &Alternatives) -> Option<Vec<String>> {
    match name {
        "the current end tag token is appropriate" => {
            let same = [["the current tag token's tag name is the last start tag name"]];
            (*any == same).then(|| {
                vec![
                    "An appropriate end tag token is an end tag token whose tag name matches the tag name of the last start \
                     tag to have been emitted from this tokenizer, if any. If no start tag has been emitted from this \
                     tokenizer, then no end tag token is appropriate."
                        .to_owned(),
                ]
            })
        }
        "the character reference was consumed as part of an attribute" => {
            let states = any.iter().map(|all| match all.as_slice() {
                [only] => only.strip_prefix("the return state is "),
                _ => None,
            });
            let states: Vec<&str> = states.collect::<Option<_>>()?;
            Some(vec![format!(
                "A character reference is said to be consumed as part of an attribute if the return state is either {}.",
                joined(&states, "or")
            )])
        }
        // The reader finds the state that attempts the procedure for an attribute.
        "the character reference is being consumed as part of an attribute" => {
            let returned = "append the returned characters to the current attribute's value";
            let state = revision
                .states
                .iter()
                .find(|state| does(&stmts(&state.body), returned))?;
            let state = format!("the current state is the {} state", state.name.value);
            (*any == [[state]]).then(Vec::new)
        }
        "this is a permitted slash" => {
            let [all] = any.as_slice() else {
                return None;
            };
            let [next, start, void] = all.as_slice() else {
                return None;
            };
            let char = next.strip_prefix("the next input character is ")?;
            let known = start == "the current tag token is a start tag token"
                && void == "the current tag token's tag name is a void element";
            let (_, names) = revision
                .about
                .names
                .iter()
                .find(|(name, _)| name.value == "void element")?;
            known.then(|| {
                vec![format!(
                    "A permitted slash is a U+002F SOLIDUS character that is immediately followed by a {}, if, and only if, \
                     the current token being processed is a start tag token whose tag name is one of the following: {}.",
                    spell(char),
                    names.join(", ")
                )]
            })
        }
        _ => None,
    }
}

fn step(name: &str, body: &[Stmt]) -> Option<Vec<String>> {
    let text = match (name, body) {
        ("flush code points consumed as a character reference", _) => {
            "When a state says to flush code points consumed as a character reference, it means that for each code point in \
             the temporary buffer, the user agent must append the code point from the buffer to the current attribute's value \
             if the character reference was consumed as part of an attribute, or emit the code point as a character token \
             otherwise."
                .to_owned()
        }
        ("convert the temporary buffer to a comment", [Stmt::Step(create), Stmt::Step(_)]) => {
            let data = create.strip_prefix("create a comment token with data ")?;
            format!(
                "To convert the temporary buffer to a comment, create a comment token whose data is the concatenation of \
                 {data} and the code points in the temporary buffer."
            )
        }
        _ => return None,
    };
    Some(vec![text])
}
