//! The options of a tokenizer.

use crate::{Context, Limits};

/// The options of a [`Tokenizer`](crate::Tokenizer) and of [`tokens_of`](crate::tokens_of).
///
/// Each option has a method of the same name that sets it:
///
/// ```
/// use tokenwright::{Options, Token, revisions::Newest, tokens_of};
///
/// let html = "\u{FEFF}<title><b></title>";
/// // By default, a byte order mark is text, and so is the content of `title`.
/// let count = |options| tokens_of::<Newest>(html, options).count();
/// assert_eq!(count(Options::default()), 4);
/// assert_eq!(count(Options::default().strip_bom(true)), 3);
///
/// let options = Options::default().switch_by_tag_name(false);
/// let b = tokens_of::<Newest>(html, options).nth(2);
/// assert!(matches!(b, Some(Token::StartTag(_))));
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Options {
    /// Switch to the text state of an element such as `title` or `script` after its start tag, by the
    /// name alone. Turn it off in a tree builder, which answers with
    /// [`Next::Switch`](crate::Next::Switch) instead. On by default.
    pub switch_by_tag_name: bool,
    /// Read the content of `noscript` as text, as user agents that run scripts do. It has an effect
    /// only with `switch_by_tag_name`. Off by default.
    pub scripting: bool,
    /// How closely the tokenizer follows which elements are open. It has an effect only with
    /// `switch_by_tag_name`.
    pub follow: Follow,
    /// Skip a byte order mark at the beginning of the input; otherwise it is text. Off by default.
    pub strip_bom: bool,
    /// Limits on tokens and memory. None by default.
    pub limits: Limits,
    /// The context element, if the input is a fragment. None by default. It has an effect only with
    /// `switch_by_tag_name`.
    pub context: Option<Context>,
}

impl Options {
    /// Sets [`switch_by_tag_name`](#structfield.switch_by_tag_name).
    #[must_use]
    pub const fn switch_by_tag_name(mut self, switch_by_tag_name: bool) -> Self {
        self.switch_by_tag_name = switch_by_tag_name;
        self
    }

    /// Sets [`scripting`](#structfield.scripting).
    #[must_use]
    pub const fn scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self
    }

    /// Sets [`follow`](#structfield.follow).
    #[must_use]
    pub const fn follow(mut self, follow: Follow) -> Self {
        self.follow = follow;
        self
    }

    /// Sets [`strip_bom`](#structfield.strip_bom).
    #[must_use]
    pub const fn strip_bom(mut self, strip_bom: bool) -> Self {
        self.strip_bom = strip_bom;
        self
    }

    /// Sets [`limits`](#structfield.limits).
    #[must_use]
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets [`context`](#structfield.context).
    #[must_use]
    pub fn context(mut self, context: Context) -> Self {
        self.context = Some(context);
        self
    }
}

impl Default for Options {
    /// Switches by tag name, without scripting, keeps a byte order mark, and has no limits.
    fn default() -> Self {
        Options {
            switch_by_tag_name: true,
            scripting: false,
            follow: Follow::default(),
            strip_bom: false,
            limits: Limits::default(),
            context: None,
        }
    }
}

/// How closely the tokenizer follows which elements are open.
///
/// In the spec, tree construction decides whether a start tag such as `<style>` switches the tokenizer to a text state, and
/// whether `<![CDATA[` begins a CDATA section. Both depend on the open elements: in `svg` and `math`, `<style>` does not
/// switch.
///
/// ```
/// use tokenwright::{Follow, Options, Token, revisions::Newest, tokens_of};
///
/// let html = "<svg><style><a></style><![CDATA[<b>]]></svg>";
/// let has_link = |follow| {
///     let tokens = tokens_of::<Newest>(html, Options::default().follow(follow));
///     tokens.filter(|token| matches!(token, Token::StartTag(tag) if tag.name() == "a")).count() == 1
/// };
/// assert!(has_link(Follow::ForeignContent));
/// assert!(has_link(Follow::Everything));
/// assert!(!has_link(Follow::Nothing));
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Follow {
    /// Nothing: switch by the name of the start tag alone, and read no CDATA sections.
    Nothing,
    /// What begins with `svg`, `math` or `template`, and everything before the body. The other elements of the body are
    /// not followed, so that some tags in foreign content are an [`Ambiguity`](crate::Ambiguity).
    #[default]
    ForeignContent,
    /// Every element, so that there is no ambiguity but where too many are open. Pages take up to two
    /// and a half times the time.
    Everything,
}
