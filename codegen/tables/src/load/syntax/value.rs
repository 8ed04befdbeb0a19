//! Checks that the strings and brackets of values are closed.
//!
//! A missing bracket makes a parser report the rest of the file. This scan follows the tokens of a value with a stack
//! of open brackets and stops at the first fault, with the place where the bracket belongs. That place is a guess
//! from how tables are laid out, such as one member a line; unusual layouts get a place further on, never a valid
//! file that is refused, since it runs only on files that the parser has refused.

use super::fault::{Fault, Patch};
use super::tokens::Tokens;
use super::unquoted;
use crate::language::CLAUSE;
use std::ops::Range;
use toml_parser::lexer::TokenKind;

/// The tokens that may follow inside the innermost bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Key,
    Equals,
    Value,
    Separator,
}

/// A bracket that is open.
struct Open {
    range: Range<usize>,
    is_list: bool,
}

impl Open {
    fn closer(&self) -> char {
        if self.is_list { ']' } else { '}' }
    }
}

/// The first fault of a value, whose first token is next.
pub(super) fn fault(tokens: &mut Tokens<'_>, key: &Range<usize>) -> Option<Fault> {
    let mut open: Vec<Open> = Vec::new();
    let mut expected = Expected::Value;
    let mut begins_line = false;
    // The start of the last value.
    let mut value = tokens.range().start;
    loop {
        let kind = tokens.kind();
        match kind {
            TokenKind::Whitespace | TokenKind::Comment => {
                tokens.advance();
                continue;
            }
            TokenKind::Newline if !open.is_empty() => {
                begins_line = true;
                tokens.advance();
                continue;
            }
            TokenKind::Newline | TokenKind::Eof if open.is_empty() => {
                return (expected == Expected::Value).then(|| without_value(tokens, key));
            }
            TokenKind::Eof => return Some(unclosed(tokens, &open)),
            _ => {}
        }
        if begins_line && let Some(fault) = missing_opener(tokens, &open, expected) {
            return Some(fault);
        }
        if begins_line && begins_a_statement(tokens, &open) {
            return Some(unclosed(tokens, &open));
        }
        begins_line = false;
        let in_list = open.last().is_some_and(|open| open.is_list);
        if in_list && is_key_of_a_clause(tokens) {
            return Some(unclosed(tokens, &open));
        }
        if expected == Expected::Value {
            value = tokens.range().start;
        }
        let begins_value = matches!(
            kind,
            TokenKind::BasicString
                | TokenKind::LiteralString
                | TokenKind::LeftCurlyBracket
                | TokenKind::LeftSquareBracket
        );
        let begins_key = !in_list && !open.is_empty() && kind == TokenKind::Atom;
        if expected == Expected::Separator && (in_list && begins_value || begins_key) {
            let end = tokens.end_of_last();
            let fault = Fault::new(end..end, "missing comma", Patch::insert(end, ","));
            return Some(fault.advice("add it"));
        }
        match kind {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => {
                let is_list = kind == TokenKind::LeftSquareBracket;
                open.push(Open {
                    range: tokens.range(),
                    is_list,
                });
                expected = match is_list {
                    true => Expected::Value,
                    false => Expected::Key,
                };
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                match open.last() {
                    None => return Some(tokens.unexpected_bracket()),
                    Some(last) if tokens.raw().starts_with(last.closer()) => {
                        open.pop();
                    }
                    Some(last)
                        if !last.is_list && tokens.next_kind() == TokenKind::RightCurlyBracket =>
                    {
                        let patch = Patch::insert(value, "[");
                        let fault = Fault::new(value..value, "missing `[`", patch);
                        return Some(fault.advice("open the list"));
                    }
                    Some(_) if closes_an_outer(tokens, &open) => {
                        return Some(unclosed(tokens, &open[open.len() - 1..]));
                    }
                    Some(_) => return Some(tokens.unexpected_bracket()),
                }
                expected = Expected::Separator;
            }
            TokenKind::Comma => {
                expected = match in_list {
                    true => Expected::Value,
                    false => Expected::Key,
                };
            }
            TokenKind::Equals => expected = Expected::Value,
            TokenKind::BasicString
            | TokenKind::LiteralString
            | TokenKind::MlBasicString
            | TokenKind::MlLiteralString => {
                if let Some(fault) = unclosed_string(tokens) {
                    return Some(fault);
                }
                expected = after(expected);
            }
            TokenKind::Atom if expected == Expected::Value => {
                if let Some(fault) = unquoted::fault(tokens) {
                    return Some(fault);
                }
                expected = Expected::Separator;
            }
            TokenKind::Atom => expected = after(expected),
            _ => {}
        }
        tokens.advance();
        if open.is_empty() && expected == Expected::Separator {
            return None;
        }
    }
}

