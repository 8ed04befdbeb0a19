//! The output of a tokenizer, for comparison.

use crate::tokens_as_lines::tokens_as_lines;
use std::collections::VecDeque;
use tokenwright::{Comment, Doctype, Next, ParseError, ProcessingInstruction, Sink, Span, Tag};

/// Tokens, with text joined, and errors.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Record<const ERRORS: bool> {
    pub(crate) tokens: Vec<String>,
    text: Option<(String, Span)>,
    pub(crate) errors: Vec<ParseError>,
    /// The answers to the next tags; all tags after them are answered with [`Next::Continue`].
    answers: VecDeque<Next>,
    /// Whether the adjusted current node is foreign.
    pub(crate) foreign: bool,
}

impl<const ERRORS: bool> Record<ERRORS> {
    /// A sink that answers the first tags.
    pub(crate) fn answering(answers: impl IntoIterator<Item = Next>) -> Self {
        Record {
            answers: answers.into_iter().collect(),
            ..Record::default()
        }
    }

    /// Whether the last token so far is text.
    pub(crate) fn ends_in_text(&self) -> bool {
        self.text.is_some()
    }

    fn line(&mut self, token: String) {
        if let Some(text) = self.text.take() {
            self.tokens.push(format!("{text:?}"));
        }
        self.tokens.push(token);
    }

    fn tag(&mut self, tag: &Tag<'_>) -> Next {
        self.line(format!("{} {tag:?}", tag.is_end_tag()));
        self.answers.pop_front().unwrap_or(Next::Continue)
    }
}

impl<const ERRORS: bool> Sink for Record<ERRORS> {
    const ERRORS: bool = ERRORS;

    tokens_as_lines!();

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.foreign
    }

    fn text(&mut self, text: &str, span: Span) {
        match &mut self.text {
            Some((before, all)) => {
                before.push_str(text);
                all.end = span.end;
            }
            none => *none = Some((text.to_owned(), span)),
        }
    }

    fn error(&mut self, error: &ParseError) {
        self.errors.push(*error);
    }
}
