//! Bytes in any encoding.

use super::Parser;
use crate::{Document, Options};
use tokenwright_encoding::{Decision, Encoding};

/// Parses a document whose encoding is found by the standard's algorithm (13.2.3).
///
/// If a `meta` element that was not found before says that the encoding is another, the document is parsed again in that one.
/// Malformed bytes become U+FFFD. There are no pauses.
///
/// Spans are offsets into the decoded text, a byte order mark included. Those of well-formed UTF-8 are offsets into the bytes; for other
/// encodings, `tokenwright_encoding` has a map between both.
///
/// ```
/// use tokenwright_tree::{Options, parse_bytes};
///
/// let page = b"<meta charset=windows-1252><p>caf\xE9";
/// let document = parse_bytes(page, &tokenwright_encoding::Options::default(), &Options::default());
/// assert_eq!(document.root().text_content(), "café");
/// ```
#[must_use]
pub fn parse_bytes(
    bytes: &[u8],
    encoding: &tokenwright_encoding::Options,
    options: &Options,
) -> Document {
    let options = Options {
        pauses: false,
        strip_bom: true,
        ..options.clone()
    };
    let decision = Decision::of_document(bytes, encoding);
    let (document, declared) = parse_as(bytes, decision.encoding, &options);
    match declared.and_then(|declared| decision.changed_by(declared)) {
        Some(other) => parse_as(bytes, other, &options).0,
        None => document,
    }
}

/// Parses a document in one encoding; returns the first encoding that it declares.
fn parse_as(
    bytes: &[u8],
    encoding: &'static Encoding,
    options: &Options,
) -> (Document, Option<&'static Encoding>) {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let mut parser = Parser::new(options);
    parser.feed(&text);
    let declared = parser.declared_encoding();
    let mut document = parser.finish();
    document.encoding = Some(encoding);
    (document, declared)
}
