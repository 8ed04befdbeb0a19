//! The tokenizer: chunks in, tokens to a sink.

use crate::generated::ErrorCode;
use crate::input::decode::{Decoder, Piece};
use crate::machine::{ContentModel, Flow, LONGEST_TEXT, Machine, Registers};
use crate::revision::Revision;
use crate::revisions::Newest;
use crate::sink::{Sink, TextMode};
use alloc::collections::VecDeque;
use alloc::string::String;

/// How a tokenizer starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Switch to the state for the text of `title`, `script` and their like after such a start tag,
    /// as tree construction would in a document without surprises. Off for tree builders, which
    /// answer with [`Next::Switch`](crate::Next::Switch).
    pub switch_by_tag_name: bool,
    /// Whether `noscript` holds text, as where scripts run; only with `switch_by_tag_name`.
    pub scripting: bool,
    /// Leave a byte order mark at the beginning of the input out.
    pub strip_bom: bool,
}

impl Default for Options {
    /// Switches by tag name, without scripting, and keeps a byte order mark.
    fn default() -> Self {
        Options {
            switch_by_tag_name: true,
            scripting: false,
            strip_bom: false,
        }
    }
}

/// An HTML tokenizer that is fed chunks, split anywhere, and hands tokens to a [`Sink`].
///
/// A split never changes a token, an error or a position; only text comes in more pieces. Memory
/// grows with the longest token alone, and is several times its length for a tag of very many short
/// attributes; time is linear in the input.
///
/// `R` is the revision of the spec, by default the newest.
#[derive(Debug)]
pub struct Tokenizer<S: Sink, R: Revision = Newest> {
    sink: S,
    registers: Registers<R::State>,
    options: Options,
    decoder: Decoder,
    /// Text that could not be decided on yet, and where in it the machine stands.
    carry: String,
    carry_pos: usize,
    /// Text that waits because the sink asked for a pause.
    waiting: VecDeque<Waiting>,
    /// The carried text holds text that the machine could go on with.
    carry_is_unread: bool,
    paused: bool,
    done: bool,
    /// Whether anything was fed, for the byte order mark.
    begun: bool,
}

impl<S: Sink> Tokenizer<S> {
    /// A tokenizer of the newest revision with default [`Options`].
    pub fn new(sink: S) -> Self {
        Self::with_options(sink, Options::default())
    }
}

impl<S: Sink, R: Revision> Tokenizer<S, R> {
    /// A tokenizer of a revision:
    ///
    /// ```
    /// use tokenwright::{Options, Sink, Tokenizer, revisions::Newest};
    ///
    /// struct Nothing;
    /// impl Sink for Nothing {}
    ///
    /// let mut tokenizer = Tokenizer::<_, Newest>::with_options(Nothing, Options::default());
    /// tokenizer.feed("<p>");
    /// tokenizer.finish();
    /// ```
    pub fn with_options(sink: S, options: Options) -> Self {
        Tokenizer {
            sink,
            registers: Registers::default(),
            options,
            decoder: Decoder::default(),
            carry: String::new(),
            carry_pos: 0,
            waiting: VecDeque::new(),
            carry_is_unread: false,
            paused: false,
            done: false,
            begun: false,
        }
    }

    /// The sink.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// The sink, to change it between chunks.
    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// The state that the next character will be consumed in.
    pub fn state(&self) -> R::State {
        R::spec_state(self.registers.state)
    }

    /// Sets the state, as tree construction or a fragment parser does. Every state will do; in one
    /// in the middle of markup, spans of what the input has not got mean nothing.
    pub fn set_state(&mut self, state: R::State) {
        self.registers.state = state;
    }

    /// Sets the state for text, by the name that all revisions share.
    pub fn set_text_mode(&mut self, mode: TextMode) {
        R::enter(mode, &mut self.registers);
    }

    /// Sets the content model flag; `false` where the revision has none.
    pub fn set_content_model(&mut self, model: ContentModel) -> bool {
        self.registers.content_model = model;
        R::HAS_CONTENT_MODEL_FLAG
    }

    /// Sets the name that an appropriate end tag token must have.
    pub fn set_last_start_tag(&mut self, name: &str) {
        self.registers.set_last_start_tag(name);
    }

