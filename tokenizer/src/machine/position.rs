//! Lines and columns, as html5lib counts them: from 1, in UTF-16 code units; CR LF is one line
//! ending.

use crate::input::block::Block;
use crate::input::{line_ends, utf16};

/// How far lines have been counted.
#[derive(Clone, Copy)]
pub(crate) struct LineCount {
    /// The line that the counted text ends in.
    line: usize,
    /// UTF-16 code units on that line so far.
    column: usize,
    /// Whether the counted text ends with a CR.
    after_cr: bool,
}

/// Up to this many bytes are looked at a block at a time.
const LONGEST_LOOK: usize = 256;

/// The bytes of a block, as bits, that are controls or beyond ASCII.
#[inline(always)]
fn unusual(block: [u8; 16]) -> u32 {
    Block::from(block).below(0x20).to_bitmask()
}

impl Default for LineCount {
    fn default() -> Self {
        LineCount {
            line: 1,
            column: 0,
            after_cr: false,
        }
    }
}

impl LineCount {
    /// Counts `text`, which follows what was counted.
    pub(crate) fn count(&mut self, text: &str) {
        self.count_range(text.as_bytes(), 0, text.len());
    }

    /// Counts the bytes from `from` to `to`, which follow what was counted.
    #[inline(never)]
    fn count_range(&mut self, bytes: &[u8], from: usize, to: usize) {
        // Where errors stand close together, searching costs more than looking.
        if to - from <= LONGEST_LOOK {
            self.count_near(bytes, from, to);
        } else {
            self.count_long(&bytes[from..to]);
        }
    }

    #[inline(never)]
    fn count_long(&mut self, bytes: &[u8]) {
        // On the last line characters are counted, before it only lines.
        let line_start = line_ends::last(bytes).map_or(0, |at| at + 1);
        let (lines, rest) = bytes.split_at(line_start);
        if let Some(&first) = lines.first() {
            self.line += line_ends::count(lines) - usize::from(self.after_cr && first == b'\n');
            self.column = 0;
            self.after_cr = lines.last() == Some(&b'\r');
        }
        self.count_on_line(rest);
    }

    /// Counts bytes among which there are no line endings.
    fn count_on_line(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.column += utf16::units(bytes);
            self.after_cr = false;
        }
    }

    /// Counts what is at most a block of ordinary characters; says whether it was.
    #[inline(always)]
    fn count_ordinary(&mut self, bytes: &[u8], from: usize, to: usize) -> bool {
        if to - from <= 2 {
            bytes[from..to]
                .iter()
                .for_each(|byte| self.count_byte(*byte));
            return true;
        }
        let block = bytes.get(from..).and_then(|rest| rest.first_chunk::<16>());
        let Some(block) = block.filter(|_| to - from < 16) else {
            return false;
        };
        let is_ordinary = unusual(*block) & ((1 << (to - from)) - 1) == 0;
        if is_ordinary {
            self.column += to - from;
            self.after_cr = false;
        }
        is_ordinary
    }

    fn count_near(&mut self, bytes: &[u8], mut from: usize, to: usize) {
        while from < to {
            let Some(block) = bytes.get(from..).and_then(|rest| rest.first_chunk::<16>()) else {
                let rest = &bytes[from..to];
                rest.iter().for_each(|byte| self.count_byte(*byte));
                return;
            };
            let len = (to - from).min(16);
            let counted = (1_u32 << len) - 1;
            if unusual(*block) & counted == 0 {
                self.column += len;
                self.after_cr = false;
            } else {
                self.count_block(*block, counted);
            }
            from += len;
        }
    }

    /// Counts the bytes of a block whose bits are set, its first ones.
    fn count_block(&mut self, bytes: [u8; 16], counted: u32) {
        let block = Block::from(bytes);
        let crs = block.equal(b'\r').to_bitmask() & counted;
        let line_feeds = block.equal(b'\n').to_bitmask() & counted;
        let after_crs = crs << 1 | u32::from(self.after_cr);
        self.after_cr = crs << 1 > counted;
        let mut on_line = counted;
        if crs | line_feeds != 0 {
            self.line += (crs | line_feeds & !after_crs).count_ones() as usize;
            self.column = 0;
            on_line &= !(u32::MAX >> (crs | line_feeds).leading_zeros());
        }
        let first = !block.below(-0x40).to_bitmask() & on_line;
        let four = block.between(0xF0, 0xFF).to_bitmask() & on_line;
        self.column += (first.count_ones() + four.count_ones()) as usize;
    }

    #[inline(always)]
    fn count_byte(&mut self, byte: u8) {
        match byte {
            b'\n' if self.after_cr => {}
            b'\n' | b'\r' => {
                self.line += 1;
                self.column = 0;
            }
            _ => {
                self.column += utf16::units_of_byte(byte);
            }
        }
        self.after_cr = byte == b'\r';
    }

    /// Counts `text`, which has no CR, this many LFs, and where `is_ascii` nothing beyond ASCII.
    pub(crate) fn count_line_feeds(&mut self, text: &str, line_feeds: usize, is_ascii: bool) {
        let Some(&first) = text.as_bytes().first() else {
            return;
        };
        let mut on_line = text.as_bytes();
        if line_feeds > 0 {
            self.line += line_feeds - usize::from(self.after_cr && first == b'\n');
            self.column = 0;
            let line_start = line_ends::last(on_line).map_or(0, |at| at + 1);
            on_line = &on_line[line_start..];
        }
        self.after_cr = false;
        match is_ascii {
            true => self.column += on_line.len(),
            false => self.count_on_line(on_line),
        }
    }

    /// The line and column of the character after the counted text, both from 1.
    pub(crate) fn next(&self) -> (usize, usize) {
        (self.line, self.column + 1)
    }
}

