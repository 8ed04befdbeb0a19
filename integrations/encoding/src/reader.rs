//! A reader of UTF-8.

use crate::{Decision, Decoder, Options};
use std::io::{self, Read};

/// How much is read from the inner reader at once.
const CHUNK: usize = 8 * 1024;

/// Reads a document in any encoding as UTF-8.
///
/// ```
/// use tokenwright::{Sink, Span, Tokenizer};
/// use tokenwright_encoding::{Options, Reader};
///
/// #[derive(Default)]
/// struct Text(String);
///
/// impl Sink for Text {
///     fn text(&mut self, text: &str, _: Span) {
///         self.0.push_str(text);
///     }
/// }
///
/// let page = &b"<meta charset=shift_jis><p>\x93\xFA\x96{"[..];
/// let mut tokenizer = Tokenizer::new(Text::default());
/// tokenizer.feed_reader(Reader::new(page, Options::default()))?;
/// let text = tokenizer.finish();
/// assert_eq!(text.0, "日本");
/// # Ok::<_, std::io::Error>(())
/// ```
pub struct Reader<R> {
    inner: R,
    decoder: Decoder,
    /// Decoded text, read up to a position.
    text: Vec<u8>,
    read: usize,
    buffer: Vec<u8>,
    finished: bool,
}

impl<R: Read> Reader<R> {
    /// Creates a reader of a document.
    pub fn new(inner: R, options: Options) -> Self {
        Reader {
            inner,
            decoder: Decoder::new(options),
            text: Vec::new(),
            read: 0,
            buffer: vec![0; CHUNK],
            finished: false,
        }
    }

    /// The encoding and why; `None` before the first text has been read.
    pub fn decision(&self) -> Option<Decision> {
        self.decoder.decision()
    }

    /// The decoder, for [`Decoder::change`] and [`Decoder::offsets`].
    pub fn decoder_mut(&mut self) -> &mut Decoder {
        &mut self.decoder
    }

    /// Returns the inner reader.
    pub fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: Read> Read for Reader<R> {
    /// Reads decoded text; an error is one of the inner reader.
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.read == self.text.len() && !self.finished && !out.is_empty() {
            self.text.clear();
            self.read = 0;
            let len = self.inner.read(&mut self.buffer)?;
            let keep = |part: &str| self.text.extend_from_slice(part.as_bytes());
            match len {
                0 => {
                    self.finished = true;
                    self.decoder.finish(keep);
                }
                _ => self.decoder.decode(&self.buffer[..len], keep),
            }
        }
        let len = (self.text.len() - self.read).min(out.len());
        out[..len].copy_from_slice(&self.text[self.read..self.read + len]);
        self.read += len;
        Ok(len)
    }
}
