//! Steps, conditions and rows in the words of the spec.

use crate::grammar::Step;
use crate::model::{Clause, Located, On, Row};
use std::fmt::Display;

/// A sentence, and its nesting depth below an "if".
pub type Sentence = (usize, String);

/// Steps as sentences, the branches of an "if" below it.
pub fn sentences(clauses: &[Clause]) -> Vec<Sentence> {
    let mut found = Vec::new();
    push(clauses, 0, &mut found);
    found
}

fn push(clauses: &[Clause], depth: usize, found: &mut Vec<Sentence>) {
    for clause in clauses {
        match clause {
            Clause::Step(step) => found.push((depth, self::step(&step.value))),
            Clause::Call(name) => found.push((depth, sentence(name))),
            Clause::If {
                any,
                then,
                otherwise,
            } => {
                found.push((depth, condition(&conjunctions(any))));
                push(then, depth + 1, found);
                if !otherwise.is_empty() {
                    found.push((depth, "Otherwise:".to_owned()));
                    push(otherwise, depth + 1, found);
                }
            }
        }
    }
}

/// A step in the words of the spec.
pub fn step(step: &Step) -> String {
    match step {
        Step::NamedError(code) => {
            let article = match code.0.chars().next() {
                Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
                _ => "a",
            };
            format!("This is {article} {code} parse error.")
        }
        Step::BareError => "Parse error.".to_owned(),
        Step::EmitCurrent => "Emit the current input character as a character token.".to_owned(),
        Step::EmitChar(char) => format!("Emit a {char} character token."),
        Step::EmitTemporaryBuffer => {
            "Emit a character token for each character in the temporary buffer.".to_owned()
        }
        Step::TreatAsAnythingElse => {
            "Treat it as per the \"anything else\" entry below.".to_owned()
        }
        other => sentence(&other.to_string()),
    }
}

/// Words with a capital letter in front.
pub fn capitalized(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}

/// Words with a capital letter in front and a full stop behind.
pub fn sentence(words: &str) -> String {
    // Words of a page end as they do there.
    let stop = if words.is_empty() || words.ends_with(['.', ':']) {
        ""
    } else {
        "."
    };
    capitalized(words) + stop
}

/// `If A, or if B, then:`
pub fn condition(any: &[String]) -> String {
    format!("If {}, then:", any.join(", or if "))
}

/// The matcher of a row: `U+0009 (tab), U+000A (LF)`, with its exceptions and its guard.
pub fn matched(row: &Row) -> String {
    let mut text = match &row.on {
        On::Consumed { any, except } if except.is_empty() => list(any),
        On::Consumed { any, except } => format!("{} except {}", list(any), list(except)),
        On::Peeked(any) => format!("next is {}", list(any)),
        On::Ahead { text, ignore_case } => {
            let how = if *ignore_case {
                " ignoring ASCII case"
            } else {
                ""
            };
            format!("next are \"{}\"{how}", text.value)
        }
    };
    if !row.when.is_empty() {
        text.push_str(&format!(
            ", if {}",
            conjunctions(&row.when).join(", or if ")
        ));
    }
    text
}

/// Alternatives as they are written: `A and B` for each.
#[must_use]
pub fn conjunctions<T: Display>(any: &[Vec<Located<T>>]) -> Vec<String> {
    any.iter().map(|all| conjunction(all)).collect()
}

/// Conditions in one sentence.
#[must_use]
pub fn conjunction<T: Display>(all: &[Located<T>]) -> String {
    joined(all, " and ")
}

fn list(items: &[Located<impl Display>]) -> String {
    joined(items, ", ")
}

fn joined(items: &[Located<impl Display>], between: &str) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    items.join(between)
}
