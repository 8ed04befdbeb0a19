//! A page, and how its bytes become tokens.
//!
//! The way depends on the encoding: UTF-8 and ASCII are fed as they are, others are decoded, and a late declaration begins the page anew. Each is fed in
//! pieces, so that a limit of time holds for all, and each has its spans put back into bytes of the page.

use crate::sink::PageSink;
use crate::watch::{Watch, pieces, text_pieces};
use tokenwright::revisions::Newest;
use tokenwright::{LimitExceeded, Options, Tokenizer};
use tokenwright_encoding::{Confidence, Decision, Decoder, Encoding, Source};

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
        Page {
            html: Html::Bytes(html),
            content_type: None,
            url: None,
        }
    }

    /// A page that is decoded already. A declaration of its encoding has no effect.
    pub fn text(html: &'a str) -> Self {
        Page {
            html: Html::Text(html),
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

    /// The length in bytes.
    pub(crate) fn len(&self) -> usize {
        self.html.len()
    }
}

impl Html<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Html::Bytes(bytes) => bytes.len(),
            Html::Text(text) => text.len(),
        }
    }

    fn as_bytes(&self) -> &[u8] {
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
                for piece in text_pieces(text).take_while(|_| !watch.is_over()) {
                    tokenizer.feed_str(piece);
                }
                return Reading {
                    encoding: None,
                    exceeded: end(tokenizer),
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
        let reading = read_as(bytes, decision, &known, &mut *sink, options, watch);
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
                read_as(bytes, decision, &known, &mut *sink, options, watch)
            }
            None => reading,
        }
    }
}

fn read_as<const SPANS: bool, const TEXT: bool, const FULL: bool>(
    bytes: &[u8],
    decision: Decision,
    known: &tokenwright_encoding::Options,
    sink: &mut PageSink<'_, SPANS, TEXT, FULL>,
    options: &Options,
    watch: &mut Watch<'_>,
) -> Reading {
    let encoding = decision.encoding;
    let is_utf8 = encoding == tokenwright_encoding::UTF_8;
    let mut tokenizer = Tokenizer::<_, Newest>::with_options(&mut *sink, options.clone());
    let exceeded = if is_utf8 {
        let mark = b"\xEF\xBB\xBF";
        match bytes.strip_prefix(mark) {
            Some(rest) => {
                feed(&mut tokenizer, rest, watch);
                let exceeded = end(tokenizer);
                sink.map_spans(&mut |span| span.start + mark.len()..span.end + mark.len());
                exceeded.map(|exceeded| shifted(exceeded, |at| at + mark.len()))
            }
            None => {
                feed(&mut tokenizer, bytes, watch);
                end(tokenizer)
            }
        }
    } else if encoding.is_ascii_compatible() && bytes.is_ascii() {
        feed(&mut tokenizer, bytes, watch);
        end(tokenizer)
    } else {
        let mut decoder = Decoder::new(known.clone().offsets(SPANS));
        for piece in pieces(bytes).take_while(|_| !watch.is_over()) {
            decoder.decode(piece, |text| tokenizer.feed_str(text));
        }
        decoder.finish(|text| tokenizer.feed_str(text));
        let exceeded = end(tokenizer);
        match decoder.offsets() {
            Some(offsets) => {
                sink.map_spans(&mut |span| offsets.source(span));
                exceeded.map(|exceeded| shifted(exceeded, |at| offsets.source(at..at).start))
            }
            None => exceeded,
        }
    };
    Reading {
        encoding: Some(encoding),
        exceeded,
    }
}

/// Feeds bytes of UTF-8 until the page is over.
fn feed<S: tokenwright::Sink>(
    tokenizer: &mut Tokenizer<S, Newest>,
    bytes: &[u8],
    watch: &mut Watch<'_>,
) {
    for piece in pieces(bytes).take_while(|_| !watch.is_over()) {
        tokenizer.feed_bytes(piece);
    }
}

fn end<S: tokenwright::Sink>(mut tokenizer: Tokenizer<S, Newest>) -> Option<LimitExceeded> {
    tokenizer.end();
    tokenizer.limit_exceeded()
}

fn shifted(mut exceeded: LimitExceeded, map: impl Fn(usize) -> usize) -> LimitExceeded {
    exceeded.span = (map(exceeded.span.start)..map(exceeded.span.end)).into();
    exceeded
}
