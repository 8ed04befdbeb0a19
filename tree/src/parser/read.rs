//! Input from readers.

use super::Parser;
use crate::{Document, Options, TreeRevision};
use std::io::{self, ErrorKind, Read};

/// How much is read at once.
const CHUNK: usize = 64 * 1024;

/// Parses a document of UTF-8 from a reader, without its byte order mark. Malformed bytes become U+FFFD.
///
/// ```
/// use tokenwright_tree::{Options, parse_reader};
///
/// let file: &[u8] = b"\xEF\xBB\xBF<title>a</title>";
/// let document = parse_reader(file, &Options::default())?;
/// assert_eq!(document.root().text_content(), "a");
/// # Ok::<_, std::io::Error>(())
/// ```
///
/// # Errors
///
/// The error of the reader. [`ErrorKind::Interrupted`] is not an error: the read is repeated.
pub fn parse_reader(reader: impl Read, options: &Options) -> io::Result<Document> {
    let mut parser = Parser::new(&Options {
        strip_bom: true,
        pauses: false,
        ..options.clone()
    });
    parser.feed_reader(reader)?;
    Ok(parser.finish())
}

impl<R: TreeRevision> Parser<R> {
    /// Feeds what a reader has, as [`feed_bytes`](Self::feed_bytes) does, up to its end, a pause or a limit. After a pause, call
    /// it again with the same reader.
    ///
    /// A `Reader` of `tokenwright_encoding` decodes other encodings. What a `meta` element behind the first 1,024 bytes declares comes too
    /// late for it; `parse_bytes` parses such a page again.
    ///
    /// ```
    /// use tokenwright_tree::{Options, Parser};
    ///
    /// let mut file: &[u8] = b"<script>1</script><script>2</script>";
    /// let mut parser = Parser::new(&Options { pauses: true, ..Options::default() });
    /// let mut scripts = Vec::new();
    /// parser.feed_reader(&mut file)?;
    /// while let Some(script) = parser.script() {
    ///     scripts.push(script.text_content().into_owned());
    ///     parser.resume();
    ///     parser.feed_reader(&mut file)?;
    /// }
    /// assert_eq!(scripts, ["1", "2"]);
    /// # Ok::<_, std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The error of the reader. [`ErrorKind::Interrupted`] is not an error: the read is repeated.
    pub fn feed_reader(&mut self, mut reader: impl Read) -> io::Result<()> {
        let mut buffer = vec![0; CHUNK];
        while self.script().is_none() && !self.is_stopped() {
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
