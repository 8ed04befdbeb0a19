//! Parse errors: those of the input stream, those that the states report, and the line and column of each.
//!
//! The states see no character that is an error of the input stream alone. A scan finds those in windows ahead of the
//! states, and counts line feeds on its way; each is reported before an error of a state at the same character or a later
//! one. So an error costs a count of columns from a place near it, instead of a count for every character. What a place
//! is, [`Lines`] knows; here is only how far it has to count.

use super::{Machine, Output};
use crate::generated::ErrorCode;
use crate::places::{LONGEST_STEP_BACK, LineCount, Lines, PIECE};
use crate::text::checks::{CheckedText, find_suspicious};
use crate::text::{boundary, line_ends, width};
use crate::{ParseError, Revision, Span};

/// The distance from which on lines are not counted byte by byte.
const FAR: usize = 2 * WINDOW;

/// How far the input stream is checked ahead: short enough for the checked text to stay in the cache.
const WINDOW: usize = 8 * 1024;

impl<O: Output, R: Revision> Machine<'_, '_, O, R> {
    /// A parse error at the current input character.
    #[inline(always)]
    pub(crate) fn error_at_current(&mut self, code: ErrorCode) {
        if O::ERRORS {
            self.report(code, self.cur);
        }
    }

    /// A parse error at the next input character.
    #[inline(always)]
    pub(crate) fn error_at_next(&mut self, code: ErrorCode) {
        if O::ERRORS {
            self.report(code, self.pos);
        }
    }

    #[inline(never)]
    pub(super) fn report(&mut self, code: ErrorCode, at: usize) {
        self.drain_input_errors_to(at + 1);
        self.report_here(code, at);
    }

    #[inline(always)]
    pub(super) fn report_here(&mut self, code: ErrorCode, at: usize) {
        let (line, column) = match O::LINES {
            true => self.place(at),
            false => (0, 0),
        };
        let span = match O::SPANS {
            true => {
                let width = self.bytes().get(at).map_or(0, |byte| width(*byte));
                self.span(self.whole(at), self.whole(at + width))
            }
            false => Span::default(),
        };
        let error = ParseError {
            code,
            span,
            line,
            column,
        };
        self.output.error(&error);
    }

    /// The line and column of the character at a position.
    #[inline(always)]
    fn place(&mut self, at: usize) -> (usize, usize) {
        if at > self.storage.lines.counted_to() + FAR {
            self.count_lines_near(at);
        }
        let place = self.storage.lines.place(self.text, at);
        self.at_last_count = (self.checked_to, self.line_feeds);
        place
    }

    /// Counts lines up to a place that no later position precedes, if `at` is one of a later error.
    #[cold]
    #[inline(never)]
    pub(super) fn count_lines_near(&mut self, at: usize) {
        let mut near = at.saturating_sub(LONGEST_STEP_BACK);
        while !self.text.is_char_boundary(near) {
            near -= 1;
        }
        if near > self.storage.lines.counted_to() {
            let lines = self.count_lines(near);
            self.storage.lines = Lines::continuing_at(near, lines);
            self.at_last_count = (self.checked_to, self.line_feeds);
        }
    }

    /// The count of lines up to a position. Few bytes are read again: the checks have counted the line feeds.
    pub(super) fn count_lines(&mut self, at: usize) -> LineCount {
        let counted = self.storage.lines.counted_to();
        if self.checked_to < at || at <= counted + PIECE {
            return self.storage.lines.at(self.text, at);
        }
        let (text, bytes) = (&self.text[counted..at], self.bytes());
        let earlier = &bytes[counted..self.checks_from.max(counted)];
        let has_cr = self.has_cr || earlier.contains(&b'\r');
        let ends = if has_cr {
            line_ends::count(text.as_bytes())
        } else {
            // Both counts go too far, but only within a window.
            let (checked_to, line_feeds) = self.at_last_count;
            let up_to_end =
                self.line_feeds + line_ends::count(&bytes[counted..checked_to.max(counted)]);
            up_to_end - line_feeds - line_ends::count(&bytes[at..self.checked_to])
        };
        let mut lines = self.storage.lines.at(self.text, counted);
        lines.count_line_ends(text, ends, !self.beyond_ascii && earlier.is_ascii());
        lines
    }

    /// Reports the input stream's errors before a position.
    #[inline(always)]
    pub(super) fn drain_input_errors_to(&mut self, to: usize) {
        if O::ERRORS && to > self.checked_to {
            self.report_input_errors_to(to);
        }
    }

    #[inline(never)]
    fn report_input_errors_to(&mut self, to: usize) {
        let to = to.min(self.text.len());
        while self.checked_to < to {
            if let Some((c, code)) = self.candidate() {
                if let Some(code) = code {
                    self.report_here(code, self.checked_to);
                }
                self.pass_candidate(c);
            }
            self.check_window(to);
        }
    }

    /// The candidate at which the checks stopped, and its error.
    #[inline(always)]
    pub(super) fn candidate(&self) -> Option<(char, Option<ErrorCode>)> {
        if !self.at_candidate {
            return None;
        }
        let c = self.text[self.checked_to..].chars().next()?;
        Some((c, self.candidate_error(c)))
    }

    #[inline(always)]
    pub(super) fn pass_candidate(&mut self, c: char) {
        let at = self.whole(self.checked_to);
        let replaced = self.storage.replaced_errors.front();
        if replaced.is_some_and(|(replaced, _)| *replaced <= at) {
            self.storage.replaced_errors.pop_front();
        }
        self.checked_to += c.len_utf8();
        self.line_feeds += usize::from(c == '\n');
        self.has_cr |= c == '\r';
        self.beyond_ascii |= !c.is_ascii();
        // Candidates often come in groups, most of which repeat one character.
        let rest = &self.text[self.checked_to..];
        let next = rest.chars().next();
        self.at_candidate = next.is_some_and(|next| next == c || R::begin(rest.as_bytes()));
    }

    #[inline(always)]
    fn candidate_error(&self, c: char) -> Option<ErrorCode> {
        match self.storage.replaced_errors.front() {
            Some((replaced, code)) if *replaced == self.whole(self.checked_to) => *code,
            _ => match c {
                '\r' => R::input_error('\n'),
                // CR LF is one line ending, and its CR was reported.
                '\n' if self.bytes()[..self.checked_to].ends_with(b"\r") => None,
                _ => R::input_error(c),
            },
        }
    }

    /// Checks the next window, at least up to `to`, if the checks have not stopped at a candidate.
    #[inline(always)]
    pub(super) fn check_window(&mut self, to: usize) {
        if !self.at_candidate {
            let ahead = match self.storage.first_window {
                None => WINDOW,
                Some(first) => (self.checked_to - self.checks_from).clamp(first, WINDOW),
            };
            self.check_up_to(to.max(self.checked_to + ahead));
        }
    }

    /// Checks up to a position at most, and stops at the next candidate.
    pub(super) fn check_up_to(&mut self, end: usize) {
        let end = boundary(self.text, end);
        let found = find_suspicious::<R>(self.text, self.checked_to, end);
        self.note_checked(found);
        self.at_candidate = found.at < end;
    }

    /// Records checked text.
    pub(super) fn note_checked(&mut self, found: CheckedText) {
        self.checked_to = found.at;
        self.line_feeds += found.line_feeds;
        self.has_cr |= found.has_cr;
        self.beyond_ascii |= found.beyond_ascii;
    }
}
