//! The tokenizer, which reads chunks and calls a sink.
//!
//! Chunks end anywhere, sinks pause anywhere, and scripts insert text in between; a machine reads one slice of text.
//! What it cannot decide yet is carried and read again with the beginning of the next chunk, twice as much each time,
//! so that only as much of the chunk is copied as the machine needs. What arrives in a pause waits in a queue. Text
//! that the input has in another form is noted on the way in, so offsets are right whenever it is read.
//!
//! `input.rs` is the path of a chunk, `pauses.rs` what waits and what is inserted.

mod input;
mod pauses;
#[cfg(all(test, target_arch = "x86_64", target_feature = "sse2"))]
mod portable_blocks;
mod preprocess;
#[cfg(all(test, feature = "model"))]
mod primitives;
#[cfg(feature = "std")]
mod read;
mod text_mode;

use crate::Revision;
use crate::machine::{Kept, SuspendedMachine};
use crate::revisions::Newest;
use crate::text::decode::Decoder;
use crate::{LimitExceeded, Options, Sink, TextMode};
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use pauses::PendingText;

/// An HTML tokenizer that reads chunks, split anywhere, and passes tokens to a [`Sink`].
///
/// A split changes no token, no error and no position; only text may arrive in more pieces. `R` is
/// the revision of the spec, by default the newest.
///
/// Memory is bounded by the longest token other than text and by the input that arrives during a
/// pause; a tag with very many short attributes needs several times its length. See
/// [Hostile input](crate#hostile-input) for time.
///
/// ```
/// use tokenwright::{Next, Sink, Span, Tag, Tokenizer};
///
/// /// Collects the text of headings.
/// #[derive(Default)]
/// struct Headings {
///     in_heading: bool,
///     text: Vec<String>,
/// }
///
/// impl Sink for Headings {
///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
///         self.in_heading = tag.name() == "h1";
///         if self.in_heading {
///             self.text.push(String::new());
///         }
///         Next::Continue
///     }
///
///     fn end_tag(&mut self, _: &Tag<'_>) -> Next {
///         self.in_heading = false;
///         Next::Continue
///     }
///
///     fn text(&mut self, text: &str, _: Span) {
///         if let Some(heading) = self.text.last_mut().filter(|_| self.in_heading) {
///             heading.push_str(text);
///         }
///     }
/// }
///
/// let mut tokenizer = Tokenizer::new(Headings::default());
/// for chunk in ["<h1>Chap", "ter 1</h", "1><p>Text"] {
///     tokenizer.feed_str(chunk);
/// }
/// assert_eq!(tokenizer.finish().text, ["Chapter 1"]);
/// ```
///
/// # Clones
///
/// A clone continues from the same place, with a clone of the sink. So a preload scanner can run ahead
/// through input that a script may still change:
///
/// ```
/// use tokenwright::{Next, Sink, Tag, Tokenizer};
///
/// #[derive(Clone, Default)]
/// struct Images(Vec<String>);
///
/// impl Sink for Images {
///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
///         self.0.extend(tag.attribute("src").map(|src| src.value().to_owned()));
///         Next::Continue
///     }
///
///     fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
///         if tag.name() == "script" { Next::Pause } else { Next::Continue }
///     }
/// }
///
/// let mut tokenizer = Tokenizer::new(Images::default());
/// tokenizer.feed_str("<script></script><img src=a><im");
/// assert!(tokenizer.is_paused());
///
/// let mut ahead = tokenizer.clone();
/// ahead.resume();
/// assert_eq!(ahead.sink().0, ["a"]);
///
/// // The script has run and written an image.
/// tokenizer.insert("<img src=b>");
/// tokenizer.resume();
/// tokenizer.feed_str("g src=c>");
/// assert_eq!(tokenizer.finish().0, ["b", "a", "c"]);
/// ```
///
/// # Memory
///
/// The tokenizer allocates when a token has to be copied: a string with upper-case letters, decoded
/// references or normalized line endings; a token that a chunk ends in; more than 16 attributes; text
/// that arrives in a pause. The buffers are reused for the next token. Up to 256 short names with
/// upper-case letters stay in lower case for the whole document, in 4 KiB.
#[derive(Clone, Debug)]
pub struct Tokenizer<S: Sink, R: Revision = Newest> {
    sink: S,
    machine: SuspendedMachine<R::State>,
    options: Options,
    decoder: Decoder,
    /// Text that needs more input to be decided, and the machine's position in it.
    carry: String,
    carry_pos: usize,
    /// Text that arrived during a pause.
    pending: VecDeque<PendingText>,
    /// Whether the machine can continue with the carried text alone.
    carry_is_unread: bool,
    /// Where text is inserted next, in the whole text: after the last insertion. `None` if that is the position that the
    /// machine reads next.
    insertion_point: Option<usize>,
    /// For each pause inside text that was inserted during a pause: how many pending texts follow the inserted text.
    inner_pauses: Vec<usize>,
    paused: bool,
    done: bool,
    stopped: bool,
    exceeded: Option<LimitExceeded>,
    /// The length of the pending texts in bytes.
    pending_len: usize,
    /// Whether any input has arrived, for the byte order mark.
    begun: bool,
}

