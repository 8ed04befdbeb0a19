//! Which rows may match a token.
//!
//! A tag has a name, a character a class: those characters are in one class that no row, and no condition on pending characters, tells
//! apart. So the rows that may match are known when the rules are compiled, but for conditions on what is open.

use super::super::ir::{Candidate, Candidates, Tags};
use super::body::Scope;
use super::{Lowering, Owner};
use std::collections::BTreeSet;
use tokenwright_tables::model::Located;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::grammar::{TokenType, TreeCondition};
use tokenwright_tables::tree::model::{Mode, NAMED_TOKENS, On, Tokens, TreeTables};
use tokenwright_tables::tree::traverse::Visitor;

pub(super) fn has_name(names: &[Located<String>], name: &str) -> bool {
    names.iter().any(|it| it.value == name)
}

/// What a row matches, in the words of the tables.
pub(super) fn heading(on: &[On]) -> String {
    let members = on.iter().map(|on| {
        let tokens = match &on.tokens.value {
            Tokens::StartTags(names) => tags_named("start tag", names),
            Tokens::EndTags(names) => tags_named("end tag", names),
            Tokens::Characters(matcher) => matcher.to_string(),
            other => {
                let mut named = NAMED_TOKENS.iter();
                let named = named.find(|(known, _)| known == other);
                named.map_or(String::new(), |(_, name)| (*name).to_owned())
            }
        };
        let when = on.when.iter().map(|test| test.value.to_string());
        let when: Vec<String> = when.collect();
        match when.as_slice() {
            [] => tokens,
            _ => format!("{tokens}, when {}", when.join(" and ")),
        }
    });
    members.collect::<Vec<_>>().join("; ")
}

fn tags_named(kind: &str, names: &[Located<String>]) -> String {
    let names: Vec<&str> = names.iter().map(|it| it.value.as_str()).collect();
    format!("{kind} {}", names.join(", "))
}

/// Inclusive ranges of code points.
type Ranges = Vec<(u32, u32)>;

/// What conditions on pending characters distinguish.
struct Pending<'s>(&'s mut BTreeSet<Ranges>);

impl Visitor for Pending<'_> {
    fn condition(&mut self, condition: &TreeCondition, _: Place) {
        if let TreeCondition::PendingOther(class) = condition {
            self.0.insert(class.ranges());
        }
    }
}

/// The classes of characters that rows distinguish: those that some rows name together, and no row apart.
pub(super) fn classes(tables: &TreeTables) -> Vec<Vec<(u32, u32)>> {
    let sets = tables
        .tokens_of_rows()
        .filter_map(|on| match &on.tokens.value {
            Tokens::Characters(matcher) => Some(matcher.ranges()),
            _ => None,
        });
    let mut sets: BTreeSet<Vec<(u32, u32)>> = sets.collect();
    let mut pending = Pending(&mut sets);
    for (_, body) in tables.bodies() {
        tables.visit(body, &mut pending);
    }
    let mut edges: BTreeSet<u32> = BTreeSet::new();
    for (first, last) in sets.iter().flatten() {
        edges.extend([*first, last + 1]);
    }
    let edges: Vec<u32> = edges.into_iter().collect();
    let mut classes: Vec<(Vec<bool>, Ranges)> = Vec::new();
    for pair in edges.windows(2) {
        let members = sets.iter().map(|set| has(set, pair[0]));
        let members: Vec<bool> = members.collect();
        if !members.contains(&true) {
            continue;
        }
        let range = (pair[0], pair[1] - 1);
        match classes.iter_mut().find(|(known, _)| *known == members) {
            Some((_, ranges)) => ranges.push(range),
            None => classes.push((members, vec![range])),
        }
    }
    classes.into_iter().map(|(_, ranges)| ranges).collect()
}

fn has(ranges: &[(u32, u32)], code: u32) -> bool {
    ranges
        .iter()
        .any(|(first, last)| (*first..=*last).contains(&code))
}

