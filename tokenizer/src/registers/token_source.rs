//! The source of the tag that a sink receives, also if it began in an earlier slice.

use crate::text::memory;
use crate::text::narrow;
use crate::text::steps;
use alloc::string::String;

/// The text from the beginning of the markup under construction.
#[derive(Clone, Default)]
pub(crate) struct TokenSource {
    /// The text of earlier slices.
    kept: String,
    /// Where that begins in the whole text.
    kept_from: usize,
    /// The completed tag: a range of the current slice, or everything that is kept.
    completed: Option<(u32, u32)>,
}

impl TokenSource {
    /// Keeps the text from `from` of the whole text up to `end`, before the current slice, which begins at `base`,
    /// ends. Without markup under construction, `from` is not before `end`. What is kept ends where the slice begins.
    pub(crate) fn keep(&mut self, text: &str, base: usize, from: usize, end: usize) {
        if from < base && self.kept_from <= from {
            self.drop_before(from);
            self.kept.push_str(&text[..end]);
            steps::count_bytes(end);
        } else {
            let from = from.clamp(base, base + end);
            self.kept.clear();
            self.kept_from = from;
            self.kept.push_str(&text[from - base..end]);
            steps::count_bytes(self.kept.len());
        }
    }

    /// The most bytes that it takes with so much more text.
    pub(crate) fn memory(&self, more: usize) -> usize {
        memory::of_string(self.kept.len() + more)
    }

    pub(crate) fn trim(&mut self) {
        memory::trim_string(&mut self.kept);
    }

    /// Completes a tag that begins at `start` and ends at `end` of the whole text.
    #[inline(always)]
    pub(crate) fn complete(&mut self, text: &str, base: usize, start: usize, end: usize) {
        if start >= base {
            let range = (start - base, end - base);
            self.completed = Some((narrow::position(range.0), narrow::position(range.1)));
        } else {
            self.complete_kept(&text[..end - base], start);
        }
    }

    #[cold]
    #[inline(never)]
    fn complete_kept(&mut self, rest: &str, start: usize) {
        self.drop_before(start);
        self.kept.push_str(rest);
        steps::count_bytes(rest.len());
        self.completed = None;
    }

    /// Drops what is kept before a position of the whole text.
    fn drop_before(&mut self, from: usize) {
        let before = from.saturating_sub(self.kept_from).min(self.kept.len());
        if before > 0 {
            self.kept.drain(..before);
            steps::count_bytes(self.kept.len());
        }
        self.kept_from += before;
    }

    /// The completed tag.
    pub(crate) fn tag<'a>(&'a self, text: &'a str) -> &'a str {
        match self.completed {
            Some((start, end)) => text.get(start as usize..end as usize).unwrap_or_default(),
            None => &self.kept,
        }
    }
}
