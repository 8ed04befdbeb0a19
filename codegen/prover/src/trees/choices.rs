//! Which row a token gets, by the tables and by the program.

use super::clauses;
use super::sentences::Words;
use super::{Compared, Difference};
use std::collections::BTreeSet;
use tokenwright_compiler::tree::ir::{Candidates, Mode as Ours, TreeProgram};
use tokenwright_tables::tree::grammar::TokenType;
use tokenwright_tables::tree::model::{Mode, Tokens, TreeTables};

/// A token, as far as rows distinguish it; a tag without a name is one that no row names.
#[derive(Clone, Copy)]
pub(super) enum Token<'n> {
    StartTag(Option<&'n str>),
    EndTag(Option<&'n str>),
    Character(u32),
    Other(TokenType),
}

/// Whether a token is one of some.
pub(super) fn matches(tokens: &Tokens, token: Token<'_>) -> bool {
    match (tokens, token) {
        (Tokens::AnythingElse, _)
        | (Tokens::OtherStartTag | Tokens::Kind(TokenType::StartTag), Token::StartTag(_))
        | (Tokens::OtherEndTag | Tokens::Kind(TokenType::EndTag), Token::EndTag(_))
        | (Tokens::OtherCharacter | Tokens::Kind(TokenType::Character), Token::Character(_)) => {
            true
        }
        (Tokens::StartTags(names), Token::StartTag(Some(name)))
        | (Tokens::EndTags(names), Token::EndTag(Some(name))) => {
            names.iter().any(|it| it.value == name)
        }
        (Tokens::Characters(matcher), Token::Character(code)) => {
            let mut ranges = matcher.ranges().into_iter();
            ranges.any(|(first, last)| (first..=last).contains(&code))
        }
        (Tokens::Kind(kind), Token::Other(of)) => *kind == of,
        _ => false,
    }
}

/// The rows that may match by the tables, with their conditions.
fn by_tables(mode: &Mode, token: Token<'_>) -> Vec<(usize, String)> {
    let mut rows = Vec::new();
    for (row, of) in mode.rows.iter().enumerate() {
        for on in of.on.iter().filter(|on| matches(&on.tokens.value, token)) {
            let is_last = on.when.is_empty();
            rows.push((row, clauses::any(std::slice::from_ref(&on.when))));
            if is_last {
                return rows;
            }
        }
    }
    rows
}

fn by_program<'p>(program: &TreeProgram, mode: &'p Ours, token: Token<'_>) -> &'p Candidates {
    let tags = |tags: &'p tokenwright_compiler::tree::ir::Tags, name: Option<&str>| {
        let mut named = tags.named.iter();
        let found = named.find(|(names, _)| names.iter().any(|it| Some(it.as_str()) == name));
        found.map_or(&tags.others, |(_, rows)| rows)
    };
    match token {
        Token::StartTag(name) => tags(&mode.start_tags, name),
        Token::EndTag(name) => tags(&mode.end_tags, name),
        Token::Character(code) => {
            let mut classes = program.classes.iter();
            let class = classes.position(|ranges| {
                ranges
                    .iter()
                    .any(|(first, last)| (*first..=*last).contains(&code))
            });
            &mode.characters[class.unwrap_or(program.classes.len())]
        }
        Token::Other(kind) => {
            let mut others = mode.others.iter();
            let found = others.find(|(of, _)| *of == kind);
            found.map_or(&mode.start_tags.others, |(_, rows)| rows)
        }
    }
}

pub(super) fn compare(tables: &TreeTables, program: &TreeProgram, compared: &mut Compared) {
    let modes = || tables.modes.iter().chain(&tables.foreign_content);
    let on = || modes().flat_map(|mode| mode.rows.iter().flat_map(|row| &row.on));
    let names = on().filter_map(|on| match &on.tokens.value {
        Tokens::StartTags(names) | Tokens::EndTags(names) => Some(names),
        _ => None,
    });
    let names = names.flatten().map(|it| it.value.as_str());
    // The program may have a name that no row of the tables has.
    let tags = program.modes.iter().chain([&program.foreign_content]);
    let tags = tags.flat_map(|mode| mode.start_tags.named.iter().chain(&mode.end_tags.named));
    let ours = tags.flat_map(|(names, _)| names).map(String::as_str);
    let names: BTreeSet<&str> = names.chain(ours).collect();
    // The edges of all ranges, and what is beside them.
    let ranges = on().filter_map(|on| match &on.tokens.value {
        Tokens::Characters(matcher) => Some(matcher.ranges()),
        _ => None,
    });
    let edges = ranges
        .flatten()
        .flat_map(|(first, last)| [first.saturating_sub(1), first, last, last.saturating_add(1)]);
    let codes: BTreeSet<u32> = edges.chain([0x61, 0x10FFFF]).collect();
    let tags = names.iter().map(|name| Some(*name)).chain([None]);
    let tags = tags.flat_map(|name| [Token::StartTag(name), Token::EndTag(name)]);
    let others = [
        TokenType::Comment,
        TokenType::ProcessingInstruction,
        TokenType::Doctype,
        TokenType::EndOfFile,
    ];
    let tokens = tags.chain(codes.into_iter().map(Token::Character));
    let tokens: Vec<Token<'_>> = tokens.chain(others.map(Token::Other)).collect();
    let words = Words {
        program,
        variables: &[],
        states: &[],
    };
    for (mode, ours) in modes().zip(program.modes.iter().chain([&program.foreign_content])) {
        for token in &tokens {
            compared.tokens += 1;
            let said = by_tables(mode, *token);
            let done = by_program(program, ours, *token).iter().map(|it| {
                let when = it
                    .when
                    .as_ref()
                    .map_or_else(String::new, |when| words.of(when));
                (it.row, when)
            });
            let done: Vec<(usize, String)> = done.collect();
            let is_done = |(at, (row, when)): &(usize, &(usize, String))| {
                let done = done.get(*at);
                done.is_some_and(|(other, test)| row == other && clauses::same(when, test))
            };
            let first = said.iter().enumerate().find(|it| !is_done(it));
            if first.is_some() || said.len() != done.len() {
                let token = match token {
                    Token::StartTag(name) => {
                        format!("start tag {}", name.unwrap_or("of another name"))
                    }
                    Token::EndTag(name) => format!("end tag {}", name.unwrap_or("of another name")),
                    Token::Character(code) => format!("U+{code:04X}"),
                    Token::Other(kind) => kind.to_string(),
                };
                let row = first.map_or_else(|| said.last(), |(_, row)| Some(row));
                let name = &mode.name.value;
                compared.differences.push(Difference {
                    of: format!("\"{}\": {token}", ours.name),
                    row: row.map(|(row, _)| (name.clone(), *row)),
                    tables: format!("{said:?}"),
                    program: format!("{done:?}"),
                });
            }
        }
    }
}
