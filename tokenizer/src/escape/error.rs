use core::fmt;

/// Why a string cannot be written in a context. Offsets count its bytes.
///
/// ```
/// use tokenwright::escape::{EscapeError, comment};
///
/// let error = comment("a --> b").unwrap_err();
/// assert_eq!(error, EscapeError::Ends { at: 2 });
/// assert_eq!(error.to_string(), "the bytes at offset 2 would end it");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EscapeError {
    /// The comment or the element would end inside the string.
    Ends {
        /// The offset of the markup that would end it.
        at: usize,
    },
    /// The end tag after the string would be read as text, as after `<!--<script>` in a `script` element.
    HidesEnd,
    /// A character that would be read as another one: U+0000 or U+000D.
    Changes {
        /// The offset of the character.
        at: usize,
        /// The character.
        character: char,
    },
    /// The value is empty, and has no quotation marks.
    EmptyValue,
    /// The element is none whose text is read without character references up to its end tag.
    NotRawText,
}

impl fmt::Display for EscapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EscapeError::Ends { at } => write!(f, "the bytes at offset {at} would end it"),
            EscapeError::HidesEnd => f.write_str("the end tag would be read as text"),
            EscapeError::Changes { at, character } => {
                let (written, read) = match character {
                    '\r' => ("U+000D", "U+000A"),
                    _ => ("U+0000", "U+FFFD"),
                };
                write!(f, "{written} at offset {at} would be read as {read}")
            }
            EscapeError::EmptyValue => f.write_str("an empty value needs quotation marks"),
            EscapeError::NotRawText => f.write_str("the element is no raw text element"),
        }
    }
}

impl core::error::Error for EscapeError {}