/// The count of lines along a text, for places that go forward but for a few steps back.
#[derive(Clone, Copy, Default)]
pub(crate) struct Lines {
    counted: Mark,
    /// Counts of a little before, to take up from for a step back.
    before: [Mark; 2],
}

/// Lines up to a position.
#[derive(Clone, Copy, Default)]
struct Mark {
    at: usize,
    lines: LineCount,
}

/// No place is further back than this from one that came before: the longest name of a reference.
const LONGEST_STEP_BACK: usize = 64;

impl Lines {
    /// A count that begins at a position of the text.
    pub(crate) fn starting_at(at: usize) -> Self {
        let begin = Mark {
            at,
            lines: LineCount::default(),
        };
        Lines {
            counted: begin,
            before: [begin; 2],
        }
    }

    /// The line and column of the character at a position.
    #[inline(always)]
    pub(crate) fn place(&mut self, text: &str, at: usize) -> (usize, usize) {
        let is_near = at >= self.counted.at && at - self.before[1].at < LONGEST_STEP_BACK;
        if is_near {
            let lines = &mut self.counted.lines;
            if lines.count_ordinary(text.as_bytes(), self.counted.at, at) {
                self.counted.at = at;
                return lines.next();
            }
        }
        self.at(text, at).next()
    }

    /// The count before a position.
    #[inline(never)]
    pub(crate) fn at(&mut self, text: &str, at: usize) -> LineCount {
        if at < self.counted.at {
            return self.at_step_back(text, at);
        }
        let lines = &mut self.counted.lines;
        lines.count_range(text.as_bytes(), self.counted.at, at);
        self.counted.at = at;
        if at - self.before[1].at >= LONGEST_STEP_BACK {
            self.before = [self.before[1], self.counted];
        }
        self.counted.lines
    }

    #[inline(never)]
    fn at_step_back(&self, text: &str, at: usize) -> LineCount {
        let from = self.before[usize::from(at >= self.before[1].at)];
        let mut lines = from.lines;
        lines.count(text.get(from.at..at).unwrap_or_default());
        lines
    }

    /// How far the text has been counted.
    pub(crate) fn counted_to(&self) -> usize {
        self.counted.at
    }
}

impl From<LineCount> for Lines {
    /// A text that begins after what was counted.
    fn from(lines: LineCount) -> Self {
        let begin = Mark { at: 0, lines };
        Lines {
            counted: begin,
            before: [begin; 2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LineCount, Lines};

    #[test]
    fn columns_are_those_of_encode_utf16() {
        for text in ["", "abc", "é中😀x", "\u{10FFFF}\u{FFFF}"] {
            let text = text.repeat(100);
            let mut lines = LineCount::default();
            lines.count(&text);
            assert_eq!(lines.next(), (1, text.encode_utf16().count() + 1));
        }
    }

    #[test]
    fn however_the_text_is_split_the_count_is_the_same() {
        for text in [
            "",
            "a",
            "\n",
            "\r\n",
            "a\r\nb",
            "\r\r\n\n",
            "é\n中文",
            "a\rb\n\rc",
            "\ra\nbc\r\n\n\ré".repeat(50).as_str(),
            "0123456789é\n中文😀 and more of it\r\n0123456789abcdef\n\n0123456789😀😀\r",
        ] {
            let mut whole = LineCount::default();
            whole.count(text);
            for (at, _) in text.char_indices() {
                let mut split = LineCount::default();
                split.count(&text[..at]);
                let mut counted = split;
                split.count(&text[at..]);
                assert_eq!(split.next(), whole.next(), "{text:?} at {at}");
                if !text[at..].contains('\r') {
                    let line_feeds = text[at..].matches('\n').count();
                    counted.count_line_feeds(&text[at..], line_feeds, text.is_ascii());
                    assert_eq!(counted.next(), whole.next(), "{text:?} at {at}");
                }
            }
        }
    }

    #[test]
    fn cr_lf_is_one_line_ending() {
        let mut lines = LineCount::default();
        lines.count("ab\r\ncd\r\n\re");
        assert_eq!(lines.next(), (4, 2));
    }

    #[test]
    fn a_step_back_is_counted_like_a_step_forward() {
        let text = "a\r\nb\nlonger é line\r\r".repeat(40);
        let count = |at: usize| {
            let mut lines = LineCount::default();
            lines.count(&text[..at]);
            lines.next()
        };
        let mut lines = Lines::default();
        for step in [1, 7, 60, 63, 200] {
            let places = (0..text.len()).step_by(step);
            for at in places.filter(|at| text.is_char_boundary(*at)) {
                lines.at(&text, at);
                for back in 0..50.min(at) {
                    if text.is_char_boundary(at - back) {
                        assert_eq!(lines.at(&text, at - back).next(), count(at - back));
                    }
                }
            }
            lines = Lines::default();
        }
    }
}
