//! The parser of a builder.

use super::Receiver;
use super::sink::BuilderSink;
use crate::TreeRevision;
use std::io::{self, ErrorKind, Read};
use tokenwright::revisions::Newest;
use tokenwright::tree_construction::{Construction, FragmentContext, Names, QuirksMode};
use tokenwright::{Follow, Limits, Namespace, Options, TextMode, Tokenizer};

/// How much of a reader is read at once.
const CHUNK: usize = 64 * 1024;

/// How a [`BuilderParser`] parses. What the rules ask of a document, such as whether scripts would run, the builder answers in
/// [`Builder::ask`](super::Builder::ask).
///
/// A minor release may add options: write `..BuildOptions::default()` for the others.
///
/// ```
/// use tokenwright_tree::build::BuildOptions;
///
/// let options = BuildOptions { depth: 500, ..BuildOptions::default() };
/// assert!(!options.strip_bom);
/// ```
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Whether to skip a byte order mark at the beginning; otherwise it is text.
    pub strip_bom: bool,
    /// The most elements that may be open at once. None by default.
    pub depth: usize,
    /// The most formatting elements that are created again, as [`Limits::formatting`](crate::Limits::formatting).
    pub formatting: usize,
    /// The mode of the document of a context element, as [`Context::quirks_mode`](crate::Context::quirks_mode). None by default.
    pub quirks_mode: Option<QuirksMode>,
    /// Limits on tokens and the memory of the tokenizer. None by default; `nesting` has no effect.
    pub tokens: Limits,
}

impl Default for BuildOptions {
    fn default() -> Self {
        BuildOptions {
            strip_bom: false,
            depth: usize::MAX,
            formatting: usize::MAX,
            quirks_mode: None,
            tokens: Limits::default(),
        }
    }
}

/// Parses a document that comes in parts, split anywhere, into the nodes of a builder. The [module](super) has an example.
///
/// `R` is the revision of the standard; [`BuilderParser::of_revision`] begins a document of another one than the newest.
#[derive(Debug)]
pub struct BuilderParser<B: Receiver, R: TreeRevision = Newest> {
    tokenizer: Tokenizer<BuilderSink<B, R>, R>,
}

impl<B: Receiver> BuilderParser<B> {
    /// Begins a document.
    #[must_use]
    pub fn new(builder: B, options: &BuildOptions) -> Self {
        Self::of_revision(builder, options)
    }
}

impl<B: Receiver, R: TreeRevision> BuilderParser<B, R> {
    /// Begins a document of the revision `R`.
    #[must_use]
    pub fn of_revision(builder: B, options: &BuildOptions) -> Self {
        Self::begin(Construction::new(builder), None, options)
    }

    /// Begins a fragment: what is inside of an element. Its nodes are children of an `html` element, the first child of the
    /// Document.
    ///
    /// The context element is a node that `context` creates, which knows the numbers of names.
    #[must_use]
    pub fn of_fragment(
        builder: B,
        (namespace, local_name): (Namespace, &str),
        context: impl FnOnce(&mut B, &mut Names) -> B::Node,
        options: &BuildOptions,
    ) -> Self {
        let mut construction = Construction::new(builder);
        let (builder, names) = construction.parts_mut();
        let node = context(builder, names);
        let mode = construction.set_context(&FragmentContext {
            node,
            namespace,
            local_name,
        });
        Self::begin(construction, mode, options)
    }

    fn begin(
        mut construction: Construction<R, B>,
        mode: Option<TextMode>,
        options: &BuildOptions,
    ) -> Self {
        construction.set_most_formatting(options.formatting);
        if let Some(mode) = options.quirks_mode {
            construction.set_quirks_mode(mode);
        }
        let sink = BuilderSink {
            construction,
            depth: options.depth,
            is_too_deep: false,
        };
        let options = Options {
            follow: Follow::Nothing,
            strip_bom: options.strip_bom,
            limits: options.tokens,
            ..Options::default()
        };
        let mut tokenizer = Tokenizer::with_options(sink, options);
        if let Some(mode) = mode {
            tokenizer.set_text_mode(mode);
        }
        BuilderParser { tokenizer }
    }

    /// Parses the next part, up to a pause; what is fed in a pause waits.
    pub fn feed(&mut self, html: &str) {
        self.tokenizer.feed_str(html);
    }

    /// Parses the next part of a document of UTF-8, which may be split inside a character. Malformed bytes become U+FFFD.
    pub fn feed_bytes(&mut self, bytes: &[u8]) {
        self.tokenizer.feed_bytes(bytes);
    }

    /// Feeds what a reader has, up to its end, a pause or a limit.
    ///
    /// # Errors
    ///
    /// The error of the reader. [`ErrorKind::Interrupted`] is not an error: the read is repeated.
    pub fn feed_reader(&mut self, mut reader: impl Read) -> io::Result<()> {
        let mut buffer = vec![0; CHUNK];
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

    /// Whether the parser is paused, as [`Receiver::pauses`] said.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.tokenizer.is_paused()
    }

    /// Parses what a script writes: before the rest of the document, and after what it has written before.
    pub fn insert(&mut self, html: &str) {
        self.tokenizer.insert(html);
    }

    /// Goes on after a pause. The builder must not ask for the same one again.
    pub fn resume(&mut self) {
        self.tokenizer.resume();
    }

    /// Whether the parser has stopped at a limit: further parts are ignored.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        let sink = self.tokenizer.sink();
        self.tokenizer.is_stopped() || sink.is_too_deep || sink.construction.builder().is_stopped()
    }

    /// Whether more elements were open than [`BuildOptions::depth`].
    #[must_use]
    pub fn is_too_deep(&self) -> bool {
        self.tokenizer.sink().is_too_deep
    }

    /// The builder.
    #[must_use]
    pub fn builder(&self) -> &B {
        self.tokenizer.sink().construction.builder()
    }

    /// The builder, for example to take a script at which it has paused.
    pub fn builder_mut(&mut self) -> &mut B {
        self.tokenizer.sink_mut().construction.builder_mut()
    }

    /// Parses what is left, and returns the builder and the names of its elements. It must not pause any more.
    #[must_use]
    pub fn finish(self) -> (B, Names) {
        let mut construction = self.tokenizer.finish().construction;
        construction.pop_all();
        construction.into_parts()
    }
}
