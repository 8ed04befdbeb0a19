//! The behaviour as text, Markdown and JSON.
//!
//! The three say the same, so they are next to each other and share every phrase; only their layout differs. Inputs
//! are shown as they can be typed, with invisible characters escaped, since a reader will try them. The JSON is
//! written from the data key by key, so that a renamed field of Rust does not change it, and a new one has to be
//! added by hand.

pub mod decision;

use super::behaviour::{Alone, Behaviour, document};
use super::engine::{Verdict, Witness};
use super::revision_ref::RevisionRef;
use super::together::Together;
use serde_json::{Value, json};
use std::fmt::Write;
use tokenwright_interpreter::{Output, Refusal, Response, Token};

/// The tokens of a run on one line, as markup.
pub fn tokens(output: &Result<Output, Refusal>) -> String {
    let output = match output {
        Ok(output) => output,
        Err(refusal) => return format!("refused: {refusal}"),
    };
    let shown: Vec<String> = output.tokens.iter().filter_map(token).collect();
    match shown.is_empty() {
        true => "no tokens".into(),
        false => shown.join("  "),
    }
}

fn token(token: &Token) -> Option<String> {
    let tag = |slash: &str, name: &str, attributes: &[(String, String)], closing: bool| {
        let attributes = attributes.iter();
        let attributes: String = attributes.map(|(n, v)| format!(" {n}={v:?}")).collect();
        format!(
            "<{slash}{name}{attributes}{}>",
            if closing { " /" } else { "" }
        )
    };
    Some(match token {
        Token::Doctype {
            name,
            public,
            system,
            force_quirks,
        } => {
            let part = |key: &str, value: &Option<String>| match value {
                Some(value) => format!(" {key}={value:?}"),
                None => String::new(),
            };
            let quirks = if *force_quirks { " quirks" } else { "" };
            format!(
                "<!DOCTYPE{}{}{}{quirks}>",
                part("name", name),
                part("public", public),
                part("system", system)
            )
        }
        Token::StartTag {
            name,
            attributes,
            self_closing,
        } => tag("", name, attributes, *self_closing),
        Token::EndTag {
            name,
            attributes,
            self_closing,
        } => tag("/", name, attributes, *self_closing),
        Token::Comment(data) => format!("<!--{}-->", data.escape_debug()),
        Token::ProcessingInstruction { target, data } => {
            format!("<?{target} {}>", data.escape_debug())
        }
        Token::Characters(text) => format!("{text:?}"),
        Token::EndOfFile => return None,
    })
}

/// The errors of a run on one line: codes, with line and column.
pub fn errors(output: &Result<Output, Refusal>) -> String {
    let Ok(output) = output else {
        return String::new();
    };
    let errors = output.errors.iter();
    let errors: Vec<String> = errors
        .map(|e| format!("{} at {}:{}", e.code, e.line, e.column))
        .collect();
    match errors.is_empty() {
        true => "no errors".into(),
        false => errors.join(", "),
    }
}

/// How the run of a witness starts and what tree construction does at its tags, in words; empty for a document whose tags
/// have no effect on the tokenizer.
pub fn entry(witness: &Witness) -> String {
    let [a, b] = &witness.entry.sides;
    let mut parts = Vec::new();
    let kind = |setup: &tokenwright_interpreter::Setup| match (&setup.state, setup.content_model) {
        (Some(state), _) => Some(format!("the {state} state")),
        (None, Some(model)) => Some(format!("content model {model}")),
        (None, None) => None,
    };
    match (kind(a), kind(b)) {
        (Some(a), Some(b)) if a == b => parts.push(format!("from {a}")),
        (Some(a), Some(b)) => parts.push(format!("from {a} and {b}")),
        _ => {}
    }
    if let Some(name) = &a.last_start_tag {
        parts.push(format!("last start tag `{name}`"));
    }
    if a.foreign {
        parts.push("the current node is not HTML's".into());
    }
    parts.extend(responses(witness));
    parts.join(", ")
}

