//! Maps positions in the machine's text to offsets in the input.
//!
//! They differ after bytes that were not UTF-8 (some became a three-byte U+FFFD), after characters
//! that the revision replaces, and after text that a script inserted.
//!
//! A list of the segments that differ is searched for each position, so that a document of valid UTF-8 keeps and pays
//! nothing. Equal adjacent segments are one, because a broken file consists of them. What no later position needs is
//! forgotten, so offsets can be asked for tokens that are still to come and for no others.

use crate::Span;
use crate::text::memory;
use crate::text::steps;
use alloc::vec::Vec;

/// Text that represents another number of input bytes, once or several times.
#[derive(Clone, Copy, Debug)]
struct Segment {
    /// Where it starts in the text.
    text: usize,
    /// Its length in the text.
    text_len: usize,
    /// Where it starts in the input.
    input: usize,
    /// How many bytes of the input it represents.
    input_len: usize,
    /// How many equal ones are adjacent.
    times: usize,
}

/// The segments of a text that is read later; its offset in the input is not known yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes(Vec<Segment>);

impl Notes {
    /// The most bytes that they take.
    pub(crate) fn memory(&self) -> usize {
        2 * size_of_val(&*self.0)
    }
}

impl Segment {
    /// The parts before and after so many bytes of text; the rest starts at 0.
    fn split_at(self, at: usize) -> ([Segment; 2], [Segment; 2]) {
        let none = Segment { times: 0, ..self };
        if at >= self.text_len * self.times {
            return ([self, none], [none, none]);
        }
        let (times, inside) = (at / self.text_len, at % self.text_len);
        let whole = Segment { times, ..self };
        let rest = |times| Segment {
            text: 0,
            times,
            ..self
        };
        if inside == 0 {
            return ([whole, none], [rest(self.times - times), none]);
        }
        let begun = Segment {
            text: self.text + times * self.text_len,
            text_len: inside,
            input: self.input + times * self.input_len,
            input_len: inside.min(self.input_len),
            times: 1,
        };
        let ended = Segment {
            text: 0,
            text_len: self.text_len - inside,
            input: 0,
            input_len: self.input_len.saturating_sub(inside),
            times: 1,
        };
        let after = Segment {
            text: ended.text_len,
            ..rest(self.times - times - 1)
        };
        ([whole, begun], [ended, after])
    }
}

#[derive(Clone, Default)]
pub(crate) struct Offsets {
    segments: Vec<Segment>,
}

impl Offsets {
    /// The offsets in the input for a range of the text.
    #[inline(always)]
    pub(crate) fn span(&self, text: Span) -> Span {
        if self.segments.is_empty() {
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
        steps::count(1 + self.segments.len().checked_ilog2().unwrap_or_default() as usize);
        let before = self.segments.partition_point(|s| s.text <= text);
        let Some(segment) = before.checked_sub(1).map(|i| self.segments[i]) else {
            return text;
        };
        let inside = text - segment.text;
        let len = segment.text_len * segment.times;
        if inside < len {
            let (times, inside) = (inside / segment.text_len, inside % segment.text_len);
            segment.input + segment.input_len * times + inside.min(segment.input_len)
        } else {
            segment.input + segment.input_len * segment.times + (inside - len)
        }
    }

    /// Notes that `text_len` bytes of text from `text` on represent `input_len` bytes of input.
    pub(crate) fn note(&mut self, text: usize, text_len: usize, input_len: usize) {
        if let Some(last) = self.segments.last_mut()
            && text == last.text + last.text_len * last.times
            && (text_len, input_len) == (last.text_len, last.input_len)
            && text_len > 0
        {
            last.times += 1;
            return;
        }
        let input = self.input(text);
        self.segments.push(Segment {
            text,
            text_len,
            input,
            input_len,
            times: 1,
        });
    }

    /// Removes what is noted of the text from `text` on, and returns it as notes on a text that begins there.
    pub(crate) fn split_off(&mut self, text: usize) -> Notes {
        let is_before = |s: &Segment| s.text < text || s.text == text && s.text_len == 0;
        let before = self.segments.partition_point(is_before);
        let mut after = self.segments.split_off(before);
        steps::count(1 + after.len());
        for segment in &mut after {
            segment.text -= text;
        }
        if let Some(last) = self.segments.pop() {
            let (first, rest) = last.split_at(text - last.text);
            let some = |segment: &Segment| segment.times > 0;
            self.segments.extend(first.into_iter().filter(some));
            after.splice(0..0, rest.into_iter().filter(some));
        }
        Notes(after)
    }

    /// Adds notes on a text that begins at `text`.
    pub(crate) fn add(&mut self, text: usize, notes: &Notes) {
        for segment in &notes.0 {
            for time in 0..segment.times {
                let at = text + segment.text + time * segment.text_len;
                self.note(at, segment.text_len, segment.input_len);
            }
        }
    }

    /// The most bytes that it takes with two more notes.
    pub(crate) fn memory(&self) -> usize {
        memory::of_list::<Segment>(self.segments.len() + 2)
    }

    pub(crate) fn trim(&mut self) {
        memory::trim_list(&mut self.segments);
    }

    /// Drops the segments that no position from `text` on needs.
    pub(crate) fn forget_before(&mut self, text: usize) {
        let before = self.segments.partition_point(|s| s.text <= text);
        if before > 64 {
            self.segments.drain(..before - 1);
            steps::count(self.segments.len());
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
        assert!(offsets.segments.len() < whole.segments.len());
        for at in 500..800 {
            assert_eq!(offsets.input(at), whole.input(at), "{at}");
        }
    }

    #[test]
    fn notes_that_are_split_off_and_added_again_change_nothing() {
        let mut whole = Offsets::default();
        whole.note(0, 0, 3);
        whole.note(2, 3, 1);
        for at in 0..4 {
            whole.note(9 + 3 * at, 3, 2);
        }
        whole.note(23, 7, 0);
        whole.note(30, 2, 5);
        for at in 0..40 {
            let mut split = whole.clone();
            let notes = split.split_off(at);
            assert!(split.segments.iter().all(|s| s.text <= at), "{at}");
            split.add(at, &notes);
            for text in 0..50 {
                assert_eq!(
                    split.input(text),
                    whole.input(text),
                    "{text}, split at {at}"
                );
            }
            let mut moved = whole.clone();
            let notes = moved.split_off(at);
            moved.note(at, 4, 0);
            moved.add(at + 4, &notes);
            for text in at..50 {
                assert_eq!(
                    moved.input(text + 4),
                    whole.input(text),
                    "{text}, moved at {at}"
                );
            }
        }
    }

    #[test]
    fn malformed_bytes_in_a_row_are_noted_as_one() {
        let mut offsets = Offsets::default();
        for at in 0..50 {
            offsets.note(10 + 3 * at, 3, 1);
        }
        assert_eq!(offsets.segments.len(), 1);
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
