//! Inputs that two revisions take differently.

use super::page::Side;
use std::collections::BTreeMap;
use tokenwright_codegen::grammar::ContentModel;
use tokenwright_codegen::graph::Graph;
use tokenwright_codegen::interpret::{Interpreter, Output, Refusal, Setup, Token};
use tokenwright_codegen::model::Revision;
use tokenwright_codegen::mutate::{Part, Site};

/// What an input shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shows {
    /// Other tokens.
    Tokens,
    /// The same tokens, and other parse errors.
    Errors,
}

/// An input, and what both revisions give for it.
#[derive(Clone, Debug)]
pub(super) struct Example {
    pub(super) shows: Shows,
    /// Inside what the input stands; empty for the plainest.
    pub(super) inside: &'static str,
    pub(super) input: String,
    pub(super) outputs: [Output; 2],
    /// The row that it was made for, in the words of its revision.
    pub(super) row: String,
}

/// Contents of elements: the state, the content model of older revisions, how it is told, and the
/// element.
const INSIDE: [(&str, Option<ContentModel>, &str, &str); 5] = [
    (
        "RCDATA",
        Some(ContentModel::Rcdata),
        "inside `<textarea>`",
        "textarea",
    ),
    (
        "RAWTEXT",
        Some(ContentModel::Cdata),
        "inside `<style>`",
        "style",
    ),
    (
        "script data",
        Some(ContentModel::Cdata),
        "inside `<script>`",
        "script",
    ),
    (
        "PLAINTEXT",
        Some(ContentModel::Plaintext),
        "after `<plaintext>`",
        "plaintext",
    ),
    ("CDATA section", None, "inside `<svg><![CDATA[`", ""),
];

type Shape = (Vec<u8>, Vec<String>, Vec<u8>, Vec<String>);

/// The examples of two revisions by family, one for each way to differ, the shortest first.
///
/// # Errors
/// Where a revision cannot be run at all.
pub(super) fn examples(
    from: &Side<'_>,
    to: &Side<'_>,
) -> Result<BTreeMap<String, Vec<Example>>, Refusal> {
    let sides = [from, to];
    let first = Interpreter::new(&from.loaded.revision, &from.loaded.references)?;
    let second = Interpreter::new(&to.loaded.revision, &to.loaded.references)?;
    let interpreters = [&first, &second];
    let mut found: BTreeMap<(String, Shows, Shape), Example> = BTreeMap::new();
    for own in sides {
        let revision = &own.loaded.revision;
        let graph = Graph::of(revision);
        for test in &own.suite.tests {
            for (setups, inside) in setups(sides, &test.setup) {
                let input = match (&test.setup.last_start_tag, &setups[0].last_start_tag) {
                    (Some(old), Some(new)) => {
                        test.input.replace(&format!("</{old}"), &format!("</{new}"))
                    }
                    _ => test.input.clone(),
                };
                let run = |input: &str| both(interpreters, &setups, input);
                let Some((shows, shape, _)) = run(&input) else {
                    continue;
                };
                let input = shortened(input, &|input| {
                    run(input).is_some_and(|(s, other, _)| s == shows && other == shape)
                });
                let Some((_, _, outputs)) = run(&input) else {
                    continue;
                };
                let example = Example {
                    shows,
                    inside,
                    input,
                    outputs,
                    row: test.site.told(revision),
                };
                let key = (family(revision, &graph, test.site), shows, shape);
                match found.get_mut(&key) {
                    Some(old) if order(old) <= order(&example) => {}
                    Some(old) => *old = example,
                    None => {
                        found.insert(key, example);
                    }
                }
            }
        }
    }
    let mut families: BTreeMap<String, Vec<Example>> = BTreeMap::new();
    for ((family, _, _), example) in found {
        families.entry(family).or_default().push(example);
    }
    for all in families.values_mut() {
        all.sort_by(|a, b| (a.shows, order(a)).cmp(&(b.shows, order(b))));
        all.dedup_by(|a, b| a.input == b.input && a.inside == b.inside);
    }
    Ok(families)
}

/// Shorter inputs first, and the plainest setting.
fn order(example: &Example) -> (usize, usize, &str) {
    let control = example
        .input
        .chars()
        .filter(|c| !(' '..='~').contains(c))
        .count();
    (
        example.input.chars().count() + 2 * control,
        example.inside.len(),
        &example.input,
    )
}

