//! The machine that the generated states drive: its input, its registers and the steps.
//!
//! The generated code calls the methods here and nothing else; a step of the tables is one method. A machine lives
//! for one slice of the input, so its strings are ranges of the slice. What must survive is copied when the machine
//! is suspended: each end of a chunk costs that copy, and a token that it cuts is no longer borrowed.

// Each revision uses a part of the steps; with all of them, unused code is an error.
#![cfg_attr(not(feature = "all-revisions"), allow(dead_code))]

mod build;
mod emit;
mod errors;
mod follow;
mod limits;
mod lookahead;
#[cfg(all(test, feature = "model"))]
pub(crate) mod model;
mod output;
pub(crate) mod prelude;
mod reference_lexer;
mod revision;
mod run;
mod suspended;

pub(crate) use limits::Kept;
pub(crate) use output::Output;
pub(crate) use reference_lexer::PlainNumbers;
pub(crate) use revision::sealed::Machinery;
pub use revision::{Revision, RevisionVisitor};
pub(crate) use suspended::SuspendedMachine;

use crate::TextMode;
use crate::open_elements::{Follower, Follows};
use crate::registers::{Answer, NO_START, Registers, Storage, TokenKind, Undecided};
use crate::text::{steps, width};

/// How a state ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// In the state that `state` names.
    Go,
    /// The slice has ended, and more input may come.
    Starved,
    /// The sink returned [`Next::Pause`](crate::Next::Pause) or [`Next::Stop`](crate::Next::Stop).
    Paused,
    /// An end-of-file token was emitted.
    Done,
}

/// The input at the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// A character, by its first byte; CR is LF already.
    Byte(u8),
    /// The end of the file.
    Eof,
    /// The slice has ended, and more input may come.
    Starved,
}

/// The fields that steps append to. Always named as a constant, so every match on it is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    TagName,
    AttributeName,
    AttributeValue,
    CommentData,
    DoctypeName,
    PublicIdentifier,
    SystemIdentifier,
    ProcessingInstructionData,
    TemporaryBuffer,
}

impl Field {
    /// Whether a token without this field differs from one where it is empty.
    #[inline(always)]
    const fn may_be_missing(self) -> bool {
        matches!(
            self,
            Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier
        )
    }
}

/// The states run over one slice of the input.
pub(crate) struct Machine<'i, 'r, O: Output, R: Revision> {
    text: &'i str,
    /// The next character.
    pub(crate) pos: usize,
    /// The current input character.
    pub(crate) cur: usize,
    /// Whether the file ends with this text.
    last: bool,
    output: O,
    /// Copied here while the machine runs: through a reference, each access would be an indirection.
    pub(crate) r: Registers<R::State>,
    suspended: &'r mut Registers<R::State>,
    pub(crate) storage: &'r mut Storage,
    follower: &'r mut Follower,
    /// A copy of [`Follower::follows`]; `end_tags` is also set for an end tag that exceeds a limit.
    follows: Follows,
    /// All errors of the input stream before this position have been reported.
    checked_to: usize,
    at_candidate: bool,
    /// Where the checks of this slice began, and facts about the checked text.
    checks_from: usize,
    line_feeds: usize,
    has_cr: bool,
    beyond_ascii: bool,
    /// `checked_to` and `line_feeds` when lines were last counted.
    at_last_count: (usize, usize),
    switch: Option<TextMode>,
    paused: bool,
    /// Whether the sink wants nothing more.
    stopped: bool,
}

