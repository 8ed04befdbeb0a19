//! The text state after a start tag, by its name alone.

use tokenwright::TextMode;

/// The states that a start tag can switch the tokenizer to.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum TextState {
    /// The RCDATA state.
    Rcdata,
    /// The RAWTEXT state.
    Rawtext,
    /// The script data state.
    ScriptData,
    /// The PLAINTEXT state.
    Plaintext,
}

/// The state that the start tag `name` (in lower case) switches to without knowledge of the tree, according to the tables of the
/// newest revision; some elements count only with `scripting`.
#[inline]
#[must_use]
pub fn text_after(name: &[u8], scripting: bool) -> Option<TextState> {
    let name = str::from_utf8(name).ok()?;
    match TextMode::after_start_tag(name, scripting)? {
        TextMode::Rcdata => Some(TextState::Rcdata),
        TextMode::Rawtext => Some(TextState::Rawtext),
        TextMode::ScriptData => Some(TextState::ScriptData),
        TextMode::Plaintext => Some(TextState::Plaintext),
        TextMode::Data => None,
    }
}