/// The tokens that may follow a string or a word.
fn after(expected: Expected) -> Expected {
    match expected {
        Expected::Key => Expected::Equals,
        _ => Expected::Separator,
    }
}

/// Whether the closing bracket belongs to one that is open further out.
fn closes_an_outer(tokens: &Tokens<'_>, open: &[Open]) -> bool {
    let outer = open.iter().rev().skip(1);
    outer
        .into_iter()
        .any(|open| tokens.raw().starts_with(open.closer()))
}

/// The fault of a missing opening brace or bracket of a clause.
fn missing_opener(tokens: &Tokens<'_>, open: &[Open], expected: Expected) -> Option<Fault> {
    let in_list = open.last().is_some_and(|open| open.is_list);
    let range = tokens.range();
    match tokens.kind() {
        TokenKind::Atom if in_list && matches!(tokens.raw(), "if" | "if-any") => {
            let patch = Patch::insert(range.start, "{ ");
            Some(Fault::new(range, "missing `{` before a clause", patch).advice("open the clause"))
        }
        TokenKind::BasicString | TokenKind::LiteralString | TokenKind::LeftCurlyBracket
            if !in_list && expected == Expected::Value =>
        {
            let end = tokens.end_of_last();
            let fault = Fault::new(end..end, "missing `[`", Patch::insert(end, " ["));
            Some(
                fault
                    .also(range, "the first member of the list")
                    .advice("open the list"),
            )
        }
        _ => None,
    }
}

/// Whether the token is `then`, `else` or another key of a clause.
fn is_key_of_a_clause(tokens: &Tokens<'_>) -> bool {
    tokens.kind() == TokenKind::Atom
        && tokens.next_kind() == TokenKind::Equals
        && CLAUSE.keys.iter().any(|key| key.name == tokens.raw())
}

/// Whether a line inside brackets begins like a header, like another key of the table, or, inside
/// braces, like another member of the list that they are in.
fn begins_a_statement(tokens: &mut Tokens<'_>, open: &[Open]) -> bool {
    let in_list = open.last().is_some_and(|open| open.is_list);
    match tokens.kind() {
        TokenKind::LeftSquareBracket => {
            let rest = &tokens.text[tokens.range().start..];
            let name = rest.trim_start_matches('[');
            name.starts_with(|c: char| c.is_ascii_alphabetic())
                && rest.lines().next().is_some_and(|line| line.contains(']'))
        }
        TokenKind::Atom => {
            tokens.next_kind() == TokenKind::Equals && (in_list || !is_key_of_a_clause(tokens))
        }
        TokenKind::BasicString | TokenKind::LiteralString => {
            !in_list && tokens.next_kind() != TokenKind::Equals
        }
        TokenKind::LeftCurlyBracket => !in_list,
        _ => false,
    }
}