impl<S: Sink> Tokenizer<S> {
    /// Creates a tokenizer of the newest revision with the default [`Options`].
    pub fn new(sink: S) -> Self {
        Self::with_options(sink, Options::default())
    }
}

impl<S: Sink, R: Revision> Tokenizer<S, R> {
    /// Creates a tokenizer of a given revision with options.
    ///
    /// ```
    /// use tokenwright::{Options, Sink, Tokenizer, revisions::Newest};
    ///
    /// struct Nothing;
    /// impl Sink for Nothing {}
    ///
    /// let mut tokenizer = Tokenizer::<_, Newest>::with_options(Nothing, Options::default());
    /// tokenizer.feed_str("<p>");
    /// tokenizer.finish();
    /// ```
    pub fn with_options(mut sink: S, options: Options) -> Self {
        let (machine, mode) = SuspendedMachine::new::<R>(&options);
        if let Some(mode) = mode {
            sink.text_mode(mode);
        }
        Tokenizer {
            sink,
            machine,
            options,
            decoder: Decoder::default(),
            carry: String::new(),
            carry_pos: 0,
            pending: VecDeque::new(),
            carry_is_unread: false,
            insertion_point: None,
            inner_pauses: Vec::new(),
            paused: false,
            done: false,
            stopped: false,
            exceeded: None,
            pending_len: 0,
            begun: false,
        }
    }

    /// Borrows the sink.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// Borrows the sink mutably, to change it between chunks.
    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// The state that consumes the next character.
    ///
    /// ```
    /// use tokenwright::{Revision, Sink, Tokenizer, revisions::Newest};
    ///
    /// struct Nothing;
    /// impl Sink for Nothing {}
    ///
    /// let mut tokenizer = Tokenizer::new(Nothing);
    /// tokenizer.feed_str("<p class=");
    /// assert!(Newest::STATES.contains(&(tokenizer.state(), "before attribute value")));
    /// ```
    pub fn state(&self) -> R::State {
        R::spec_state(self.machine.registers.state)
    }

    /// Sets the state, as tree construction and the fragment parsing algorithm do.
    ///
    /// Every state is allowed, at every place. The token under construction stays. If the state needs one and there is
    /// none, it finds a token whose fields are empty; characters appended to an attribute that was never started are dropped.
    /// Spans of characters and tokens that did not begin in the input are empty. A return state is the initial state, and
    /// the temporary buffer is empty. Input that is not decided yet is read in the new state; within a character
    /// reference, how much of it that is depends on where the chunks were split.
    ///
    /// ```
    /// use tokenwright::{Revision, Sink, Span, Tokenizer, revisions::Newest};
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
    /// tokenizer.set_state(Newest::state_named("PLAINTEXT").expect("a state of the spec"));
    /// tokenizer.feed_str("</p>");
    /// assert_eq!(tokenizer.finish().0, "</p>");
    /// ```
    pub fn set_state(&mut self, state: R::State) {
        let at = self.machine.base() + self.carry_pos;
        self.machine.set_state(state, at);
    }

    /// Sets the state by the name that all revisions share, at any place, as [`set_state`](Self::set_state) does. In a
    /// revision with a content model flag, that of 2008 or 2009, it is the initial state, with the flag set; `set_state`
    /// after it sets another state and leaves the flag.
    pub fn set_text_mode(&mut self, mode: TextMode) {
        self.machine.registers.state = R::State::default();
        R::enter(mode, &mut self.machine.registers);
        self.set_state(self.machine.registers.state);
    }

    /// Sets the lowercase name of the last start tag, which an appropriate end tag must have.
    ///
    /// ```
    /// use tokenwright::{Next, Sink, Tag, TextMode, Tokenizer};
    ///
    /// #[derive(Default)]
    /// struct EndTags(usize);
    ///
    /// impl Sink for EndTags {
    ///     fn end_tag(&mut self, _: &Tag<'_>) -> Next {
    ///         self.0 += 1;
    ///         Next::Continue
    ///     }
    /// }
    ///
    /// // The fragment is the content of a `style` element.
    /// let mut tokenizer = Tokenizer::new(EndTags::default());
    /// tokenizer.set_text_mode(TextMode::Rawtext);
    /// tokenizer.set_last_start_tag("style");
    /// tokenizer.feed_str("</p></style>");
    /// assert_eq!(tokenizer.finish().0, 1);
    /// ```
    pub fn set_last_start_tag(&mut self, name: &str) {
        self.machine.set_last_start_tag(name);
    }

