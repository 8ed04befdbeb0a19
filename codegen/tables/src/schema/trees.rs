//! Tree construction as a schema: the sentences that its files can use.
//!
//! A schema cannot nest expressions as sentences do, so most of an expression may be any text. The loader reads the whole.

use super::body;
use super::sentences::{CHAR, QUOTED, classes, forms, group, literal, pattern, phrases, scalar};
use super::vocabulary::Vocabulary;
use crate::grammar::{ContentModel, Is};
use crate::tree::grammar::{
    Expression, Has, Namespace, QuirksMode, TokenType, TreeCondition, TreeStep, Was,
};
use crate::tree::language::CLAUSE;
use crate::tree::model::{NAMED_TOKENS, NEGATIONS, Outside, TreeTables};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// A name of an element.
const ELEMENT: &str = "((MathML|SVG) [A-Za-z0-9-]+|[a-z0-9-]+)";
const WORD: &str = "[a-z][A-Za-z]*";
const NUMBER: &str = "(0|[1-9][0-9]*)";

/// The definitions that the schema of a file refers to.
pub(super) fn definitions(tables: &TreeTables, vocabulary: &Vocabulary<'_>) -> Json {
    let holes = |name: &str| hole(name, tables, vocabulary);
    let mut steps = forms(TreeStep::FORMS, &holes);
    let calls = tables.algorithms.iter().map(|it| it.name.as_str());
    let outputs = tables.outputs.iter().map(|it| (&it.name, it));
    steps.extend(calls.map(|name| call(name, "an algorithm of these tables")));
    steps.extend(outputs.map(|(name, Outside { meaning, .. })| call(name, meaning)));
    let defined = tables.definitions.iter().map(|it| it.name.as_str());
    let questions = tables.questions.iter().map(|it| it.name.as_str());
    let defined: Vec<&str> = defined.chain(questions).collect();
    let negated = defined.iter().flat_map(|name| {
        let denials = NEGATIONS.iter();
        denials.map(|(denial, claim)| name.replacen(claim, denial, 1))
    });
    let mut sentences: Vec<String> = defined.iter().map(|&name| name.to_owned()).collect();
    sentences.extend(negated.filter(|name| !defined.contains(&name.as_str())));
    let mut conditions = forms(TreeCondition::FORMS, &holes);
    let own = sentences.iter();
    conditions.extend(own.map(|name| call(name, "a definition or a question of these tables")));
    // A pattern that has every form twice takes an editor gigabytes, so the loader alone reads several.
    conditions.push(json!({
        "type": "string",
        "description": "several conditions, joined by ` and `",
        "pattern": "^.+ and .+$",
    }));
    let named = NAMED_TOKENS.iter().map(|(_, name)| *name);
    let named: Vec<&str> = named.chain(classes()).collect();
    json!({
        "step": {
            "description": "One clause of the section: a step of the table language, an algorithm or an output.",
            "anyOf": steps,
        },
        "conditions": {
            "description": "A condition of the table language, a definition or a question. Several are joined by ` and `.",
            "anyOf": conditions,
        },
        "tokens": {
            "description": "Tokens that have a name.",
            "anyOf": [
                { "enum": named },
                {
                    "type": "string",
                    "description": "a character, or a range of them",
                    "pattern": format!("^{CHAR}( to {CHAR})?$"),
                },
            ],
        },
        "body": body(&CLAUSE),
    })
}

/// A sentence that the tables define.
fn call(name: &str, meaning: &str) -> Json {
    let pattern = format!("^{}$", with_arguments(name));
    json!({ "type": "string", "description": format!("{name}: {meaning}"), "pattern": pattern })
}

/// A sentence with any text in the place of its parameters.
fn with_arguments(name: &str) -> String {
    pattern(name, &|_| Some(".+".to_owned())).unwrap_or_default()
}

/// The contents of a hole, as a regular expression; `None` if nothing fits.
fn hole(name: &str, tables: &TreeTables, vocabulary: &Vocabulary<'_>) -> Option<String> {
    let names = |names: Vec<&str>| (!names.is_empty()).then(|| phrases(names.into_iter()));
    let quoted = |names: Vec<&str>| {
        let names = names
            .into_iter()
            .map(|name| literal(&format!("\"{name}\"")));
        group(names)
    };
    let list = |one: &str| format!("{one}(, {one})*(,? or {one})?");
    Some(match name {
        "code" => names(vocabulary.tree_codes.iter().map(String::as_str).collect())?,
        "state" => names(vocabulary.states.clone())?,
        "mode" => {
            let modes = tables.modes.iter().map(|mode| mode.name.as_str());
            let modes = quoted(modes.collect());
            group([modes, phrases(QuirksMode::ALL.iter().map(|it| it.1))].into_iter())
        }
        "scope" => names(tables.scopes.iter().map(|it| it.0.as_str()).collect())?,
        "set" => names(tables.sets.iter().map(|it| it.0.as_str()).collect())?,
        "list" => names(tables.identifiers.iter().map(|it| it.0.as_str()).collect())?,
        "table" => names(tables.pairs.iter().map(|it| it.0.as_str()).collect())?,
        "model" => phrases(ContentModel::ALL.iter().map(|it| it.1)),
        "char" => scalar(),
        "class" => phrases(classes()),
        "is" => phrases(Is::ALL.iter().map(|it| it.1)),
        "has" => phrases(Has::ALL.iter().map(|it| it.1)),
        "was" => phrases(Was::ALL.iter().map(|it| it.1)),
        "kind" => phrases(TokenType::ALL.iter().map(|it| it.1)),
        "namespace" => phrases(Namespace::ALL.iter().map(|it| it.1)),
        "element" => ELEMENT.into(),
        "elements" => {
            let types = format!("an? {} element", list(ELEMENT));
            let namespaces = phrases(Namespace::ALL.iter().map(|it| it.1));
            let others = [
                format!("an element in the {namespaces} namespace"),
                "an HTML element with the same tag name as the token".to_owned(),
                "an HTML element whose tag name is .+".to_owned(),
                expression(tables, vocabulary),
            ];
            group([types].into_iter().chain(others))
        }
        "attribute" | "text" => QUOTED.into(),
        "texts" => list(QUOTED),
        // Some forms have a text here, and some an expression.
        "name" | "entry" => group([QUOTED.to_owned(), expression(tables, vocabulary)].into_iter()),
        "number" | "bound" => group([NUMBER.to_owned(), WORD.to_owned()].into_iter()),
        "variable" | "label" => WORD.into(),
        "value" => {
            let calls = tables.algorithms.iter();
            let calls = calls.map(|it| with_arguments(&it.name));
            group([expression(tables, vocabulary)].into_iter().chain(calls))
        }
        _ => expression(tables, vocabulary),
    })
}

/// An expression: the first word of one of its forms, and any text. The forms themselves, wherever a sentence has an expression,
/// would be patterns of megabytes.
fn expression(tables: &TreeTables, vocabulary: &Vocabulary<'_>) -> String {
    let forms = Expression::FORMS.iter().map(|form| form.pattern);
    let (phrases, words): (Vec<&str>, Vec<&str>) = forms.partition(|form| form.contains(' '));
    let first: BTreeSet<&str> = phrases
        .iter()
        .filter_map(|form| form.split(' ').next())
        .collect();
    let phrases = first.into_iter().map(|word| literal(word) + " .+");
    let words = words.into_iter();
    let words = words.filter_map(|form| pattern(form, &|name| hole(name, tables, vocabulary)));
    group(phrases.chain(words))
}
