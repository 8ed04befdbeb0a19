//! Lines and columns, as html5lib counts them: from 1, in UTF-16 code units; CR LF is one line ending.
//!
//! Only errors have them, so nothing is counted until one is reported; then the count goes on from the place of the
//! last error. Places go forward but for a step back of a reference's length, for which an earlier count is kept. Any
//! other place cannot be asked for: that needs an index of the whole text, which is `LineIndex`.

use crate::text::block::Block;
use crate::text::scan::chunk;
use crate::text::{line_ends, narrow, steps, utf16};

/// How far lines have been counted: two words, which fit registers as an argument and as a result.
#[derive(Clone, Copy)]
pub(crate) struct LineCount {
    /// Twice the line that the counted text ends in, and one more where it ends with a CR.
    line: usize,
    /// UTF-16 code units on that line up to here.
    column: usize,
}

/// The number of bytes that are counted at once.
pub(crate) const PIECE: usize = 64;

impl Default for LineCount {
    fn default() -> Self {
        LineCount { line: 2, column: 0 }
    }
}

impl LineCount {
    /// Counts `text`, which follows the counted text.
    pub(crate) fn count(&mut self, text: &str) {
        *self = Lines::from(*self).at(text, text.len());
    }

    /// Whether the counted text ends with a CR.
    #[inline(always)]
    fn is_after_cr(self) -> usize {
        self.line & 1
    }

    /// The count after the bytes from `from` to `to`, which follow the counted text, if they are few and on one line.
    #[inline(always)]
    fn after_few(mut self, bytes: &[u8], from: usize, to: usize) -> Option<Self> {
        let block = Block::from(*chunk::<16>(bytes, from)?);
        let len = Some(to - from).filter(|len| *len <= 16)?;
        let counted = (1 << len) - 1;
        let ends = block.equal(b'\n') | block.equal(b'\r');
        self.line &= !usize::from(from < to);
        self.column += match (ends | block).to_bitmask() & counted {
            0 => len,
            _ if ends.to_bitmask() & counted != 0 => return None,
            _ => {
                let first = (!block.below(-0x40)).to_bitmask() & counted;
                let four = block.between(0xF0, 0xFF).to_bitmask() & counted;
                (first.count_ones() + four.count_ones()) as usize
            }
        };
        Some(self)
    }

    /// The same of any bytes.
    #[inline(always)]
    fn after(mut self, bytes: &[u8], mut from: usize, to: usize) -> Self {
        while from < to {
            let len = (to - from).min(PIECE);
            steps::count_bytes(len);
            let last;
            let piece = match chunk(bytes, from) {
                Some(piece) => piece,
                None => {
                    last = filled(&bytes[from..to]);
                    &last
                }
            };
            self = match is_plain(piece) {
                true => LineCount {
                    line: self.line & !1,
                    column: self.column + len,
                },
                false => self.after_piece(piece, len),
            };
            from += len;
        }
        self
    }

    /// The same of the first bytes of a piece, without a branch on line endings, which would often be
    /// mispredicted.
    #[inline(always)]
    fn after_piece(mut self, piece: &[u8; PIECE], len: usize) -> Self {
        let blocks = Block::four(piece);
        let counted = u64::MAX >> (PIECE - len);
        let those = |lanes: [Block; 4]| Block::bits_of(lanes) & counted;
        let line_feeds = those(Block::each(blocks, |block| block.equal(b'\n')));
        // CRs, and the top bits of characters beyond ASCII.
        let unusual = those(Block::each(blocks, |block| block.equal(b'\r') | block));
        let crs = match unusual {
            0 => 0,
            _ => those(Block::each(blocks, |block| block.equal(b'\r'))),
        };
        let ends = ends_of_lines(line_feeds, crs, self.is_after_cr());
        let ends_with_cr = crs >> (len - 1) & 1;
        self.line = (self.line & !1) + 2 * ends.count_ones() as usize + ends_with_cr as usize;
        let line_start = PIECE - (crs | line_feeds).leading_zeros() as usize;
        let before = self.column & usize::from(line_start == 0).wrapping_neg();
        let units = if unusual == crs {
            len - line_start
        } else {
            let on_line = from_bit(line_start);
            let first = those(Block::each(blocks, |block| !block.below(-0x40))) & on_line;
            let four = those(Block::each(blocks, |block| block.between(0xF0, 0xFF))) & on_line;
            (first.count_ones() + four.count_ones()) as usize
        };
        self.column = before + units;
        self
    }

    /// Counts `text`, which has this many line endings; `is_ascii` if it has no character beyond ASCII. A CR LF that
    /// begins before the text counts as one.
    pub(crate) fn count_line_ends(&mut self, text: &str, line_ends: usize, is_ascii: bool) {
        let (Some(&first), Some(&last)) = (text.as_bytes().first(), text.as_bytes().last()) else {
            return;
        };
        steps::count_bytes(2 * text.len());
        let mut on_line = text.as_bytes();
        let is_after_cr = self.is_after_cr();
        self.line = (self.line & !1) + usize::from(last == b'\r');
        if line_ends > 0 {
            self.line += 2 * (line_ends - (is_after_cr & usize::from(first == b'\n')));
            self.column = 0;
            let line_start = line_ends::last(on_line).map_or(0, |at| at + 1);
            on_line = &on_line[line_start..];
        }
        match is_ascii {
            true => self.column += on_line.len(),
            false => self.column += utf16::units(on_line),
        }
    }

