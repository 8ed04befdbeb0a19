//! The references in a string, with their places.

use super::decode::{Place, States, candidate, decode_candidate};
use crate::{Revision, Span};
use alloc::string::String;

/// A character reference in a string, found by [`find`](super::find()).
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
pub(super) struct InString<'s, R: Revision> {
    whole: &'s str,
    at: usize,
    place: Place,
    states: Option<States<R>>,
}

impl<'s, R: Revision> InString<'s, R> {
    pub(super) fn new(whole: &'s str, place: Place) -> Self {
        InString {
            whole,
            at: 0,
            place,
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
                rest, candidate, self.place, &mut self.states, &mut characters,
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
