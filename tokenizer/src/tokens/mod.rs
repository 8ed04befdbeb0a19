//! The iterator over the tokens of a document.
//!
//! Stable Rust has no generators, so states that call a sink cannot stop after each token. Instead, the machine runs
//! over a stretch of the document, and `next` takes tokens from a queue. So the machine is some way ahead of the
//! caller: what it found there, such as an ambiguity, is reported early, and a caller that stops has paid for the
//! whole stretch.

mod collector;
mod queue;
mod source;

use crate::revisions::Newest;
use crate::text::narrow;
use crate::token::stored::{Batch, Shape, Shared, StoredTag, TagSource};
use crate::{Ambiguity, LimitExceeded, Options, ParseError, Revision, Span, Tag, Text, Token};
use core::iter::FusedIterator;
use queue::{Kind, Payload, Queue, Record};
use source::Source;

/// Iterates over the tokens of a document.
///
/// It uses the newest revision and the default [`Options`]: after start tags such as `script` and
/// `title`, it reads their content as text. The tokens borrow from the document and live as long as
/// it does.
///
/// ```
/// use tokenwright::{Token, tokens};
///
/// let html = "<title>&lt;p></title><a href='/x?a=1&amp;b=2'>x</a>";
/// let mut hrefs = Vec::new();
/// for token in tokens(html) {
///     if let Token::StartTag(tag) = token {
///         hrefs.extend(tag.attribute("href").map(|href| href.to_value()));
///     }
/// }
/// assert_eq!(hrefs, ["/x?a=1&b=2"]);
///
/// let Some(Token::Text(text)) = tokens(html).nth(1) else { panic!() };
/// assert_eq!((&*text.text, &html[text.span.range()]), ("<p>", "&lt;p>"));
/// ```
#[inline]
pub fn tokens(source: &str) -> Tokens<'_> {
    Tokens::with_options(source, Options::default())
}

/// The iterator over the tokens of a document, created by [`tokens`](crate::tokens()) for the newest revision and the
/// default options. With `ERRORS`, made by [`with_errors`](Self::with_errors), the items are tokens and parse errors.
///
/// ```
/// use tokenwright::{Token, tokens};
///
/// let mut document = tokens("<h1>Title</h1>");
/// assert!(matches!(document.next(), Some(Token::StartTag(_))));
/// assert!(matches!(document.next(), Some(Token::Text(_))));
/// assert!(matches!(document.next(), Some(Token::EndTag(_))));
/// assert_eq!(document.next(), None);
/// ```
#[derive(Debug)]
pub struct Tokens<'a, R: Revision = Newest, const ERRORS: bool = false> {
    whole: &'a str,
    options: Options,
    stream: Stream<'a, R, ERRORS>,
}

impl<'a, R: Revision> Tokens<'a, R> {
    /// Iterates over the tokens of a document in a given revision, with options.
    ///
    /// ```
    /// use tokenwright::{Options, Tokens, revisions::Newest};
    ///
    /// let options = Options { strip_bom: true, ..Options::default() };
    /// assert_eq!(Tokens::<Newest>::with_options("\u{FEFF}<p>", options).count(), 1);
    /// ```
    pub fn with_options(source: &'a str, options: Options) -> Self {
        Tokens {
            whole: source,
            stream: Stream::new(source, options.clone()),
            options,
        }
    }

    /// Iterates over the tokens and the parse errors, from the beginning of the document.
    ///
    /// An error comes before the token that contains it. Errors do not end the iteration. To stop at
    /// the first error, collect into a [`Result`]:
    ///
    /// ```
    /// use tokenwright::{ErrorCode, tokens};
    ///
    /// assert!(tokens("<p>a</p>").with_errors().collect::<Result<Vec<_>, _>>().is_ok());
    ///
    /// let error = tokens("<p>a</p x=y>").with_errors().find_map(Result::err).unwrap();
    /// assert_eq!(error.code, ErrorCode::EndTagWithAttributes);
    /// assert_eq!((error.line, error.column), (1, 12));
    /// ```
    pub fn with_errors(self) -> Tokens<'a, R, true> {
        Tokens {
            whole: self.whole,
            stream: Stream::new(self.whole, self.options.clone()),
            options: self.options,
        }
    }
}

impl<R: Revision, const ERRORS: bool> Tokens<'_, R, ERRORS> {
    /// The first [`Ambiguity`] in the part of the document that has been read, which may be up to 32 KiB ahead of the last
    /// token; in the whole document once the iterator has ended. `None` says that a tree builder would get the same tokens.
    ///
    /// ```
    /// use tokenwright::tokens;
    ///
    /// let mut document = tokens("<body><p>text<svg><path></svg>");
    /// assert_eq!(document.by_ref().count(), 6);
    /// assert_eq!(document.first_ambiguity(), None);
    /// ```
    pub fn first_ambiguity(&self) -> Option<Ambiguity> {
        self.stream.source.first_ambiguity()
    }

    /// The [limit](crate::Limits) that a token exceeded, once the iteration has ended before it.
    pub fn limit_exceeded(&self) -> Option<LimitExceeded> {
        self.stream.source.limit_exceeded()
    }
}

impl<'a, R: Revision> Iterator for Tokens<'a, R> {
    type Item = Token<'a>;

