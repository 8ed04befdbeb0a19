use crate::Span;
use crate::generated::ErrorCode;
use core::fmt;

/// A parse error and its location.
///
/// A parse error never stops the tokenizer: the spec defines the tokens of every input.
///
/// ```
/// use tokenwright::{ErrorCode, Span, tokens};
///
/// let html = "<p>\n<img src=a src=b>";
/// let error = tokens(html).with_errors().find_map(Result::err).expect("a duplicate");
/// assert_eq!(error.code, ErrorCode::DuplicateAttribute);
/// assert_eq!((error.line, error.column), (2, 15));
/// assert_eq!(error.span, Span::from(18..19));
/// assert_eq!(error.to_string(), "2:15: duplicate-attribute");
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    /// The spec's code, or [`ErrorCode::ParseError`] in revisions without error codes.
    pub code: ErrorCode,
    /// The character at which the tokenizer detects the error; empty at the end of the input.
    pub span: Span,
    /// The line, counted from 1. LF, CR and CR LF end a line.
    pub line: usize,
    /// The column, counted from 1 in UTF-16 code units, as in html5lib's tests.
    pub column: usize,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.code)
    }
}

impl core::error::Error for ParseError {}
