use crate::Span;
use crate::generated::ErrorCode;
use core::fmt;

/// A parse error: what is wrong, and where.
///
/// Parse errors never stop the tokenizer; the spec says what each input means, errors or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    /// The spec's code, or [`ErrorCode::ParseError`] in revisions whose errors have no names.
    pub code: ErrorCode,
    /// The character at which the error shows; empty at the end of the input.
    pub span: Span,
    /// The line, from 1. LF, CR and CR LF end a line.
    pub line: usize,
    /// The column, from 1, in UTF-16 code units, as html5lib counts.
    pub column: usize,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.code)
    }
}

impl core::error::Error for ParseError {}