/// What tree construction does at the tags of a witness, in words.
fn responses(witness: &Witness) -> Vec<String> {
    let responses = &witness.entry.sides[0].responses;
    let tags = tags(witness);
    let mut all = Vec::new();
    for (nth, Response { switch, foreign }) in responses.iter().enumerate() {
        let tag = match tags.get(nth) {
            Some((name, false)) => format!("`<{name}>`"),
            Some((name, true)) => format!("`</{name}>`"),
            None => format!("tag {}", nth + 1),
        };
        let node = foreign.map(|foreign| match foreign {
            true => "makes a foreign element the current node".to_owned(),
            false => "makes an HTML element the current node".to_owned(),
        });
        let switch = switch.map(|mode| format!("switches to {mode}"));
        let what: Vec<String> = switch.into_iter().chain(node).collect();
        if !what.is_empty() {
            all.push(format!(
                "if the tree builder {} at {tag}",
                what.join(" and ")
            ));
        }
    }
    all
}

/// The tags of a witness, with whether each is an end tag.
pub(super) fn tags(witness: &Witness) -> Vec<(&str, bool)> {
    let mut outputs = witness.outputs.iter().flatten();
    let tokens = outputs.next().map_or(&[][..], |output| &output.tokens);
    let tags = tokens.iter().filter_map(|token| match token {
        Token::StartTag { name, .. } => Some((name.as_str(), false)),
        Token::EndTag { name, .. } => Some((name.as_str(), true)),
        _ => None,
    });
    tags.collect()
}

/// What tree construction does at each tag, in order.
pub fn responses_json(responses: &[Response]) -> Value {
    let each = responses.iter().map(|Response { switch, foreign }| {
        let switch = switch.map(|mode| mode.to_string());
        json!({ "switch": switch, "foreign": foreign })
    });
    each.collect()
}

/// An input in printable form.
pub fn input(text: &str) -> String {
    if text.is_empty() {
        return "the empty input".to_owned();
    }
    format!(
        "`{}`",
        text.escape_debug()
            .to_string()
            .replace("\\\"", "\"")
            .replace("\\'", "'")
    )
}

/// The behaviour, for a report in plain text.
pub fn text(found: &Behaviour, from: RevisionRef<'_>, to: RevisionRef<'_>) -> String {
    let mut out = String::from("\nBehaviour: ");
    let _ = writeln!(out, "{}", verdict(&found.whole));
    shown(&mut out, &found.whole, from, to, "  ");
    if !found.changes.is_empty() {
        let _ = writeln!(out, "\nEach change alone");
    }
    for (id, alone) in &found.changes {
        let _ = writeln!(out, "\n  {id}: {}", says(alone));
        if let Alone::Made(verdict) = alone {
            // A change alone is shown as the older side and the same side with the change.
            shown(&mut out, verdict, from, from, "    ");
        }
        let together = found.together.iter().find(|(other, _)| other == id);
        if let Some((_, together)) = together {
            let _ = writeln!(out, "    {}", says_together(together));
            if let Together::With { verdict, .. } = together {
                shown(&mut out, verdict, from, from, "      ");
            }
        }
    }
    out
}

/// A verdict in a few words.
pub fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Equal(proof) => format!(
            "none, proved: {} pairs of states and registers, closed under every input",
            proof.pairs.len()
        ),
        Verdict::Differs {
            grade, proof: None, ..
        } => grade.to_string(),
        Verdict::Differs {
            grade,
            proof: Some(proof),
            ..
        } => format!(
            "{grade}; all else is the same, proved: {} pairs",
            proof.pairs.len()
        ),
        Verdict::Unknown(why) => format!("unknown: {why}"),
    }
}

/// The behaviour of a change alone, in a few words.
pub fn says(alone: &Alone) -> String {
    match alone {
        Alone::Made(made) => match &**made {
            Verdict::Equal(_) => "none, equal to the older tables, proved".into(),
            made => verdict(made),
        },
        Alone::NeverReached => "none, never reached, proved".into(),
        Alone::OnlyTogether => "only together with other changes".into(),
        Alone::Refused(why) => format!("only together with other changes; alone it stops: {why}"),
    }
}

