//! What a tokenizer made of an input, and what a test says of it.

use super::case::{Case, ErrorPlace, ExpectedErrors};
use crate::tokens::Token;
use std::collections::HashSet;
use std::fmt::Write;

/// A token or a parse error, in the order in which they came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A token; an end-of-file token is none.
    Token(Token),
    /// A parse error; without a code and a place where the test has none.
    Error(Option<ErrorPlace>),
}

impl Event {
    /// Adds an event; text is joined to text that stands last.
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
    fn errors(events: &[Event]) -> Vec<ErrorPlace> {
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
    fn sorted(mut self) -> Self {
        if let Event::Token(token) = &mut self {
            sort_attributes(token);
        }
        self
    }

    /// The same with the code and the place of an error forgotten.
    fn bare(self) -> Self {
        match self {
            Event::Error(_) => Event::Error(None),
            token => token,
        }
    }
}

fn sort_attributes(token: &mut Token) {
    if let Token::StartTag { attributes, .. } = token {
        attributes.sort_by(|a, b| a.name.cmp(&b.name));
    }
}

fn sorted(tokens: &[Token]) -> Vec<Token> {
    let mut tokens = tokens.to_vec();
    tokens.iter_mut().for_each(sort_attributes);
    tokens
}

/// What a test says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All is as expected.
    Passed,
    /// It is not, in this way.
    Failed(String),
}

impl Case {
    /// Compares what a tokenizer made of the input with what is expected.
    #[must_use]
    pub fn judge(&self, events: &[Event]) -> Verdict {
        let mut report = String::new();
        let tokens = sorted(&Event::tokens(events));
        let expected = sorted(&self.expected.tokens);
        if tokens != expected {
            tell(&mut report, "tokens", &expected, &tokens);
        }
        match &self.expected.errors {
            ExpectedErrors::Named(expected) => {
                let errors = Event::errors(events);
                if errors != *expected {
                    tell(&mut report, "errors", expected, &errors);
                }
            }
            ExpectedErrors::Counted(expected) => {
                let errors = Event::errors(events).len();
                if errors != *expected {
                    tell(&mut report, "errors", &[expected], &[errors]);
                }
            }
            ExpectedErrors::Inline(expected) => {
                let expected: Vec<_> = expected.iter().cloned().map(Event::sorted).collect();
                let events = events.iter().cloned().map(|e| e.sorted().bare());
                let events: Vec<_> = events.collect();
                if events != expected {
                    tell(&mut report, "order", &expected, &events);
                }
            }
        }
        if report.is_empty() {
            Verdict::Passed
        } else {
            Verdict::Failed(report)
        }
    }
}

impl Case {
    /// Whether two of the expected errors are at one place, where a revision may leave their order open.
    pub(super) fn has_errors_at_one_place(&self) -> bool {
        let ExpectedErrors::Named(errors) = &self.expected.errors else {
            return false;
        };
        let mut places = HashSet::new();
        errors
            .iter()
            .any(|error| !places.insert((error.line, error.column)))
    }

    /// The same with the errors in the order of their places and codes.
    pub(super) fn in_any_order(&self) -> Case {
        let mut case = self.clone();
        if let ExpectedErrors::Named(errors) = &mut case.expected.errors {
            errors.sort();
        }
        case
    }
}

fn tell(
    report: &mut String,
    what: &str,
    expected: &[impl std::fmt::Debug],
    found: &[impl std::fmt::Debug],
) {
    let _ = writeln!(report, "    {what} expected: {expected:?}");
    let _ = writeln!(report, "    {what} found:    {found:?}");
}
