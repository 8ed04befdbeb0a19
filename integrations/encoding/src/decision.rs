//! What was decided about the encoding, and why.

use encoding_rs::Encoding;

/// The encoding of a document, and how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The encoding that the bytes are decoded with.
    pub encoding: &'static Encoding,
    /// Whether a declaration in the document may still change it.
    pub confidence: Confidence,
    /// The step of the algorithm that found it.
    pub source: Source,
}

/// How certain the encoding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Confidence {
    /// A declaration in the document changes the encoding.
    Tentative,
    /// The encoding does not change any more.
    Certain,
}

/// The step of the algorithm that found the encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// A byte order mark.
    ByteOrderMark,
    /// [`Options::override_with`](crate::Options::override_with).
    Override,
    /// [`Options::transport`](crate::Options::transport).
    Transport,
    /// The prescan of the first 1,024 bytes: a `<meta>` or an XML declaration.
    Prescan,
    /// [`Options::container`](crate::Options::container).
    Container,
    /// Autodetection, with the feature `chardetng`.
    Detection,
    /// [`Options::default_to`](crate::Options::default_to).
    Default,
    /// A declaration that the parser found: [`Decoder::change`](crate::Decoder::change).
    Declaration,
}

/// What a declaration found by the parser does: the result of [`Decoder::change`](crate::Decoder::change).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Change {
    /// Nothing: the encoding was certain, or is the same. It is certain now.
    Kept,
    /// The rest of the input is decoded with the new encoding. The text so far is the same in both encodings.
    Switched,
    /// The text so far is wrong: parse the document again from its beginning, with
    /// [`Options::override_with`](crate::Options::override_with) this encoding. If the bytes are no longer available,
    /// continue with the old encoding.
    Restart(&'static Encoding),
}
