//! Runs a case through the interpreter or the generated code.

use super::case::Case;
use super::event::{ErrorPlace, Event};
use crate::generated::{self, Chunks, Collector};
use crate::tokens::{Attribute, Token};
use tokenwright_interpreter::{self as interpret, Interpreter, Setup};
use tokenwright_tables::grammar::ContentModel;

/// Interprets a case's input. An input with lone surrogates is treated as absent.
///
/// # Errors
/// If the content model does not exist, or the interpreter refuses the case.
pub fn interpreted(interpreter: &Interpreter<'_>, case: &Case) -> Result<Vec<Event>, String> {
    let output = interpreter.run(&setup(case)?, input(case));
    let output = output.map_err(|refusal| refusal.to_string())?;
    Ok(output.events.into_iter().filter_map(convert).collect())
}

/// Runs the generated tokenizer of a revision over a case's input: whole, one byte at a time, and
/// in two chunks, split at every byte.
///
/// # Errors
/// If the content model, state or revision does not exist, or the output depends on the chunks.
pub fn generated(revision: &str, case: &Case) -> Result<Vec<Event>, String> {
    let (setup, input) = (setup(case)?, input(case));
    let run = |chunks: Chunks<'_>| {
        let collected = generated::run(revision, &setup, input, chunks);
        collected.ok_or_else(|| "there is no such revision or state".to_owned())
    };
    let whole = run(Chunks::Whole)?;
    let expected = (whole.tokens(), whole.errors());
    // Text is split differently, so an error may be at a different position between its parts.
    let alike = |pieces: &Collector, how: String| {
        let got = (pieces.tokens(), pieces.errors());
        if got == expected {
            Ok(())
        } else {
            Err(format!("{how}: {got:?}\n    whole: {expected:?}"))
        }
    };
    alike(&run(Chunks::Bytes)?, "byte by byte".to_owned())?;
    for cut in 0..=input.len() {
        alike(&run(Chunks::At(&[cut]))?, format!("cut at byte {cut}"))?;
    }
    Ok(whole.events.into_iter().filter_map(convert).collect())
}

fn input(case: &Case) -> &str {
    case.input.as_deref().unwrap_or_default()
}

fn setup(case: &Case) -> Result<Setup, String> {
    let content_model = case.setup.content_model.as_deref().map(content_model);
    Ok(Setup {
        state: case.setup.state.clone(),
        last_start_tag: case.setup.last_start_tag.clone(),
        content_model: content_model.transpose()?,
        ..Setup::default()
    })
}

/// The value of the flag with this name.
fn content_model(name: &str) -> Result<ContentModel, String> {
    let found = ContentModel::ALL.iter().find(|(_, text)| *text == name);
    found
        .map(|(model, _)| *model)
        .ok_or_else(|| format!("there is no content model {name}"))
}

/// The event in html5lib's format, which has no end-of-file token.
fn convert(event: interpret::Event) -> Option<Event> {
    let token = match event {
        interpret::Event::Token(token) => token,
        interpret::Event::Error(error) => {
            return Some(Event::Error(Some(ErrorPlace {
                line: error.line,
                column: error.column,
                code: error.code,
            })));
        }
    };
    Some(Event::Token(match token {
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
    }))
}
