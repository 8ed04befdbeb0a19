//! Strings without quotation marks, or with typographic ones.

use super::fault::{Fault, Patch};
use super::tokens::Tokens;
use toml_parser::lexer::TokenKind;

const TYPOGRAPHIC: [char; 9] = ['“', '”', '„', '‟', '‘', '’', '‚', '«', '»'];

/// The fault at this token, where a value is expected.
pub(super) fn fault(tokens: &mut Tokens<'_>) -> Option<Fault> {
    if is_literal(tokens.raw()) {
        return None;
    }
    let start = tokens.range().start;
    while !matches!(
        tokens.kind(),
        TokenKind::Comma
            | TokenKind::RightSquareBracket
            | TokenKind::RightCurlyBracket
            | TokenKind::Newline
            | TokenKind::Comment
            | TokenKind::Eof
    ) {
        tokens.advance();
    }
    let rest = tokens.text[start..tokens.range().start].trim_end();
    // A quotation mark at the end: the one at the beginning is missing.
    let (words, end) = match rest.find('"') {
        Some(at) => (&rest[..at], start + at + 1),
        None => (rest, start + rest.len()),
    };
    let typographic = words.contains(TYPOGRAPHIC);
    let words = words.trim_matches(|c: char| TYPOGRAPHIC.contains(&c) || c == '\'');
    let string = match words.contains('"') {
        true => format!("'{words}'"),
        false => format!("\"{words}\""),
    };
    let message = match typographic {
        true => "a string in typographic quotation marks",
        false => "a string without quotation marks",
    };
    let fault = Fault::new(start..end, message, Patch::new(start..end, &string));
    Some(fault.advice("put it in straight quotation marks"))
}

/// Whether a word is a boolean, or begins like a number or a date.
fn is_literal(word: &str) -> bool {
    matches!(word, "true" | "false" | "inf" | "nan")
        || word.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+')
}

/// The place where an unclosed string should probably end.
pub(super) fn closing_place(raw: &str) -> Option<Patch> {
    let words = raw.trim_end();
    // `{ if = "…, then = [` continues after the string.
    for key in [", then = ", ", else = "] {
        if let Some(at) = words.find(key) {
            return Some(Patch::insert(at, "\""));
        }
    }
    let words = words.trim_end_matches([',', ']', '}', ' ']);
    let end = words.len();
    if words.len() < 2 {
        return None;
    }
    match words.chars().last().filter(|c| TYPOGRAPHIC.contains(c)) {
        Some(mark) => Some(Patch::new(end - mark.len_utf8()..end, "\"")),
        None => Some(Patch::insert(end, "\"")),
    }
}