    /// Says whether there is an adjusted current node that is not in the HTML namespace; a sink can
    /// say so as well, by
    /// [`adjusted_current_node_is_foreign`](Sink::adjusted_current_node_is_foreign).
    pub fn set_foreign(&mut self, foreign: bool) {
        self.registers.foreign = foreign;
    }

    /// Feeds a chunk of text.
    pub fn feed(&mut self, chunk: &str) {
        if self.done {
            return;
        }
        // Bytes that were not a character yet are none now.
        if let Some(len) = self.decoder.finish() {
            self.push_replaced("\u{FFFD}", len);
        }
        self.push(chunk);
    }

    /// Feeds a chunk of bytes. Bytes that are not UTF-8 become U+FFFD as the Encoding Standard has
    /// it, wherever the chunks are split.
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

    /// Inserts text that is not part of the input before what has not been read yet, as
    /// `document.write()` does. Spans of what comes of it are empty and stand where it was inserted.
    pub fn insert(&mut self, text: &str) {
        if self.done || text.is_empty() {
            return;
        }
        let rest = self.carry.split_off(self.carry_pos);
        if !rest.is_empty() {
            self.waiting.push_front(Waiting {
                text: rest,
                read: 0,
                stands: None,
            });
        }
        self.carry_is_unread = false;
        let here = self.registers.current.base + self.carry.len();
        self.registers.checked = self.registers.checked.min(here);
        let waiting = core::mem::take(&mut self.waiting);
        let paused = core::mem::take(&mut self.paused);
        self.push_replaced(text, 0);
        self.paused |= paused;
        self.waiting.extend(waiting);
        self.go_on();
    }

    /// Goes on after a pause that the sink asked for.
    pub fn resume(&mut self) {
        self.paused = false;
        self.go_on();
    }

    /// Whether the sink has asked for a pause that [`resume`](Self::resume) has not ended yet.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Ends the input: the sink gets what is left, errors at the end of the file, and
    /// [`end_of_file`](Sink::end_of_file). Gives the sink back. A pause no longer counts.
    pub fn finish(mut self) -> S {
        self.end();
        self.sink
    }

    /// Ends the input without giving up the tokenizer. Afterwards nothing can be fed.
    pub fn end(&mut self) {
        if self.done {
            return;
        }
        if let Some(len) = self.decoder.finish() {
            self.push_replaced("\u{FFFD}", len);
        }
        while self.paused || !self.waiting.is_empty() {
            self.paused = false;
            self.go_on();
        }
        while !self.done {
            let carry = core::mem::take(&mut self.carry);
            let read = self.run(&carry, self.carry_pos, true);
            // A pause counts no longer: the rest is read all the same.
            self.paused = false;
            self.carry.push_str(&carry[read..]);
        }
    }

    fn push(&mut self, mut text: &str) {
        if !self.begun && !text.is_empty() {
            self.begun = true;
            if self.options.strip_bom && text.starts_with('\u{FEFF}') {
                text = &text[3..];
                let base = self.registers.current.base;
                self.registers.current.offsets.note(base, 0, 3);
            }
        }
        if !R::REPLACED.is_empty() {
            while let Some(at) = text.bytes().position(|byte| R::REPLACED.contains(&byte)) {
                self.push_piece(&text[..at], None);
                let c = char::from(text.as_bytes()[at]);
                let mut buffer = [0; 4];
                let replacement = R::replacement(c).unwrap_or(c).encode_utf8(&mut buffer);
                self.push_piece(
                    replacement,
                    Some(Stands {
                        input_len: 1,
                        error: R::input_error(c),
                    }),
                );
                text = &text[at + 1..];
            }
        }
        self.push_piece(text, None);
    }

    fn push_replaced(&mut self, text: &str, input_len: usize) {
        self.begun = true;
        self.push_piece(
            text,
            Some(Stands {
                input_len,
                error: None,
            }),
        );
    }

    fn push_piece(&mut self, text: &str, stands: Option<Stands>) {
        if text.is_empty() || self.done {
            return;
        }
        if self.paused {
            self.waiting.push_back(Waiting {
                text: text.into(),
                read: 0,
                stands,
            });
            return;
        }
        self.note(text, stands);
        let read = self.take(text);
        if read < text.len() && !self.done {
            self.waiting.push_back(Waiting {
                text: text[read..].into(),
                read: 0,
                stands: None,
            });
        }
    }

