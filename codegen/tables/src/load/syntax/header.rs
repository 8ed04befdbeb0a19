//! Headers of tables: `[[state.row]]`, `[input-stream]`.

use super::fault::{Fault, Patch};
use super::tokens::Tokens;
use crate::language::TABLES;
use toml_parser::lexer::TokenKind;

/// The fault of a header. A header of the language must have the brackets of its table; any other must
/// close as many brackets as it opens.
pub(super) fn fault(tokens: &mut Tokens<'_>) -> Option<Fault> {
    let start = tokens.range().start;
    let opened = brackets(tokens, TokenKind::LeftSquareBracket);
    tokens.skip_space();
    let name_start = tokens.range().start;
    while matches!(
        tokens.kind(),
        TokenKind::Atom | TokenKind::BasicString | TokenKind::LiteralString | TokenKind::Dot
    ) {
        tokens.advance();
    }
    let name = &tokens.text[name_start..tokens.range().start];
    tokens.skip_space();
    let closed = brackets(tokens, TokenKind::RightSquareBracket);
    let range = start..tokens.end_of_last();
    let written = &tokens.text[range.clone()];
    tokens.skip_line();
    let right = match of_the_language(name) {
        Some(header) => header.to_owned(),
        None if opened == closed => return None,
        None if opened.max(closed) == 1 => format!("[{name}]"),
        None => format!("[[{name}]]"),
    };
    let same: String = written.split_whitespace().collect();
    if same == right || name.is_empty() {
        return None;
    }
    let message = match opened == closed {
        true => format!("`{written}` has the wrong number of brackets"),
        false => format!("unbalanced brackets in `{written}`"),
    };
    let fault = Fault::new(range.clone(), message, Patch::new(range, &right));
    Some(fault.advice(format!("write `{right}`")))
}

fn brackets(tokens: &mut Tokens<'_>, kind: TokenKind) -> usize {
    let mut count = 0;
    while tokens.kind() == kind {
        count += 1;
        tokens.advance();
    }
    count
}

/// The correct header of a table of the language.
fn of_the_language(name: &str) -> Option<&'static str> {
    const ROWS: [&str; 2] = ["[[procedure.row]]", "[[input-stream.row]]"];
    let headers = TABLES.iter().map(|table| table.header).chain(ROWS);
    headers
        .filter(|header| header.starts_with('['))
        .find(|header| header.trim_matches(['[', ']']) == name)
}