    /// Whether the tokenizer is in a [pause](crate::Next::Pause).
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether the tokenizer was stopped: by [`Next::Stop`](crate::Next::Stop), by
    /// [`Sink::is_stopped`], or as a token exceeded a [limit](Self::limit_exceeded). Further input is
    /// ignored.
    ///
    /// ```
    /// use tokenwright::{Next, Sink, Tag, Tokenizer};
    ///
    /// /// Looks for the first `base` element.
    /// #[derive(Default)]
    /// struct Base(Option<String>);
    ///
    /// impl Sink for Base {
    ///     fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
    ///         match tag.attribute("href").filter(|_| tag.name() == "base") {
    ///             Some(href) => {
    ///                 self.0 = Some(href.value().to_owned());
    ///                 Next::Stop
    ///             }
    ///             None => Next::Continue,
    ///         }
    ///     }
    /// }
    ///
    /// let mut tokenizer = Tokenizer::new(Base::default());
    /// for chunk in ["<link href=a>", "<base href=/b/>", "<base href=c>"] {
    ///     tokenizer.feed_str(chunk);
    ///     if tokenizer.is_stopped() {
    ///         break;
    ///     }
    /// }
    /// assert_eq!(tokenizer.finish().0.as_deref(), Some("/b/"));
    /// ```
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The [limit](crate::Limits) that a token exceeded, if the tokenizer stopped for it.
    ///
    /// ```
    /// use tokenwright::{Limit, Limits, Options, Sink, Tokenizer, revisions::Newest};
    ///
    /// struct Nothing;
    /// impl Sink for Nothing {}
    ///
    /// let limits = Limits { token_bytes: 100, ..Limits::default() };
    /// let options = Options { limits, ..Options::default() };
    /// let mut tokenizer = Tokenizer::<_, Newest>::with_options(Nothing, options);
    /// tokenizer.feed_str("<p><!--");
    /// while !tokenizer.is_stopped() {
    ///     tokenizer.feed_str("x");
    /// }
    /// let exceeded = tokenizer.limit_exceeded().expect("a limit");
    /// assert_eq!((exceeded.limit, exceeded.span.start), (Limit::TokenBytes, 3));
    /// ```
    pub fn limit_exceeded(&self) -> Option<LimitExceeded> {
        self.exceeded
    }

    /// Stops for good, and frees what is kept for later.
    fn stop(&mut self) {
        self.stopped = true;
        self.done = true;
        self.paused = false;
        self.carry = String::new();
        self.carry_pos = 0;
        self.carry_is_unread = false;
        self.pending = VecDeque::new();
        self.pending_len = 0;
        self.inner_pauses = Vec::new();
        self.insertion_point = None;
        self.machine.stop();
    }

    /// Stops if the token under construction, or what is kept, exceeds a limit. `more` says whether more text follows.
    #[inline(always)]
    fn check_limits(&mut self, more: bool) {
        if self.options.limits.is_set() {
            self.check_set_limits(more);
        }
    }

    #[inline(never)]
    fn check_set_limits(&mut self, more: bool) {
        if self.options.limits.memory != usize::MAX {
            self.machine.storage.trim(&self.machine.registers);
        }
        self.stop_at_limit(more, 0);
    }

    fn stop_at_limit(&mut self, more: bool, waiting: usize) {
        let (read_to, kept) = (self.read_to(), self.kept(waiting));
        let limits = self.options.limits;
        self.exceeded = limits.exceeded(&self.machine, read_to, more, kept);
        if self.exceeded.is_some() {
            self.stop();
        }
    }

    /// What is kept outside the machine, with `more` bytes that wait.
    fn kept(&self, more: usize) -> Kept {
        let texts = self.pending.len() * size_of::<PendingText>();
        Kept {
            carried: self.carry.len(),
            waiting: self.pending_len
                + 2 * texts.saturating_sub(4 * size_of::<PendingText>())
                + more,
        }
    }

    /// Stops if there is no room for text that waits for the end of a pause. Returns whether there is.
    fn has_room(&mut self, text: &str) -> bool {
        if self.options.limits.memory != usize::MAX {
            self.stop_at_limit(false, text.len());
        }
        !self.stopped
    }

    /// The end of the text that the machine has seen, in the whole text.
    fn read_to(&self) -> usize {
        self.machine.base() + self.carry.len()
    }

    /// The offset in the input up to which everything is decided: no later token begins before it.
    ///
    /// So a program that copies the input can pass on the part before it, with the tokens it has received.
    ///
    /// ```
    /// use tokenwright::{Sink, Tokenizer};
    ///
    /// struct Nothing;
    /// impl Sink for Nothing {}
    ///
    /// let mut tokenizer = Tokenizer::new(Nothing);
    /// tokenizer.feed_str("text<a href=");
    /// assert_eq!(tokenizer.decided_to(), 4);
    /// ```
    pub fn decided_to(&self) -> usize {
        let text = self.machine.needed_from();
        self.machine.storage.offsets.input(text)
    }
}
