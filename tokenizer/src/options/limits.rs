//! Limits on what a tokenizer accepts and keeps.
//!
//! To count each allocation would cost at every string. Instead, the most memory that a stretch of input can need is
//! computed before it is read, and the stretch is halved until that fits. So the bound holds but is coarse: a
//! tokenizer may stop although a little memory is left. No check is made where no limit is set.

use crate::Span;
use core::fmt;

/// Limits on tokens and memory, for input that is not trusted. By default there are none. A minor release may add limits:
/// write `..Limits::default()` for the others.
///
/// At the first token that exceeds a limit the tokenizer [stops](crate::Tokenizer::is_stopped). All
/// tokens before it are delivered; [`Tokenizer::limit_exceeded`](crate::Tokenizer::limit_exceeded) and
/// [`Tokens::limit_exceeded`](crate::Tokens::limit_exceeded) say what happened.
///
/// ```
/// use tokenwright::{Limits, Options, Tokens, revisions::Newest};
///
/// let limits = Limits { attributes: 20, token_bytes: 1000, ..Limits::default() };
/// let options = Options { limits, ..Options::default() };
/// let html = format!("a<p b c>d<p {}>h", ('a'..'z').map(|c| format!(" {c}")).collect::<String>());
/// let mut tokens = Tokens::<Newest>::with_options(&html, options);
/// assert_eq!(tokens.by_ref().count(), 3);
/// let exceeded = tokens.limit_exceeded().expect("a limit");
/// assert_eq!(exceeded.to_string(), "the tag at byte 9 has more than 20 attributes");
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// The most bytes of UTF-8 that a token other than text may have, with its markup. Less than 3 admits no token: the
    /// tokenizer stops at the first `<` that may begin one, and with 0 at any `<`.
    ///
    /// Text counts as long as it may become a token, like `</b` in a script or `<![CDATA`. A character reference in text
    /// counts from 64 bytes on, which only leading zeros make possible.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_unlimited"))]
    pub token_bytes: usize,
    /// The most attributes that a tag may have, without duplicates. A tag that the input ends in may count too.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_unlimited"))]
    pub attributes: usize,
    /// The most elements that may be open, of those that the tokenizer [follows](crate::Follow): with
    /// `Follow::Everything` all of them, `html` and `body` included; by default those in `svg`, `math` and `template`,
    /// and those of a `body` that a `frameset` may still replace.
    /// The tokenizer follows 512 at most, so a larger limit has no effect.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_unlimited"))]
    pub nesting: usize,
    /// The most bytes of memory that the tokenizer may take: for the token under construction, and for text that arrives
    /// in a pause. Up to 32 KiB come on top, and what it [follows](crate::Follow), both of them fixed amounts; so do
    /// 32 KiB of input in the iterator.
    ///
    /// It is counted before it is taken, with the room to which lists may grow: a token may be refused that needs a fifth.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_unlimited"))]
    pub memory: usize,
}

impl Limits {
    /// The limit for the machine, which checks completed tags.
    pub(crate) fn of_completed_tags(&self) -> Option<usize> {
        Some(self.attributes).filter(|attributes| *attributes != usize::MAX)
    }

    /// Whether there is any limit.
    #[inline(always)]
    pub(crate) fn is_set(&self) -> bool {
        *self != Limits::default()
    }
}

/// Whether the value of a limit is that of no limit.
#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_unlimited(limit: &usize) -> bool {
    *limit == usize::MAX
}

impl Default for Limits {
    /// No limits.
    fn default() -> Self {
        Limits {
            token_bytes: usize::MAX,
            attributes: usize::MAX,
            nesting: usize::MAX,
            memory: usize::MAX,
        }
    }
}

/// Which of the [`Limits`] was exceeded.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::token_bytes`].
    TokenBytes,
    /// [`Limits::attributes`].
    Attributes,
    /// [`Limits::nesting`].
    Nesting,
    /// [`Limits::memory`].
    Memory,
}

/// A limit that a token exceeded. The tokenizer stopped there.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LimitExceeded {
    /// Which limit.
    pub limit: Limit,
    /// Its value.
    pub maximum: usize,
    /// Where the token starts in the input; the span is empty.
    pub span: Span,
}

impl fmt::Display for LimitExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LimitExceeded { maximum, span, .. } = self;
        let at = span.start;
        match self.limit {
            Limit::TokenBytes => write!(f, "the token at byte {at} has more than {maximum} bytes"),
            Limit::Attributes => {
                let s = if *maximum == 1 { "" } else { "s" };
                write!(
                    f,
                    "the tag at byte {at} has more than {maximum} attribute{s}"
                )
            }
            Limit::Nesting => write!(
                f,
                "more than {maximum} elements are open at the tag at byte {at}"
            ),
            Limit::Memory => write!(
                f,
                "more than {maximum} bytes of memory are needed at byte {at}"
            ),
        }
    }
}

impl core::error::Error for LimitExceeded {}