/// The input with as many characters left out as can be.
fn shortened(input: String, shows: &dyn Fn(&str) -> bool) -> String {
    let mut characters: Vec<char> = input.chars().collect();
    let mut at = 0;
    while at < characters.len() {
        let mut fewer = characters.clone();
        fewer.remove(at);
        if shows(&fewer.iter().collect::<String>()) {
            characters = fewer;
            at = 0;
        } else {
            at += 1;
        }
    }
    characters.into_iter().collect()
}

fn both(
    interpreters: [&Interpreter<'_>; 2],
    setups: &[Setup; 2],
    input: &str,
) -> Option<(Shows, Shape, [Output; 2])> {
    let a = interpreters[0].run(&setups[0], input).ok()?;
    let b = interpreters[1].run(&setups[1], input).ok()?;
    let names = interpreters.map(|i| i.revision().about.named_errors);
    let errors = |output: &Output| -> Vec<(String, usize)> {
        let code = |code: &String| match names {
            [true, true] => code.clone(),
            _ => String::new(),
        };
        let errors = output.errors.iter();
        errors
            .map(|error| (code(&error.code), error.offset))
            .collect()
    };
    let shows = if a.tokens != b.tokens {
        Shows::Tokens
    } else if errors(&a) != errors(&b) {
        Shows::Errors
    } else {
        return None;
    };
    let kinds = |output: &Output| output.tokens.iter().map(kind).collect();
    let codes = |output: &Output| output.errors.iter().map(|e| e.code.clone()).collect();
    let shape = (kinds(&a), codes(&a), kinds(&b), codes(&b));
    Some((shows, shape, [a, b]))
}

fn kind(token: &Token) -> u8 {
    match token {
        Token::Doctype { force_quirks, .. } => u8::from(*force_quirks),
        Token::StartTag { attributes, .. } => 2 + u8::from(attributes.is_empty()),
        Token::EndTag { .. } => 4,
        Token::Comment(_) => 5,
        Token::ProcessingInstruction { .. } => 6,
        Token::Characters(_) => 7,
        Token::EndOfFile => 8,
    }
}

/// How both revisions are started for the same text, and how that is told.
fn setups(sides: [&Side<'_>; 2], setup: &Setup) -> Vec<([Setup; 2], &'static str)> {
    let plain = setup.state.is_none()
        && setup
            .content_model
            .is_none_or(|model| model == ContentModel::Pcdata);
    if plain {
        let inside = if setup.foreign { "inside `<svg>`" } else { "" };
        return vec![([setup.clone(), setup.clone()], inside)];
    }
    let mut all = Vec::new();
    for (state, model, inside, element) in INSIDE {
        let named = setup.state.as_deref() == Some(state);
        if !named && (setup.state.is_some() || setup.content_model != model) {
            continue;
        }
        let of = |side: &&Side<'_>| {
            let about = &side.loaded.revision.about;
            let entry = about.entry_states.iter().any(|entry| entry.value == state);
            let flag = about.content_model_flag && model.is_some();
            (entry || flag).then(|| Setup {
                state: entry.then(|| state.to_owned()),
                content_model: model.filter(|_| !entry),
                last_start_tag: setup.last_start_tag.as_ref().map(|_| element.to_owned()),
                foreign: setup.foreign,
            })
        };
        if let [Some(a), Some(b)] = sides.each_ref().map(of) {
            all.push(([a, b], inside));
        }
    }
    all
}

/// The family of states that a row belongs to.
fn family(revision: &Revision, graph: &Graph, site: Site) -> String {
    let name = match site.part {
        Part::State(at) => &revision.states[at].name.value,
        Part::InputStream => return "input stream".to_owned(),
        Part::Rule(_) => return "tags".to_owned(),
        Part::Definition(_) | Part::Procedure(_) => return "character references".to_owned(),
    };
    let node = graph.find(name);
    let families = graph.families.iter();
    let found = families.filter(|family| node.is_some_and(|node| family.nodes.contains(&node)));
    let mut names = found.map(|family| family.name.replace('-', " "));
    names.next().unwrap_or_else(|| "other states".to_owned())
}
