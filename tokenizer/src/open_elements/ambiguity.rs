//! Places where a tokenizer without a tree cannot know what tree construction would do.

use crate::Span;
use core::fmt;

/// A tag at which the tokenizer does not know which elements are open, as only a tree builder does.
///
/// A [`Sink`](crate::Sink) receives it before the tag. The tokenizer continues with the most likely answer; from here
/// on, the content of `svg`, `math` and text elements may be read differently than a tree builder would have it read.
/// Without an ambiguity, the tokens are those that a tree builder gets.
///
/// ```
/// use tokenwright::{AmbiguityKind, tokens};
///
/// // Whether `</div>` ends the drawing depends on whether a `div` is open.
/// let mut document = tokens("<body><div><svg></div><![CDATA[x]]>");
/// assert_eq!(document.by_ref().count(), 5);
/// let ambiguity = document.first_ambiguity().expect("the end tag");
/// assert_eq!(ambiguity.kind, AmbiguityKind::OpenElement);
/// assert_eq!(ambiguity.span.range(), 16..22);
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ambiguity {
    /// Why the answer is not known.
    pub kind: AmbiguityKind,
    /// The range of the tag in the input; `0..0` without [`Sink::SPANS`](crate::Sink::SPANS).
    pub span: Span,
}

/// Why it is not known which elements are open.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AmbiguityKind {
    /// Whether an element is open, as for an end tag in `svg` or `math` whose element is not open there, such as `<svg></div>`: it
    /// ends the foreign content if that element is open before it. The tokenizer assumes so.
    OpenElement,
    /// Which insertion mode it is: the tag is one of a table, and there was a table before. In HTML content inside `svg` or `math`, such
    /// a tag ends the foreign content if that table is open; in a `select`, before 2026, it ends the `select` then. The tokenizer
    /// goes on with one of the answers.
    InsertionMode,
    /// Whether a form is open, as a `form` start tag in HTML content inside `svg` or `math` is ignored then. The tokenizer assumes that
    /// none is.
    FormElement,
    /// Which formatting elements there are: an end tag such as `</b>` in HTML content inside `svg` or `math` ends one inside or one
    /// before it. The tokenizer assumes the one inside.
    FormattingElement,
    /// A `frameset` start tag after more than a thousand tags of a body without a `body` tag. It replaces the body unless
    /// a tag or a text before it rules that out. The tokenizer assumes that one does.
    LateFrameset,
    /// More elements are open than the tokenizer follows: 512, or 32 formatting elements that rules may create again, or fewer with very
    /// long or very many names. It forgets all of them.
    TooManyElements,
}

impl AmbiguityKind {
    const fn description(self) -> &'static str {
        match self {
            AmbiguityKind::OpenElement => "what the tag does depends on whether an element is open",
            AmbiguityKind::InsertionMode => "what the tag does depends on whether a table is open",
            AmbiguityKind::FormElement => "the form is ignored if one is open before it",
            AmbiguityKind::FormattingElement => {
                "which formatting element ends depends on those before the foreign content"
            }
            AmbiguityKind::LateFrameset => {
                "the frameset replaces the body if nothing before it rules that out"
            }
            AmbiguityKind::TooManyElements => "more elements are open than are followed",
        }
    }
}

/// A sentence that describes the reason, without a full stop.
impl fmt::Display for AmbiguityKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description())
    }
}

impl fmt::Display for Ambiguity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { start, end } = self.span;
        write!(f, "{start}..{end}: {}", self.kind)
    }
}
