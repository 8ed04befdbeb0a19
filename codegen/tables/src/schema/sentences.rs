//! Sentences and matchers as schemas: a regular expression for each form of the grammar.

use super::vocabulary::Vocabulary;
use crate::grammar::{
    Are, Class, Condition, ContentModel, Field, FlagSetting, Form, Is, Source, Step, Token,
    TokenKind,
};
use serde_json::{Value as Json, json};

/// A code point: ASCII with its gloss, any other without. The loader checks that the gloss is the right
/// one.
pub(super) const CHAR: &str = r"U\+(00(0[09A-D]|[2-6][0-9A-F]|7[0-9A-E]) \((NULL|tab|LF|VT|FF|CR|space|.)\)|00(0[1-8EF]|1[0-9A-F]|7F|[89A-F][0-9A-F])|0[1-9A-F][0-9A-F]{2}|[1-9A-F][0-9A-F]{3,5})";
/// A code point that is a character: no surrogate. Only a row or a set can name one.
pub(super) fn scalar() -> String {
    CHAR.replace(
        "|[1-9A-F][0-9A-F]{3,5})",
        "|([1-9A-CEF][0-9A-F]|D[0-7])[0-9A-F]{2}|[1-9A-F][0-9A-F]{4,5})",
    )
}

pub(super) const QUOTED: &str = r#""([^"\\]|\\["\\])*""#;
const NUMBER: &str = "(0x[0-9A-F]{1,8}|0|[1-9][0-9]*)";
/// Matchers that are neither code points nor classes.
const OTHER_MATCHERS: [&str; 3] = ["EOF", "anything else", "the additional allowed character"];

/// The sentences that can be a step: a pattern for each form, and those that the revision defines.
pub(super) fn steps(vocabulary: &Vocabulary<'_>) -> Json {
    let mut any = forms(Step::FORMS, &|name| hole(name, vocabulary));
    if !vocabulary.steps.is_empty() {
        any.push(json!({
            "enum": vocabulary.steps,
            "description": "a step that this revision defines",
        }));
    }
    json!({
        "description": "One clause of the section: a step of the table language, or one that the revision defines.",
        "anyOf": any,
    })
}

/// One or more conditions, joined by ` and `.
pub(super) fn conditions(vocabulary: &Vocabulary<'_>) -> Json {
    let holes = |name: &str| hole(name, vocabulary);
    let mut any = forms(Condition::FORMS, &holes);
    if !vocabulary.conditions.is_empty() {
        any.push(json!({
            "enum": vocabulary.conditions,
            "description": "a condition that this revision defines",
        }));
    }
    let patterns = Condition::FORMS
        .iter()
        .filter_map(|form| pattern(form.pattern, &holes))
        .chain(vocabulary.conditions.iter().map(|name| literal(name)));
    let one = group(patterns);
    any.push(json!({
        "type": "string",
        "description": "several conditions, joined by ` and `",
        "pattern": format!("^{one}( and {one})+$"),
    }));
    json!({
        "description": "A condition of the table language, or one that the revision defines. Several are joined by ` and `.",
        "anyOf": any,
    })
}

/// The schema of a matcher. Without a vocabulary, where classes are defined, any name can be one.
pub(super) fn matcher(vocabulary: Option<&Vocabulary<'_>>) -> Json {
    let own = vocabulary.map_or(&[][..], |vocabulary| &vocabulary.classes);
    let names: Vec<&str> = classes()
        .chain(own.iter().copied())
        .chain(OTHER_MATCHERS)
        .collect();
    let mut any = vec![
        json!({
            "type": "string",
            "description": "a code point, or a range of them",
            "pattern": format!("^{CHAR}( to {CHAR})?$"),
            "examples": ["U+003C (<)", "U+0030 (0) to U+0039 (9)"],
        }),
        json!({ "enum": names }),
    ];
    if vocabulary.is_none() {
        any.push(json!({ "type": "string", "pattern": "^[a-z][A-Za-z0-9 -]*$" }));
    }
    json!({ "description": "What a row matches.", "anyOf": any })
}

