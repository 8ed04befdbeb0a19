//! The terms of switch lists, which rows match.

use super::hole::{Kind, char, member};
use super::lexicon::spell;
use super::normalise::normalise;
use super::prefix::{after, between, without};
use super::understand::LONGEST;
use std::fmt;

/// The meaning of a term of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// A character, a class, `EOF`, `anything else`: a matcher of the tables.
    Matcher(String),
    /// Characters that follow.
    Ahead {
        /// The characters.
        text: String,
        /// Whether ASCII case is ignored.
        ignore_case: bool,
    },
    /// `If the content model flag is set to the PCDATA state`: a condition, normalised.
    Condition(String),
    /// `Otherwise`
    Otherwise,
    /// The name of a state, where states are the terms of a list.
    State(String),
}

impl fmt::Display for Term {
    /// In the words of the tables.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Matcher(text) | Term::Condition(text) => f.write_str(text),
            Term::Ahead {
                text,
                ignore_case: false,
            } => write!(f, "\"{text}\""),
            Term::Ahead { text, .. } => write!(f, "\"{text}\" ignoring ASCII case"),
            Term::Otherwise => f.write_str("otherwise"),
            Term::State(name) => write!(f, "the {name} state"),
        }
    }
}

/// Reads a term; `None` if it is none.
pub(super) fn term(original: &str) -> Option<Term> {
    if original.len() > LONGEST {
        return None;
    }
    let text = normalise(original);
    let matcher = |text: &str| Some(Term::Matcher(text.to_owned()));
    match text.as_str() {
        "EOF" | "end-of-file" | "end of file" | "the end of the file" => return matcher("EOF"),
        "anything else" | "any other character" => return matcher("anything else"),
        "otherwise" => return Some(Term::Otherwise),
        "the additional allowed character, if there is one"
        | "the additional allowed character, if there is one." => {
            return matcher("the additional allowed character");
        }
        _ => {}
    }
    if let Some(found) = member(&text) {
        return Some(Term::Matcher(found));
    }
    ahead(&text)
        .or_else(|| condition(original, &text))
        .or_else(|| state(original))
}

fn ahead(text: &str) -> Option<Term> {
    let ahead = |text: &str, ignore_case| {
        Some(Term::Ahead {
            text: text.to_owned(),
            ignore_case,
        })
    };
    let unquote = |text: &str| {
        let inner = between(text, "\"", "\"")?;
        (!inner.is_empty() && !inner.contains('"')).then(|| inner.to_owned())
    };
    if let Some(code) = between(text, "two ", " characters").and_then(char) {
        let value = u32::from_str_radix(code.get(2..6)?, 16).ok()?;
        let glyph = char::from_u32(value)?;
        return ahead(&format!("{glyph}{glyph}"), false);
    }
    let insensitive = [
        "ASCII case-insensitive match for ",
        "an ASCII case-insensitive match for ",
        "case-insensitive match for ",
        "a case-insensitive match for ",
    ];
    if let Some(word) = after(text, &insensitive) {
        return ahead(&unquote(named_text(word))?, true);
    }
    let exact = ["case-sensitive match for ", "a case-sensitive match for "];
    ahead(&unquote(named_text(without(text, &exact)))?, false)
}

/// A text in quotation marks, without the words `the string` or `the word` in front of it.
fn named_text(text: &str) -> &str {
    let bare = without(text, &["the ", "a ", "this "]);
    after(bare, &["word ", "string "]).unwrap_or(text)
}

/// A condition as a term has no full stop and no consequence.
fn condition(original: &str, text: &str) -> Option<Term> {
    let condition = after(text, &["if ", "when "])?;
    let open = original.ends_with(['.', ':', ',']) || condition.contains(", then ");
    let model = condition.strip_prefix("the content model flag is set to ");
    let known = condition == "there is a match"
        || model.is_some_and(|model| Kind::Models.read(model).is_some());
    (known && !open).then(|| Term::Condition(condition.to_owned()))
}

/// `Data state`: the title of a state.
pub(super) fn state(original: &str) -> Option<Term> {
    title(original).map(Term::State)
}

/// The longest name of a state, in bytes.
const LONGEST_NAME: usize = 60;

/// The name of a state from its title, perhaps numbered: `8.2.4.1. Data state` gives `data`.
pub(super) fn title(original: &str) -> Option<String> {
    let (_, title) = numbered(original);
    if title.len() > 2 * LONGEST_NAME {
        return None;
    }
    let title = spell(title);
    let name = title.strip_suffix(" state")?;
    let fits = name.len() < LONGEST_NAME
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && !["Switch ", "Reconsume ", "Stay ", "If ", "When "]
            .iter()
            .any(|verb| name.starts_with(verb))
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '(' | ')'));
    fits.then(|| super::normalise::uncapitalise(name))
}

/// The number in front of a heading, without a full stop at its end, and the heading.
pub(super) fn numbered(original: &str) -> (Option<&str>, &str) {
    let original = original.trim();
    let end = original
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(original.len());
    let number = original[..end].trim_end_matches('.');
    if number.is_empty() || !original[end..].starts_with(char::is_whitespace) {
        return (None, original);
    }
    (Some(number), original[end..].trim())
}
