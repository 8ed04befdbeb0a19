//! Maps positions in the machine's text to offsets in the input.
//!
//! They differ after bytes that were not UTF-8 (some became a three-byte U+FFFD), after characters
//! that the revision replaces, and after text that a script inserted.

use crate::Span;
use alloc::vec::Vec;

/// Text that represents another number of input bytes, once or several times.
#[derive(Clone, Copy)]
struct Segment {
    /// Where it starts in the text.
    text: usize,
    /// How long it is there.
    text_len: usize,
    /// Where it starts in the input.
    input: usize,
    /// How many bytes of the input it represents.
    input_len: usize,
    /// How many equal ones are adjacent.
    times: usize,
}

#[derive(Clone, Default)]
pub(crate) struct Offsets {
    stretches: Vec<Segment>,
}

impl Offsets {
    /// The offsets in the input for a range of the text.
    #[inline(always)]
    pub(crate) fn span(&self, text: Span) -> Span {
        if self.stretches.is_empty() {
            text
        } else {
            self.look_up_both(text)
        }
    }

    #[cold]
    #[inline(never)]
    fn look_up_both(&self, text: Span) -> Span {
        Span::new(self.input(text.start), self.input(text.end))
    }

    /// The offset in the input for a position in the text.
    pub(crate) fn input(&self, text: usize) -> usize {
        let before = self.stretches.partition_point(|s| s.text <= text);
        let Some(stretch) = before.checked_sub(1).map(|i| self.stretches[i]) else {
            return text;
        };
        let inside = text - stretch.text;
        let len = stretch.text_len * stretch.times;
        if inside < len {
            let (times, inside) = (inside / stretch.text_len, inside % stretch.text_len);
            stretch.input + stretch.input_len * times + inside.min(stretch.input_len)
        } else {
            stretch.input + stretch.input_len * stretch.times + (inside - len)
        }
    }

    /// Notes that `text_len` bytes of text from `text` on represent `input_len` bytes of input.
    pub(crate) fn note(&mut self, text: usize, text_len: usize, input_len: usize) {
        if let Some(last) = self.stretches.last_mut()
            && text == last.text + last.text_len * last.times
            && (text_len, input_len) == (last.text_len, last.input_len)
            && text_len > 0
        {
            last.times += 1;
            return;
        }
        let input = self.input(text);
        self.stretches.push(Segment {
            text,
            text_len,
            input,
            input_len,
            times: 1,
        });
    }

    /// Drops the segments that no position from `text` on needs.
    pub(crate) fn forget_before(&mut self, text: usize) {
        let before = self.stretches.partition_point(|s| s.text <= text);
        if before > 64 {
            self.stretches.drain(..before - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Offsets;

    #[test]
    fn what_is_forgotten_moves_nothing_that_comes_after() {
        let mut offsets = Offsets::default();
        for at in 0..100 {
            offsets.note(7 * at, 3, 1);
        }
        let whole = offsets.clone();
        offsets.forget_before(500);
        assert!(offsets.stretches.len() < whole.stretches.len());
        for at in 500..800 {
            assert_eq!(offsets.input(at), whole.input(at), "{at}");
        }
    }

    #[test]
    fn malformed_bytes_in_a_row_are_noted_as_one() {
        let mut offsets = Offsets::default();
        for at in 0..50 {
            offsets.note(10 + 3 * at, 3, 1);
        }
        assert_eq!(offsets.stretches.len(), 1);
        let seen: [usize; 6] = [9, 10, 13, 14, 160, 161].map(|text| offsets.input(text));
        assert_eq!(seen, [9, 10, 11, 12, 60, 61]);
    }

    #[test]
    fn positions_after_a_replacement_are_those_of_the_input() {
        let mut offsets = Offsets::default();
        assert_eq!(offsets.input(7), 7);
        // "ab", one bad byte, "cd", two bad bytes as one, "e"
        offsets.note(2, 3, 1);
        offsets.note(7, 3, 2);
        let seen: [usize; 6] = [0, 2, 5, 7, 10, 11].map(|text| offsets.input(text));
        assert_eq!(seen, [0, 2, 3, 5, 7, 8]);
    }
}
