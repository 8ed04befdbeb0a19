//! Ranges of the input.

use core::fmt;
use core::ops::Range;

/// A range of the input in bytes, as offsets from its beginning.
///
/// For input given as bytes, offsets count those bytes, even where they were not UTF-8.
///
/// ```
/// use tokenwright::{Span, Token, tokens};
///
/// let html = "caf\u{e9} <b>";
/// let Some(Token::StartTag(tag)) = tokens(html).nth(1) else { panic!() };
/// assert_eq!(tag.span(), Span::from(6..9));
/// assert_eq!(&html[tag.span().range()], "<b>");
/// assert_eq!(tag.name_span().to_string(), "7..8");
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to but not including `end`.
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// The span as a [`Range`], to slice the input with.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Span::new(range.start, range.end)
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.range()
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
