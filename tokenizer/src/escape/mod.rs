//! Escape strings, so that a tokenizer reads them back as they are.
//!
//! | context | function |
//! |---|---|
//! | text, also in `title` and `textarea` | [`text`] |
//! | an attribute value, in quotation marks or without | [`value`] |
//! | the data of a comment | [`comment`] |
//! | the text of `script`, `style` and other elements without character references | [`raw_text`] |
//!
//! Text and values can be escaped; comments and raw text cannot, so the last two functions only accept what is read
//! back as it is. What they return is copied only if something had to be escaped.
//!
//! ```
//! use tokenwright::references::{self, Place};
//! use tokenwright::{Quote, escape, revisions::Newest};
//!
//! let title = "\"R&D\" <b>";
//! let html = format!("<a title={:?}>{}</a>", "x", escape::text(title));
//! assert_eq!(html, "<a title=\"x\">\"R&amp;D\" &lt;b&gt;</a>");
//! assert_eq!(escape::value(title, Quote::Double)?, "&quot;R&amp;D&quot; &lt;b&gt;");
//! assert_eq!(references::decode::<Newest>(&escape::text(title), Place::Text), title);
//! # Ok::<_, escape::EscapeError>(())
//! ```
//!
//! HTML has no way to write U+0000: [`text`] and the values keep it as it is, and the tokenizer reads it as a parse
//! error, in values as U+FFFD. A tree builder ignores a line feed at the beginning of `pre`, `listing` and `textarea`.

mod display;
mod error;
mod verbatim;

pub use error::EscapeError;
pub use verbatim::{comment, raw_text};

use crate::Quote;
use alloc::borrow::Cow;
use alloc::string::String;

/// Escapes text: `&`, `<`, `>` and U+000D, which would be read as a line feed.
///
/// ```
/// use tokenwright::escape::text;
///
/// assert_eq!(text("1 < 2 & 3"), "1 &lt; 2 &amp; 3");
/// assert_eq!(text("a\r\nb"), "a&#13;\nb");
/// ```
pub fn text(text: &str) -> Cow<'_, str> {
    escape(text, |byte| match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'\r' => Some("&#13;"),
        _ => None,
    })
}

/// Escapes an attribute value, for the quotation marks around it, which are not part of the result.
///
/// ```
/// use tokenwright::{Quote, escape::value};
///
/// let title = "say \"it's\"";
/// assert_eq!(value(title, Quote::Double)?, "say &quot;it's&quot;");
/// assert_eq!(value(title, Quote::Single)?, "say \"it&#39;s\"");
/// assert_eq!(value("a b=c", Quote::None)?, "a&#32;b&#61;c");
/// assert!(value("", Quote::None).is_err());
/// # Ok::<_, tokenwright::escape::EscapeError>(())
/// ```
///
/// # Errors
///
/// [`EscapeError::EmptyValue`] if the value is empty and has no quotation marks: the next attribute would be read as the
/// value.
pub fn value(value: &str, quote: Quote) -> Result<Cow<'_, str>, EscapeError> {
    if value.is_empty() && quote == Quote::None {
        return Err(EscapeError::EmptyValue);
    }
    Ok(escape(value, |byte| match (byte, quote) {
        (b'&', _) => Some("&amp;"),
        (b'<', _) => Some("&lt;"),
        (b'>', _) => Some("&gt;"),
        (b'\r', _) => Some("&#13;"),
        (b'"', Quote::Double | Quote::None) => Some("&quot;"),
        (b'\'', Quote::Single | Quote::None) => Some("&#39;"),
        (_, Quote::Single | Quote::Double) => None,
        (b'\t', _) => Some("&#9;"),
        (b'\n', _) => Some("&#10;"),
        (b'\x0C', _) => Some("&#12;"),
        (b' ', _) => Some("&#32;"),
        (b'=', _) => Some("&#61;"),
        (b'`', _) => Some("&#96;"),
        _ => None,
    }))
}

/// Replaces ASCII characters.
fn escape(text: &str, reference: impl Fn(u8) -> Option<&'static str>) -> Cow<'_, str> {
    let mut escaped = String::new();
    let mut copied = 0;
    for (at, byte) in text.bytes().enumerate() {
        if let Some(reference) = reference(byte) {
            escaped.push_str(&text[copied..at]);
            escaped.push_str(reference);
            copied = at + 1;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    escaped.push_str(&text[copied..]);
    Cow::Owned(escaped)
}
