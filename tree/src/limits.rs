//! Limits on what a parser accepts.

use std::fmt;

/// The most bytes that a document may have. Texts grow where a character takes more bytes than its source, or is added to a
/// text that others follow; the places of all are below 2³².
const MOST_BYTES: usize = 3 << 28;

/// The most bytes of the source and other texts. The next token adds three times its source at most, or moves a text to a place of
/// twice its length.
pub(crate) const MOST_TEXT: usize = if cfg!(test) { 1 << 12 } else { 1 << 30 };

/// The most nodes. The next token adds at most as many as there are active formatting elements.
const MOST_NODES: usize = 1 << 31;

/// Limits on a document, for input that is not trusted.
///
/// Where a limit is exceeded, the parser stops, and the document has what came before; [`Document::limit_exceeded`] says so.
///
/// ```
/// use tokenwright_tree::{Limits, Options, parse_with};
///
/// let limits = Limits { depth: 100, ..Limits::default() };
/// let document = parse_with(&"<div>".repeat(1000), &Options { limits, ..Options::default() });
/// let exceeded = document.limit_exceeded().expect("it is too deep");
/// assert_eq!(exceeded.to_string(), "more than 100 elements are open");
/// ```
///
/// [`Document::limit_exceeded`]: crate::Document::limit_exceeded
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// The most bytes that the document may have, with what is [inserted](crate::Parser::insert). It is refused as a whole if it comes as
    /// one string. 768 MiB by default, and at most.
    pub bytes: usize,
    /// The most nodes. Each token can create as many elements as formatting elements are open, so a page has up to as many
    /// as the square of its length. 2³¹ by default, and at most. A token may exceed it before the parser stops.
    pub nodes: usize,
    /// The most elements that may be open at once. None by default. A token may exceed it before the parser stops.
    pub depth: usize,
    /// The most formatting elements, such as `b`, that are created again in each paragraph after they were not closed. None by
    /// default. It is no limit of the standard, and the only one that does not stop the parser: the earliest formatting elements are forgotten.
    ///
    /// ```
    /// use tokenwright_tree::{Limits, Options, parse_with};
    ///
    /// let html: String = (0..300).map(|n| format!("<p><i id={n}>x")).collect();
    /// let nodes = |formatting| {
    ///     let limits = Limits { formatting, ..Limits::default() };
    ///     parse_with(&html, &Options { limits, ..Options::default() }).node_count()
    /// };
    /// assert!(nodes(usize::MAX) > 300 * 300 / 2 && nodes(8) < 300 * 12);
    /// assert_eq!(nodes(0), 4 + 300 * 3);
    /// ```
    pub formatting: usize,
    /// Limits on tokens and the memory of the tokenizer. None by default; `nesting` has no effect.
    pub tokens: tokenwright::Limits,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            bytes: MOST_BYTES,
            nodes: MOST_NODES,
            depth: usize::MAX,
            formatting: usize::MAX,
            tokens: tokenwright::Limits::default(),
        }
    }
}

impl Limits {
    /// These limits, and those that the numbers of the tree need.
    pub(crate) fn bounded(self) -> Self {
        Limits {
            bytes: self.bytes.min(MOST_BYTES),
            nodes: self.nodes.min(MOST_NODES),
            ..self
        }
    }
}

/// The limit at which a parser stopped.
///
/// ```
/// use tokenwright_tree::{LimitExceeded, Limits, Options, parse_with};
///
/// let limits = Limits { bytes: 3, ..Limits::default() };
/// let document = parse_with("<p>a", &Options { limits, ..Options::default() });
/// assert_eq!(document.limit_exceeded(), Some(LimitExceeded::Bytes(3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LimitExceeded {
    /// [`Limits::bytes`], or the texts of the tree take more than a gigabyte.
    Bytes(usize),
    /// [`Limits::nodes`].
    Nodes(usize),
    /// [`Limits::depth`].
    Depth(usize),
    /// One of [`Limits::tokens`].
    Token(tokenwright::LimitExceeded),
}

impl fmt::Display for LimitExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LimitExceeded::Bytes(most) => write!(f, "the texts have more than {most} bytes"),
            LimitExceeded::Nodes(most) => write!(f, "the document has more than {most} nodes"),
            LimitExceeded::Depth(most) => write!(f, "more than {most} elements are open"),
            LimitExceeded::Token(exceeded) => exceeded.fmt(f),
        }
    }
}

impl std::error::Error for LimitExceeded {}

#[cfg(test)]
mod tests {
    use super::{LimitExceeded, MOST_BYTES, MOST_TEXT};
    use crate::{Options, parse, parse_with};

    /// U+0000 takes one byte, and U+FFFD three.
    #[test]
    fn text_that_grows_is_bounded() {
        let stops = |nulls: usize| {
            let html = format!("<svg>{}</svg><p>a", "\0".repeat(nulls));
            let document = parse(&html);
            assert!(document.texts.bytes() < MOST_TEXT + 3 * html.len());
            document.limit_exceeded()
        };
        assert_eq!(stops(MOST_TEXT / 8), None);
        assert_eq!(stops(MOST_TEXT / 2), Some(LimitExceeded::Bytes(MOST_TEXT)));
    }

    /// Whatever users ask for.
    #[test]
    fn places_fit_into_their_numbers() {
        let mut options = Options::default();
        options.limits.bytes = usize::MAX;
        assert_eq!(options.limits.bounded().bytes, MOST_BYTES);
        assert_eq!(parse_with("<p>", &options).limit_exceeded(), None);
        assert!(u32::try_from(4 * MOST_BYTES - 1).is_ok());
        assert!(u32::try_from(4 * (1_usize << 30) - 1).is_ok());
    }
}
