use core::fmt;
use tokenwright::escape::EscapeError;
use tokenwright::{LimitExceeded, Span};

/// Why an edit is refused.
///
/// ```
/// use tokenwright::Tag;
/// use tokenwright_rewrite::{EditError, Rewrite, TagEdit, rewrite};
///
/// struct Wrong;
///
/// impl Rewrite for Wrong {
///     fn start_tag(&mut self, _: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
///         edit.rename("a b")
///     }
/// }
///
/// let error = rewrite(b"text<p>", Wrong).unwrap_err();
/// assert_eq!(error.kind, EditError::Name);
/// assert_eq!(error.to_string(), "4..7: no name of a tag or an attribute");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EditError {
    /// The name is empty, or contains a character that a name cannot have.
    Name,
    /// The text cannot be written there.
    Escape(EscapeError),
    /// The edit would change how everything after it is read: a removed or renamed tag begins or ends an element such as
    /// `script` or `title`, or the text is that of such an element or of a CDATA section.
    TextState,
    /// The element is none whose content is only text, such as `script` or `title`.
    NotTextElement,
    /// The token is cut off by the end of the input, as in `<!-- a`, so nothing can be written after it.
    CutOff,
    /// No edit: the handler ends the rewriting, for a reason that it keeps.
    Refused,
    /// No edit: the handler has panicked at this token, in an earlier call.
    Panicked,
    /// No edit: the token exceeds one of the limits of the [options](tokenwright::Options).
    Limit(LimitExceeded),
    /// A character beyond ASCII in a name, a comment or raw text, with [`Rewriter::ascii`](super::Rewriter::ascii).
    NotAscii,
}

impl From<EscapeError> for EditError {
    fn from(error: EscapeError) -> Self {
        EditError::Escape(error)
    }
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Name => f.write_str("no name of a tag or an attribute"),
            EditError::Escape(error) => error.fmt(f),
            EditError::TextState => {
                f.write_str("the edit would change how the text after it is read")
            }
            EditError::NotTextElement => f.write_str("the content of the element is not only text"),
            EditError::Refused => f.write_str("the handler refuses the document"),
            EditError::Panicked => f.write_str("the handler has panicked"),
            EditError::CutOff => f.write_str("the end of the input cuts the token off"),
            EditError::Limit(exceeded) => exceeded.fmt(f),
            EditError::NotAscii => f.write_str("a character beyond ASCII cannot be written there"),
        }
    }
}

impl core::error::Error for EditError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            EditError::Escape(error) => Some(error),
            EditError::Limit(exceeded) => Some(exceeded),
            _ => None,
        }
    }
}

/// An edit that was refused, and the token that it was made at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RewriteError {
    /// Why the edit is refused.
    pub kind: EditError,
    /// The range of the token in the input.
    pub span: Span,
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.span, self.kind)
    }
}

impl core::error::Error for RewriteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.kind)
    }
}
