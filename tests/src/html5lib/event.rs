//! The output of a tokenizer: tokens and parse errors.

use crate::tokens::Token;

/// A token or a parse error, in the order in which they came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A token; an end-of-file token is none.
    Token(Token),
    /// A parse error; without a code and a place where the test has none.
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

    /// The tokens alone, text on both sides of an error as one.
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

    /// The events with the errors first, by their places and codes.
    pub(super) fn in_any_order(events: &[Event]) -> Vec<Event> {
        let mut errors = Event::errors(events);
        errors.sort();
        let errors = errors.into_iter().map(|error| Event::Error(Some(error)));
        let tokens = Event::tokens(events).into_iter().map(Event::Token);
        errors.chain(tokens).collect()
    }

    /// The same with the order of attributes forgotten, which the tests do not fix.
    pub(super) fn sorted(mut self) -> Self {
        if let Event::Token(token) = &mut self {
            sort_attributes(token);
        }
        self
    }

    /// The same with the code and the place of an error forgotten.
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
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in UTF-16 code units.
    pub column: usize,
    /// The code.
    pub code: String,
}

pub(super) fn sort_attributes(token: &mut Token) {
    if let Token::StartTag { attributes, .. } = token {
        attributes.sort_by(|a, b| a.name.cmp(&b.name));
    }
}
