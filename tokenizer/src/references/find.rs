//! The references in a string, with their places.

use super::decode::{Context, States, candidate, decode_candidate};
use crate::{Revision, Span};
use alloc::string::String;
use core::fmt;

/// A character reference in a string, found by [`in_text`](super::in_text) or [`in_value`](super::in_value).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reference<'s> {
    /// The reference as written, from `&` to the semicolon if it has one.
    pub source: &'s str,
    /// Its range in the string.
    pub span: Span,
    /// The characters that it stands for.
    pub characters: String,
}

/// An iterator over the references in a string.
pub struct InString<'s, R: Revision> {
    whole: &'s str,
    at: usize,
    context: Context,
    states: Option<States<R>>,
}

impl<'s, R: Revision> InString<'s, R> {
    pub(super) fn new(whole: &'s str, context: Context) -> Self {
        InString {
            whole,
            at: 0,
            context,
            states: None,
        }
    }

    /// The length of the reference at the beginning of a candidate that has one.
    fn len(&self, candidate: &str) -> usize {
        if let Some(number) = candidate.strip_prefix("&#") {
            let (prefix, radix) = match number.starts_with(['x', 'X']) {
                true => ("&#x".len(), 16),
                false => ("&#".len(), 10),
            };
            let digits = &candidate[prefix..];
            let count = digits.chars().take_while(|c| c.is_digit(radix)).count();
            let closed = digits[count..].starts_with(';');
            return prefix + count + usize::from(closed);
        }
        let is_name = |end: &usize| R::REFERENCES.lookup(&candidate[1..*end]).is_some();
        let mut ends = (2..=candidate.len()).rev();
        ends.find(is_name).unwrap_or(candidate.len())
    }
}

impl<'s, R: Revision> Iterator for InString<'s, R> {
    type Item = Reference<'s>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let start = self.at + self.whole[self.at..].find('&')?;
            let rest = &self.whole[start..];
            let candidate = candidate(rest);
            self.at = start + candidate.len();
            let mut characters = String::new();
            decode_candidate(
                rest,
                candidate,
                self.context,
                &mut self.states,
                &mut characters,
            );
            if characters == candidate {
                continue;
            }
            let len = self.len(candidate);
            characters.truncate(characters.len() - (candidate.len() - len));
            return Some(Reference {
                source: &candidate[..len],
                span: Span::new(start, start + len),
                characters,
            });
        }
    }
}

impl<R: Revision> core::iter::FusedIterator for InString<'_, R> {}

impl<R: Revision> fmt::Debug for InString<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InString")
            .field("rest", &&self.whole[self.at..])
            .finish_non_exhaustive()
    }
}
