//! What follows a start tag, by its name alone.

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

/// The state that the start tag `name` (in lower case) switches to when nothing is known of the tree; `noscript` counts only
/// with `scripting`.
#[inline]
#[must_use]
pub fn text_after(name: &[u8], scripting: bool) -> Option<TextState> {
    match name {
        b"script" => Some(TextState::ScriptData),
        b"style" | b"xmp" | b"iframe" | b"noembed" | b"noframes" => Some(TextState::Rawtext),
        b"noscript" if scripting => Some(TextState::Rawtext),
        b"textarea" | b"title" => Some(TextState::Rcdata),
        b"plaintext" => Some(TextState::Plaintext),
        _ => None,
    }
}
