//! The output of a tokenizer: tokens and parse errors.

use crate::tokens::Token;

/// A token or a parse error, in the order of emission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A token, except an end-of-file token.
    Token(Token),
    /// A parse error; without code and position if the test has none.
    Error(Option<ErrorPlace>),
}

impl Event {
    /// Adds an event; adjacent text is joined.
    pub fn push(events: &mut Vec<Event>, event: Event) {
        match (events.last_mut(), event) {
            (_, Event::Token(Token::Text(text))) if text.is_empty() => {}
            (Some(Event::Token(Token::Text(last))), Event::Token(Token::Text(text))) => {
                last.push_str(&text);
            }
            (_, event) => events.push(event),
        }
    }

    /// The tokens alone, with text joined across errors.
    #[must_use]
    pub fn tokens(events: &[Event]) -> Vec<Token> {
        let mut joined = Vec::new();
        for event in events {
            if let Event::Token(token) = event {
                Event::push(&mut joined, Event::Token(token.clone()));
            }
        }
        let token = |event| match event {
            Event::Token(token) => Some(token),
            Event::Error(_) => None,
        };
        joined.into_iter().filter_map(token).collect()
    }

    /// The parse errors alone.
    pub(super) fn errors(events: &[Event]) -> Vec<ErrorPlace> {
        let error = |event: &Event| match event {
            Event::Error(error) => error.clone(),
            Event::Token(_) => None,
        };
        events.iter().filter_map(error).collect()
    }

    /// The events with the errors first, sorted by position and code.
    pub(super) fn in_any_order(events: &[Event]) -> Vec<Event> {
        let mut errors = Event::errors(events);
        errors.sort();
        let errors = errors.into_iter().map(|error| Event::Error(Some(error)));
        let tokens = Event::tokens(events).into_iter().map(Event::Token);
        errors.chain(tokens).collect()
    }

    /// The same without the order of attributes, which the tests leave open.
    pub(super) fn sorted(mut self) -> Self {
        if let Event::Token(token) = &mut self {
            sort_attributes(token);
        }
        self
    }

    /// The same without the codes and positions of errors.
    pub(super) fn bare(self) -> Self {
        match self {
            Event::Error(_) => Event::Error(None),
            token => token,
        }
    }
}

/// A parse error with a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ErrorPlace {
    /// The line of the error, from 1.
    pub line: usize,
    /// The column, from 1, in UTF-16 code units.
    pub column: usize,
    /// The code in the standard, such as `eof-in-tag`.
    pub code: String,
}

pub(super) fn sort_attributes(token: &mut Token) {
    if let Token::StartTag { attributes, .. } = token {
        attributes.sort_by(|a, b| a.name.cmp(&b.name));
    }
}
