//! A page, and how its bytes become tokens.
//!
//! The way depends on the encoding: UTF-8 and ASCII are fed as they are, others are decoded, and a late declaration begins the page anew. Each is fed in
//! pieces, so that a limit of time holds for all, and each has its spans put back into bytes of the page.

use crate::Request;
use crate::columns::Columns;
use crate::sink::{PageSink, State};
use crate::watch::{Watch, pieces, text_pieces};
use std::ops::Range;
use tokenwright::revisions::Newest;
use tokenwright::{LimitExceeded, Options, Sink, Tokenizer};
use tokenwright_encoding::{Confidence, Decision, Decoder, Encoding, Source};
use tokenwright_tree::{Document, Parser};

/// A page, and what is known about it.
///
/// ```
/// use tokenwright_arrow::Page;
///
/// let page = Page::bytes(b"<p>\xDF").content_type("text/html; charset=windows-1251").url("https://example.org/");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    pub(crate) html: Html<'a>,
    pub(crate) content_type: Option<&'a str>,
    pub(crate) url: Option<&'a str>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Html<'a> {
    Bytes(&'a [u8]),
    Text(&'a str),
}

impl<'a> Page<'a> {
    /// A page in any encoding.
    pub fn bytes(html: &'a [u8]) -> Self {
        Page::of(Html::Bytes(html))
    }

    /// A page that is decoded already. A declaration of its encoding has no effect.
    pub fn text(html: &'a str) -> Self {
        Page::of(Html::Text(html))
    }

    fn of(html: Html<'a>) -> Self {
        Page {
            html,
            content_type: None,
            url: None,
        }
    }

    /// Sets the value of the `Content-Type` header, whose `charset` is the encoding of the page's bytes.
    #[must_use]
    pub fn content_type(mut self, content_type: &'a str) -> Self {
        self.content_type = Some(content_type);
        self
    }

    /// Sets the URL of the page, which links are resolved against.
    #[must_use]
    pub fn url(mut self, url: &'a str) -> Self {
        self.url = Some(url);
        self
    }

    /// The URL of the page, if it is known.
    pub fn page_url(&self) -> Option<&'a str> {
        self.url
    }

    /// The page as it was given.
    pub fn page_bytes(&self) -> &'a [u8] {
        self.html.as_bytes()
    }

    /// The length in bytes.
    pub(crate) fn len(&self) -> usize {
        self.html.len()
    }
}

impl<'a> Html<'a> {
    pub(crate) fn len(self) -> usize {
        self.as_bytes().len()
    }

    fn as_bytes(self) -> &'a [u8] {
        match self {
            Html::Bytes(bytes) => bytes,
            Html::Text(text) => text.as_bytes(),
        }
    }
}

/// How a page was read.
pub(crate) struct Reading {
    /// The encoding of its bytes; `None` if it is text.
    pub(crate) encoding: Option<&'static Encoding>,
    pub(crate) exceeded: Option<LimitExceeded>,
    /// How the bytes were decoded, to decode them again.
    how: Option<(Decision, tokenwright_encoding::Options)>,
}

/// What reads the text of a page.
trait Reader {
    fn text(&mut self, text: &str);
    fn bytes(&mut self, bytes: &[u8]);
}

impl<S: Sink> Reader for Tokenizer<S, Newest> {
    fn text(&mut self, text: &str) {
        self.feed_str(text);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.feed_bytes(bytes);
    }
}

impl Reader for Parser {
    fn text(&mut self, text: &str) {
        self.feed(text);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.feed_bytes(bytes);
    }
}

/// Where the text of a page is in its bytes.
pub(crate) enum Origin {
    Same,
    /// After a byte order mark.
    Shifted(usize),
    Decoded(Box<tokenwright_encoding::Offsets>),
}

impl Origin {
    /// The bytes of a range of the text.
    pub(crate) fn source(&self, text: Range<usize>) -> Range<usize> {
        match self {
            Origin::Same => text,
            Origin::Shifted(by) => text.start + by..text.end + by,
            Origin::Decoded(offsets) => offsets.source(text),
        }
    }
}

