//! Strings under construction, borrowed from the input as long as they can be.

use alloc::string::String;

/// A string that is being built: a range of the text at hand, or of the scratch buffer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slot {
    start: usize,
    end: usize,
    in_scratch: bool,
}

impl Slot {
    /// The string.
    #[inline(always)]
    pub(crate) fn get<'a>(&self, text: &'a str, scratch: &'a str) -> &'a str {
        let home = if self.in_scratch { scratch } else { text };
        &home[self.start..self.end]
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.end - self.start
    }

    /// A range of the text at hand.
    #[inline(always)]
    pub(crate) fn borrowed(start: usize, end: usize) -> Self {
        Slot {
            start,
            end,
            in_scratch: false,
        }
    }

    /// The range of the text at hand, where it is one.
    #[inline(always)]
    pub(crate) fn borrowed_range(&self) -> Option<(usize, usize)> {
        (!self.in_scratch).then_some((self.start, self.end))
    }

    /// Appends a range of the text at hand; stays borrowed where it goes on from the slot's end.
    #[inline(always)]
    pub(crate) fn append_range(
        &mut self,
        text: &str,
        scratch: &mut String,
        from: usize,
        to: usize,
    ) {
        if !self.in_scratch && self.end == from {
            self.end = to;
        } else if self.is_empty() {
            *self = Slot::borrowed(from, to);
        } else if from < to {
            self.append_str(text, scratch, &text[from..to]);
        }
    }

    /// Appends a string from elsewhere.
    pub(crate) fn append_str(&mut self, text: &str, scratch: &mut String, string: &str) {
        self.move_to_end_of_scratch(text, scratch);
        scratch.push_str(string);
        self.end = scratch.len();
    }

    /// Makes the slot the tail of the scratch buffer, so that it can grow there.
    fn move_to_end_of_scratch(&mut self, text: &str, scratch: &mut String) {
        if self.in_scratch && self.end == scratch.len() {
            return;
        }
        let start = scratch.len();
        if self.in_scratch {
            scratch.extend_from_within(self.start..self.end);
        } else {
            scratch.push_str(&text[self.start..self.end]);
        }
        *self = Slot {
            start,
            end: scratch.len(),
            in_scratch: true,
        };
    }

    /// Before the text at hand goes away: keeps what was borrowed from it.
    pub(crate) fn keep(&mut self, text: &str, scratch: &mut String) {
        if self.in_scratch {
            return;
        }
        if self.is_empty() {
            *self = Slot {
                start: scratch.len(),
                end: scratch.len(),
                in_scratch: true,
            };
        } else {
            self.move_to_end_of_scratch(text, scratch);
        }
    }
}
