//! Character references alone: decode them in a string, and look up their names.
//!
//! The functions use the tables and the states of the tokenizer, so they agree with it on every reference: with and
//! without its semicolon, numeric ones with their replacements, and unknown ones, which stay text. The type argument is the
//! revision whose tables and states they are.
//!
//! ```
//! use tokenwright::references::{self, Place};
//! use tokenwright::revisions::Newest;
//!
//! assert_eq!(references::decode::<Newest>("Caf&eacute; &lt;&#98;&gt;", Place::Text), "Caf\u{e9} <b>");
//! assert_eq!(references::lookup::<Newest>("hellip;"), Some("\u{2026}"));
//! assert_eq!(references::names::<Newest>().count(), 2231);
//! ```
//!
//! [`escape`](crate::escape) is the inverse.

mod decode;
mod find;

pub use decode::Place;
pub use find::Reference;

use crate::Revision;
use crate::names::Walk;
use alloc::borrow::Cow;
use alloc::string::String;
use find::InString;

/// Decodes the character references in a string.
///
/// Only references change: markup, U+0000 and line endings stay as they are. Text without references is not copied.
///
/// ```
/// use std::borrow::Cow;
/// use tokenwright::references::{Place, decode};
/// use tokenwright::revisions::Newest;
///
/// assert_eq!(decode::<Newest>("Tom &amp; Jerry &copy 1940", Place::Text), "Tom & Jerry \u{a9} 1940");
/// // The longest name wins, and what is no reference stays.
/// assert_eq!(decode::<Newest>("&notit; &notin; &nope; &", Place::Text), "\u{ac}it; \u{2209} &nope; &");
/// // Some numbers are replaced, as for documents in windows-1252.
/// assert_eq!(decode::<Newest>("&#x80;&#0;", Place::Text), "\u{20ac}\u{fffd}");
/// assert!(matches!(decode::<Newest>("<b>", Place::Text), Cow::Borrowed("<b>")));
///
/// let url = "/search?a=1&copy=2&amp;b";
/// assert_eq!(decode::<Newest>(url, Place::Value), "/search?a=1&copy=2&b");
/// assert_eq!(decode::<Newest>(url, Place::Text), "/search?a=1\u{a9}=2&b");
/// ```
pub fn decode<R: Revision>(string: &str, place: Place) -> Cow<'_, str> {
    decode::decode::<R>(string, place)
}

/// Finds the character references in a string: what is written, where, and what it stands for.
///
/// The source of a text token has its references at their places:
///
/// ```
/// use tokenwright::references::{self, Place};
/// use tokenwright::{Token, revisions::Newest, tokens};
///
/// let html = "<p>1 &lt; 2 &notit; &nope; &#x33";
/// let Some(Token::Text(text)) = tokens(html).nth(1) else { panic!() };
/// let source = &html[text.span.range()];
/// let found: Vec<_> = references::find::<Newest>(source, Place::Text)
///     .map(|reference| (text.span.start + reference.span.start, reference.source, reference.characters))
///     .collect();
/// let expected = [(5, "&lt;", "<"), (12, "&not", "\u{ac}"), (27, "&#x33", "3")];
/// assert_eq!(found, expected.map(|(at, source, characters)| (at, source, characters.to_owned())));
/// ```
pub fn find<R: Revision>(string: &str, place: Place) -> impl Iterator<Item = Reference<'_>> {
    InString::<R>::new(string, place)
}

/// The characters of a named reference; `None` if there is no such name.
///
/// The name is written without `&`, and with its semicolon: some names also exist without one, and only those are
/// references without one. The result has one or two characters.
///
/// ```
/// use tokenwright::{references::lookup, revisions::Newest};
///
/// assert_eq!(lookup::<Newest>("amp;"), Some("&"));
/// assert_eq!(lookup::<Newest>("amp"), Some("&"));
/// assert_eq!(lookup::<Newest>("hellip"), None);
/// assert_eq!(lookup::<Newest>("NotEqualTilde;"), Some("\u{2242}\u{338}"));
/// ```
pub fn lookup<R: Revision>(name: &str) -> Option<&'static str> {
    R::REFERENCES.lookup(name)
}

/// The names of all references with their characters, in the order of their bytes.
///
/// ```
/// use tokenwright::{references::names, revisions::Newest};
///
/// let arrows: Vec<_> = names::<Newest>().filter(|(_, characters)| *characters == "\u{2190}").collect();
/// assert_eq!(arrows.len(), 5);
/// assert_eq!(arrows[0].0, "LeftArrow;");
/// ```
pub fn names<R: Revision>() -> impl Iterator<Item = (String, &'static str)> {
    let mut walk = Walk::of(R::REFERENCES);
    // The order of the walk is the order of the numbers.
    (0..).map_while(move |number| {
        let name = walk.next_name(R::REFERENCES)?;
        Some((name.into(), R::REFERENCES.characters(number)))
    })
}
