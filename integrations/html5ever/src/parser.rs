//! The parser.
//!
//! It has html5ever's interface, so that a program changes one import. The input goes to the tokenizer in pieces of bounded
//! size and the rest waits in a queue, because a script may insert text before it.

use crate::bridge::{Bridge, Builder, text_mode_of_state};
use crate::processing_instructions::InstructionSink;
use crate::tokenizer::Tokenizer;
use crate::{Options, ParseOpts};
use html5ever::TokenizerResult;
use html5ever::tendril::stream::{TendrilSink, Utf8LossyDecoder};
use html5ever::tendril::{StrTendril, fmt};
use html5ever::tokenizer::TokenSink;
use html5ever::tree_builder::{Tracer, TreeBuilder, TreeSink};
use std::borrow::Cow;
use std::collections::VecDeque;
use tokenwright::LimitExceeded;

/// How much of the input the tokenizer reads at once: it bounds the memory for line endings.
const PIECE: usize = 64 * 1024;

/// An HTML parser that builds a tree in a [`TreeSink`].
///
/// It is a [`TendrilSink`]: [`one`](TendrilSink::one) parses a string, [`process`](TendrilSink::process) a chunk, and
/// [`from_utf8`](Self::from_utf8) takes bytes. These ignore scripts.
///
/// [`feed`](Self::feed) and [`resume`](Self::resume) return at the end of each script, so that it can run before the
/// parser continues, and at each declaration of an encoding:
///
/// ```
/// use html5ever::{ParseOpts, TokenizerResult};
/// use html5ever::tendril::TendrilSink;
/// use scraper::{Html, HtmlTreeSink};
/// use tokenwright_html5ever::parse_document;
///
/// let sink = HtmlTreeSink::new(Html::new_document());
/// let mut parser = parse_document(sink, ParseOpts::default());
/// let mut scripts = 0;
/// let mut result = parser.feed("<p>1<script>document.write('<b')</script>>2");
/// while let TokenizerResult::Script(_) = result {
///     scripts += 1;
///     // What the script writes, here half a tag, comes before the rest of the page.
///     assert!(matches!(parser.insert("<b"), TokenizerResult::Done));
///     result = parser.resume();
/// }
/// let html = parser.finish();
/// assert_eq!(scripts, 1);
/// assert!(html.html().ends_with("</script><b>2</b></p></body></html>"));
/// ```
pub struct Parser<Sink: TreeSink> {
    tokenizer: Tokenizer<Sink>,
    /// Input that the tokenizer has not received.
    queue: VecDeque<StrTendril>,
}

impl<Sink: TreeSink> Parser<Sink> {
    pub(crate) fn of_document(sink: Sink, options: Options) -> Self {
        let builder = TreeBuilder::new(InstructionSink::new(sink), options.html5ever.tree_builder);
        Self::new(builder, options)
    }

    pub(crate) fn of_fragment(
        sink: Sink,
        mut options: Options,
        context_element: Sink::Handle,
        context_element_allows_scripting: bool,
        form_element: Option<Sink::Handle>,
    ) -> Self {
        let builder = TreeBuilder::new_for_fragment(
            InstructionSink::new(sink),
            context_element,
            form_element,
            options.html5ever.tree_builder,
        );
        let state = builder.tokenizer_state_for_context_elem(context_element_allows_scripting);
        options.html5ever.tokenizer.initial_state = Some(state);
        Self::new(builder, options)
    }

    fn new(builder: Builder<Sink>, options: Options) -> Self {
        let bridge = Bridge::new(builder, options.limits.nesting);
        let mut tokenizer = Tokenizer::new(bridge, &options);
        let ParseOpts {
            tokenizer: opts, ..
        } = options.html5ever;
        if let Some(mode) = opts.initial_state.and_then(text_mode_of_state) {
            tokenizer.set_text_mode(mode);
        }
        if let Some(name) = &opts.last_start_tag_name {
            tokenizer.set_last_start_tag(name);
        }
        Parser {
            tokenizer,
            queue: VecDeque::new(),
        }
    }