impl Page<'_> {
    /// Whether the page has some bytes.
    pub(crate) fn contains(&self, bytes: &str) -> bool {
        let mut windows = self.html.as_bytes().windows(bytes.len().max(1));
        windows.any(|window| window == bytes.as_bytes())
    }

    /// Tokenizes the page.
    pub(crate) fn read<const SPANS: bool, const TEXT: bool, const FULL: bool>(
        &self,
        sink: &mut PageSink<'_, SPANS, TEXT, FULL>,
        options: &Options,
        detect: usize,
        watch: &mut Watch<'_>,
    ) -> Reading {
        let bytes = match self.html {
            Html::Text(text) => {
                let mut tokenizer = Tokenizer::<_, Newest>::with_options(sink, options.clone());
                feed_text(text, &mut tokenizer, watch);
                return Reading {
                    encoding: None,
                    exceeded: end(tokenizer),
                    how: None,
                };
            }
            Html::Bytes(bytes) => bytes,
        };
        let mut known = tokenwright_encoding::Options::default().detect(detect);
        if let Some(content_type) = self.content_type {
            known = known.content_type(content_type);
        }
        let decision = Decision::of_document(bytes, &known);
        sink.watch_declarations(decision);
        let reading = read_as(bytes, decision, known.clone(), &mut *sink, options, watch);
        match sink.declared() {
            // The page is read again: a late declaration names another encoding.
            Some(encoding) => {
                sink.restart();
                let decision = Decision {
                    encoding,
                    confidence: Confidence::Certain,
                    source: Source::Declaration,
                };
                let known = known.override_with(encoding);
                read_as(bytes, decision, known, &mut *sink, options, watch)
            }
            None => reading,
        }
    }

    /// The visible text, by the open elements alone.
    pub(crate) fn visible_text(
        &self,
        options: &Options,
        detect: usize,
        watch: &mut Watch<'_>,
    ) -> String {
        let mut columns = Columns::new(&Request::default().text(true));
        let mut state = State::default();
        let mut sink = PageSink::<false, true, false>::new(&mut columns, &mut state, usize::MAX);
        self.read(&mut sink, options, detect, watch);
        sink.finish(None, None, None, watch);
        let text = columns.text.as_mut().map(|text| text.partial());
        text.map_or_else(String::new, |text| text.as_str().to_owned())
    }

    /// The tree of the page, decoded as it was read. An error says which limit of trees it exceeds, or that the time is over.
    pub(crate) fn tree(
        &self,
        reading: &Reading,
        options: &tokenwright_tree::Options,
        watch: &mut Watch<'_>,
    ) -> Result<(Document, Origin), String> {
        let (len, most) = (self.html.len(), options.limits.bytes);
        if len > most {
            return Err(format!("it has {len} bytes, more than {most}"));
        }
        let mut parser = Parser::new(options);
        let origin = self.feed_again(reading, &mut parser, watch);
        let origin = origin.ok_or("its bytes were not read")?;
        let document = parser.finish();
        match document.limit_exceeded() {
            Some(exceeded) => Err(exceeded.to_string()),
            None if watch.was_over() => Err("the time is over".to_owned()),
            None => Ok((document, origin)),
        }
    }

    /// Tokenizes the page again, decoded as it was read.
    pub(crate) fn tokens(
        &self,
        reading: &Reading,
        sink: impl Sink,
        options: &Options,
        watch: &mut Watch<'_>,
    ) {
        let mut tokenizer = Tokenizer::<_, Newest>::with_options(sink, options.clone());
        self.feed_again(reading, &mut tokenizer, watch);
        end(tokenizer);
    }

    /// Feeds the page, decoded as it was read; `None` if its bytes were not.
    fn feed_again(
        &self,
        reading: &Reading,
        reader: &mut impl Reader,
        watch: &mut Watch<'_>,
    ) -> Option<Origin> {
        match (self.html, &reading.how) {
            (Html::Bytes(bytes), Some((decision, known))) => {
                Some(feed(bytes, *decision, known, reader, watch))
            }
            (Html::Text(text), _) => {
                feed_text(text, reader, watch);
                Some(Origin::Same)
            }
            (Html::Bytes(_), None) => None,
        }
    }
}

fn read_as<const SPANS: bool, const TEXT: bool, const FULL: bool>(
    bytes: &[u8],
    decision: Decision,
    known: tokenwright_encoding::Options,
    sink: &mut PageSink<'_, SPANS, TEXT, FULL>,
    options: &Options,
    watch: &mut Watch<'_>,
) -> Reading {
    let mut tokenizer = Tokenizer::<_, Newest>::with_options(&mut *sink, options.clone());
    let known = known.offsets(SPANS);
    let origin = feed(bytes, decision, &known, &mut tokenizer, watch);
    let exceeded = end(tokenizer);
    if !matches!(origin, Origin::Same) {
        sink.map_spans(&mut |span| origin.source(span));
    }
    Reading {
        encoding: Some(decision.encoding),
        exceeded: exceeded.map(|exceeded| shifted(exceeded, |at| origin.source(at..at).start)),
        how: Some((decision, known)),
    }
}

/// Feeds the text of a page to a tokenizer or a parser.
fn feed_text(text: &str, reader: &mut impl Reader, watch: &mut Watch<'_>) {
    for piece in text_pieces(text).take_while(|_| !watch.is_over()) {
        reader.text(piece);
    }
}

/// Feeds bytes in an encoding until the page is over.
fn feed(
    bytes: &[u8],
    decision: Decision,
    known: &tokenwright_encoding::Options,
    reader: &mut impl Reader,
    watch: &mut Watch<'_>,
) -> Origin {
    let encoding = decision.encoding;
    let is_utf8 = encoding == tokenwright_encoding::UTF_8;
    let is_plain = is_utf8 || encoding.is_ascii_compatible() && bytes.is_ascii();
    if !is_plain {
        let mut decoder = Decoder::new(known.clone());
        for piece in pieces(bytes).take_while(|_| !watch.is_over()) {
            decoder.decode(piece, |text| reader.text(text));
        }
        decoder.finish(|text| reader.text(text));
        let offsets = decoder.offsets().map(std::mem::take);
        return offsets.map_or(Origin::Same, |offsets| Origin::Decoded(Box::new(offsets)));
    }
    let mark = b"\xEF\xBB\xBF";
    let (text, origin) = match bytes.strip_prefix(mark) {
        Some(text) if is_utf8 => (text, Origin::Shifted(mark.len())),
        _ => (bytes, Origin::Same),
    };
    for piece in pieces(text).take_while(|_| !watch.is_over()) {
        reader.bytes(piece);
    }
    origin
}

fn end<S: Sink>(mut tokenizer: Tokenizer<S, Newest>) -> Option<LimitExceeded> {
    tokenizer.end();
    tokenizer.limit_exceeded()
}

fn shifted(mut exceeded: LimitExceeded, map: impl Fn(usize) -> usize) -> LimitExceeded {
    exceeded.span = (map(exceeded.span.start)..map(exceeded.span.end)).into();
    exceeded
}
