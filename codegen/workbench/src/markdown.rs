//! Texts and tokens as Markdown.

use std::fmt::Write;
use tokenwright_analyses::inert;
use tokenwright_interpreter::Token;
use tokenwright_tables::grammar::Char;

/// A text as code; unprintable characters appear by name.
pub(crate) fn code(text: &str) -> String {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = match prints(c) {
            true => rest.find(|c| !prints(c)).unwrap_or(rest.len()),
            false => c.len_utf8(),
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

/// A name as the anchor of a heading: lower case, with hyphens for spaces.
pub(crate) fn slug(name: &str) -> String {
    let kept = name
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// A sentence of the tables.
pub(crate) fn sentence(sentence: &str) -> String {
    sentence.replace('<', "\\<").replace('*', "\\*")
}

/// An input as code.
pub(crate) fn input(text: &str) -> String {
    match text {
        "" => "the empty input".to_owned(),
        text => code(text),
    }
}

fn span(run: &str) -> String {
    if run == " " {
        return "U+0020 (space)".to_owned();
    }
    inert::code(&run.replace('|', "\\|"))
}

/// Whether a character is readable unescaped.
pub(crate) fn prints(c: char) -> bool {
    let plain = !c.is_whitespace() && c.escape_debug().count() == 1;
    c == ' ' || c == '\u{FFFD}' || plain || "\\'\"".contains(c)
}

/// Tokens as markup.
pub(crate) fn tokens<'t>(tokens: impl IntoIterator<Item = &'t Token>) -> String {
    let shown: Vec<String> = tokens.into_iter().filter_map(token).collect();
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
