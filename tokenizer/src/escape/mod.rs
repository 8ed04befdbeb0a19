//! Escape strings, so that a tokenizer reads them back as they are.
//!
//! | context | function |
//! |---|---|
//! | text, also in `title` and `textarea` | [`text`] |
//! | an attribute value in quotation marks | [`double_quoted`], [`single_quoted`] |
//! | an attribute value without them | [`unquoted`] |
//! | the data of a comment | [`comment`] |
//! | the text of `script`, `style` and other elements without character references | [`raw_text`] |
//!
//! Text and values can be escaped; comments and raw text cannot, so the last two functions only accept what is read
//! back as it is. What they return is copied only if something had to be escaped.
//!
//! ```
//! use tokenwright::{escape, references};
//!
//! let title = "\"R&D\" <b>";
//! let html = format!("<a title={:?}>{}</a>", "x", escape::text(title));
//! assert_eq!(html, "<a title=\"x\">\"R&amp;D\" &lt;b&gt;</a>");
//! assert_eq!(escape::double_quoted(title), "&quot;R&amp;D&quot; &lt;b&gt;");
//! assert_eq!(references::decode_text(&escape::text(title)), title);
//! ```
//!
//! HTML has no way to write U+0000: [`text`] and the values keep it as it is, and the tokenizer reads it as a parse
//! error, in values as U+FFFD. A tree builder ignores a line feed at the beginning of `pre`, `listing` and `textarea`.

mod error;
mod verbatim;

pub use error::EscapeError;
pub use verbatim::{comment, raw_text};

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

/// Escapes an attribute value for double quotation marks, which are not part of the result.
///
/// ```
/// use tokenwright::escape::double_quoted;
///
/// let title = double_quoted("say \"it's\"");
/// assert_eq!(format!("<p title=\"{title}\">"), "<p title=\"say &quot;it's&quot;\">");
/// ```
pub fn double_quoted(value: &str) -> Cow<'_, str> {
    escape(value, |byte| match byte {
        b'"' => Some("&quot;"),
        _ => in_value(byte),
    })
}

/// Escapes an attribute value for single quotation marks, which are not part of the result.
///
/// ```
/// use tokenwright::escape::single_quoted;
///
/// let title = single_quoted("say \"it's\"");
/// assert_eq!(format!("<p title='{title}'>"), "<p title='say \"it&#39;s\"'>");
/// ```
pub fn single_quoted(value: &str) -> Cow<'_, str> {
    escape(value, |byte| match byte {
        b'\'' => Some("&#39;"),
        _ => in_value(byte),
    })
}

/// Escapes an attribute value that is written without quotation marks.
///
/// ```
/// use tokenwright::escape::unquoted;
///
/// assert_eq!(unquoted("a b=c")?, "a&#32;b&#61;c");
/// assert!(unquoted("").is_err());
/// # Ok::<_, tokenwright::escape::EscapeError>(())
/// ```
///
/// # Errors
///
/// [`EscapeError::EmptyValue`] if the value is empty: the next attribute would be read as the value.
pub fn unquoted(value: &str) -> Result<Cow<'_, str>, EscapeError> {
    if value.is_empty() {
        return Err(EscapeError::EmptyValue);
    }
    Ok(escape(value, |byte| match byte {
        b'\t' => Some("&#9;"),
        b'\n' => Some("&#10;"),
        b'\x0C' => Some("&#12;"),
        b' ' => Some("&#32;"),
        b'"' => Some("&quot;"),
        b'\'' => Some("&#39;"),
        b'=' => Some("&#61;"),
        b'`' => Some("&#96;"),
        _ => in_value(byte),
    }))
}

/// The reference for a byte that every attribute value escapes.
fn in_value(byte: u8) -> Option<&'static str> {
    match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'\r' => Some("&#13;"),
        _ => None,
    }
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
