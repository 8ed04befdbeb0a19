//! Lines and columns of any offset.
//!
//! The tokenizer counts lines only for errors. A program that shows other places, perhaps after the input is gone,
//! needs an index: the starts of lines, and runs of characters of one length, both found by binary search. Each run
//! carries the sum of those before it, so a column costs two lookups and no walk. Text that mixes characters of
//! different lengths needs more room than itself.

use crate::Span;
use crate::text::block::Block;
use crate::text::decode::{Decoded, Decoder};
use alloc::vec;
use alloc::vec::Vec;

/// What a column counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColumnUnit {
    /// Bytes of the input.
    Bytes,
    /// UTF-16 code units, as [`ParseError::column`](crate::ParseError::column) and the Language
    /// Server Protocol do.
    #[default]
    Utf16,
    /// Characters (code points).
    Chars,
}

/// Finds the line and the column of any offset of an input, without the input.
///
/// LF, CR and CR LF end a line. Building the index takes linear time, a lookup logarithmic time. It
/// keeps a word for each line, and four for each run of characters beyond ASCII that have the same
/// length.
///
/// ```
/// use tokenwright::{ColumnUnit, LineIndex, Token, tokens};
///
/// let html = "<p>\r\n\u{1F600}\u{e9} <b>";
/// let lines = LineIndex::new(html);
/// let Some(Token::StartTag(b)) = tokens(html).nth(2) else { panic!() };
/// let column = |unit| lines.line_column(b.span().start, unit).1;
/// assert_eq!(lines.line_column(b.span().start, ColumnUnit::Utf16), (2, 5));
/// assert_eq!(column(ColumnUnit::Bytes), 8);
/// assert_eq!(column(ColumnUnit::Chars), 4);
/// ```
///
/// It can be built from the chunks that a [`Tokenizer`](crate::Tokenizer) reads:
///
/// ```
/// use tokenwright::{ColumnUnit, LineIndex};
///
/// let mut lines = LineIndex::default();
/// for chunk in [&b"a\r"[..], b"\n\xC3", b"\xA9b"] {
///     lines.push_bytes(chunk);
/// }
/// assert_eq!(lines.line_column(5, ColumnUnit::Chars), (2, 2));
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex {
    /// Where each line starts.
    starts: Vec<usize>,
    /// Characters beyond ASCII, and malformed bytes.
    wide: Vec<Run>,
    len: usize,
    ends_with_cr: bool,
    decoder: Decoder,
}

/// Adjacent characters of the same length.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: usize,
    count: usize,
    /// The length of each in bytes, and in UTF-16 code units.
    len: u8,
    units: u8,
    /// How many bytes more than UTF-16 code units and than characters the text before has.
    excess: Excess,
}

/// How many bytes more there are than UTF-16 code units, and than characters.
#[derive(Clone, Copy, Debug, Default)]
struct Excess {
    units: usize,
    chars: usize,
}

impl Run {
    /// The excess of the text before `offset`, which is not before the run.
    fn excess_at(&self, offset: usize) -> Excess {
        let (len, units) = (usize::from(self.len), usize::from(self.units));
        let inside = (offset - self.start).min(self.count * len);
        let whole = inside / len;
        // Inside a character, every byte so far is excess.
        let part = inside % len;
        Excess {
            units: self.excess.units + whole * (len - units) + part,
            chars: self.excess.chars + whole * (len - 1) + part,
        }
    }

    fn end(&self) -> usize {
        self.start + self.count * usize::from(self.len)
    }
}

/// How many bytes of a text are ASCII, up to 64, and the places of line endings among them, as bits.
fn look_ahead(text: &[u8]) -> (usize, u64) {
    let Some(block) = text.first_chunk().map(Block::four) else {
        let ascii = text
            .iter()
            .take_while(|byte| byte.is_ascii())
            .count()
            .min(64);
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let ends = text[..ascii].iter().map(|byte| u64::from(is_end(byte)));
        return (ascii, ends.rev().fold(0, |ends, end| ends << 1 | end));
    };
    let wide = Block::bits_of(Block::each(block, |lanes| lanes.at_least(0x80)));
    let ends = Block::each(block, |lanes| lanes.equal(b'\n') | lanes.equal(b'\r'));
    let ascii = wide.trailing_zeros();
    let before = u64::MAX.checked_shr(64 - ascii).unwrap_or(0);
    (ascii as usize, Block::bits_of(ends) & before)
}

/// The length of the character at a place of well-formed UTF-8; `None` for ASCII, or the end.
fn wide_len(text: &[u8], at: usize) -> Option<usize> {
    match text.get(at)? {
        ..0x80 => None,
        ..0xE0 => Some(2),
        ..0xF0 => Some(3),
        _ => Some(4),
    }
}

impl Default for LineIndex {
    /// The index of an empty input.
    fn default() -> Self {
        LineIndex {
            starts: vec![0],
            wide: Vec::new(),
            len: 0,
            ends_with_cr: false,
            decoder: Decoder::default(),
        }
    }
}