/// The fault of brackets that are not closed before the current token.
fn unclosed(tokens: &Tokens<'_>, open: &[Open]) -> Fault {
    let end = tokens.end_of_last();
    let innermost = &open[open.len() - 1];
    let bracket = |open: &Open| format!("`{}`", &tokens.text[open.range.clone()]);
    // The list or clause that the line belongs to stays open.
    let of_a_clause = is_key_of_a_clause(tokens);
    let is_member = matches!(
        tokens.kind(),
        TokenKind::BasicString | TokenKind::LiteralString | TokenKind::LeftCurlyBracket
    );
    let (closed, separator) = match of_a_clause || is_member {
        true => (&open[open.len() - 1..], ","),
        false => (open, ""),
    };
    let closers: String = closed.iter().rev().map(Open::closer).collect();
    // A list with a line for each member is closed on another line.
    let first = tokens.text[innermost.range.end..].trim_start_matches([' ', '\t']);
    let has_lines = innermost.is_list && first.starts_with(['\n', '\r']);
    let follows_comma = tokens.text[..end].ends_with(',');
    let begins_line = tokens.text[end..tokens.range().start].contains('\n');
    let patch = match (follows_comma && !begins_line, has_lines) {
        (true, _) => Patch::insert(end - 1, closers.clone()),
        (false, true) => Patch::insert(end, format!("\n{closers}{separator}")),
        (false, false) => Patch::insert(end, format!("{closers}{separator}")),
    };
    let range = innermost.range.clone();
    let message = format!("unclosed {}", bracket(innermost));
    let mut fault = Fault::new(range, message, patch);
    for outer in closed.iter().rev().skip(1).take(3) {
        let text = format!("nor is this {} closed", bracket(outer));
        fault = fault.also(outer.range.clone(), text);
    }
    if tokens.kind() != TokenKind::Eof {
        fault = fault.also(tokens.range(), "it is still open here");
    }
    fault.advice(format!("close it with `{closers}`"))
}

fn unclosed_string(tokens: &Tokens<'_>) -> Option<Fault> {
    let raw = tokens.raw();
    let range = tokens.range();
    let marks = match tokens.kind() {
        TokenKind::MlBasicString => "\"\"\"",
        TokenKind::MlLiteralString => "'''",
        TokenKind::LiteralString => "'",
        _ => "\"",
    };
    let inside = raw.strip_prefix(marks).unwrap_or(raw);
    let is_closed = inside.strip_suffix(marks).is_some_and(|inside| {
        let escapes = inside.len() - inside.trim_end_matches('\\').len();
        marks.starts_with('\'') || escapes % 2 == 0
    });
    if is_closed {
        return None;
    }
    if marks.len() > 1 {
        // The string takes the rest of the file.
        let opening = range.start..range.start + marks.len();
        let patch = Patch::new(opening.clone(), &marks[..1]);
        let fault = Fault::new(
            opening,
            format!("unclosed string: {marks} is opened and not closed"),
            patch,
        );
        return Some(fault.advice("a string on one line has one quotation mark at each end"));
    }
    let at = range.start;
    let end = at + raw.trim_end().len();
    let fault = |patch| Fault::new(at..end, "unclosed string", patch);
    Some(match unquoted::closing_place(raw) {
        Some(patch) => {
            let range = patch.range.start + at..patch.range.end + at;
            fault(Patch::new(range, marks)).advice("close it")
        }
        None => fault(Patch::insert(end, marks)),
    })
}

/// The fault of a key without a value on its line.
pub(super) fn without_value(tokens: &Tokens<'_>, key: &Range<usize>) -> Fault {
    let end = tokens.end_of_last();
    let name = &tokens.text[key.clone()];
    // The members of a list whose bracket is missing.
    let below = tokens.text[end..].trim_start();
    if below.starts_with(['"', '\'', '{']) {
        let fault = Fault::new(
            key.start..end,
            format!("missing `[` after the key `{name}`"),
            Patch::insert(end, " ["),
        );
        return fault.advice("open the list");
    }
    let placeholder = match tokens.text[key.end..end].contains('=') {
        true => " \"\"",
        false => " = \"\"",
    };
    Fault::new(
        key.start..end,
        format!("the key `{name}` has no value"),
        Patch::insert(end, placeholder),
    )
    .label(format!("expected `{name} = …`"))
}
