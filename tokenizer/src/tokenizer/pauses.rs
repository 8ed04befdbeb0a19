//! Pauses: what waits for their end, and what is inserted in them.
//!
//! Text that waits is in a queue, and inserted text goes to its front, so that the machine reads on as if the input had
//! arrived in this order. Until it is read, what is noted of a text counts from its start: text that is inserted before
//! it moves it. A pause inside inserted text ends with that text, and the pause around it continues, as a call of
//! `document.write()` returns to the script.

use super::Tokenizer;
use super::preprocess::{Origin, Piece, preprocess};
use crate::generated::ErrorCode;
use crate::places::Notes;
use crate::text::steps;
use crate::{Revision, Sink};
use alloc::string::String;
use alloc::vec::Vec;

impl<S: Sink, R: Revision> Tokenizer<S, R> {
    /// Inserts text before the unread input, as `document.write()` does. Text that is inserted again before the input
    /// continues comes after the text inserted before.
    ///
    /// What a pause leaves is unread. Without a pause, so is look-ahead: characters that have been fed and that the
    /// tokenizer only compares with a longer string, such as the name of a reference, until more arrives. If `x&am` is
    /// fed, `p;` inserted and `y` fed, the text is `x&p;amy`.
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
            let rest = self.rest(rest);
            self.push_pending_first(rest);
        }
        let storage = &mut self.machine.storage;
        // What was checked after it is checked again, in each pause.
        storage.checked = storage.checked.min(here);
        storage.first_window = Some(256);
        storage.waiting.to = storage.waiting.to.min(self.carry.len());
        let older = self.pending.len();
        let inserted: Vec<_> = preprocess::<R>(text, Some(0)).collect();
        for piece in inserted.into_iter().rev() {
            self.push_pending_first(PendingText::from(piece));
        }
        let paused = core::mem::take(&mut self.paused);
        while self.pending.len() > older && self.read_next_pending() {}
        if self.done {
            return;
        }
        if !self.paused {
            self.insertion_point = Some(self.read_to());
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
            self.insertion_point = Some(self.read_to());
        }
        self.paused = true;
    }

    /// Keeps a piece until the pause ends.
    pub(super) fn wait(&mut self, piece: Piece<'_>) {
        if !self.has_room(&piece.text) || self.append_to_pending(&piece) {
            return;
        }
        self.push_pending(piece.into());
        for following in &mut self.inner_pauses {
            steps::count(1);
            *following += 1;
        }
    }

    /// The rest of a text in which a pause begins, or before which text is inserted.
    pub(super) fn rest(&mut self, text: String) -> PendingText {
        PendingText {
            text,
            noted: self.unnote(),
            ..PendingText::default()
        }
    }

    pub(super) fn push_pending(&mut self, text: PendingText) {
        self.pending_len += text.memory();
        steps::count_bytes(text.text.len());
        if let Some(last) = self.pending.back_mut() {
            last.text.shrink_to_fit();
        }
        self.pending.push_back(text);
        self.check_limits(false);
    }

    fn push_pending_first(&mut self, text: PendingText) {
        self.pending_len += text.memory();
        steps::count(1);
        self.pending.push_front(text);
    }

    /// Appends text to what arrived last in a pause, while that is short; returns whether it did. A list of many short
    /// texts would take many times their length.
    fn append_to_pending(&mut self, Piece { text, origin }: &Piece<'_>) -> bool {
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
        steps::count_bytes(text.len());
        self.pending_len += text.len();
        true
    }

    pub(super) fn read_pending(&mut self) {
        self.read_unread_carry();
        while self.read_next_pending() {}
    }

    /// Reads the carried text, if a pause left it unread.
    fn read_unread_carry(&mut self) {
        if self.carry_is_unread && !self.paused && !self.done {
            self.carry_is_unread = false;
            self.run_carried("", false);
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
        let here = self.read_to();
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
        let here = self.read_to();
        self.machine.storage.offsets.add(here, &noted.offsets);
        let errors = noted.errors.iter();
        let errors = errors.map(|(at, error)| (here + at, *error));
        self.machine.storage.replaced_errors.extend(errors);
    }
}

/// Text that the machine reads after a pause.
#[derive(Clone, Debug, Default)]
pub(super) struct PendingText {
    text: String,
    /// The number of bytes that have been read.
    read: usize,
    /// Recorded when the text is read first.
    origin: Option<Origin>,
    /// Recorded again when the rest is read.
    noted: Noted,
}

impl From<Piece<'_>> for PendingText {
    fn from(Piece { text, origin }: Piece<'_>) -> Self {
        PendingText {
            text: text.into_owned(),
            origin,
            ..PendingText::default()
        }
    }
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
