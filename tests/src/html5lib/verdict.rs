//! Compares the output of a tokenizer with the expectation of a test.

use super::case::{Case, ExpectedErrors};
use super::event::{Event, sort_attributes};
use crate::tokens::Token;
use std::collections::HashSet;
use std::fmt::Write;

fn sorted(tokens: &[Token]) -> Vec<Token> {
    let mut tokens = tokens.to_vec();
    tokens.iter_mut().for_each(sort_attributes);
    tokens
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The output matches.
    Passed,
    /// The output differs; describes how.
    Failed(String),
}

impl Case {
    /// Compares the output of a tokenizer with the expectation.
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
    /// Whether two expected errors have the same position; a revision may leave their order open.
    pub(super) fn has_errors_at_one_place(&self) -> bool {
        let ExpectedErrors::Named(errors) = &self.expected.errors else {
            return false;
        };
        let mut places = HashSet::new();
        errors
            .iter()
            .any(|error| !places.insert((error.line, error.column)))
    }

    /// The same with the errors sorted by position and code.
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
