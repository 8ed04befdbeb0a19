//! A run as a test in html5lib's form shows it.

use tokenwright_interpreter::{Event, Output, Refusal, Token};

/// The observable part of a run. The form has neither the attributes of end tags nor the order of
/// attributes. Named errors are in a separate list; unnamed errors are among the tokens.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Tokens, with unnamed errors among them.
    pub tokens: Vec<ViewEntry>,
    /// Errors with names: code, line and column.
    pub errors: Vec<(String, usize, usize)>,
}

/// One entry of `output`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ViewEntry {
    /// A parse error that has no name.
    Error,
    /// A token, never [`Token::EndOfFile`].
    Token(Token),
}

impl View {
    /// The visible form of an output.
    #[must_use]
    pub fn of(output: &Output, named: bool) -> Self {
        let mut tokens = Vec::new();
        let mut errors = Vec::new();
        for event in &output.events {
            match event {
                Event::Token(token) => push(&mut tokens, token),
                Event::Error(error) if named => {
                    errors.push((error.code.clone(), error.line, error.column));
                }
                Event::Error(_) => tokens.push(ViewEntry::Error),
            }
        }
        View { tokens, errors }
    }

    /// The tokens, with text joined across unnamed errors, and the number of those errors.
    pub(super) fn counted(&self) -> (Vec<ViewEntry>, usize) {
        let mut joined = Vec::new();
        for entry in &self.tokens {
            if let ViewEntry::Token(token) = entry {
                push(&mut joined, token);
            }
        }
        let errors = self.tokens.iter();
        let errors = errors.filter(|entry| **entry == ViewEntry::Error);
        (joined, errors.count())
    }
}

/// Adds a token as the form has it.
pub(super) fn push(tokens: &mut Vec<ViewEntry>, token: &Token) {
    let token = match token {
        Token::EndOfFile => return,
        Token::Characters(more) if more.is_empty() => return,
        Token::Characters(more) => {
            if let Some(ViewEntry::Token(Token::Characters(text))) = tokens.last_mut() {
                text.push_str(more);
                return;
            }
            token.clone()
        }
        Token::StartTag {
            name,
            attributes,
            self_closing,
        } => {
            let mut attributes = attributes.clone();
            attributes.sort();
            Token::StartTag {
                name: name.clone(),
                attributes,
                self_closing: *self_closing,
            }
        }
        Token::EndTag { name, .. } => Token::EndTag {
            name: name.clone(),
            attributes: Vec::new(),
            self_closing: false,
        },
        other => other.clone(),
    };
    tokens.push(ViewEntry::Token(token));
}

/// Whether a run shows that it is not the one that is expected. A refusal always does.
pub(super) fn differs(expected: &Output, found: &Result<Output, Refusal>, named: bool) -> bool {
    match found {
        Ok(found) if found.events == expected.events => false,
        Ok(found) => View::of(found, named) != View::of(expected, named),
        Err(_) => true,
    }
}