/// The rows that may match, of those that could.
fn candidates(
    lowering: &Lowering<'_>,
    at: usize,
    mode: &Mode,
    could: impl Fn(&Tokens) -> bool,
) -> Result<Candidates, String> {
    let mut all = Vec::new();
    for (row, of) in mode.rows.iter().enumerate() {
        for on in of.on.iter().filter(|on| could(&on.tokens.value)) {
            let mut scope = Scope::new(lowering, Owner::Row(at, row), &[]);
            let when = match on.when.is_empty() {
                true => None,
                false => Some(scope.all(&on.when)?),
            };
            let is_last = when.is_none();
            all.push(Candidate { when, row });
            if is_last {
                return Ok(all);
            }
        }
    }
    Ok(all)
}

pub(super) fn characters(
    lowering: &Lowering<'_>,
    at: usize,
    mode: &Mode,
    classes: &[Vec<(u32, u32)>],
) -> Result<Vec<Candidates>, String> {
    let first = classes.iter().map(|ranges| ranges.first().map(|it| it.0));
    let all = first.chain([None]).map(|first| {
        candidates(lowering, at, mode, |tokens| match tokens {
            Tokens::Characters(matcher) => first.is_some_and(|code| has(&matcher.ranges(), code)),
            Tokens::Kind(TokenType::Character) | Tokens::OtherCharacter | Tokens::AnythingElse => {
                true
            }
            _ => false,
        })
    });
    all.collect()
}

pub(super) fn others(
    lowering: &Lowering<'_>,
    at: usize,
    mode: &Mode,
) -> Result<Vec<(TokenType, Candidates)>, String> {
    let kinds = [
        TokenType::Comment,
        TokenType::ProcessingInstruction,
        TokenType::Doctype,
        TokenType::EndOfFile,
    ];
    let all = kinds.into_iter().map(|kind| {
        let candidates = candidates(lowering, at, mode, |tokens| match tokens {
            Tokens::Kind(of) => *of == kind,
            Tokens::AnythingElse => true,
            _ => false,
        })?;
        Ok((kind, candidates))
    });
    all.collect()
}

/// The rows for start tags, or for end tags.
pub(super) fn tags(
    lowering: &Lowering<'_>,
    at: usize,
    mode: &Mode,
    is_start: bool,
) -> Result<Tags, String> {
    let of_tag = |tokens: &Tokens, name: Option<&str>| match (tokens, is_start) {
        (Tokens::StartTags(names), true) | (Tokens::EndTags(names), false) => {
            name.is_some_and(|name| has_name(names, name))
        }
        (Tokens::OtherStartTag | Tokens::Kind(TokenType::StartTag), true)
        | (Tokens::OtherEndTag | Tokens::Kind(TokenType::EndTag), false)
        | (Tokens::AnythingElse, _) => true,
        _ => false,
    };
    let on = mode.rows.iter().flat_map(|row| &row.on);
    let names = on.filter_map(|on| match (&on.tokens.value, is_start) {
        (Tokens::StartTags(names), true) | (Tokens::EndTags(names), false) => Some(names),
        _ => None,
    });
    let mut seen = BTreeSet::new();
    let names = names.flatten().map(|name| name.value.as_str());
    let names: Vec<&str> = names.filter(|name| seen.insert(*name)).collect();
    let mut tags = Tags {
        others: candidates(lowering, at, mode, |tokens| of_tag(tokens, None))?,
        ..Tags::default()
    };
    for name in names {
        let rows = candidates(lowering, at, mode, |tokens| of_tag(tokens, Some(name)))?;
        match tags.named.iter_mut().find(|(_, known)| *known == rows) {
            Some((names, _)) => names.push(name.to_owned()),
            None => tags.named.push((vec![name.to_owned()], rows)),
        }
    }
    Ok(tags)
}