    /// The line and column of the character after the counted text, both from 1.
    pub(crate) fn next(&self) -> (usize, usize) {
        (self.line / 2, self.column + 1)
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
pub(crate) const LONGEST_STEP_BACK: usize = 64;

impl Lines {
    /// A count that begins at a position of the text.
    pub(crate) fn starting_at(at: usize) -> Self {
        Lines::continuing_at(at, LineCount::default())
    }

    /// A count that continues at a position of the text.
    pub(crate) fn continuing_at(at: usize, lines: LineCount) -> Self {
        let begin = Mark { at, lines };
        Lines {
            counted: begin,
            before: [begin; 2],
        }
    }

    /// The line and column of the character at a position.
    #[inline(always)]
    pub(crate) fn place(&mut self, text: &str, at: usize) -> (usize, usize) {
        let Mark { at: from, lines } = self.counted;
        if at >= from
            && at - self.before[1].at < LONGEST_STEP_BACK
            && let Some(lines) = lines.after_few(text.as_bytes(), from, at)
        {
            self.counted = Mark { at, lines };
            return lines.next();
        }
        self.at(text, at).next()
    }

    /// The count before a position.
    #[inline(never)]
    pub(crate) fn at(&mut self, text: &str, at: usize) -> LineCount {
        let Mark { at: from, lines } = self.counted;
        if at < from {
            return self.at_step_back(text, at);
        }
        let bytes = text.as_bytes();
        let lines = match lines.after_few(bytes, from, at) {
            Some(lines) => lines,
            None => lines.after(bytes, from, at),
        };
        // Both are stored from registers: reading back a value that was just stored would stall.
        self.counted = Mark { at, lines };
        if at - self.before[1].at >= LONGEST_STEP_BACK {
            self.before = [self.before[1], Mark { at, lines }];
        }
        lines
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
    /// A text that begins after the counted text.
    fn from(lines: LineCount) -> Self {
        Lines::continuing_at(0, lines)
    }
}

/// The bits of the bytes of a piece at which lines end. A line feed that ends a CR LF is not counted again.
#[inline(always)]
fn ends_of_lines(line_feeds: u64, crs: u64, is_after_cr: usize) -> u64 {
    crs | line_feeds & !(crs << 1 | is_after_cr as u64)
}

/// The bits from one on.
#[inline(always)]
fn from_bit(at: usize) -> u64 {
    u64::MAX.checked_shl(narrow::position(at)).unwrap_or(0)
}

/// Whether a piece has no line ending and nothing beyond ASCII.
#[inline(always)]
fn is_plain(piece: &[u8; PIECE]) -> bool {
    let careful = Block::each(Block::four(piece), |block| {
        block.equal(b'\n') | block.equal(b'\r') | block
    });
    !Block::any_of(careful).any()
}

/// The remainder at the end of the current slice, as a piece.
#[cold]
#[inline(never)]
fn filled(rest: &[u8]) -> [u8; PIECE] {
    let mut piece = [0; PIECE];
    piece[..rest.len()].copy_from_slice(rest);
    piece
}

#[cfg(test)]
mod tests {
    use super::{LineCount, Lines, ends_of_lines, from_bit};
    use crate::text::line_ends;
    use crate::text::vectors;

    #[test]
    fn vectors() {
        for words in vectors::words().windows(2) {
            let (line_feeds, crs) = (words[0] & !words[1], words[1]);
            let is_after_cr = (words[0] >> 9 & 1) as usize;
            let ends = ends_of_lines(line_feeds, crs, is_after_cr);
            vectors::print("line_ends", &[line_feeds, crs, is_after_cr as u64, ends]);
        }
        for at in (0..=64).cycle().take(130) {
            vectors::print("on_line", &[at as u64, from_bit(at)]);
        }
    }

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
                let rest = &text[at..];
                let line_ends = line_ends::count(rest.as_bytes());
                counted.count_line_ends(rest, line_ends, rest.is_ascii());
                assert_eq!(counted.next(), whole.next(), "{text:?} at {at}");
                assert_eq!(
                    counted.is_after_cr(),
                    whole.is_after_cr(),
                    "{text:?} at {at}"
                );
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
        let text = "a\r\nb\nlonger é line, 中😀 and more\r\r".repeat(12);
        let count = |at: usize| {
            let mut lines = LineCount::default();
            lines.count(&text[..at]);
            lines.next()
        };
        let mut lines = Lines::default();
        for step in [1, 7, 60, 63, 200] {
            let places = (0..text.len()).step_by(step);
            for at in places.filter(|at| text.is_char_boundary(*at)) {
                assert_eq!(lines.place(&text, at), count(at));
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
