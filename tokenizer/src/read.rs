//! Input from a reader.

use crate::{Revision, Sink, Tokenizer};
use alloc::vec;
use std::io::{self, ErrorKind, Read};

/// How much is read at once, in bytes.
const BUFFER: usize = 64 * 1024;

impl<S: Sink, R: Revision> Tokenizer<S, R> {
    /// Feeds what a reader gives, to its end or until the sink asks for a pause: then resume, and
    /// call this again with the same reader. Does not end the input.
    ///
    /// # Errors
    ///
    /// The reader's, but for interruptions, after which it is read again. What was read before has
    /// been fed.
    pub fn read_from(&mut self, mut reader: impl Read) -> io::Result<()> {
        let mut buffer = vec![0; BUFFER];
        while !self.is_paused() && self.read_once(&mut reader, &mut buffer)? > 0 {}
        Ok(())
    }

    /// Feeds what one read gives, by way of a buffer of yours; gives its length in bytes, which is 0
    /// at the reader's end.
    ///
    /// # Errors
    ///
    /// The reader's, but for interruptions, after which it is read again.
    pub fn read_once(&mut self, mut reader: impl Read, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match reader.read(buffer) {
                Ok(len) => {
                    self.feed_bytes(&buffer[..len]);
                    return Ok(len);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Tokenizes all that a reader gives, by the newest revision and with default
/// [`Options`](crate::Options). Bytes that are not UTF-8 become U+FFFD. A pause that the sink asks
/// for is passed over; use [`Tokenizer::read_from`] to wait.
///
/// ```
/// use tokenwright::{Next, Sink, Tag, tokenize_reader};
///
/// #[derive(Default)]
/// struct Images(usize);
///
/// impl Sink for Images {
///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
///         self.0 += usize::from(tag.name() == "img");
///         Next::Continue
///     }
/// }
///
/// let file = std::io::Cursor::new("<p><img src=1><img src=2>");
/// assert_eq!(tokenize_reader(file, Images::default())?.0, 2);
/// # Ok::<_, std::io::Error>(())
/// ```
///
/// # Errors
///
/// The reader's, but for interruptions, after which it is read again.
pub fn tokenize_reader<S: Sink>(mut reader: impl Read, sink: S) -> io::Result<S> {
    let mut tokenizer = Tokenizer::new(sink);
    let mut buffer = vec![0; BUFFER];
    while tokenizer.read_once(&mut reader, &mut buffer)? > 0 {
        while tokenizer.is_paused() {
            tokenizer.resume();
        }
    }
    Ok(tokenizer.finish())
}
