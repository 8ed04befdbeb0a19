//! Documents of bytes.

use crate::{Options, Parser};
use html5ever::TokenizerResult;
use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeSink;
use std::io::{self, ErrorKind, Read, Seek};
use tokenwright_encoding::{self as encoding, Change, Decision, Decoder, Encoding};

/// How much is read from a reader at once.
const CHUNK: usize = 64 * 1024;

/// Parses a document of bytes in any encoding. Returns the sink's output, and the encoding with its reason.
///
/// `encoding` has what is known about the encoding. If a declaration in the document shows that the first text was decoded
/// wrongly, the document is parsed again from its beginning, with a new sink. Scripts do not run.
///
/// ```
/// use scraper::{Html, HtmlTreeSink};
/// use tokenwright_html5ever::{Options, parse_bytes};
///
/// let sink = || HtmlTreeSink::new(Html::new_document());
/// let page = b"<meta charset=windows-1251><title>\xD7\xE0\xE9</title>";
/// let (html, decision) = parse_bytes(sink, Options::default(), Default::default(), page.chunks(10));
/// assert_eq!(decision.encoding.name(), "windows-1251");
/// assert!(html.html().contains("<title>Чай</title>"));
/// ```
pub fn parse_bytes<'a, Sink: TreeSink>(
    sink: impl Fn() -> Sink,
    options: Options,
    mut encoding: encoding::Options,
    chunks: impl Iterator<Item = &'a [u8]> + Clone,
) -> (Sink::Output, Decision) {
    loop {
        let attempt = Attempt::new(sink(), &options, encoding.clone());
        match attempt.feed_all(chunks.clone()) {
            Ok(parsed) => return parsed,
            Err(Restart(declared)) => encoding = encoding.override_with(declared),
        }
    }
}

/// Parses a document of bytes in any encoding, as [`parse_bytes`] does, from a reader.
///
/// The document is read in chunks; only the tree and the longest token are in memory. The reader is rewound if the document
/// has to be parsed again.
///
/// ```
/// use scraper::{Html, HtmlTreeSink};
/// use std::io::Cursor;
/// use tokenwright_html5ever::{Options, parse_reader};
///
/// let sink = || HtmlTreeSink::new(Html::new_document());
/// let page = Cursor::new(b"<meta charset=koi8-r><title>\xFE\xC1\xCA</title>");
/// let (html, _) = parse_reader(sink, Options::default(), Default::default(), page)?;
/// assert!(html.html().contains("<title>Чай</title>"));
/// # Ok::<_, std::io::Error>(())
/// ```
///
/// # Errors
/// The error of the reader. [`ErrorKind::Interrupted`] is not an error: the read is repeated.
pub fn parse_reader<Sink: TreeSink>(
    sink: impl Fn() -> Sink,
    options: Options,
    mut encoding: encoding::Options,
    mut reader: impl Read + Seek,
) -> io::Result<(Sink::Output, Decision)> {
    let mut buffer = vec![0; CHUNK];
    loop {
        let attempt = Attempt::new(sink(), &options, encoding.clone());
        match attempt.read(&mut reader, &mut buffer)? {
            Ok(parsed) => return Ok(parsed),
            Err(Restart(declared)) => encoding = encoding.override_with(declared),
        }
        reader.rewind()?;
    }
}

/// The document has to be parsed again from its beginning, in this encoding.
struct Restart(&'static Encoding);

/// A parse of the document from its beginning.
struct Attempt<Sink: TreeSink> {
    parser: Parser<Sink>,
    decoder: Decoder,
    declared: Option<&'static Encoding>,
}

impl<Sink: TreeSink> Attempt<Sink> {
    fn new(sink: Sink, options: &Options, encoding: encoding::Options) -> Self {
        Attempt {
            parser: options.clone().parse_document(sink),
            decoder: Decoder::new(encoding),
            declared: None,
        }
    }

    fn feed_all<'a>(
        mut self,
        chunks: impl Iterator<Item = &'a [u8]>,
    ) -> Result<(Sink::Output, Decision), Restart> {
        for chunk in chunks {
            self.feed(chunk)?;
        }
        self.finish()
    }

    fn read(
        mut self,
        reader: &mut impl Read,
        buffer: &mut [u8],
    ) -> io::Result<Result<(Sink::Output, Decision), Restart>> {
        loop {
            let fed = match reader.read(buffer) {
                Ok(0) => return Ok(self.finish()),
                Ok(len) => self.feed(&buffer[..len]),
                Err(error) if error.kind() == ErrorKind::Interrupted => Ok(()),
                Err(error) => return Err(error),
            };
            if let Err(restart) = fed {
                return Ok(Err(restart));
            }
        }
    }

    fn feed(&mut self, bytes: &[u8]) -> Result<(), Restart> {
        let (parser, declared) = (&mut self.parser, &mut self.declared);
        self.decoder
            .decode(bytes, |text| parse(parser, text, declared));
        self.change()
    }

    fn finish(mut self) -> Result<(Sink::Output, Decision), Restart> {
        let (parser, declared) = (&mut self.parser, &mut self.declared);
        self.decoder.finish(|text| parse(parser, text, declared));
        self.change()?;
        let decision = self.decoder.decision();
        let decision = decision.expect("the end of the input decides");
        Ok((self.parser.finish(), decision))
    }

    /// Changes the encoding to the declared one.
    fn change(&mut self) -> Result<(), Restart> {
        match self.declared.map(|declared| self.decoder.change(declared)) {
            Some(Change::Restart(encoding)) => Err(Restart(encoding)),
            _ => Ok(()),
        }
    }
}

/// Feeds text to the parser, and notes the first encoding that it declares.
fn parse<Sink: TreeSink>(
    parser: &mut Parser<Sink>,
    text: &str,
    declared: &mut Option<&'static Encoding>,
) {
    let mut result = parser.feed(text);
    loop {
        match result {
            TokenizerResult::Done => return,
            TokenizerResult::Script(_) => {}
            TokenizerResult::EncodingIndicator(label) => {
                *declared = declared.or_else(|| Encoding::for_label(label.as_bytes()));
            }
        }
        result = parser.resume();
    }
}