/// The names of the classes that every revision has.
pub(super) fn classes<'a>() -> impl Iterator<Item = &'a str> {
    Class::ALL.iter().map(|(_, name)| *name)
}

/// What fits a hole, as a regular expression; `None` if nothing does.
pub(super) type Holes<'h> = &'h dyn Fn(&str) -> Option<String>;

/// The forms that the revision can use, each with its meaning.
pub(super) fn forms(forms: &[Form], holes: Holes<'_>) -> Vec<Json> {
    let usable = forms.iter().filter_map(|form| {
        Some(json!({
            "type": "string",
            "description": format!("{}: {}", form.pattern, form.meaning),
            "pattern": format!("^{}$", pattern(form.pattern, holes)?),
            "examples": [form.example],
        }))
    });
    usable.collect()
}

/// A form as a regular expression; `None` if the revision has no name for one of its holes.
pub(super) fn pattern(form: &str, holes: Holes<'_>) -> Option<String> {
    let mut pattern = String::new();
    let mut rest = form;
    while let Some((words, tail)) = rest.split_once('{') {
        let (name, tail) = tail.split_once('}')?;
        pattern.push_str(&literal(words));
        pattern.push_str(&holes(name)?);
        rest = tail;
    }
    pattern.push_str(&literal(rest));
    Some(pattern)
}

/// The contents of a hole, as a regular expression; `None` if nothing fits.
fn hole(name: &str, vocabulary: &Vocabulary<'_>) -> Option<String> {
    let names = |names: &[&str]| (!names.is_empty()).then(|| phrases(names.iter().copied()));
    let joined = |one: String| format!("{one}( or {one})*");
    Some(match name {
        "state" => names(&vocabulary.states)?,
        "procedure" => names(&vocabulary.procedures)?,
        "code" => names(&vocabulary.codes)?,
        "list" => names(&vocabulary.lists)?,
        "char" => scalar(),
        "text" => QUOTED.into(),
        "is" => phrases(Is::ALL.iter().map(|(_, text)| *text)),
        "are" => phrases(Are::ALL.iter().map(|(_, text)| *text)),
        "token" => phrases(Token::ALL.iter().map(|(_, text)| *text)),
        "kind" => phrases(TokenKind::ALL.iter().map(|(_, text)| *text)),
        "field" => phrases(Field::ALL.iter().map(|(_, text)| *text)),
        "setting" => phrases(FlagSetting::ALL.iter().map(|(_, text)| *text)),
        "model" => phrases(ContentModel::ALL.iter().map(|(_, text)| *text)),
        "models" => joined(phrases(ContentModel::ALL.iter().map(|(_, text)| *text))),
        "source" => {
            let fixed = Source::ALL.iter().map(|(_, text)| literal(text));
            group(fixed.chain([scalar()]))
        }
        "number" => NUMBER.into(),
        "numbers" => joined(numbers()),
        "set" => joined(set(vocabulary)),
        other => unreachable!("no form has a hole `{other}`"),
    })
}

/// A character, a range or a class, in a condition.
fn set(vocabulary: &Vocabulary<'_>) -> String {
    let names = classes().chain(vocabulary.classes.iter().copied());
    let names = names.chain(OTHER_MATCHERS).map(literal);
    group([format!("{CHAR}( to {CHAR})?")].into_iter().chain(names))
}

/// A number, a range or a class of code points, in a condition.
fn numbers() -> String {
    let ranges = [
        format!("(greater than )?{NUMBER}"),
        format!("{NUMBER} to {NUMBER}"),
    ];
    let classes = classes().map(|name| literal(&format!("a {name}")));
    group(
        ranges
            .into_iter()
            .chain(classes)
            .chain([literal("ASCII whitespace")]),
    )
}

/// One of several phrases.
pub(super) fn phrases<'a>(phrases: impl Iterator<Item = &'a str>) -> String {
    group(phrases.map(literal))
}

/// One of several expressions.
pub(super) fn group(expressions: impl Iterator<Item = String>) -> String {
    format!("({})", expressions.collect::<Vec<_>>().join("|"))
}

/// A text as an expression that matches it alone.
pub(super) fn literal(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if r"+().[]{}?*|^$\".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
