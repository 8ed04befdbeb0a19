//! What is known about the encoding beside the bytes.

use crate::content_type::charset;
use encoding_rs::{Encoding, WINDOWS_1252};

/// What is known about a document's encoding before its bytes are looked at.
///
/// ```
/// use encoding_rs::{BIG5, UTF_8};
/// use tokenwright_encoding::{Decoder, Options, Source};
///
/// let options = Options::default().content_type("text/html; charset=big5").default_to(UTF_8);
/// let mut decoder = Decoder::new(options);
/// decoder.decode(b"<p>\xA4\xA4", |text| assert!("<p>\u{4E2D}".contains(text)));
/// let decision = decoder.decision().expect("the transport layer decides");
/// assert_eq!((decision.encoding, decision.source), (BIG5, Source::Transport));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The encoding that the user has asked for; only a byte order mark has precedence.
    pub override_with: Option<&'static Encoding>,
    /// The encoding that the transport layer names, such as in `Content-Type`.
    pub transport: Option<&'static Encoding>,
    /// The encoding of the document that this one is in.
    pub container: Option<&'static Encoding>,
    /// The encoding of a page that nothing else decides.
    pub default_to: &'static Encoding,
    /// Whether the source of each position is recorded.
    pub offsets: bool,
    /// How many bytes are looked at for a guess; 0 for none.
    #[cfg(feature = "chardetng")]
    pub detect: usize,
}

impl Default for Options {
    /// Nothing is known; the default encoding is windows-1252.
    fn default() -> Self {
        Options {
            override_with: None,
            transport: None,
            container: None,
            default_to: WINDOWS_1252,
            offsets: false,
            #[cfg(feature = "chardetng")]
            detect: 0,
        }
    }
}

impl Options {
    /// Sets the encoding that the user has asked for. Only a byte order mark has precedence.
    #[must_use]
    pub fn override_with(mut self, encoding: &'static Encoding) -> Self {
        self.override_with = Some(encoding);
        self
    }

    /// Sets the encoding that the transport layer specifies.
    #[must_use]
    pub fn transport(mut self, encoding: &'static Encoding) -> Self {
        self.transport = Some(encoding);
        self
    }

    /// Sets the encoding of the transport layer from a `Content-Type` header, if its `charset` names one.
    #[must_use]
    pub fn content_type(mut self, header: &str) -> Self {
        self.transport = charset(header).and_then(|label| Encoding::for_label(label.as_bytes()));
        self
    }

    /// Sets the encoding of the document that contains this one, of the same origin. It has an effect if it is
    /// ASCII-compatible and nothing else is known.
    #[must_use]
    pub fn container(mut self, encoding: &'static Encoding) -> Self {
        self.container = Some(encoding);
        self
    }

    /// Sets the encoding if nothing else is known. The standard suggests one for each locale; windows-1252 by default.
    #[must_use]
    pub fn default_to(mut self, encoding: &'static Encoding) -> Self {
        self.default_to = encoding;
        self
    }

    /// Sets whether the decoder records the source of each position: see [`Offsets`](crate::Offsets). Off by default; it
    /// takes time and memory.
    #[must_use]
    pub fn offsets(mut self, record: bool) -> Self {
        self.offsets = record;
        self
    }

    /// Guesses the encoding from this many bytes if nothing else is known; the decoder waits for them. The guess may be
    /// UTF-8. Off by default, or with 0.
    #[cfg(feature = "chardetng")]
    #[must_use]
    pub fn detect(mut self, bytes: usize) -> Self {
        self.detect = bytes;
        self
    }
}
