//! What is wrong with a selector.

use cssparser::{BasicParseErrorKind, ParseError, ParseErrorKind};
use selectors::parser::SelectorParseErrorKind;
use std::fmt;

/// What is wrong with a selector, and up to where it was read.
///
/// ```
/// use tokenwright_tree::Selector;
///
/// let error = "nav > ".parse::<Selector>().expect_err("half a selector");
/// assert_eq!(error.to_string(), "a combinator without a selector after it, at byte 6 of the selector");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectorError {
    what: &'static str,
    at: usize,
}

impl SelectorError {
    pub(super) fn new(error: &ParseError<SelectorParseErrorKind>, at: usize) -> Self {
        use SelectorParseErrorKind as Kind;
        let what = match &error.kind {
            ParseErrorKind::Basic(BasicParseErrorKind::TooManyNestedBlocks) => {
                "too many nested functions"
            }
            ParseErrorKind::Basic(BasicParseErrorKind::EndOfInput) => "an unexpected end",
            ParseErrorKind::Basic(_) => "an unexpected token",
            ParseErrorKind::Custom(kind) => match kind {
                Kind::EmptySelector => "a selector is missing",
                Kind::DanglingCombinator => "a combinator without a selector after it",
                Kind::UnsupportedPseudoClassOrElement => {
                    "unsupported pseudo-class or pseudo-element"
                }
                Kind::ExpectedNamespace => "an unknown namespace prefix",
                Kind::NoQualifiedNameInAttributeSelector
                | Kind::UnexpectedTokenInAttributeSelector
                | Kind::ExpectedBarInAttr
                | Kind::BadValueInAttr
                | Kind::InvalidQualNameInAttr => "an invalid attribute selector",
                Kind::ClassNeedsIdent => "a class without a name",
                Kind::PseudoElementExpectedColon
                | Kind::PseudoElementExpectedIdent
                | Kind::NoIdentForPseudo => "a pseudo-class without a name",
                _ => "an unexpected part",
            },
        };
        SelectorError { what, at }
    }

    pub(super) fn too_long(at: usize) -> Self {
        let what = "more than 64 compound selectors in one";
        SelectorError { what, at }
    }

    /// The offset in bytes up to which the selector was read.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {} of the selector", self.what, self.at)
    }
}

impl std::error::Error for SelectorError {}