impl<'i, 'r, O: Output, R: Revision> Machine<'i, 'r, O, R> {
    /// A machine at `pos` of `text`, which begins at `suspended.base()` of the whole text.
    pub(crate) fn new(
        text: &'i str,
        pos: usize,
        last: bool,
        output: O,
        suspended: &'r mut SuspendedMachine<R::State>,
    ) -> Self {
        let SuspendedMachine {
            registers,
            storage,
            follower,
        } = suspended;
        let checked_to = if O::ERRORS {
            storage.checked - registers.token.base
        } else {
            usize::MAX
        };
        let mut follows = Self::follows(follower);
        // An end tag that exceeds the limit is checked where it would be followed.
        follows.end_tags |= storage.has_too_many_attributes();
        let answer = match R::RESPONDS_LATE {
            true => core::mem::take(&mut storage.answer),
            false => Answer::default(),
        };
        Machine {
            text,
            pos,
            cur: pos,
            last,
            output,
            r: *registers,
            suspended: registers,
            follows,
            storage,
            follower,
            checked_to,
            at_candidate: false,
            checks_from: checked_to,
            line_feeds: 0,
            has_cr: false,
            beyond_ascii: false,
            at_last_count: (checked_to, 0),
            switch: answer.switch,
            paused: answer.paused,
            stopped: answer.stopped,
        }
    }

    /// Whether the sink wants nothing more.
    pub(crate) fn is_stopped(&mut self) -> bool {
        self.stopped || self.output.is_stopped()
    }

    /// Suspends the machine, which ended with `flow`: copies everything that is borrowed from the slice. Returns the
    /// position from which on the slice is still needed.
    pub(crate) fn suspend(&mut self, flow: Flow) -> usize {
        steps::count(1);
        self.drain_input_errors_to(self.pos);
        self.keep_held();
        self.keep_answer();
        let keep_from = self
            .storage
            .mark
            .map_or(self.pos, |mark| mark.min(self.pos));
        if O::SOURCE {
            self.keep_source(keep_from);
        }
        match self.r.token.kind {
            TokenKind::None => self.forget_token(),
            _ => self.keep_token(),
        }
        self.keep_last_start_tag();
        self.keep_matched();
        self.storage.temporary_buffer.keep(self.text);
        self.storage.target.keep(self.text);
        self.keep_behind(keep_from);
        if O::ERRORS {
            // After the end of the file there are no errors.
            if O::LINES && flow != Flow::Done {
                self.storage.lines = self.count_lines(keep_from).into();
            }
            self.storage.checked = self.r.token.base + self.checked_to.max(keep_from);
        }
        self.storage.mark = self.storage.mark.map(|mark| mark - keep_from);
        self.storage.waiting = self.storage.waiting.after(keep_from);
        self.r.token.base += keep_from;
        *self.suspended = self.r;
        keep_from
    }

    /// Keeps the sink's answer to a tag whose path has not ended.
    fn keep_answer(&mut self) {
        if R::RESPONDS_LATE {
            self.storage.answer = Answer {
                switch: self.switch.take(),
                paused: core::mem::take(&mut self.paused),
                stopped: self.stopped,
            };
        }
    }

    /// Keeps the first bytes of the text after the last output.
    fn keep_held(&mut self) {
        let bytes = self.text.as_bytes();
        self.storage
            .held
            .keep(bytes, self.r.token.base, self.r.emitted);
    }

    /// Keeps the source of the markup under construction up to `to`, as it may become a tag.
    fn keep_source(&mut self, to: usize) {
        let token = &self.r.token;
        let may_become_tag = matches!(
            self.storage.held.undecided(self.r.emitted),
            Some(Undecided::Markup | Undecided::EndTag)
        );
        let from = match token.kind {
            TokenKind::Tag if token.is_tag() => token.start,
            TokenKind::Comment | TokenKind::Doctype | TokenKind::ProcessingInstruction => NO_START,
            _ if may_become_tag => self.r.emitted,
            _ => NO_START,
        };
        let source = &mut self.storage.source;
        source.keep(self.text, token.base, from, to);
    }

