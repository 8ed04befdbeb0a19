//! Input from a [`Read`], and a tokenizer as a [`Write`].

use crate::{Revision, Sink, Tokenizer};
use alloc::vec;
use std::io::{self, ErrorKind, Read, Write};

/// The size of one read in bytes.
const BUFFER: usize = 64 * 1024;

impl<S: Sink, R: Revision> Tokenizer<S, R> {
    /// Feeds everything that a reader returns, until its end, or until the sink pauses or stops the tokenizer.
    ///
    /// After a pause, call [`resume`](Self::resume) and then this again with the same reader. This
    /// does not end the input; [`finish`](Self::finish) does.
    ///
    /// ```
    /// use tokenwright::{Next, Sink, Tag, Tokenizer};
    ///
    /// #[derive(Default)]
    /// struct Scripts(usize);
    ///
    /// impl Sink for Scripts {
    ///     fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
    ///         if tag.name() != "script" {
    ///             return Next::Continue;
    ///         }
    ///         self.0 += 1;
    ///         Next::Pause
    ///     }
    /// }
    ///
    /// let mut file: &[u8] = b"<script>a()</script><script>b()</script>";
    /// let mut tokenizer = Tokenizer::new(Scripts::default());
    /// tokenizer.feed_reader(&mut file)?;
    /// while tokenizer.is_paused() {
    ///     // The script runs here.
    ///     tokenizer.resume();
    ///     tokenizer.feed_reader(&mut file)?;
    /// }
    /// assert_eq!(tokenizer.finish().0, 2);
    /// # Ok::<_, std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The error of the reader. [`ErrorKind::Interrupted`] is not an error: the read is repeated.
    /// The tokenizer keeps the input that was read before the error.
    pub fn feed_reader(&mut self, mut reader: impl Read) -> io::Result<()> {
        let mut buffer = vec![0; BUFFER];
        while !self.is_paused() && !self.is_stopped() {
            match reader.read(&mut buffer) {
                Ok(0) => break,
                Ok(len) => self.feed_bytes(&buffer[..len]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Bytes that are written are fed, as [`feed_bytes`](Tokenizer::feed_bytes) does.
///
/// ```
/// use std::io::Write;
/// use tokenwright::{Sink, Span, Tokenizer};
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
/// let mut tokenizer = Tokenizer::new(Text::default());
/// write!(tokenizer, "<p>{} &lt; {}", 1, 2)?;
/// assert_eq!(tokenizer.finish().0, "1 < 2");
/// # Ok::<_, std::io::Error>(())
/// ```
impl<S: Sink, R: Revision> Write for Tokenizer<S, R> {
    /// Never fails. During a [pause](crate::Next::Pause) the bytes are kept. After a
    /// [stop](Tokenizer::is_stopped) none is accepted: the result is 0.
    fn write(&mut self, chunk: &[u8]) -> io::Result<usize> {
        if self.is_stopped() {
            return Ok(0);
        }
        self.feed_bytes(chunk);
        Ok(chunk.len())
    }

    /// Does nothing: tokens reach the sink as soon as they are complete.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
