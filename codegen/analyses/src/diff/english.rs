//! Steps, conditions and rows in the words of the spec.

use super::change::conjunctions;
use std::fmt::Display;
use tokenwright_tables::grammar::Step;
use tokenwright_tables::model::{Located, On, Row};

/// A step as the spec would have it.
pub(super) fn step(step: &Step) -> String {
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

/// Words with a capital letter in front and a full stop behind.
pub(super) fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), chars.as_str()),
        None => String::new(),
    }
}

/// `If A, or if B, then:`
pub(super) fn condition(any: &[String]) -> String {
    format!("If {}, then:", any.join(", or if "))
}

/// The matcher of a row: `U+0009 (tab), U+000A (LF)`, with its exceptions and its guard.
pub(super) fn matched(row: &Row) -> String {
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

fn list(items: &[Located<impl Display>]) -> String {
    let items: Vec<String> = items.iter().map(|item| item.value.to_string()).collect();
    items.join(", ")
}
