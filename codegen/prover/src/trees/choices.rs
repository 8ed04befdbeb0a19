//! Which row a token gets, by the tables and by the program.

use super::clauses;
use super::sentences::Words;
use super::{Compared, Difference};
use tokenwright_compiler::tree::ir::{Candidates, Mode as Ours, TreeProgram};
use tokenwright_tables::tree::model::{Mode, TreeTables};
use tokenwright_tables::tree::token::Token;

/// The rows that may match by the tables, with their conditions.
fn by_tables(mode: &Mode, token: Token<'_>) -> Vec<(usize, String)> {
    let rows = mode.rows_for(token);
    rows.map(|(at, on)| (at, clauses::any(std::slice::from_ref(&on.when))))
        .collect()
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
        Token::Character(code) => &mode.characters[program.class(code)],
        Token::Other(kind) => {
            let mut others = mode.others.iter();
            let found = others.find(|(of, _)| *of == kind);
            found.map_or(&mode.start_tags.others, |(_, rows)| rows)
        }
    }
}

pub(super) fn compare(tables: &TreeTables, program: &TreeProgram, compared: &mut Compared) {
    let modes = || tables.modes.iter().chain(&tables.foreign_content);
    // The program may have a name that no row of the tables has.
    let tags = program.all_modes();
    let tags = tags.flat_map(|mode| mode.start_tags.named.iter().chain(&mode.end_tags.named));
    let ours = tags.flat_map(|(names, _)| names).map(String::as_str);
    let tokens = tables.tokens(ours);
    let words = Words {
        program,
        variables: &[],
        states: &[],
    };
    for (mode, ours) in modes().zip(program.all_modes()) {
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
