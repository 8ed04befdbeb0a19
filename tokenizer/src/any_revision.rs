//! A revision that is chosen at run time.

use crate::{
    LimitExceeded, Options, ParseError, Revision, RevisionVisitor, Sink, Token, Tokenizer,
    revisions, tokens_of,
};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

/// A compiled revision, chosen by its name at run time.
///
/// Where the revision is known at compile time, use its type in [`revisions`] instead: this one costs
/// a virtual call per token or chunk, and compiles the code of every enabled revision.
///
/// ```
/// use tokenwright::{AnyRevision, Options, Token};
///
/// let revision: AnyRevision = "whatwg-2026-07-19".parse()?;
/// let mut tokens = revision.tokens("<p>text", Options::default());
/// assert!(matches!(tokens.next(), Some(Token::StartTag(_))));
///
/// let error = "whatwg-1999".parse::<AnyRevision>().unwrap_err();
/// assert!(error.to_string().starts_with("no compiled revision is named `whatwg-1999`"));
/// # Ok::<_, tokenwright::UnknownRevision>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyRevision(&'static str);

impl AnyRevision {
    /// The compiled revisions, oldest first.
    pub fn all() -> impl Iterator<Item = AnyRevision> {
        struct Ids(Vec<AnyRevision>);

        impl RevisionVisitor for Ids {
            fn visit<R: Revision>(&mut self) {
                self.0.push(AnyRevision(R::ID));
            }
        }

        let mut ids = Ids(Vec::new());
        revisions::visit(&mut ids);
        ids.0.into_iter()
    }

    /// The newest revision.
    pub const fn newest() -> Self {
        AnyRevision(revisions::Newest::ID)
    }

    /// The name of the revision: [`Revision::ID`].
    pub const fn id(self) -> &'static str {
        self.0
    }

    /// Iterates over the tokens of a document, as [`tokens_of`] does.
    pub fn tokens(
        self,
        source: &str,
        options: Options,
    ) -> Box<dyn Iterator<Item = Token<'_>> + '_> {
        self.with(MakeTokens { source, options })
    }

    /// Iterates over the tokens and the parse errors of a document, as
    /// [`Tokens::with_errors`](crate::Tokens::with_errors) does.
    pub fn tokens_with_errors(
        self,
        source: &str,
        options: Options,
    ) -> Box<dyn Iterator<Item = Result<Token<'_>, ParseError>> + '_> {
        self.with(MakeTokensWithErrors { source, options })
    }

    /// Creates a tokenizer that reads chunks.
    ///
    /// ```
    /// use tokenwright::{AnyRevision, Options, Sink, Span};
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
    /// for revision in AnyRevision::all() {
    ///     let mut tokenizer = revision.tokenizer(Text::default(), Options::default());
    ///     tokenizer.feed("a &l");
    ///     tokenizer.feed_bytes(b"t; b");
    ///     assert_eq!(tokenizer.finish().0, "a < b");
    /// }
    /// ```
    pub fn tokenizer<'s, S: Sink + 's>(self, sink: S, options: Options) -> AnyTokenizer<'s, S> {
        AnyTokenizer(self.with(MakeTokenizer {
            sink,
            options,
            lifetime: PhantomData,
        }))
    }

    /// Makes something of this revision.
    fn with<M: Make>(self, make: M) -> M::Made {
        struct Visit<M: Make> {
            id: &'static str,
            make: Option<M>,
            made: Option<M::Made>,
        }

        impl<M: Make> RevisionVisitor for Visit<M> {
            fn visit<R: Revision>(&mut self) {
                if R::ID == self.id {
                    self.made = self.make.take().map(M::make::<R>);
                }
            }
        }

        let mut visit = Visit {
            id: self.0,
            make: Some(make),
            made: None,
        };
        revisions::visit(&mut visit);
        visit.made.expect("it has the name of a compiled revision")
    }
}

/// Something that can be made of any revision.
trait Make {
    type Made;

    fn make<R: Revision>(self) -> Self::Made;
}

struct MakeTokens<'a> {
    source: &'a str,
    options: Options,
}

impl<'a> Make for MakeTokens<'a> {
    type Made = Box<dyn Iterator<Item = Token<'a>> + 'a>;

    fn make<R: Revision>(self) -> Self::Made {
        Box::new(tokens_of::<R>(self.source, self.options))
    }
}

struct MakeTokensWithErrors<'a> {
    source: &'a str,
    options: Options,
}

impl<'a> Make for MakeTokensWithErrors<'a> {
    type Made = Box<dyn Iterator<Item = Result<Token<'a>, ParseError>> + 'a>;

    fn make<R: Revision>(self) -> Self::Made {
        Box::new(tokens_of::<R>(self.source, self.options).with_errors())
    }
}

struct MakeTokenizer<'s, S> {
    sink: S,
    options: Options,
    lifetime: PhantomData<&'s S>,
}

