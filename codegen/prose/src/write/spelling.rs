//! The values of holes in the words of the spec, which [`Kind::read`] reads back.

use crate::code_points::spell;
use crate::hole::{Kind, joined, words};
use crate::pattern::Filling;
use tokenwright_tables::grammar::Quoted;

/// The ways to write the values of a hole, best first; `fillings` are those of the whole rule, as a count is that of a
/// string beside it.
pub(super) fn spellings(kind: Kind, values: &[String], fillings: &[Filling]) -> Vec<String> {
    let one = values.first().map_or("", String::as_str);
    match kind {
        Kind::Char => vec![spell(one)],
        Kind::State | Kind::Code | Kind::Field | Kind::Quoted | Kind::Number | Kind::Place => {
            vec![one.to_owned()]
        }
        Kind::Source => item(one, "source", "character").into_iter().collect(),
        Kind::Sources => each(values, "source", "character"),
        Kind::Emitted => each(values, "emitted", "character token"),
        Kind::Error => vec![with_article(&error(one))],
        Kind::Errors => vec![format!("{}s", error(one))],
        Kind::Classes => {
            let classes: Vec<String> = values.iter().map(|class| format!("{class}s")).collect();
            vec![joined(&classes, "and")]
        }
        Kind::QuotedList => vec![values.join(" or ")],
        Kind::Set => {
            let members = one.split(" or ");
            let articles = members.clone().map(with_article).collect::<Vec<_>>();
            let bare = members.map(spell).collect::<Vec<_>>();
            vec![joined(&articles, "or"), joined(&bare, "or")]
        }
        Kind::Members | Kind::Excepted => {
            let members: Vec<String> = one.split(" or ").map(spell).collect();
            vec![joined(&members, "and")]
        }
        Kind::Numbers => {
            let numbers: Vec<&str> = values.iter().flat_map(|line| line.split(" or ")).collect();
            vec![joined(&numbers, "or")]
        }
        Kind::Models => {
            let models: Vec<&str> = one.split(" or ").collect();
            let word = if models.len() > 1 { "states" } else { "state" };
            vec![format!("the {} {word}", models.join(" or "))]
        }
        Kind::States => {
            let states: Vec<String> = values.iter().map(|s| format!("the {s} state")).collect();
            vec![joined(&states, "or")]
        }
        Kind::Count => quoted(fillings)
            .map(|text| count(&text))
            .into_iter()
            .collect(),
        Kind::Sequence => {
            let codes = quoted(fillings).map(|text| text.chars().map(code).collect::<Vec<_>>());
            codes
                .map(|codes| joined(&codes, "and"))
                .into_iter()
                .collect()
        }
        // The lists of names that follow a colon.
        Kind::Remark => vec![one.to_owned()],
        Kind::Ranges | Kind::Tree(_) => Vec::new(),
    }
}

/// The string in the quotation marks of a rule's hole.
fn quoted(fillings: &[Filling]) -> Option<String> {
    let found = fillings.iter().find(|(kind, _)| *kind == Kind::Quoted)?;
    Quoted::parse(found.1.first()?).map(|text| text.0)
}

fn count(text: &str) -> String {
    let length = text.chars().count().to_string();
    words("count", &length).unwrap_or(length)
}

fn code(c: char) -> String {
    let code = tokenwright_tables::grammar::Char(u32::from(c)).to_string();
    spell(&code)
}

/// An item of a list: a value of the table, or a code point.
fn item(value: &str, kind: &str, noun: &str) -> Option<String> {
    match value.starts_with("U+") {
        true => Some(format!("a {} {noun}", name(value))),
        false => words(kind, value),
    }
}

/// The items of a list, each with its words, and two equal characters as a pair.
fn each(values: &[String], kind: &str, noun: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    let mut rest = values;
    while let Some((first, more)) = rest.split_first() {
        rest = more;
        if first.starts_with("U+") && more.first() == Some(first) {
            items.push(format!("two {} {noun}s", name(first)));
            rest = &more[1..];
        } else {
            items.extend(item(first, kind, noun));
        }
    }
    vec![joined(&items, "and")]
}

/// `eof-in-tag parse error`
fn error(step: &str) -> String {
    match step.strip_prefix("parse error: ") {
        Some(code) => format!("{code} parse error"),
        None => step.to_owned(),
    }
}

/// A code point with its name and without its glyph: `U+003C LESS-THAN SIGN`.
fn name(code: &str) -> String {
    let spelt = spell(code);
    match spelt.find(" (") {
        Some(at) => spelt[..at].to_owned(),
        None => spelt,
    }
}

fn with_article(member: &str) -> String {
    let spelt = spell(member);
    match member {
        "EOF" => spelt,
        _ if member.contains(" to ") => spelt,
        _ if member.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']) => format!("an {spelt}"),
        _ => format!("a {spelt}"),
    }
}
