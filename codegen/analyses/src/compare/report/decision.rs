//! What is known of pages that were not understood completely, as text, Markdown and JSON.
//!
//! The same answer goes to a terminal, a comment and a program, so one function for each writes it from one text of
//! the verdict. Conditions can be many: text and Markdown list a few and count the others, JSON has all. Words of a
//! page are escaped, because a page may come from an unknown author.

use super::{outputs, witness_json};
use crate::compare::broken::Break;
use crate::compare::decision::{Condition, ConditionalAnswer, Decision};
use crate::compare::engine::{Grade, Witness};
use crate::compare::opaque::OpenPart;
use crate::inert;
use serde_json::{Value, json};
use std::fmt::Write;

/// The number of conditions that text and Markdown list.
const SHOWN: usize = 20;

/// `decided`, `conditional`, `undecided` or `broken`.
pub fn kind(decision: &Decision) -> &'static str {
    match decision {
        Decision::Differs { .. } => "decided",
        Decision::Conditional { .. } => "conditional",
        Decision::Undecided(_) => "undecided",
        Decision::Broken(_) => "broken",
    }
}

/// The decision in a few words.
pub fn says(decision: &Decision) -> String {
    match decision {
        Decision::Differs { grade, .. } => {
            format!("they differ ({grade}), whatever was not understood")
        }
        Decision::Conditional { answer, on } => conditional(answer, on),
        Decision::Undecided(why) => format!("unknown: {why}"),
        Decision::Broken(_) => BROKEN.to_owned(),
    }
}

/// The answer where a page is broken.
pub const BROKEN: &str = "a page is broken, so its effect was not searched";

/// What makes pages broken, as a list; `escaped` makes text of a page harmless.
pub fn breaks(broken: &[Break], mark: &str, escaped: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    for one in broken.iter().take(SHOWN) {
        let line = one.line.map(|line| format!(":{line}")).unwrap_or_default();
        let at = escaped(&format!("{}{line}", one.page));
        let _ = writeln!(out, "{mark}{at}: {}", escaped(&one.says));
    }
    if broken.len() > SHOWN {
        let _ = writeln!(out, "{mark}and {} more", broken.len() - SHOWN);
    }
    out
}

/// What makes pages broken, in JSON.
pub fn breaks_json(broken: &[Break]) -> Value {
    let each = broken.iter().map(|one| {
        json!({
            "page": one.page,
            "line": one.line,
            "rule": one.rule.name(),
            "says": one.says,
        })
    });
    each.collect()
}

fn conditional(answer: &ConditionalAnswer, on: &[Condition]) -> String {
    let same = on.iter().all(|condition| condition.same_words);
    let (parts, were) = match on.len() {
        1 => ("1 part".to_owned(), "was"),
        parts => (format!("{parts} parts"), "were"),
    };
    match answer {
        ConditionalAnswer::Equal => {
            format!(
                "equal if the two readings of {parts}, in the same words, are equal; not proved"
            )
        }
        ConditionalAnswer::EqualBefore if on.is_empty() => {
            "no input shows a difference, and none reaches what was not understood; not proved"
                .to_owned()
        }
        ConditionalAnswer::EqualBefore if same => format!(
            "equal up to {parts} that {were} not understood, in the same words on both sides; not proved"
        ),
        ConditionalAnswer::EqualBefore => {
            format!(
                "equal up to {parts} that {were} not understood and on which the answer depends; not proved"
            )
        }
        ConditionalAnswer::EqualBeyond => format!(
            "equal up to {parts} that {were} not understood, and behind those in the same words on both sides if these words have no effect; not proved"
        ),
        ConditionalAnswer::DiffersBeyond { grade, .. } => format!(
            "they differ ({grade}) behind {parts} that {were} not understood, if the words that both sides share there have no effect"
        ),
        ConditionalAnswer::Differs { grade, .. } => format!(
            "they differ ({grade}) if nothing that was not understood outside the states ({parts}) concerns the input"
        ),
    }
}

/// The input that shows the difference, if one is known.
pub fn witness(decision: &Decision) -> Option<&Witness> {
    difference(decision).map(|(_, witness)| witness)
}

