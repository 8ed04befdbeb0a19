//! Both sides of a validation, tables and their program, with the same setup and the same format of output.

use crate::evaluate::{Doctype, Evaluator, Event, ProgramRun, Token};
use tokenwright_compiler::program::Program;
use tokenwright_interpreter as interpreter;
use tokenwright_interpreter::Setup;

/// Starts a run of a program with the setup of its tables.
#[must_use]
pub fn start<'e>(evaluator: &'e Evaluator<'_>, setup: &Setup) -> ProgramRun<'e> {
    let machine = &evaluator.program().machine;
    let named = |name: &String| machine.states.iter().position(|state| state.name == *name);
    let state = setup.state.as_ref().and_then(named);
    let mut run = evaluator.start(state.unwrap_or(machine.initial));
    run.registers.last_start_tag = setup.last_start_tag.clone();
    run.registers.foreign = setup.foreign;
    run.registers.content_model = setup.content_model.unwrap_or(run.registers.content_model);
    run.set_responses(setup.responses.clone());
    run
}

/// The tokens, and the codes and offsets of the errors, of some events.
#[must_use]
pub fn output(
    program: &Program,
    events: &[Event],
) -> (Vec<interpreter::Token>, Vec<(String, usize)>) {
    let (mut tokens, mut errors) = (Vec::new(), Vec::new());
    for event in events {
        match event {
            Event::Error { error, offset } => {
                errors.push((program.machine.errors[*error].clone(), *offset));
            }
            Event::Token(token) => match (tokens.last_mut(), self::token(token)) {
                (
                    Some(interpreter::Token::Characters(text)),
                    interpreter::Token::Characters(more),
                ) => text.push_str(&more),
                (_, token) => tokens.push(token),
            },
        }
    }
    (tokens, errors)
}

fn token(token: &Token) -> interpreter::Token {
    match token.clone() {
        Token::Characters(text) => interpreter::Token::Characters(text),
        Token::Tag {
            is_end,
            name,
            attributes,
            self_closing,
        } => match is_end {
            true => interpreter::Token::EndTag {
                name,
                attributes,
                self_closing,
            },
            false => interpreter::Token::StartTag {
                name,
                attributes,
                self_closing,
            },
        },
        Token::Comment(data) => interpreter::Token::Comment(data),
        Token::Doctype(Doctype {
            name,
            public,
            system,
            force_quirks,
        }) => interpreter::Token::Doctype {
            name,
            public,
            system,
            force_quirks,
        },
        Token::ProcessingInstruction { target, data } => {
            interpreter::Token::ProcessingInstruction { target, data }
        }
        Token::EndOfFile => interpreter::Token::EndOfFile,
    }
}