impl<'s, S: Sink + 's> Make for MakeTokenizer<'s, S> {
    type Made = Box<dyn Feed<S> + 's>;

    fn make<R: Revision>(self) -> Self::Made {
        Box::new(Tokenizer::<S, R>::with_options(self.sink, self.options))
    }
}

impl Default for AnyRevision {
    /// The newest revision.
    fn default() -> Self {
        AnyRevision::newest()
    }
}

impl fmt::Display for AnyRevision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl FromStr for AnyRevision {
    type Err = UnknownRevision;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        AnyRevision::all()
            .find(|revision| revision.0 == id)
            .ok_or_else(|| UnknownRevision(id.to_owned()))
    }
}

/// A name that no compiled revision has. The message lists the names there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRevision(String);

impl fmt::Display for UnknownRevision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no compiled revision is named `{}`; there are", self.0)?;
        for (place, revision) in AnyRevision::all().enumerate() {
            let separator = if place == 0 { "" } else { "," };
            write!(f, "{separator} `{revision}`")?;
        }
        f.write_str(" (older ones are cargo features)")
    }
}

impl core::error::Error for UnknownRevision {}

/// A tokenizer of a revision that was chosen at run time, created by [`AnyRevision::tokenizer`].
///
/// It feeds text and bytes as [`Tokenizer`] does. For states, pauses and insertions, use a
/// [`Tokenizer`] of a known revision.
pub struct AnyTokenizer<'s, S>(Box<dyn Feed<S> + 's>);

impl<S> AnyTokenizer<'_, S> {
    /// Reads a chunk of text, as [`Tokenizer::feed`] does.
    pub fn feed(&mut self, chunk: &str) {
        self.0.feed(chunk);
    }

    /// Reads a chunk of bytes, as [`Tokenizer::feed_bytes`] does.
    pub fn feed_bytes(&mut self, chunk: &[u8]) {
        self.0.feed_bytes(chunk);
    }

    /// Whether the tokenizer is in a [pause](crate::Next::Pause).
    pub fn is_paused(&self) -> bool {
        self.0.is_paused()
    }

    /// Whether the sink has stopped the tokenizer, as [`Tokenizer::is_stopped`] says.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }

    /// The limit that a token exceeded, as [`Tokenizer::limit_exceeded`] says.
    pub fn limit_exceeded(&self) -> Option<LimitExceeded> {
        self.0.limit_exceeded()
    }

    /// Ends a pause, as [`Tokenizer::resume`] does.
    pub fn resume(&mut self) {
        self.0.resume();
    }

    /// Borrows the sink.
    pub fn sink(&self) -> &S {
        self.0.sink()
    }

    /// Borrows the sink mutably, to change it between chunks.
    pub fn sink_mut(&mut self) -> &mut S {
        self.0.sink_mut()
    }

    /// Ends the input and returns the sink, as [`Tokenizer::finish`] does.
    pub fn finish(self) -> S {
        self.0.finish()
    }
}

impl<S> fmt::Debug for AnyTokenizer<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyTokenizer")
            .field("revision", &self.0.revision())
            .finish_non_exhaustive()
    }
}

/// The methods of a tokenizer that do not name its revision.
trait Feed<S> {
    fn revision(&self) -> &'static str;
    fn feed(&mut self, chunk: &str);
    fn feed_bytes(&mut self, chunk: &[u8]);
    fn is_paused(&self) -> bool;
    fn is_stopped(&self) -> bool;
    fn limit_exceeded(&self) -> Option<LimitExceeded>;
    fn resume(&mut self);
    fn sink(&self) -> &S;
    fn sink_mut(&mut self) -> &mut S;
    fn finish(self: Box<Self>) -> S;
}

impl<S: Sink, R: Revision> Feed<S> for Tokenizer<S, R> {
    fn revision(&self) -> &'static str {
        R::ID
    }

    fn feed(&mut self, chunk: &str) {
        Tokenizer::feed(self, chunk);
    }

    fn feed_bytes(&mut self, chunk: &[u8]) {
        Tokenizer::feed_bytes(self, chunk);
    }

    fn is_paused(&self) -> bool {
        Tokenizer::is_paused(self)
    }

    fn is_stopped(&self) -> bool {
        Tokenizer::is_stopped(self)
    }

    fn limit_exceeded(&self) -> Option<LimitExceeded> {
        Tokenizer::limit_exceeded(self)
    }

    fn resume(&mut self) {
        Tokenizer::resume(self);
    }

    fn sink(&self) -> &S {
        Tokenizer::sink(self)
    }

    fn sink_mut(&mut self) -> &mut S {
        Tokenizer::sink_mut(self)
    }

    fn finish(self: Box<Self>) -> S {
        Tokenizer::finish(*self)
    }
}