/// The grade of the difference, and the input that shows it.
fn difference(decision: &Decision) -> Option<(Grade, &Witness)> {
    match decision {
        Decision::Differs { grade, witness }
        | Decision::Conditional {
            answer:
                ConditionalAnswer::Differs { grade, witness }
                | ConditionalAnswer::DiffersBeyond { grade, witness },
            ..
        } => Some((*grade, witness)),
        _ => None,
    }
}

fn conditions(decision: &Decision) -> &[Condition] {
    match decision {
        Decision::Conditional { on, .. } => on,
        _ => &[],
    }
}

/// The decision, for a report in plain text; `names` are those of the sides.
pub fn text(decision: &Decision, names: [&str; 2]) -> String {
    let mut out = format!("\nDecision: {}\n", says(decision));
    if let Some(witness) = witness(decision) {
        outputs(&mut out, witness, "  ");
    }
    if let Decision::Broken(broken) = decision {
        out.push_str(&breaks(broken, "  ", str::to_owned));
    }
    list(&mut out, decision, names, "  ", str::to_owned);
    out
}

/// The conditions as a list in Markdown; empty if there are none. `names` are those of the sides.
pub fn conditions_markdown(decision: &Decision, names: [&str; 2]) -> String {
    let mut out = String::new();
    list(&mut out, decision, names, "- ", inert::text);
    out
}

fn list(
    out: &mut String,
    decision: &Decision,
    names: [&str; 2],
    mark: &str,
    escaped: impl Fn(&str) -> String,
) {
    let on = conditions(decision);
    for condition in on.iter().take(SHOWN) {
        let places = condition.parts.iter().zip(names);
        let places = places.filter_map(|(part, name)| Some(place(part.as_ref()?, name)));
        let places: Vec<String> = places.collect();
        let words = condition.parts.iter().flatten().map(|part| &part.words);
        let mut words: Vec<&String> = words.collect();
        words.dedup();
        let words: Vec<String> = words.into_iter().map(|words| escaped(words)).collect();
        let _ = writeln!(
            out,
            "{mark}{}: {}",
            escaped(&places.join(" and ")),
            words.join(" / ")
        );
    }
    if on.len() > SHOWN {
        let _ = writeln!(out, "{mark}and {} more", on.len() - SHOWN);
    }
}

fn place(part: &OpenPart, name: &str) -> String {
    match part.line {
        0 => format!("{name}, {}", part.part),
        line => format!("{name}:{line}, {}", part.part),
    }
}

/// The decision, as the value of `decision` in the JSON of a difference.
pub fn json(decision: &Decision) -> Value {
    let part = |part: &Option<OpenPart>| {
        part.as_ref().map(|part| {
            json!({
                "line": (part.line > 0).then_some(part.line),
                "part": part.part,
                "said": part.words,
            })
        })
    };
    let on = conditions(decision).iter().map(|condition| {
        json!({
            "from": part(&condition.parts[0]),
            "to": part(&condition.parts[1]),
            "same_words": condition.same_words,
        })
    });
    let answer = match decision {
        Decision::Differs { .. } => Some("differs"),
        Decision::Conditional { answer, .. } => Some(match answer {
            ConditionalAnswer::Equal => "equal",
            ConditionalAnswer::EqualBefore => "equal so far",
            ConditionalAnswer::EqualBeyond => "equal so far and beyond",
            ConditionalAnswer::Differs { .. } => "differs",
            ConditionalAnswer::DiffersBeyond { .. } => "differs beyond",
        }),
        Decision::Undecided(_) | Decision::Broken(_) => None,
    };
    let broken = match decision {
        Decision::Broken(broken) => breaks_json(broken),
        _ => json!([]),
    };
    let grade = difference(decision).map(|(grade, _)| grade.to_string());
    json!({
        "kind": kind(decision),
        "answer": answer,
        "grade": grade,
        "says": says(decision),
        "witness": witness(decision).map(witness_json),
        "on": on.collect::<Vec<_>>(),
        "broken": broken,
    })
}
