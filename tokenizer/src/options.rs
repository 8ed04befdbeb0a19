//! The options of a tokenizer.

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
    /// Skip a byte order mark at the beginning of the input; otherwise it is text. Off by default.
    pub strip_bom: bool,
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

    /// Sets [`strip_bom`](#structfield.strip_bom).
    #[must_use]
    pub const fn strip_bom(mut self, strip_bom: bool) -> Self {
        self.strip_bom = strip_bom;
        self
    }
}

impl Default for Options {
    /// Switches by tag name, without scripting, and keeps a byte order mark.
    fn default() -> Self {
        Options {
            switch_by_tag_name: true,
            scripting: false,
            strip_bom: false,
        }
    }
}