    /// Keeps the end of the text before `to`, for the conditions that look behind.
    fn keep_behind(&mut self, to: usize) {
        if R::LONGEST_BEHIND > 0 {
            let read = &self.text.as_bytes()[to.saturating_sub(R::LONGEST_BEHIND)..to];
            self.storage.behind.extend_from_slice(read);
            let old = self.storage.behind.len().saturating_sub(R::LONGEST_BEHIND);
            self.storage.behind.drain(..old);
        }
    }

    /// Saves the registers for a machine over a longer slice from the same start, without copies. Returns the
    /// position to resume at.
    pub(crate) fn checkpoint(&mut self) -> usize {
        self.drain_input_errors_to(self.pos);
        self.keep_held();
        self.keep_answer();
        if O::ERRORS {
            self.storage.checked = self.r.token.base + self.checked_to;
            if O::LINES {
                self.count_lines_near(self.pos);
            }
        }
        *self.suspended = self.r;
        self.pos
    }

    #[inline(always)]
    pub(crate) fn bytes(&self) -> &'i [u8] {
        self.text.as_bytes()
    }

    /// Consumes the next input character.
    #[inline(always)]
    pub(crate) fn consume(&mut self) -> Input {
        steps::count(1);
        match self.bytes().get(self.pos) {
            Some(&byte) if byte < 0x80 && byte != b'\r' => {
                self.cur = self.pos;
                self.pos += 1;
                Input::Byte(byte)
            }
            _ => self.consume_carefully(),
        }
    }

    /// Where the line ending that the CR at `pos` begins ends; `None` where the text ends too early.
    #[inline(always)]
    pub(crate) fn end_of_line_ending(&self, pos: usize) -> Option<usize> {
        let next = *self.bytes().get(pos + 1)?;
        Some(pos + 1 + usize::from(next == b'\n'))
    }

    fn consume_carefully(&mut self) -> Input {
        self.cur = self.pos;
        let Some(&byte) = self.bytes().get(self.pos) else {
            return if self.last {
                Input::Eof
            } else {
                Input::Starved
            };
        };
        if byte == b'\r' {
            // An LF that follows is part of the line ending.
            self.pos += match self.bytes().get(self.pos + 1) {
                Some(b'\n') => 2,
                None if !self.last => return Input::Starved,
                _ => 1,
            };
            return Input::Byte(b'\n');
        }
        self.pos += width(byte);
        Input::Byte(byte)
    }

    /// The next input character, which is not consumed.
    #[inline(always)]
    pub(crate) fn peek(&mut self) -> Input {
        steps::count(1);
        match self.bytes().get(self.pos) {
            Some(b'\r') => Input::Byte(b'\n'),
            Some(&byte) => Input::Byte(byte),
            None if self.last => Input::Eof,
            None => Input::Starved,
        }
    }

    /// Whether the current slice ends before the next input character does, with its whole line ending.
    #[allow(
        dead_code,
        reason = "no revision has a row that waits for the next character without reading it"
    )]
    pub(crate) fn next_is_cut(&self) -> bool {
        let is_return = self.bytes().get(self.pos) == Some(&b'\r');
        !self.last && self.pos + usize::from(is_return) >= self.text.len()
    }

    /// Reconsumes the current input character in the next state.
    #[inline(always)]
    pub(crate) fn reconsume(&mut self) {
        self.pos = self.cur;
    }

    /// The current input character, for classes beyond ASCII.
    pub(crate) fn current_char(&self) -> char {
        self.char_at(self.cur)
    }

    /// The next input character, for classes beyond ASCII.
    pub(crate) fn next_char(&self) -> char {
        self.char_at(self.pos)
    }

    /// The character at a position; U+FFFD at the end of the current slice.
    pub(crate) fn char_at(&self, pos: usize) -> char {
        match self.text[pos..].chars().next() {
            Some('\r') => '\n',
            Some(c) => c,
            None => '\u{FFFD}',
        }
    }

    /// A position in the current slice, as one in the whole text.
    #[inline(always)]
    fn whole(&self, pos: usize) -> usize {
        self.r.token.base + pos
    }
}