    /// Reads a chunk of text, which may be split anywhere.
    ///
    /// Returns [`Done`](TokenizerResult::Done) when all input has been read. After
    /// [`Script`](TokenizerResult::Script), run the script and call [`resume`](Self::resume); after
    /// [`EncodingIndicator`](TokenizerResult::EncodingIndicator), act on the label and call it, too. Until then, the
    /// parser keeps further chunks unread.
    pub fn feed(&mut self, chunk: &str) -> TokenizerResult<Sink::Handle> {
        let mut rest = chunk;
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(end_of_piece(rest));
            self.queue.push_back(StrTendril::from_slice(piece));
            rest = after;
        }
        match self.tokenizer.is_paused() {
            true => TokenizerResult::Done,
            false => self.run(true),
        }
    }

    /// Continues after a script or a declaration of an encoding, with the same results as [`feed`](Self::feed).
    ///
    /// If the script is part of text that another script has [inserted](Self::insert), this reads the rest of that text,
    /// and the other script continues.
    pub fn resume(&mut self) -> TokenizerResult<Sink::Handle> {
        self.resume_tokenizer(true)
    }

    /// Inserts text before the unread input, as `document.write()` does, and reads it.
    ///
    /// It returns [`Script`](TokenizerResult::Script) at the end of each script in the text, as [`feed`](Self::feed)
    /// does.
    pub fn insert(&mut self, text: &str) -> TokenizerResult<Sink::Handle> {
        self.tokenizer.bridge_mut().pauses = true;
        self.tokenizer.insert(text);
        self.result()
    }

    /// The tree sink.
    pub fn sink(&self) -> &Sink {
        &self.tokenizer.bridge().builder.sink.inner
    }

    /// The limit at which the parser stopped, if it did. The tree then has what came before.
    pub fn limit_exceeded(&self) -> Option<LimitExceeded> {
        let nesting = self.tokenizer.bridge().nesting_exceeded;
        nesting.or(self.tokenizer.limit_exceeded())
    }

    /// Calls the tracer with each handle that the tree builder holds, for trees with garbage collection.
    pub fn trace_handles(&self, tracer: &dyn Tracer<Handle = Sink::Handle>) {
        self.tokenizer.bridge().builder.trace_handles(tracer);
    }

    /// Wraps the parser into a [`TendrilSink`] of bytes in UTF-8.
    ///
    /// Malformed bytes become U+FFFD. For other encodings, see the crate `tokenwright-encoding`.
    pub fn from_utf8(self) -> Utf8LossyDecoder<Self> {
        Utf8LossyDecoder::new(self)
    }

    fn resume_tokenizer(&mut self, pauses: bool) -> TokenizerResult<Sink::Handle> {
        self.tokenizer.bridge_mut().pauses = pauses;
        self.tokenizer.resume();
        match self.result() {
            TokenizerResult::Done if !self.tokenizer.is_paused() => self.run(pauses),
            result => result,
        }
    }

    /// Reads the queue up to the next pause.
    fn run(&mut self, pauses: bool) -> TokenizerResult<Sink::Handle> {
        while let Some(piece) = self.queue.pop_front() {
            let bridge = self.tokenizer.bridge_mut();
            bridge.pauses = pauses;
            bridge.lines.feed(&piece);
            bridge.source.set(piece.clone());
            self.tokenizer.feed(&piece);
            self.tokenizer.bridge_mut().source.set(StrTendril::new());
            match self.result() {
                TokenizerResult::Done => {}
                result => return result,
            }
        }
        TokenizerResult::Done
    }

    /// Why the tokenizer has paused; `Done` if it has read all that it was given.
    fn result(&mut self) -> TokenizerResult<Sink::Handle> {
        let pause = self.tokenizer.bridge_mut().pause.take();
        pause.unwrap_or(TokenizerResult::Done)
    }

    /// Reads everything, whatever scripts it contains.
    fn run_to_end(&mut self) {
        while self.tokenizer.is_paused() {
            let _ = self.resume_tokenizer(false);
        }
        let _ = self.run(false);
    }
}

impl<Sink: TreeSink> TendrilSink<fmt::UTF8> for Parser<Sink> {
    type Output = Sink::Output;

    fn process(&mut self, text: StrTendril) {
        let mut from = 0;
        while from < text.len() {
            let len = end_of_piece(&text[from..]);
            // A tendril has at most 4 GiB.
            self.queue
                .push_back(text.subtendril(from as u32, len as u32));
            from += len;
        }
        self.run_to_end();
    }

    fn error(&mut self, message: Cow<'static, str>) {
        self.sink().parse_error(message);
    }

    /// Ends the input. Text that is still unread is read; its scripts do not run.
    fn finish(mut self) -> Self::Output {
        self.run_to_end();
        let is_stopped = self.tokenizer.is_stopped();
        let builder = self.tokenizer.finish().builder;
        if is_stopped {
            // No end of the file was processed.
            builder.end();
        }
        builder.sink.finish()
    }
}

/// The length of the first piece of a text.
fn end_of_piece(text: &str) -> usize {
    let mut end = text.len().min(PIECE);
    while !text.is_char_boundary(end) {
        end += 1;
    }
    end
}