/// The changes with which a change has an effect, in a few words.
pub fn says_together(together: &Together) -> String {
    match together {
        Together::With {
            others,
            fewest,
            verdict: of,
        } => {
            let others = others.join(", ");
            let more = if *fewest {
                ""
            } else {
                " (minimise may be enough)"
            };
            format!("together with {others}{more}: {}", verdict(of))
        }
        Together::Never => "none with all other changes made either, proved".into(),
        Together::Unknown(why) => format!("with which others is unknown: {why}"),
    }
}

/// The input of a witness, and what both sides give for it.
fn outputs(out: &mut String, witness: &Witness, indent: &str) {
    let start = match entry(witness) {
        start if start.is_empty() => start,
        start => format!(" ({start})"),
    };
    let _ = writeln!(out, "{indent}{}{start}", input(&witness.input));
    for (mark, output) in ["-", "+"].iter().zip(&witness.outputs) {
        let errors = match output {
            Ok(_) => format!("  | {}", errors(output)),
            Err(_) => String::new(),
        };
        let _ = writeln!(out, "{indent}{mark} {}{errors}", tokens(output));
    }
}

fn shown(
    out: &mut String,
    verdict: &Verdict,
    from: RevisionRef<'_>,
    to: RevisionRef<'_>,
    indent: &str,
) {
    let Verdict::Differs { grade, witness, .. } = verdict else {
        return;
    };
    outputs(out, witness, indent);
    if !entry(witness).is_empty()
        && let Some(document) = document(witness, from, to, *grade)
    {
        let _ = writeln!(out, "{indent}document {}", input(&document));
    }
}

/// The behaviour, as the value of `behaviour` in the JSON of a difference.
pub fn json(found: &Behaviour) -> Value {
    let changes = found.changes.iter().map(|(id, alone)| {
        let verdict = match alone {
            Alone::Made(verdict) => of_verdict(verdict),
            other => json!({ "grade": other.grade().map(|g| g.to_string()), "says": says(other) }),
        };
        let mut value = json!({ "id": id, "alone": verdict });
        let together = found.together.iter().find(|(other, _)| other == id);
        if let Some((_, together)) = together {
            value["together"] = match together {
                Together::With {
                    others,
                    fewest,
                    verdict,
                } => {
                    let mut with = of_verdict(verdict);
                    with["with"] = json!(others);
                    with["fewest"] = json!(fewest);
                    with
                }
                other => json!({ "grade": Value::Null, "says": says_together(other) }),
            };
        }
        value
    });
    json!({ "whole": of_verdict(&found.whole), "changes": changes.collect::<Vec<_>>() })
}

fn of_verdict(of: &Verdict) -> Value {
    let mut value = json!({
        "grade": of.grade().map(|grade| grade.to_string()),
        "says": verdict(of),
    });
    if let Verdict::Differs { witness, .. } = of {
        value["witness"] = witness_json(witness);
    }
    value
}

fn witness_json(witness: &Witness) -> Value {
    let setups = witness.entry.sides.iter().map(|setup| {
        json!({
            "state": setup.state,
            "content-model": setup.content_model.map(|model| model.to_string()),
            "last-start-tag": setup.last_start_tag,
            "foreign": setup.foreign,
        })
    });
    let outputs = witness.outputs.iter();
    let outputs = outputs.map(|o| json!({ "tokens": tokens(o), "errors": errors(o) }));
    let mut value = json!({
        "input": witness.input,
        "settings": setups.collect::<Vec<_>>(),
        "outputs": outputs.collect::<Vec<_>>(),
    });
    let responses = &witness.entry.sides[0].responses;
    if !responses.is_empty() {
        value["responses"] = responses_json(responses);
    }
    value
}