    // In the caller, the compiler keeps the parts of a token in registers. A returned token is written by words and
    // moved by 16 bytes, and such a load waits for the stores.
    #[inline(always)]
    fn next(&mut self) -> Option<Token<'a>> {
        // Built here instead of taken out of a `Result`, a token is copied once less.
        loop {
            let record = self.stream.record()?;
            return Some(match self.stream.before(record) {
                0 => {
                    self.stream.yielded += 1;
                    match record.kind() {
                        Kind::StartTag => Token::StartTag(self.stream.tag(record)),
                        Kind::EndTag => Token::EndTag(self.stream.tag(record)),
                        Kind::Built => match self.stream.built(record) {
                            Some(token) => token,
                            None => continue,
                        },
                        Kind::Error => continue,
                    }
                }
                text => self.stream.text(text),
            });
        }
    }
}

impl<R: Revision> FusedIterator for Tokens<'_, R> {}

impl<'a, R: Revision> Iterator for Tokens<'a, R, true> {
    type Item = Result<Token<'a>, ParseError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let record = self.stream.record()?;
            return Some(match self.stream.before(record) {
                0 => {
                    self.stream.yielded += 1;
                    match record.kind() {
                        Kind::StartTag => Ok(Token::StartTag(self.stream.tag(record))),
                        Kind::EndTag => Ok(Token::EndTag(self.stream.tag(record))),
                        Kind::Built => match self.stream.built(record) {
                            Some(token) => Ok(token),
                            None => continue,
                        },
                        Kind::Error => Err(self.stream.queue.errors[record.len as usize]),
                    }
                }
                text => Ok(self.stream.text(text)),
            });
        }
    }
}

impl<R: Revision> FusedIterator for Tokens<'_, R, true> {}

/// Yields tokens from the queue to the caller.
#[derive(Debug)]
struct Stream<'a, R: Revision, const ERRORS: bool> {
    whole: &'a str,
    /// The document after the last yielded token.
    rest: &'a str,
    queue: Queue<Token<'a>, ParseError>,
    /// The number of yielded records of the queue.
    yielded: usize,
    /// The memory that the tags in the queue share.
    batch: Shared<Batch>,
    source: Source<'a, R, ERRORS>,
}

impl<'a, R: Revision, const ERRORS: bool> Stream<'a, R, ERRORS> {
    fn new(source: &'a str, options: Options) -> Self {
        Stream {
            whole: source,
            rest: source,
            queue: Queue::default(),
            yielded: 0,
            batch: Shared::default(),
            source: Source::new(source, options),
        }
    }

    #[inline(always)]
    fn record(&mut self) -> Option<Record> {
        loop {
            if let Some(record) = self.queue.records.get(self.yielded) {
                return Some(*record);
            }
            if !self.refill() {
                return None;
            }
        }
    }

    /// The end of the last yielded token.
    #[inline(always)]
    fn at(&self) -> usize {
        self.whole.len() - self.rest.len()
    }

    /// The next bytes of the document.
    #[inline(always)]
    fn take(&mut self, len: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(len);
        self.rest = rest;
        taken
    }

    /// The length of the text before the next record.
    #[inline(always)]
    fn before(&self, record: Record) -> u32 {
        record.start.wrapping_sub(narrow::low_half(self.at()))
    }

    #[inline(always)]
    fn text(&mut self, len: u32) -> Token<'a> {
        let start = self.at();
        let text = self.take(len as usize).into();
        let span = Span::new(start, start + len as usize);
        Token::Text(Text {
            text,
            span,
            is_cdata: false,
        })
    }

    #[inline(always)]
    fn tag(&mut self, record: Record) -> Tag<'a> {
        self.tag_of(record.len as usize + 1, Shape::from_bits(record.bits))
    }

    #[inline(always)]
    fn tag_of(&mut self, len: usize, shape: Shape) -> Tag<'a> {
        let start = self.at();
        Tag::stored(StoredTag {
            source: TagSource {
                text: self.take(len),
                start,
            },
            batch: shape.place().map(|_| Shared::clone(&self.batch)),
            shape,
        })
    }

    /// A token that the collector built, if there is one.
    #[inline(never)]
    fn built(&mut self, record: Record) -> Option<Token<'a>> {
        let built = self.queue.built.get_mut(record.len as usize)?;
        let end = built.end;
        let payload = core::mem::replace(&mut built.payload, Payload::Nothing);
        let len = end - self.at();
        match payload {
            Payload::Tag(bits) => {
                let tag = self.tag_of(len, Shape::from_bits(bits));
                Some(match tag.is_end_tag() {
                    false => Token::StartTag(tag),
                    true => Token::EndTag(tag),
                })
            }
            Payload::Token(token) => {
                self.take(len);
                Some(token)
            }
            Payload::Nothing => {
                self.take(len);
                None
            }
        }
    }

    /// Runs the machine over more of the input; `false` at its end.
    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> bool {
        // The memory is used again if no tag of the last stretch was kept.
        let mut batch = Shared::get_mut(&mut self.batch)
            .map(core::mem::take)
            .unwrap_or_default();
        batch.clear();
        self.queue.clear();
        self.yielded = 0;
        let collector = self.source.collector();
        collector.batch = batch;
        core::mem::swap(&mut collector.queue, &mut self.queue);
        let more = self.source.run();
        let collector = self.source.collector();
        core::mem::swap(&mut collector.queue, &mut self.queue);
        let batch = core::mem::take(&mut collector.batch);
        match Shared::get_mut(&mut self.batch) {
            Some(shared) => *shared = batch,
            None => self.batch = Shared::new(batch),
        }
        more
    }
}
