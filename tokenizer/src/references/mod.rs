//! Character references alone: decode them in a string, and look up their names.
//!
//! The functions use the tables and the states of the tokenizer, so they agree with it on every reference: with and
//! without its semicolon, numeric ones with their replacements, and unknown ones, which stay text.
//!
//! ```
//! use tokenwright::references;
//!
//! assert_eq!(references::decode_text("Caf&eacute; &lt;&#98;&gt;"), "Caf\u{e9} <b>");
//! assert_eq!(references::lookup("hellip;"), Some("\u{2026}"));
//! assert_eq!(references::names().count(), 2231);
//! ```
//!
//! [`escape`](crate::escape) is the inverse.

mod decode;
mod find;
mod names;

pub use find::{InString, Reference};
pub use names::Names;

use crate::Revision;
use crate::revisions::Newest;
use alloc::borrow::Cow;
use decode::{Context, decode};

/// Decodes the character references in text.
///
/// Only references change: markup, U+0000 and line endings stay as they are. Text without references is not copied.
///
/// ```
/// use std::borrow::Cow;
/// use tokenwright::references::decode_text;
///
/// assert_eq!(decode_text("Tom &amp; Jerry &copy 1940"), "Tom & Jerry \u{a9} 1940");
/// // The longest name wins, and what is no reference stays.
/// assert_eq!(decode_text("&notit; &notin; &nope; &"), "\u{ac}it; \u{2209} &nope; &");
/// // Some numbers are replaced, as for documents in windows-1252.
/// assert_eq!(decode_text("&#x80;&#0;"), "\u{20ac}\u{fffd}");
/// assert!(matches!(decode_text("<b>"), Cow::Borrowed("<b>")));
/// ```
pub fn decode_text(text: &str) -> Cow<'_, str> {
    decode_text_of::<Newest>(text)
}

/// Decodes the character references in text as a given revision does; see [`decode_text`].
///
/// ```
/// # #[cfg(feature = "whatwg-2008-03-09")] {
/// use tokenwright::{references::decode_text_of, revisions::Whatwg20080309};
///
/// // 2008 has 366 names.
/// assert_eq!(decode_text_of::<Whatwg20080309>("&eacute;&Abreve;"), "\u{e9}&Abreve;");
/// # }
/// ```
pub fn decode_text_of<R: Revision>(text: &str) -> Cow<'_, str> {
    decode::<R>(text, Context::Text)
}

/// Decodes the character references in an attribute value, given without its quotation marks.
///
/// It differs from [`decode_text`] in a name without its semicolon: before `=`, a letter or a digit it stays text, so that
/// the parameters of URLs survive.
///
/// ```
/// use tokenwright::references::{decode_text, decode_value};
///
/// let url = "/search?a=1&copy=2&amp;b";
/// assert_eq!(decode_value(url), "/search?a=1&copy=2&b");
/// assert_eq!(decode_text(url), "/search?a=1\u{a9}=2&b");
/// ```
pub fn decode_value(value: &str) -> Cow<'_, str> {
    decode_value_of::<Newest>(value)
}

/// Decodes the character references in an attribute value as a given revision does; see [`decode_value`].
///
/// ```
/// use tokenwright::{references::decode_value_of, revisions::Newest};
///
/// assert_eq!(decode_value_of::<Newest>("&quot;a&quot;"), "\"a\"");
/// ```
pub fn decode_value_of<R: Revision>(value: &str) -> Cow<'_, str> {
    decode::<R>(value, Context::Value)
}

/// Finds the character references in text: what is written, where, and what it stands for.
///
/// The source of a text token has its references at their places:
///
/// ```
/// use tokenwright::{Token, references, tokens};
///
/// let html = "<p>1 &lt; 2 &notit; &nope; &#x33";
/// let Some(Token::Text(text)) = tokens(html).nth(1) else { panic!() };
/// let source = &html[text.span.range()];
/// let found: Vec<_> = references::in_text(source)
///     .map(|reference| (text.span.start + reference.span.start, reference.source, reference.characters))
///     .collect();
/// let expected = [(5, "&lt;", "<"), (12, "&not", "\u{ac}"), (27, "&#x33", "3")];
/// assert_eq!(found, expected.map(|(at, source, characters)| (at, source, characters.to_owned())));
/// ```
pub fn in_text(text: &str) -> InString<'_, Newest> {
    in_text_of(text)
}

/// Finds the character references in text as a given revision does; see [`in_text`].
pub fn in_text_of<R: Revision>(text: &str) -> InString<'_, R> {
    InString::new(text, Context::Text)
}

/// Finds the character references in an attribute value, given as written, without its quotation marks.
///
/// ```
/// use tokenwright::{Token, references, tokens};
///
/// let Some(Token::StartTag(tag)) = tokens("<a href='?a=1&copy=2&amp;b'>").next() else { panic!() };
/// let written = tag.attribute("href").expect("it has one").source();
/// let found: Vec<_> = references::in_value(written.value()).map(|found| found.source).collect();
/// assert_eq!(found, ["&amp;"]);
/// ```
pub fn in_value(value: &str) -> InString<'_, Newest> {
    in_value_of(value)
}

/// Finds the character references in an attribute value as a given revision does; see [`in_value`].
pub fn in_value_of<R: Revision>(value: &str) -> InString<'_, R> {
    InString::new(value, Context::Value)
}

/// The characters of a named reference; `None` if there is no such name.
///
/// The name is written without `&`, and with its semicolon: some names also exist without one, and only those are
/// references without one. The result has one or two characters.
///
/// ```
/// use tokenwright::references::lookup;
///
/// assert_eq!(lookup("amp;"), Some("&"));
/// assert_eq!(lookup("amp"), Some("&"));
/// assert_eq!(lookup("hellip"), None);
/// assert_eq!(lookup("NotEqualTilde;"), Some("\u{2242}\u{338}"));
/// ```
pub fn lookup(name: &str) -> Option<&'static str> {
    lookup_of::<Newest>(name)
}

/// The characters of a named reference in a given revision; see [`lookup`].
///
/// ```
/// # #[cfg(feature = "whatwg-2009-02-07")] {
/// use tokenwright::{references::{lookup, lookup_of}, revisions::Whatwg20090207};
///
/// // The character of this name has changed.
/// assert_eq!(lookup_of::<Whatwg20090207>("ohm;"), Some("\u{2126}"));
/// assert_eq!(lookup("ohm;"), Some("\u{3a9}"));
/// # }
/// ```
pub fn lookup_of<R: Revision>(name: &str) -> Option<&'static str> {
    R::REFERENCES.lookup(name)
}

/// The names of all references with their characters, in the order of their bytes.
///
/// ```
/// use tokenwright::references::names;
///
/// let arrows: Vec<_> = names().filter(|(_, characters)| *characters == "\u{2190}").collect();
/// assert_eq!(arrows.len(), 5);
/// assert_eq!(arrows[0].0, "LeftArrow;");
/// ```
pub fn names() -> Names {
    names_of::<Newest>()
}

/// The names of all references in a given revision; see [`names`].
///
/// ```
/// # #[cfg(feature = "whatwg-2008-03-09")] {
/// use tokenwright::{references::names_of, revisions::Whatwg20080309};
///
/// assert_eq!(names_of::<Whatwg20080309>().count(), 366);
/// # }
/// ```
pub fn names_of<R: Revision>() -> Names {
    Names::new(R::REFERENCES)
}
