//! How two runs of one input differ, and how hard the input is to read.

use super::inputs::Start;
use std::collections::BTreeSet;
use tokenwright_interpreter::{Output, ParseError, Token};

/// The difference that an input shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Shows {
    /// Different tokens.
    Tokens,
    /// The same tokens, and different parse errors.
    Errors,
}

/// A key that is equal for inputs with the same kind of difference: the difference, the differing fields
/// of tokens, and the codes of the errors that only one side has.
pub(super) type Divergence = (Shows, Vec<[u8; 2]>, [Vec<String>; 2]);

/// The difference between two runs, if there is one; if `named`, errors are compared by
/// code.
pub(super) fn divergence(a: &Output, b: &Output, named: bool) -> Option<Divergence> {
    let shows = shows(a, b, named)?;
    let codes = |these: &Output, those: &Output| -> Vec<String> {
        let only = only(these, those, named).into_iter();
        let codes: BTreeSet<String> = only.map(|error| error.code.clone()).collect();
        codes.into_iter().collect()
    };
    let tokens = differing(&a.tokens, &b.tokens);
    Some((shows, tokens, [codes(a, b), codes(b, a)]))
}

/// The errors of one run that the other has not.
pub(super) fn only<'o>(these: &'o Output, those: &Output, named: bool) -> Vec<&'o ParseError> {
    let mut others: Vec<&ParseError> = those.errors.iter().collect();
    let is_only = |one: &&ParseError| {
        let known = others.iter().position(|other| same(one, other, named));
        known.map(|at| others.remove(at)).is_none()
    };
    these.errors.iter().filter(is_only).collect()
}

/// The outputs of two runs.
fn shows(a: &Output, b: &Output, named: bool) -> Option<Shows> {
    if a.tokens != b.tokens {
        return Some(Shows::Tokens);
    }
    let mut pairs = a.errors.iter().zip(&b.errors);
    let alike = a.errors.len() == b.errors.len() && pairs.all(|(a, b)| same(a, b, named));
    (!alike).then_some(Shows::Errors)
}

fn same(a: &ParseError, b: &ParseError, named: bool) -> bool {
    a.offset == b.offset && (!named || a.code == b.code)
}

/// How hard an input is to read: long, unfinished or unprintable input, and input with many errors, costs more.
pub(super) fn cost(start: &Start, input: &str, outputs: &[Output; 2]) -> usize {
    let of = |c: char| match c {
        'a' | 'b' | 'x' | ' ' | '<' | '>' => 10,
        'a'..='z' | '0'..='9' => 11,
        '!'..='~' => 12,
        '\u{FFFD}' => 30,
        c if c.is_control() => 60,
        _ => 45,
    };
    let characters: usize = input.chars().map(of).sum();
    let errors = |output: &Output| {
        let at_end = output.errors.iter().filter(|e| e.offset >= input.len());
        output.errors.len() * 12 + at_end.count() * 10
    };
    let errors: usize = outputs.iter().map(errors).sum();
    let inside = if start.inside.is_empty() { 0 } else { 15 };
    characters + errors + inside
}

/// The fields that differ, for each pair of different tokens; a common suffix is left out.
fn differing(a: &[Token], b: &[Token]) -> Vec<[u8; 2]> {
    let ends = a.iter().rev().zip(b.iter().rev());
    let last = ends.take_while(|(a, b)| a == b).count();
    let [a, b] = [a, b].map(|tokens| &tokens[..tokens.len() - last]);
    let pair = |at: usize| match (a.get(at), b.get(at)) {
        (Some(a), Some(b)) if kind(a) == kind(b) => [kind(a), fields(a, b)],
        (a, b) => [a.map_or(0, kind), b.map_or(0, kind)],
    };
    let first = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    (first..a.len().max(b.len())).map(pair).collect()
}

/// A number for each kind of token; tags with the same syntax are one.
fn kind(token: &Token) -> u8 {
    match token {
        Token::Doctype { .. } => 101,
        Token::StartTag { .. } | Token::EndTag { .. } => 102,
        Token::Comment(_) => 104,
        Token::ProcessingInstruction { data, .. } => 105 + u8::from(!data.is_empty()),
        Token::Characters(_) => 107,
        Token::EndOfFile => 108,
    }
}

/// The fields in which two tokens of one kind differ, one bit each.
fn fields(a: &Token, b: &Token) -> u8 {
    use Token::{Doctype, EndTag, StartTag};
    let bits = |fields: &[bool]| {
        let bit = |(at, differs): (usize, &bool)| u8::from(*differs) << at;
        fields.iter().enumerate().map(bit).sum()
    };
    match (a, b) {
        (
            Doctype {
                name,
                public,
                system,
                force_quirks,
            },
            Doctype {
                name: n,
                public: p,
                system: s,
                force_quirks: q,
            },
        ) => bits(&[name != n, public != p, system != s, force_quirks != q]),
        (
            StartTag {
                name,
                attributes,
                self_closing,
            }
            | EndTag {
                name,
                attributes,
                self_closing,
            },
            StartTag {
                name: n,
                attributes: all,
                self_closing: closing,
            }
            | EndTag {
                name: n,
                attributes: all,
                self_closing: closing,
            },
        ) => bits(&[name != n, attributes != all, self_closing != closing]),
        _ => u8::from(a != b),
    }
}
