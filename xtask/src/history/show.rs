//! Inputs and what comes of them, for the cell of a table.

use super::examples::{Example, Shows};
use std::fmt::Write;
use tokenwright_codegen::grammar::Char;
use tokenwright_codegen::interpret::{Output, ParseError, Token};

/// A text as code, what cannot be printed by its name.
pub(super) fn code(text: &str) -> String {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = rest.find(|c| prints(c) != prints(rest.chars().next().unwrap_or(c)));
        let end = if prints(c) {
            end.unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        let (run, after) = rest.split_at(end);
        parts.push(match prints(c) {
            true => span(run),
            false => Char(u32::from(c)).to_string(),
        });
        rest = after;
    }
    parts.join(" ")
}

/// An input as code.
pub(super) fn input(text: &str) -> String {
    match text {
        "" => "no text at all".to_owned(),
        text => code(text),
    }
}

fn span(run: &str) -> String {
    if run == " " {
        return "U+0020 (space)".to_owned();
    }
    let run = run.replace('|', "\\|");
    match run.contains('`') {
        true => format!("`` {run} ``"),
        // A code span is stripped of blanks at both ends where it has them at both.
        false if run.starts_with(' ') && run.ends_with(' ') => format!("` {run} `"),
        false => format!("`{run}`"),
    }
}

fn prints(c: char) -> bool {
    c == ' '
        || c == '\u{FFFD}'
        || !c.is_whitespace() && c.escape_debug().count() == 1
        || "\\'\"".contains(c)
}

/// What one side gives, as far as the other gives something else.
pub(super) fn side(example: &Example, at: usize) -> String {
    let Example { input, outputs, .. } = example;
    let errors = errors(input, &outputs[at], &outputs[1 - at]);
    match example.shows {
        Shows::Errors => errors.unwrap_or_else(|| match outputs[at].errors.is_empty() {
            true => "no error".to_owned(),
            false => "no other error".to_owned(),
        }),
        Shows::Tokens => {
            let tokens = tokens(&outputs[at]);
            match errors {
                Some(errors) => format!("{tokens}<br>{errors}"),
                None => tokens,
            }
        }
    }
}

/// The errors that the other side has not.
fn errors(input: &str, output: &Output, other: &Output) -> Option<String> {
    let bare = |output: &Output| output.errors.iter().any(|e| e.code == BARE);
    let named = !bare(output) && !bare(other);
    let same =
        |a: &ParseError, b: &ParseError| a.offset == b.offset && (!named || a.code == b.code);
    let mut others: Vec<&ParseError> = other.errors.iter().collect();
    let mut told: Vec<(String, usize)> = Vec::new();
    for error in &output.errors {
        if let Some(at) = others.iter().position(|other| same(error, other)) {
            others.remove(at);
            continue;
        }
        let text = match error.code.as_str() {
            BARE => format!("error at {}", place(input, error)),
            code => format!("{code} at {}", place(input, error)),
        };
        match told.last_mut() {
            Some((last, count)) if *last == text => *count += 1,
            _ => told.push((text, 1)),
        }
    }
    let told = told.into_iter().map(|(text, count)| match count {
        1 => text,
        2 => format!("{text}, twice"),
        n => format!("{text}, {n} times"),
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join("<br>"))
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

/// The text of a run, with the code points of what is not ASCII.
pub(super) fn characters(output: &Output) -> String {
    let mut shown = tokens(output);
    let texts = output.tokens.iter().filter_map(|token| match token {
        Token::Characters(text) => Some(text.chars()),
        _ => None,
    });
    for c in texts.flatten().filter(|c| !c.is_ascii() && prints(*c)) {
        let _ = write!(shown, " {}", Char(u32::from(c)));
    }
    shown
}

/// The tokens as they would be written.
fn tokens(output: &Output) -> String {
    let shown: Vec<String> = output.tokens.iter().filter_map(token).collect();
    match shown.is_empty() {
        true => "nothing".to_owned(),
        false => shown.join(" "),
    }
}

fn token(token: &Token) -> Option<String> {
    let tag = |slash: &str, name: &str, attributes: &[(String, String)], closing: bool| {
        let mut text = format!("<{slash}{name}");
        for (name, value) in attributes {
            let _ = write!(text, " {name}=\"{value}\"");
        }
        text.push_str(if closing { " />" } else { ">" });
        code(&text)
    };
    Some(match token {
        Token::Doctype {
            name,
            public,
            system,
            force_quirks,
        } => {
            let mut text = String::from("<!DOCTYPE");
            if let Some(name) = name {
                let _ = write!(text, " {name}");
            }
            for (key, value) in [("PUBLIC", public), ("SYSTEM", system)] {
                if let Some(value) = value {
                    let _ = write!(text, " {key} \"{value}\"");
                }
            }
            text.push('>');
            let quirks = if *force_quirks { " in quirks mode" } else { "" };
            format!("{}{quirks}", code(&text))
        }
        Token::StartTag {
            name,
            attributes,
            self_closing,
        } => tag("", name, attributes, *self_closing),
        Token::EndTag {
            name,
            attributes,
            self_closing,
        } => tag("/", name, attributes, *self_closing),
        Token::Comment(data) => code(&format!("<!--{data}-->")),
        Token::ProcessingInstruction { target, data } => {
            let blank = if data.is_empty() { "" } else { " " };
            format!(
                "processing instruction {}",
                code(&format!("{target}{blank}{data}"))
            )
        }
        Token::Characters(text) => code(&format!("\"{text}\"")),
        Token::EndOfFile => return None,
    })
}
