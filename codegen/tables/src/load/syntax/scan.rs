//! Finds the first mistake, statement by statement: headers, and keys with their values.

use super::fault::{Fault, Patch};
use super::tokens::Tokens;
use super::{header, value};
use std::ops::Range;
use toml_parser::lexer::TokenKind;

/// The first mistake after which a parser would report valid text.
pub(super) fn first_fault(text: &str) -> Option<Fault> {
    let mut tokens = Tokens::new(text);
    while tokens.kind() != TokenKind::Eof {
        let fault = match tokens.kind() {
            TokenKind::Whitespace | TokenKind::Newline | TokenKind::Comment => {
                tokens.advance();
                None
            }
            TokenKind::LeftSquareBracket => header::fault(&mut tokens),
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                Some(tokens.unexpected_bracket())
            }
            TokenKind::Atom | TokenKind::BasicString | TokenKind::LiteralString => {
                statement(&mut tokens)
            }
            _ => {
                tokens.skip_line();
                None
            }
        };
        if fault.is_some() {
            return fault;
        }
    }
    None
}

/// `key = value`.
fn statement(tokens: &mut Tokens<'_>) -> Option<Fault> {
    let start = tokens.range().start;
    if let Some(fault) = no_statement(tokens) {
        return Some(fault);
    }
    while matches!(
        tokens.kind(),
        TokenKind::Atom | TokenKind::BasicString | TokenKind::LiteralString | TokenKind::Dot
    ) {
        tokens.advance();
    }
    let key = start..tokens.end_of_last();
    tokens.skip_space();
    if tokens.kind() != TokenKind::Equals {
        return Some(without_equals(tokens, &key));
    }
    tokens.advance();
    tokens.skip_space();
    let value = tokens.range().start;
    let fault = value::fault(tokens, &key);
    if fault.is_some() {
        return fault;
    }
    tokens.skip_space();
    let range = tokens.range();
    let line = tokens.text[range.start..].lines().next();
    let is_list = line.is_some_and(|line| line.trim_end().ends_with(']'));
    let begins_list = tokens.text[value..].starts_with('[');
    match tokens.kind() {
        TokenKind::RightSquareBracket | TokenKind::Comma if is_list && !begins_list => {
            let fault = Fault::new(value..value, "missing `[`", Patch::insert(value, "["));
            Some(fault.advice("open the list"))
        }
        TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
            Some(tokens.unexpected_bracket())
        }
        TokenKind::Comma => {
            let patch = Patch::new(range.clone(), "");
            Some(Fault::new(range, "a comma after the value of a key", patch).advice("remove it"))
        }
        _ => {
            tokens.skip_line();
            None
        }
    }
}

/// Reports a key without `=`, or without `=` and a value.
fn without_equals(tokens: &Tokens<'_>, key: &Range<usize>) -> Fault {
    let name = &tokens.text[key.clone()];
    let end = key.end;
    if let Some(name) = name.strip_suffix(':') {
        let message = format!("`:` after the key `{name}`");
        let patch = Patch::new(end - 1..end, " =");
        return Fault::new(end - 1..end, message, patch).advice("write `=`");
    }
    match tokens.kind() {
        TokenKind::Newline | TokenKind::Comment | TokenKind::Eof => {
            value::without_value(tokens, key)
        }
        _ => {
            let message = format!("missing `=` after the key `{name}`");
            Fault::new(end..end, message, Patch::insert(end, " =")).advice("add it")
        }
    }
}

/// The fault of a line that does not begin with a key.
fn no_statement(tokens: &Tokens<'_>) -> Option<Fault> {
    if tokens.kind() != TokenKind::Atom {
        return None;
    }
    let word = tokens.raw();
    let start = tokens.range().start;
    let rest = &tokens.text[start..];
    let line = rest.lines().next().unwrap_or_default();
    if word == "<<<<<<<" {
        let end = rest.find("\n>>>>>>>").map(|at| {
            let last = rest[at + 1..].lines().next().unwrap_or_default();
            at + 1 + last.len()
        });
        let conflict = &rest[..end.unwrap_or(line.len())];
        let ours = conflict.lines().skip(1);
        let ours: Vec<&str> = ours
            .take_while(|line| !line.starts_with(['=', '|']))
            .collect();
        let patch = Patch::new(start..start + conflict.len(), ours.join("\n"));
        let fault = Fault::new(
            start..start + line.len(),
            "an unresolved merge conflict",
            patch,
        );
        return Some(fault.label("keep one of the two sides, and remove the markers"));
    }
    let is_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if word.trim_end_matches(':').chars().all(is_key) {
        return None;
    }
    let fault = Fault::new(
        start..start + line.trim_end().len(),
        "this is neither a key nor a header",
        Patch::insert(start, "# "),
    );
    Some(match word.starts_with(['/', ';', '-', '<', '*']) {
        true => fault.advice("a comment begins with `#`"),
        false => fault,
    })
}