impl LineIndex {
    /// Indexes a text.
    pub fn new(text: &str) -> Self {
        let mut index = LineIndex::default();
        index.push_text(text);
        index
    }

    /// Adds a chunk of text. A character that the bytes before it have left incomplete counts as U+FFFD.
    ///
    /// ```
    /// use tokenwright::{ColumnUnit, LineIndex};
    ///
    /// let mut lines = LineIndex::new("\u{e9}\r");
    /// lines.push_str("\n\u{e9}b");
    /// assert_eq!(lines.line_column(6, ColumnUnit::Chars), (2, 2));
    /// ```
    pub fn push_str(&mut self, text: &str) {
        if let Some(len) = self.decoder.finish() {
            self.push_wide(1, len, 1);
        }
        self.push_text(text);
    }

    /// Adds a chunk of bytes, which may be split inside a character. Bytes that are not UTF-8 count as
    /// the U+FFFD that they become.
    pub fn push_bytes(&mut self, mut chunk: &[u8]) {
        while let Some(decoded) = self.decoder.next(&mut chunk) {
            match decoded {
                Decoded::Text(text) => self.push_text(text),
                Decoded::Joined(c) => self.push_wide(1, c.len_utf8(), c.len_utf16()),
                Decoded::Malformed(len) => self.push_wide(1, len, 1),
            }
        }
    }

    fn push_text(&mut self, text: &str) {
        let (from, bytes) = (self.len, text.as_bytes());
        let mut at = 0;
        while at < bytes.len() {
            let (ascii, mut ends) = look_ahead(&bytes[at..]);
            while ends != 0 {
                self.end_line(from, bytes, at + ends.trailing_zeros() as usize);
                ends &= ends - 1;
            }
            at += ascii;
            while let Some(len) = wide_len(bytes, at) {
                self.len = from + at;
                let start = at;
                while wide_len(bytes, at) == Some(len) {
                    at += len;
                }
                self.push_wide((at - start) / len, len, 1 + len / 4);
            }
        }
        self.len = from + bytes.len();
        self.ends_with_cr = bytes
            .last()
            .map_or(self.ends_with_cr, |last| *last == b'\r');
    }

    /// Begins a line after the line ending at a place in a text that starts at `from`.
    fn end_line(&mut self, from: usize, text: &[u8], at: usize) {
        let follows_cr = match at.checked_sub(1) {
            Some(before) => text[before] == b'\r',
            None => self.ends_with_cr,
        };
        // The LF of a CR LF moves the start that the CR made.
        if follows_cr && text[at] == b'\n' {
            self.starts.pop();
        }
        self.starts.push(from + at + 1);
    }

    /// Adds characters of a length at the end.
    fn push_wide(&mut self, count: usize, len: usize, units: usize) {
        let start = self.len;
        self.len += count * len;
        self.ends_with_cr = false;
        #[allow(clippy::cast_possible_truncation, reason = "four bytes at most")]
        let (len, units) = (len as u8, units as u8);
        match self.wide.last_mut() {
            Some(run) if (run.end(), run.len, run.units) == (start, len, units) => {
                run.count += count
            }
            last => {
                let excess = last.map_or(Excess::default(), |run| run.excess_at(start));
                self.wide.push(Run {
                    start,
                    count,
                    len,
                    units,
                    excess,
                });
            }
        }
    }

    /// The line and the column of an offset in bytes. An offset inside a character has the column of
    /// that character; one after the end of the input is taken for the end.
    pub fn line_column(&self, offset: usize, unit: ColumnUnit) -> (usize, usize) {
        let offset = offset.min(self.len);
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1];
        let (before, at) = (self.excess_at(start), self.excess_at(offset));
        let excess = match unit {
            ColumnUnit::Bytes => 0,
            ColumnUnit::Utf16 => at.units - before.units,
            ColumnUnit::Chars => at.chars - before.chars,
        };
        (line, offset - start - excess + 1)
    }

    fn excess_at(&self, offset: usize) -> Excess {
        let before = self.wide.partition_point(|run| run.start <= offset);
        let run = before.checked_sub(1).map(|at| &self.wide[at]);
        run.map_or(Excess::default(), |run| run.excess_at(offset))
    }

    /// The range of a line, which is counted from 1, with its line ending; `None` if there is no such
    /// line.
    ///
    /// ```
    /// use tokenwright::{LineIndex, Span};
    ///
    /// let lines = LineIndex::new("a\r\nb");
    /// assert_eq!(lines.line_span(1), Some(Span::from(0..3)));
    /// assert_eq!(lines.line_span(2), Some(Span::from(3..4)));
    /// assert_eq!(lines.line_span(3), None);
    /// ```
    pub fn line_span(&self, line: usize) -> Option<Span> {
        let start = *self.starts.get(line.checked_sub(1)?)?;
        let end = self.starts.get(line).copied().unwrap_or(self.len);
        Some(Span::new(start, end))
    }
}
