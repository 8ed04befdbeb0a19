//! Text modes, by the names that all revisions share.

/// A state that tree construction switches the tokenizer to, by a name that all revisions share.
///
/// The revisions of 2008 and 2009 set the content model flag instead: PCDATA for
/// [`Data`](Self::Data), RCDATA for [`Rcdata`](Self::Rcdata), CDATA for [`Rawtext`](Self::Rawtext)
/// and [`ScriptData`](Self::ScriptData), and PLAINTEXT for [`Plaintext`](Self::Plaintext).
///
/// ```
/// use tokenwright::TextMode;
///
/// assert_eq!(TextMode::after_start_tag("title", false), Some(TextMode::Rcdata));
/// assert_eq!(TextMode::after_start_tag("noscript", false), None);
/// assert_eq!(TextMode::after_start_tag("noscript", true), Some(TextMode::Rawtext));
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextMode {
    /// The data state.
    Data,
    /// The RCDATA state: `title`, `textarea`.
    Rcdata,
    /// The RAWTEXT state: `style`, `xmp`, `iframe`, `noembed`, `noframes`.
    Rawtext,
    /// The script data state: `script`.
    ScriptData,
    /// The PLAINTEXT state: `plaintext`.
    Plaintext,
}