    /// Notes that the text which comes next stands for another number of bytes of the input.
    fn note(&mut self, text: &str, stands: Option<Stands>) {
        let Some(stands) = stands else { return };
        let at = self.registers.current.base + self.carry.len();
        self.registers
            .current
            .offsets
            .note(at, text.len(), stands.input_len);
        if let Some(code) = stands.error.filter(|_| S::ERRORS) {
            self.registers.replaced_errors.push_back((at, code));
        }
    }

    fn go_on(&mut self) {
        if self.carry_is_unread && !self.paused && !self.done {
            let carry = core::mem::take(&mut self.carry);
            self.carry_is_unread = false;
            let read = self.run(&carry, self.carry_pos, false);
            self.put_back(&carry[read..]);
        }
        while !self.paused && !self.done {
            let Some(mut waiting) = self.waiting.pop_front() else {
                break;
            };
            self.note(&waiting.text, waiting.stands.take());
            waiting.read += self.take(&waiting.text[waiting.read..]);
            if waiting.read < waiting.text.len() {
                self.waiting.push_front(waiting);
            }
        }
    }

    /// Runs the machine over text; gives how much of it was read or carried over.
    fn take(&mut self, text: &str) -> usize {
        let mut taken = 0;
        // What was carried over goes first, with a little more of the new text each time until the
        // machine has got past it.
        let mut more = 32;
        while taken < text.len() && !self.paused && !self.done {
            if self.carry.is_empty() {
                let to = boundary(text, taken + LONGEST_TEXT);
                taken += self.run(&text[taken..to], 0, false);
                continue;
            }
            let to = boundary(text, taken + more);
            let mut carry = core::mem::take(&mut self.carry);
            carry.push_str(&text[taken..to]);
            taken = to;
            more = (more * 2).min(LONGEST_TEXT);
            let read = self.run(&carry, self.carry_pos, false);
            self.put_back(&carry[read..]);
        }
        taken
    }

    /// After a pause in the middle of what was carried over: the rest of it has not been read.
    fn put_back(&mut self, rest: &str) {
        if self.paused && !rest.is_empty() {
            self.carry.push_str(rest);
            self.carry_pos = 0;
            self.carry_is_unread = true;
        }
    }

    /// Runs the machine over text from a position, and carries over what it cannot decide on; gives
    /// how far it has read, which is all of it but for a pause.
    fn run(&mut self, text: &str, pos: usize, last: bool) -> usize {
        let switching = self
            .options
            .switch_by_tag_name
            .then_some(self.options.scripting);
        let mut machine = Machine::<S, R>::new(
            text,
            pos,
            last,
            &mut self.sink,
            &mut self.registers,
            switching,
        );
        let flow = R::run(&mut machine);
        let pos = machine.pos;
        let kept_from = machine.put_away();
        let registers = &mut self.registers;
        // Spans may yet begin where the token does, or the text that is held back.
        let mut needed = registers.current.base.min(registers.emitted);
        if registers.current.token.live {
            needed = needed.min(registers.current.token.start);
        }
        registers.current.offsets.forget_before(needed);
        self.carry.clear();
        self.carry_pos = 0;
        match flow {
            Flow::Paused => {
                self.paused = true;
                return pos;
            }
            Flow::Done => self.done = true,
            Flow::Go | Flow::Starved => {
                self.carry.push_str(&text[kept_from..]);
                self.carry_pos = pos - kept_from;
            }
        }
        text.len()
    }
}

/// The first boundary between characters from `at` on.
pub(crate) fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// What text that is not the input's own stands for.
#[derive(Clone, Copy, Debug)]
struct Stands {
    /// How many bytes of the input.
    input_len: usize,
    /// The error that the replaced character is.
    error: Option<ErrorCode>,
}

/// Text that waits for the end of a pause.
#[derive(Clone, Debug)]
struct Waiting {
    text: String,
    /// How much of it has been read, in bytes.
    read: usize,
    stands: Option<Stands>,
}
