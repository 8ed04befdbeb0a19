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
    /// tokenizer.read_from(&mut file)?;
    /// while tokenizer.is_paused() {
    ///     // The script runs here.
    ///     tokenizer.resume();
    ///     tokenizer.read_from(&mut file)?;
    /// }
    /// assert_eq!(tokenizer.finish().0, 2);
    /// # Ok::<_, std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The error of the reader. [`ErrorKind::Interrupted`] is not an error: the read is repeated.
    /// The tokenizer keeps the input that was read before the error.
    pub fn read_from(&mut self, mut reader: impl Read) -> io::Result<()> {
        let mut buffer = vec![0; BUFFER];
        while !self.is_paused()
            && !self.is_stopped()
            && self.read_once(&mut reader, &mut buffer)? > 0
        {}
        Ok(())
    }

    /// Feeds the bytes of one read through the caller's buffer. Returns their number, which is 0 at
    /// the end of the reader.
    ///
    /// ```
    /// use tokenwright::{Sink, Tokenizer};
    ///
    /// struct Nothing;
    /// impl Sink for Nothing {}
    ///
    /// let mut file: &[u8] = b"<p>text";
    /// let mut tokenizer = Tokenizer::new(Nothing);
    /// let mut buffer = [0; 4];
    /// assert_eq!(tokenizer.read_once(&mut file, &mut buffer)?, 4);
    /// assert_eq!(tokenizer.read_once(&mut file, &mut buffer)?, 3);
    /// assert_eq!(tokenizer.read_once(&mut file, &mut buffer)?, 0);
    /// # Ok::<_, std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The error of the reader. [`ErrorKind::Interrupted`] is not an error: the read is repeated.
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

/// Tokenizes everything that a reader returns and gives the sink back.
///
/// It uses the newest revision and the default [`Options`](crate::Options). Bytes that are not UTF-8
/// become U+FFFD. A [pause](crate::Next::Pause) that the sink asks for ends at once; use
/// [`Tokenizer::read_from`] to act on it.
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
/// The error of the reader. [`ErrorKind::Interrupted`] is not an error: the read is repeated.
pub fn tokenize_reader<S: Sink>(mut reader: impl Read, sink: S) -> io::Result<S> {
    let mut tokenizer = Tokenizer::new(sink);
    let mut buffer = vec![0; BUFFER];
    while !tokenizer.is_stopped() && tokenizer.read_once(&mut reader, &mut buffer)? > 0 {
        while tokenizer.is_paused() {
            tokenizer.resume();
        }
    }
    Ok(tokenizer.finish())
}
