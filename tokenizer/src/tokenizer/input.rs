//! The path of the input, from a chunk to the machine. Each step calls the next, and none calls back:
//!
//! 1. [`feed_str`](Tokenizer::feed_str), [`feed_bytes`](Tokenizer::feed_bytes) and `feed_reader` accept a chunk. Bytes are
//!    decoded to text by the [`Decoder`](crate::text::decode::Decoder).
//! 2. [`read`](Tokenizer::read) omits a byte order mark and splits the text at the characters that [`preprocess`]
//!    replaces. It notes what each piece is in the input. In a pause, a piece [waits](super::pauses).
//! 3. [`take`](Tokenizer::take) cuts a piece into stretches, which the limits allow, and appends them to the carried text
//!    if there is any.
//! 4. [`run`](Tokenizer::run) runs the machine over one slice, and carries its undecided end.
//!
//! A slice is text that is not copied unless it is carried: so a token that a chunk contains is borrowed from the chunk.
//! A copy of the whole input would be simpler, but costs memory and a pass over it.

use super::Tokenizer;
use super::preprocess::{Origin, preprocess};
use crate::machine::{Flow, Machine};
use crate::registers::LONGEST_TEXT;
use crate::text::boundary;
use crate::text::decode::Decoded;
use crate::text::steps;
use crate::{Revision, Sink};

/// How far the machine came in a text.
struct Ran {
    /// Up to here it was read, or will be read from the carried text.
    read: usize,
    /// From here on it is to be carried over.
    rest: usize,
}

impl<S: Sink, R: Revision> Tokenizer<S, R> {
    /// Reads a chunk of text. After [`end`](Self::end), it does nothing.
    pub fn feed_str(&mut self, chunk: &str) {
        if self.done {
            return;
        }
        self.end_character();
        self.read(chunk, None);
    }

    /// Reads a chunk of bytes, which may be split inside a character. After [`end`](Self::end), it
    /// does nothing.
    ///
    /// Bytes that are not UTF-8 become U+FFFD as in the Encoding Standard's UTF-8 decoder. The feature `simdutf8`
    /// makes the validation faster.
    pub fn feed_bytes(&mut self, mut chunk: &[u8]) {
        if self.done {
            return;
        }
        while let Some(decoded) = self.decoder.next(&mut chunk) {
            match decoded {
                Decoded::Text(text) => self.read(text, None),
                Decoded::Joined(c) => self.read(c.encode_utf8(&mut [0; 4]), None),
                Decoded::Malformed(len) => self.read("\u{FFFD}", Some(len)),
            }
        }
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
        self.end_character();
        self.inner_pauses.clear();
        while !self.done && (self.paused || !self.pending.is_empty()) {
            self.paused = false;
            self.read_pending();
        }
        while !self.done {
            self.run_carried("", true);
            // Pauses are ignored at the end of the input.
            self.paused = false;
        }
    }

    /// Reads what is left of a character that the last chunk began: it is malformed, as no byte follows.
    fn end_character(&mut self) {
        if let Some(len) = self.decoder.finish() {
            self.read("\u{FFFD}", Some(len));
        }
    }

    /// Reads text that represents `input_len` bytes of the input, or as many as it has.
    fn read(&mut self, mut text: &str, input_len: Option<usize>) {
        if !self.begun && !text.is_empty() {
            self.begun = true;
            if self.options.strip_bom && text.starts_with('\u{FEFF}') {
                text = &text[3..];
                let base = self.machine.base();
                self.machine.storage.offsets.note(base, 0, 3);
            }
        }
        for piece in preprocess::<R>(text, input_len) {
            if self.done {
                return;
            }
            if self.paused {
                self.wait(piece);
                continue;
            }
            self.insertion_point = None;
            self.note(&piece.text, piece.origin);
            let read = self.take(&piece.text);
            let rest = &piece.text[read..];
            if !rest.is_empty() && !self.done && self.has_room(rest) {
                let rest = self.rest(rest.into());
                self.push_pending(rest);
            }
        }
    }

    /// Records the length in the input of the next text, if it differs from the text's own.
    pub(super) fn note(&mut self, text: &str, origin: Option<Origin>) {
        let Some(origin) = origin else { return };
        let at = self.read_to();
        let storage = &mut self.machine.storage;
        storage.offsets.note(at, text.len(), origin.input_len);
        if let Some(replaced) = origin.replaced.filter(|_| S::ERRORS) {
            let error = R::input_error(replaced);
            storage.replaced_errors.push_back((at, error));
        }
    }

    /// Runs the machine over text. Returns how much of it was read or stored.
    pub(super) fn take(&mut self, text: &str) -> usize {
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
                let text = &text[taken..to];
                let ran = self.run(text, 0, false);
                if !self.paused {
                    self.carry_over(&text[ran.rest..]);
                }
                taken += ran.read;
                continue;
            }
            let to = boundary(text, taken + more.min(stretch));
            self.run_carried(&text[taken..to], false);
            taken = to;
            more = (more * 2).min(LONGEST_TEXT);
        }
        if !self.done {
            self.check_limits(false);
        }
        taken
    }

    /// Runs the machine over the carried text and more behind it. What a pause leaves unread is carried again.
    pub(super) fn run_carried(&mut self, more: &str, last: bool) {
        let mut carry = core::mem::take(&mut self.carry);
        carry.push_str(more);
        steps::count_bytes(more.len());
        let ran = self.run(&carry, self.carry_pos, last);
        match ran.rest {
            // It would be copied with each small chunk.
            0 => self.carry = carry,
            rest => self.carry_over(&carry[rest..]),
        }
        self.carry_is_unread |= self.paused && !self.carry.is_empty();
    }

    fn carry_over(&mut self, rest: &str) {
        self.carry.push_str(rest);
        steps::count_bytes(rest.len());
    }

    /// Runs the machine over text from a position. The end is to be carried over that it has not decided, or not read as
    /// the sink paused.
    fn run(&mut self, text: &str, pos: usize, last: bool) -> Ran {
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
            let rest = text.len();
            return Ran { read: pos, rest };
        }
        let needed = self.machine.needed_from();
        self.machine.storage.offsets.forget_before(needed);
        self.carry.clear();
        self.carry_pos = 0;
        match flow {
            Flow::Paused => {
                self.paused = true;
                self.insertion_point = None;
                Ran {
                    read: pos,
                    rest: pos,
                }
            }
            Flow::Done => Ran {
                read: text.len(),
                rest: text.len(),
            },
            Flow::Go | Flow::Starved => {
                self.carry_pos = pos - kept_from;
                Ran {
                    read: text.len(),
                    rest: kept_from,
                }
            }
        }
    }
}
