//! The interpreter, as the suites run it.

use super::case::{Case, ErrorPlace};
use super::verdict::Event;
use crate::peers::{Attribute, Token};
use tokenwright_codegen::grammar::ContentModel;
use tokenwright_codegen::interpret::{self, Interpreter, Setup};

/// Interprets a case's input; an input with lone surrogates is as good as none.
///
/// # Errors
/// When there is no such content model, or the interpreter refuses the case.
pub fn interpreted(interpreter: &Interpreter<'_>, case: &Case) -> Result<Vec<Event>, String> {
    let content_model = case.setup.content_model.as_deref().map(content_model);
    let setup = Setup {
        state: case.setup.state.clone(),
        last_start_tag: case.setup.last_start_tag.clone(),
        content_model: content_model.transpose()?,
        foreign: false,
    };
    let input = case.input.as_deref().unwrap_or_default();
    let output = interpreter.run(&setup, input);
    let output = output.map_err(|refusal| refusal.to_string())?;
    let mut events = Vec::new();
    for event in output.events {
        match event {
            interpret::Event::Error(error) => events.push(Event::Error(Some(ErrorPlace {
                line: error.line,
                column: error.column,
                code: error.code,
            }))),
            interpret::Event::Token(token) => {
                if let Some(token) = convert(token) {
                    Event::push(&mut events, Event::Token(token));
                }
            }
        }
    }
    Ok(events)
}

/// The value of the flag that goes by this name.
fn content_model(name: &str) -> Result<ContentModel, String> {
    let found = ContentModel::ALL.iter().find(|(_, text)| *text == name);
    found
        .map(|(model, _)| *model)
        .ok_or_else(|| format!("there is no content model {name}"))
}

/// The token in the form of the tests, which have no end-of-file token.
fn convert(token: interpret::Token) -> Option<Token> {
    Some(match token {
        interpret::Token::Doctype {
            name,
            public,
            system,
            force_quirks,
        } => Token::Doctype {
            name,
            public,
            system,
            force_quirks,
        },
        interpret::Token::StartTag {
            name,
            attributes,
            self_closing,
        } => Token::StartTag {
            name,
            attributes: attributes
                .into_iter()
                .map(|(name, value)| Attribute { name, value })
                .collect(),
            self_closing,
        },
        interpret::Token::EndTag { name, .. } => Token::EndTag { name },
        interpret::Token::Comment(data) => Token::Comment(data),
        interpret::Token::ProcessingInstruction { target, data } => {
            Token::ProcessingInstruction { target, data }
        }
        interpret::Token::Characters(text) => Token::Text(text),
        interpret::Token::EndOfFile => return None,
    })
}
