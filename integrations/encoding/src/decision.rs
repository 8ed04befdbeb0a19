//! What was decided about the encoding, and why.

use crate::Options;
use crate::prescan::{PRESCAN_LEN, corrected, prescan};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

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

impl Decision {
    /// Decides about a document that is complete in memory.
    ///
    /// ```
    /// use encoding_rs::SHIFT_JIS;
    /// use tokenwright_encoding::{Decision, Options, Source};
    ///
    /// let decision = Decision::of_document(b"<meta charset=shift_jis>", &Options::default());
    /// assert_eq!((decision.encoding, decision.source), (SHIFT_JIS, Source::Prescan));
    /// ```
    pub fn of_document(bytes: &[u8], options: &Options) -> Decision {
        decide(options, bytes, true).unwrap_or(Decision {
            encoding: options.default_to,
            confidence: Confidence::Tentative,
            source: Source::Default,
        })
    }

    /// The encoding that a declaration inside the document changes this one to (13.2.3.4); `None` if it stays.
    ///
    /// ```
    /// use encoding_rs::{KOI8_R, UTF_16LE, UTF_8};
    /// use tokenwright_encoding::{Decision, Options};
    ///
    /// let decision = Decision::of_document(b"<p>", &Options::default());
    /// assert_eq!(decision.changed_by(KOI8_R), Some(KOI8_R));
    /// // A declaration that can be read as ASCII is not in UTF-16.
    /// assert_eq!(decision.changed_by(UTF_16LE), Some(UTF_8));
    /// ```
    pub fn changed_by(&self, declared: &'static Encoding) -> Option<&'static Encoding> {
        let new = corrected(declared);
        let stays = self.confidence == Confidence::Certain
            || [UTF_16BE, UTF_16LE, new].contains(&self.encoding);
        (!stays).then_some(new)
    }
}

/// The encoding sniffing algorithm, for the first bytes of a document. `None` if it needs more; never if they are the
/// `last`.
pub(crate) fn decide(options: &Options, first: &[u8], last: bool) -> Option<Decision> {
    let decision = |encoding, confidence, source| {
        Some(Decision {
            encoding,
            confidence,
            source,
        })
    };
    if let Some((encoding, _)) = Encoding::for_bom(first) {
        return decision(encoding, Confidence::Certain, Source::ByteOrderMark);
    }
    if !last && is_start_of_mark(first) {
        return None;
    }
    if let Some(encoding) = options.override_with {
        return decision(encoding, Confidence::Certain, Source::Override);
    }
    if let Some(encoding) = options.transport {
        return decision(encoding, Confidence::Certain, Source::Transport);
    }
    if !last && first.len() < PRESCAN_LEN {
        return None;
    }
    if let Some(encoding) = prescan(first) {
        return decision(encoding, Confidence::Tentative, Source::Prescan);
    }
    if let Some(encoding) = options
        .container
        .filter(|encoding| encoding.is_ascii_compatible())
    {
        return decision(encoding, Confidence::Tentative, Source::Container);
    }
    #[cfg(feature = "chardetng")]
    if options.detect > 0 {
        if !last && first.len() < options.detect {
            return None;
        }
        let looked_at = &first[..first.len().min(options.detect)];
        let encoding = detect(looked_at, last && looked_at.len() == first.len());
        return decision(encoding, Confidence::Tentative, Source::Detection);
    }
    decision(options.default_to, Confidence::Tentative, Source::Default)
}

/// Whether the bytes may be the beginning of a byte order mark.
fn is_start_of_mark(bytes: &[u8]) -> bool {
    [&b"\xEF\xBB\xBF"[..], b"\xFE\xFF", b"\xFF\xFE"]
        .iter()
        .any(|mark| mark.starts_with(bytes))
}

#[cfg(feature = "chardetng")]
fn detect(bytes: &[u8], last: bool) -> &'static Encoding {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, last);
    detector.guess(None, Utf8Detection::Allow)
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
