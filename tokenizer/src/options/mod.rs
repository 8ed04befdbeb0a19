//! The options of a tokenizer.

mod context;
mod limits;

pub use context::Context;
pub use limits::{Limit, LimitExceeded, Limits};

/// The options of a [`Tokenizer`](crate::Tokenizer) and of [`Tokens`](crate::Tokens).
///
/// A minor release may add options: write `..Options::default()` for the others.
///
/// ```
/// use tokenwright::{Follow, Options, Token, Tokens, revisions::Newest};
///
/// let html = "\u{FEFF}<title><b></title>";
/// // By default, a byte order mark is text, and so is the content of `title`.
/// let count = |options| Tokens::<Newest>::with_options(html, options).count();
/// assert_eq!(count(Options::default()), 4);
/// assert_eq!(count(Options { strip_bom: true, ..Options::default() }), 3);
///
/// let options = Options { follow: Follow::Nothing, ..Options::default() };
/// let b = Tokens::<Newest>::with_options(html, options).nth(2);
/// assert!(matches!(b, Some(Token::StartTag(_))));
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// How closely the tokenizer follows which elements are open.
    pub follow: Follow,
    /// Read the content of `noscript` as text, as user agents that run scripts do. It has no effect with
    /// [`Follow::Nothing`]. Off by default.
    pub scripting: bool,
    /// Skip a byte order mark at the beginning of the input; otherwise it is text. Off by default.
    pub strip_bom: bool,
    /// Limits on tokens and memory. None by default.
    pub limits: Limits,
    /// The context element, if the input is a fragment, as the content that is assigned to `innerHTML` is. It decides the
    /// text mode of the content, and is the only element that is open. None by default. It has no effect with
    /// [`Follow::Nothing`].
    pub context: Option<Context>,
}

/// How closely the tokenizer follows which elements are open.
///
/// In the spec, tree construction switches the tokenizer to a text state after start tags such as `<title>` and `<script>`,
/// and decides whether `<![CDATA[` begins a CDATA section. Both depend on the open elements: in `svg` and `math`,
/// `<style>` does not switch.
///
/// ```
/// use tokenwright::{Follow, Options, Token, Tokens, revisions::Newest};
///
/// let html = "<svg><style><a></style><![CDATA[<b>]]></svg>";
/// let has_link = |follow| {
///     let tokens = Tokens::<Newest>::with_options(html, Options { follow, ..Options::default() });
///     tokens.filter(|token| matches!(token, Token::StartTag(tag) if tag.name() == "a")).count() == 1
/// };
/// assert!(has_link(Follow::ForeignContent));
/// assert!(has_link(Follow::Everything));
/// assert!(!has_link(Follow::TagNames));
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Follow {
    /// Nothing: no start tag switches to a text state, and no CDATA sections are read. The answers of a
    /// [`Sink`](crate::Sink) alone decide.
    Nothing,
    /// No elements: switch by the name of the start tag alone, and read no CDATA sections.
    TagNames,
    /// What begins with `svg`, `math` or `template`, and everything before the body. The other elements of the body are
    /// not followed, so that some tags in foreign content are an [`Ambiguity`](crate::Ambiguity).
    #[default]
    ForeignContent,
    /// Every element, so that there is no ambiguity but where too many are open. Pages take one and a half to three times the time.
    Everything,
}
