//! Inputs and outputs, for the cell of a table.

use super::divergence::{Shows, only};
use crate::markdown::{code, prints, tokens};
use std::fmt::Write;
use tokenwright_interpreter::{Output, ParseError, Token};
use tokenwright_tables::grammar::Char;

/// The head of a table of inputs with the outputs of two years.
pub(super) fn head([from, to]: [&str; 2]) -> String {
    format!("| input | {from} | {to} |\n|---|---|---|\n")
}

/// The output of one side, as far as it differs from the other.
pub(super) fn side(shows: Shows, input: &str, outputs: [&Output; 2], at: usize) -> String {
    let errors = errors(input, outputs[at], outputs[1 - at]);
    match shows {
        Shows::Errors => errors.unwrap_or_else(|| match outputs[at].errors.is_empty() {
            true => "no error".to_owned(),
            false => "no other error".to_owned(),
        }),
        Shows::Tokens => {
            let tokens = tokens(&outputs[at].tokens);
            match errors {
                Some(errors) => format!("{tokens}<br>{errors}"),
                None => tokens,
            }
        }
    }
}

/// The errors that only this side has.
fn errors(input: &str, output: &Output, other: &Output) -> Option<String> {
    let bare = |output: &Output| output.errors.iter().any(|e| e.code == BARE);
    let named = !bare(output) && !bare(other);
    let mut lines: Vec<(String, usize)> = Vec::new();
    for error in only(output, other, named) {
        let text = match error.code.as_str() {
            BARE => format!("error at {}", place(input, error)),
            code => format!("{code} at {}", place(input, error)),
        };
        match lines.last_mut() {
            Some((last, count)) if *last == text => *count += 1,
            _ => lines.push((text, 1)),
        }
    }
    let lines = lines.into_iter().map(|(text, count)| match count {
        1 => text,
        2 => format!("{text}, twice"),
        n => format!("{text}, {n} times"),
    });
    let lines: Vec<String> = lines.collect();
    (!lines.is_empty()).then(|| lines.join("<br>"))
}

/// The code of errors without a name.
const BARE: &str = "parse-error";

fn place(input: &str, error: &ParseError) -> String {
    let Some(c) = input
        .get(error.offset..)
        .and_then(|rest| rest.chars().next())
    else {
        return "the end".to_owned();
    };
    let shown = code(&c.to_string());
    match input.matches(c).count() {
        1 => shown,
        _ => format!("{shown} in column {}", error.column),
    }
}

/// The text of a run, with code points for characters beyond ASCII.
pub(super) fn characters(output: &Output) -> String {
    let mut shown = tokens(&output.tokens);
    let texts = output.tokens.iter().filter_map(|token| match token {
        Token::Characters(text) => Some(text.chars()),
        _ => None,
    });
    for c in texts.flatten().filter(|c| !c.is_ascii() && prints(*c)) {
        let _ = write!(shown, " {}", Char(u32::from(c)));
    }
    shown
}
