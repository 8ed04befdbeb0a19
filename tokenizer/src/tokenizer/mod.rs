//! The tokenizer, which reads chunks and calls a sink.
//!
//! Chunks end anywhere, sinks pause anywhere, and scripts insert text in between; a machine reads one slice of text.
//! What it cannot decide yet is carried and read again with the beginning of the next chunk, twice as much each time,
//! so that only as much of the chunk is copied as the machine needs. What arrives in a pause waits in a queue. Text
//! that the input has in another form is noted on the way in, so offsets are right whenever it is read.

#[cfg(all(test, target_arch = "x86_64", target_feature = "sse2"))]
mod portable_blocks;
#[cfg(feature = "std")]
mod read;
mod text_mode;

use crate::Revision;
use crate::generated::ErrorCode;
use crate::machine::{Flow, Kept, Machine, SuspendedMachine};
use crate::places::Notes;
use crate::registers::LONGEST_TEXT;
use crate::revisions::Newest;
use crate::text::boundary;
use crate::text::decode::{Decoder, Piece};
use crate::text::scan::first_of;
use crate::{LimitExceeded, Options, Sink, TextMode};
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

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
    pub fn with_options(sink: S, options: Options) -> Self {
        Tokenizer {
            sink,
            machine: SuspendedMachine::new::<R>(&options),
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

    /// Reads a chunk of text. After [`end`](Self::end), it does nothing.
    pub fn feed_str(&mut self, chunk: &str) {
        if self.done {
            return;
        }
        // Bytes of an incomplete character are malformed once text follows them.
        if let Some(len) = self.decoder.finish() {
            self.push_replaced("\u{FFFD}", len);
        }
        self.push(chunk);
    }

    /// Reads a chunk of bytes, which may be split inside a character. After [`end`](Self::end), it
    /// does nothing.
    ///
    /// Bytes that are not UTF-8 become U+FFFD as in the Encoding Standard's UTF-8 decoder. The feature `simdutf8`
    /// makes the validation faster.
    pub fn feed_bytes(&mut self, chunk: &[u8]) {
        if self.done {
            return;
        }
        let mut decoder = self.decoder;
        decoder.decode(chunk, |piece| match piece {
            Piece::Text(text) => self.push(text),
            Piece::Joined(c) => self.push(c.encode_utf8(&mut [0; 4])),
            Piece::Malformed(len) => self.push_replaced("\u{FFFD}", len),
        });
        self.decoder = decoder;
    }

    /// Inserts text before the unread input, as `document.write()` does. Text that is inserted again before the input
    /// continues comes after the text inserted before.
    ///
    /// The text is not part of the input and has no offsets: spans of tokens inside it are empty, at
    /// the place of the insertion.
    ///
    /// ```
    /// use tokenwright::{Next, Sink, Span, Tag, Tokenizer};
    ///
    /// #[derive(Default)]
    /// struct Page(String);
    ///
    /// impl Sink for Page {
    ///     fn text(&mut self, text: &str, _: Span) {
    ///         self.0.push_str(text);
    ///     }
    ///
    ///     fn end_tag(&mut self, _: &Tag<'_>) -> Next {
    ///         Next::Pause
    ///     }
    /// }
    ///
    /// let mut tokenizer = Tokenizer::new(Page::default());
    /// tokenizer.feed_str("<script></script>world");
    /// tokenizer.insert("Hello, ");
    /// tokenizer.resume();
    /// assert_eq!(tokenizer.finish().0, "Hello, world");
    /// ```
    pub fn insert(&mut self, text: &str) {
        if self.done || text.is_empty() {
            return;
        }
        self.begun = true;
        let base = self.machine.base();
        let point = self.insertion_point.take();
        let point =
            point.filter(|at| (base + self.carry_pos..=base + self.carry.len()).contains(at));
        let rest = self
            .carry
            .split_off(point.map_or(self.carry_pos, |at| at - base));
        self.carry_is_unread = false;
        let here = base + self.carry.len();
        if !rest.is_empty() {
            let noted = self.unnote();
            self.push_pending_first(PendingText {
                text: rest,
                noted,
                ..PendingText::default()
            });
        }
        let storage = &mut self.machine.storage;
        storage.checked = storage.checked.min(here);
        storage.sequence.1 = storage.sequence.1.min(self.carry.len());
        let older = self.pending.len();
        let mut inserted = Vec::new();
        preprocess::<R>(text, Some(0), |text, origin| {
            inserted.push(PendingText {
                text: text.into(),
                origin,
                ..PendingText::default()
            });
        });
        for text in inserted.into_iter().rev() {
            self.push_pending_first(text);
        }
        let paused = core::mem::take(&mut self.paused);
        while self.pending.len() > older && self.read_next_pending() {}
        if self.done {
            return;
        }
        if !self.paused {
            self.insertion_point = Some(self.machine.base() + self.carry.len());
        } else if paused {
            self.inner_pauses.push(older);
        }
        self.paused |= paused;
        self.read_pending();
    }

    /// Ends a [pause](crate::Next::Pause) and reads the kept input, until the next pause.
    ///
    /// If the pause is inside text that was [inserted](Self::insert) during another pause, only the rest of that text is
    /// read. Then the other pause continues: `document.write()` returns to the script that called it.
    ///
    /// ```
    /// use tokenwright::{Next, Sink, Span, Tag, Tokenizer};
    ///
    /// #[derive(Default)]
    /// struct Page(String);
    ///
    /// impl Sink for Page {
    ///     fn text(&mut self, text: &str, _: Span) {
    ///         self.0.push_str(text);
    ///     }
    ///
    ///     fn end_tag(&mut self, _: &Tag<'_>) -> Next {
    ///         Next::Pause
    ///     }
    /// }
    ///
    /// let mut tokenizer = Tokenizer::new(Page::default());
    /// tokenizer.feed_str("<script></script>5");
    /// tokenizer.insert("1<script></script>3");
    /// tokenizer.insert("2");
    /// tokenizer.resume();
    /// assert!(tokenizer.is_paused());
    /// tokenizer.insert("4");
    /// tokenizer.resume();
    /// assert_eq!(tokenizer.finish().0, "12345");
    /// ```
    pub fn resume(&mut self) {
        if self.done {
            return;
        }
        self.insertion_point = None;
        self.paused = false;
        let Some(following) = self.inner_pauses.pop() else {
            return self.read_pending();
        };
        self.read_unread_carry();
        while self.pending.len() > following && self.read_next_pending() {}
        if self.done {
            return;
        }
        if self.paused {
            self.inner_pauses.push(following);
        } else {
            self.insertion_point = Some(self.machine.base() + self.carry.len());
        }
        self.paused = true;
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

    /// Ends the input and returns the sink.
    ///
    /// The sink receives the remaining tokens and errors, then [`end_of_file`](Sink::end_of_file).
    /// Pauses are ignored. After a [stop](Self::is_stopped), the sink receives nothing.
    pub fn finish(mut self) -> S {
        self.end();
        self.sink
    }

    /// Ends the input like [`finish`](Self::finish), but keeps the tokenizer. Further input is
    /// ignored.
    pub fn end(&mut self) {
        if self.done {
            return;
        }
        if let Some(len) = self.decoder.finish() {
            self.push_replaced("\u{FFFD}", len);
        }
        self.inner_pauses.clear();
        while !self.done && (self.paused || !self.pending.is_empty()) {
            self.paused = false;
            self.read_pending();
        }
        while !self.done {
            let carry = core::mem::take(&mut self.carry);
            let read = self.run(&carry, self.carry_pos, true);
            // Pauses are ignored at the end of the input.
            self.paused = false;
            self.carry.push_str(&carry[read..]);
        }
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
        let read_to = self.read_to();
        let limits = self.options.limits;
        if limits.memory != usize::MAX {
            self.machine.storage.trim(&self.machine.registers);
        }
        self.exceeded = limits.exceeded(&self.machine, read_to, more, self.kept(0));
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
        let limits = self.options.limits;
        if limits.memory != usize::MAX {
            let (read_to, kept) = (self.read_to(), self.kept(text.len()));
            self.exceeded = limits.exceeded(&self.machine, read_to, false, kept);
            if self.exceeded.is_some() {
                self.stop();
            }
        }
        !self.stopped
    }

    /// The end of the text that the machine has seen, in the whole text.
    fn read_to(&self) -> usize {
        self.machine.base() + self.carry.len()
    }

    fn push_pending(&mut self, text: PendingText) {
        self.pending_len += text.memory();
        if let Some(last) = self.pending.back_mut() {
            last.text.shrink_to_fit();
        }
        self.pending.push_back(text);
        self.check_limits(false);
    }

    fn push_pending_first(&mut self, text: PendingText) {
        self.pending_len += text.memory();
        self.pending.push_front(text);
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

    fn push(&mut self, mut text: &str) {
        if !self.begun && !text.is_empty() {
            self.begun = true;
            if self.options.strip_bom && text.starts_with('\u{FEFF}') {
                text = &text[3..];
                let base = self.machine.base();
                self.machine.storage.offsets.note(base, 0, 3);
            }
        }
        self.push_preprocessed(text, None);
    }

    /// Reads text that represents `input_len` bytes of the input.
    fn push_replaced(&mut self, text: &str, input_len: usize) {
        self.begun = true;
        self.push_preprocessed(text, Some(input_len));
    }

    fn push_preprocessed(&mut self, text: &str, input_len: Option<usize>) {
        preprocess::<R>(text, input_len, |text, origin| {
            self.push_piece(text, origin)
        });
    }

    fn push_piece(&mut self, text: &str, origin: Option<Origin>) {
        if text.is_empty() || self.done {
            return;
        }
        if self.paused {
            if !self.has_room(text) || self.append_to_pending(text, origin) {
                return;
            }
            self.push_pending(PendingText {
                text: text.into(),
                origin,
                ..PendingText::default()
            });
            for following in &mut self.inner_pauses {
                *following += 1;
            }
            return;
        }
        self.insertion_point = None;
        self.note(text, origin);
        let read = self.take(text);
        if read < text.len() && !self.done && self.has_room(&text[read..]) {
            let noted = self.unnote();
            self.push_pending(PendingText {
                text: text[read..].into(),
                noted,
                ..PendingText::default()
            });
        }
    }

    /// Appends text to what arrived last in a pause, while that is short; returns whether it did. A list of many short
    /// texts would take many times their length.
    fn append_to_pending(&mut self, text: &str, origin: Option<Origin>) -> bool {
        // Before this text, inserted text ends that is read first.
        if origin.is_some() || self.inner_pauses.contains(&0) {
            return false;
        }
        let Some(last) = self.pending.back_mut() else {
            return false;
        };
        let is_short = last.text.len() + text.len() <= SHORT_TEXT;
        if !is_short || last.origin.is_some() || last.read > 0 || !last.noted.is_empty() {
            return false;
        }
        if last.text.capacity() < SHORT_TEXT {
            last.text.reserve_exact(SHORT_TEXT - last.text.len());
        }
        last.text.push_str(text);
        self.pending_len += text.len();
        true
    }

    /// Records the length in the input of the next text, if it differs from the text's own.
    fn note(&mut self, text: &str, origin: Option<Origin>) {
        let Some(origin) = origin else { return };
        let at = self.machine.base() + self.carry.len();
        self.machine
            .storage
            .offsets
            .note(at, text.len(), origin.input_len);
        if let Some(replaced) = origin.replaced.filter(|_| S::ERRORS) {
            let error = R::input_error(replaced);
            self.machine.storage.replaced_errors.push_back((at, error));
        }
    }

    fn read_pending(&mut self) {
        self.read_unread_carry();
        while self.read_next_pending() {}
    }

    /// Reads the carried text, if a pause left it unread.
    fn read_unread_carry(&mut self) {
        if self.carry_is_unread && !self.paused && !self.done {
            let carry = core::mem::take(&mut self.carry);
            self.carry_is_unread = false;
            let read = self.run(&carry, self.carry_pos, false);
            self.put_back(&carry[read..]);
        }
    }

    /// Reads the first of the pending texts. Returns whether the next one can be read.
    fn read_next_pending(&mut self) -> bool {
        if self.paused || self.done {
            return false;
        }
        let Some(mut pending) = self.pending.pop_front() else {
            return false;
        };
        let memory = pending.memory();
        self.note(&pending.text, pending.origin.take());
        self.note_again(&core::mem::take(&mut pending.noted));
        pending.read += self.take(&pending.text[pending.read..]);
        if pending.read < pending.text.len() && !self.done {
            pending.noted = self.unnote();
            self.push_pending_first(pending);
        }
        self.pending_len = self.pending_len.saturating_sub(memory);
        true
    }

    /// Takes back what is recorded of the text after the carried text, which other text may now precede.
    fn unnote(&mut self) -> Noted {
        let here = self.machine.base() + self.carry.len();
        let errors = &mut self.machine.storage.replaced_errors;
        let first = errors.partition_point(|(at, _)| *at < here);
        let errors = errors.split_off(first).into_iter();
        Noted {
            offsets: self.machine.storage.offsets.split_off(here),
            errors: errors.map(|(at, error)| (at - here, error)).collect(),
        }
    }

    /// Records what was taken back.
    fn note_again(&mut self, noted: &Noted) {
        let here = self.machine.base() + self.carry.len();
        self.machine.storage.offsets.add(here, &noted.offsets);
        let errors = noted.errors.iter();
        let errors = errors.map(|(at, error)| (here + at, *error));
        self.machine.storage.replaced_errors.extend(errors);
    }

    /// Runs the machine over text. Returns how much of it was read or stored.
    fn take(&mut self, text: &str) -> usize {
        let mut taken = 0;
        // The carried text goes first, with a growing part of the new text, until the machine has
        // read past it.
        let mut more = 32;
        while taken < text.len() && !self.paused && !self.done {
            self.check_limits(true);
            if self.done {
                break;
            }
            let kept = self.kept(0);
            let stretch = (self.options.limits).stretch(&self.machine, self.read_to(), kept);
            if self.carry.is_empty() {
                let to = boundary(text, taken + stretch);
                taken += self.run(&text[taken..to], 0, false);
                continue;
            }
            let to = boundary(text, taken + more.min(stretch));
            let mut carry = core::mem::take(&mut self.carry);
            carry.push_str(&text[taken..to]);
            taken = to;
            more = (more * 2).min(LONGEST_TEXT);
            let read = self.run(&carry, self.carry_pos, false);
            self.put_back(&carry[read..]);
        }
        if !self.done {
            self.check_limits(false);
        }
        taken
    }

    /// Keeps the rest of the carried text after a pause inside it.
    fn put_back(&mut self, rest: &str) {
        if self.paused && !rest.is_empty() {
            self.carry.push_str(rest);
            self.carry_pos = 0;
            self.carry_is_unread = true;
        }
    }

    /// Runs the machine over text from a position and carries over the undecided end. Returns how
    /// far it has read: to the end of the text, unless the sink paused.
    fn run(&mut self, text: &str, pos: usize, last: bool) -> usize {
        let mut machine = Machine::<_, R>::new(text, pos, last, &mut self.sink, &mut self.machine);
        // Until it returns: after a panic of the sink, the tokenizer cannot continue.
        self.done = true;
        let flow = R::run(&mut machine);
        let pos = machine.pos;
        let stopped = machine.is_stopped();
        let kept_from = machine.suspend(flow);
        self.done = flow == Flow::Done || stopped;
        if self.machine.storage.tag_over_limit.is_some() {
            self.check_limits(false);
        }
        if stopped {
            self.stop();
            return pos;
        }
        let needed = self.machine.needed_from();
        self.machine.storage.offsets.forget_before(needed);
        self.carry.clear();
        self.carry_pos = 0;
        match flow {
            Flow::Paused => {
                self.paused = true;
                self.insertion_point = None;
                return pos;
            }
            Flow::Done => {}
            Flow::Go | Flow::Starved => {
                self.carry.push_str(&text[kept_from..]);
                self.carry_pos = pos - kept_from;
            }
        }
        text.len()
    }
}

/// Splits a text at the characters that an input-stream row replaces, and calls `piece` with each part and each
/// replacement. `input_len` is the length of each in the input, if that is not its own.
fn preprocess<R: Revision>(
    mut text: &str,
    input_len: Option<usize>,
    mut piece: impl FnMut(&str, Option<Origin>),
) {
    let verbatim = input_len.map(|input_len| Origin {
        input_len,
        replaced: None,
    });
    while let Some((at, c, replacement)) = first_replaced::<R>(text) {
        let (before, rest) = text.split_at(at);
        if !before.is_empty() {
            piece(before, verbatim);
        }
        let origin = Origin {
            input_len: input_len.unwrap_or(c.len_utf8()),
            replaced: Some(c),
        };
        piece(replacement.encode_utf8(&mut [0; 4]), Some(origin));
        text = &rest[c.len_utf8()..];
    }
    if !text.is_empty() {
        piece(text, verbatim);
    }
}

/// The first character of a text that an input-stream row replaces: its place, it, and its replacement.
fn first_replaced<R: Revision>(text: &str) -> Option<(usize, char, char)> {
    let mut from = 0;
    while !R::REPLACED.is_empty() {
        let at = from + first_of(&text.as_bytes()[from..], R::REPLACED)?;
        let c = text[at..].chars().next()?;
        if let Some(replacement) = R::replacement(c) {
            return Some((at, c, replacement));
        }
        from = at + c.len_utf8();
    }
    None
}

/// The input that a replacement or an insertion corresponds to.
#[derive(Clone, Copy, Debug)]
struct Origin {
    /// Its length in bytes.
    input_len: usize,
    /// The character that an input-stream row replaces.
    replaced: Option<char>,
}

/// Text that the machine reads after a pause.
#[derive(Clone, Debug, Default)]
struct PendingText {
    text: String,
    /// The number of bytes that have been read.
    read: usize,
    /// Recorded when the text is read first.
    origin: Option<Origin>,
    /// Recorded again when the rest is read.
    noted: Noted,
}

impl PendingText {
    /// The bytes that it takes.
    fn memory(&self) -> usize {
        self.text.len() + self.noted.memory()
    }
}

/// Texts up to this length are joined while they wait.
const SHORT_TEXT: usize = 1024;

/// What was recorded of a text that is read later. Positions count from its start.
#[derive(Clone, Debug, Default)]
struct Noted {
    offsets: Notes,
    errors: Vec<(usize, Option<ErrorCode>)>,
}

impl Noted {
    fn is_empty(&self) -> bool {
        self.memory() == 0
    }

    /// The most bytes that it takes.
    fn memory(&self) -> usize {
        self.offsets.memory() + 2 * size_of_val(&*self.errors)
    }
}
