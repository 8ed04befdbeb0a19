//! The map from decoded text back to source bytes.

use encoding_rs::{DecoderResult, Encoding, UTF_16BE, UTF_16LE};
use std::collections::VecDeque;
use std::ops::Range;

/// Which source bytes a position in the decoded text comes from.
///
/// ```
/// use encoding_rs::WINDOWS_1251;
/// use tokenwright::{Token, tokens};
/// use tokenwright_encoding::{Decoder, Options};
///
/// let source = b"\xDF <b>";
/// let mut decoder = Decoder::new(Options::default().transport(WINDOWS_1251).offsets(true));
/// let mut text = String::new();
/// decoder.decode(source, |part| text.push_str(part));
/// decoder.finish(|part| text.push_str(part));
/// let Some(Token::StartTag(tag)) = tokens(&text).nth(1) else { panic!("no tag") };
/// let offsets = decoder.offsets().expect("they are recorded");
/// assert_eq!(tag.span().range(), 3..6);
/// assert_eq!(&source[offsets.source(tag.span().range())], b"<b>");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Offsets {
    runs: VecDeque<Run>,
    end: Position,
}

/// Characters in a row of the same lengths.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: Position,
    unit: Position,
}

/// An offset in the text and the one in the source, or a length of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Position {
    text: usize,
    source: usize,
}

impl Offsets {
    /// The source bytes of a range of the text.
    ///
    /// A position inside the text of one source character is that of the character's beginning, and as an end, that of
    /// its end. Positions after the text have the source's end.
    pub fn source(&self, text: Range<usize>) -> Range<usize> {
        let start = self.position(text.start, false);
        start..self.position(text.end, true).max(start)
    }

    /// Forgets everything before a position in the text, to bound the memory.
    pub fn forget_before(&mut self, text: usize) {
        let first = self.runs.partition_point(|run| run.start.text <= text);
        self.runs.drain(..first.saturating_sub(1));
    }

    fn position(&self, text: usize, is_end: bool) -> usize {
        if text >= self.end.text {
            return self.end.source;
        }
        let after = self.runs.partition_point(|run| run.start.text <= text);
        let Some(run) = after.checked_sub(1).and_then(|last| self.runs.get(last)) else {
            return self.runs.front().map_or(0, |run| run.start.source);
        };
        let inside = text - run.start.text;
        let units = match is_end {
            true => inside.div_ceil(run.unit.text),
            false => inside / run.unit.text,
        };
        run.start.source + units * run.unit.source
    }

    fn push(&mut self, unit: Position, count: usize) {
        let start = self.end;
        let goes_on = self.runs.back().is_some_and(|run| run.unit == unit);
        if !goes_on {
            self.runs.push_back(Run { start, unit });
        }
        self.end.text += count * unit.text;
        self.end.source += count * unit.source;
    }
}

/// Records the offsets of what a decoder decodes, with a second decoder that decodes byte by byte.
#[derive(Default)]
pub(crate) struct Recorder {
    pub(crate) offsets: Offsets,
    decoder: Option<encoding_rs::Decoder>,
    /// Bytes that the decoder has read and that have given no text yet.
    pending: usize,
}

impl Recorder {
    /// Begins after a byte order mark of this length.
    pub(crate) fn begin(&mut self, encoding: &'static Encoding, mark: usize) {
        self.offsets.end.source = mark;
        self.decoder = Some(encoding.new_decoder_without_bom_handling());
    }

    pub(crate) fn record(&mut self, encoding: &'static Encoding, bytes: &[u8], last: bool) {
        if self
            .decoder
            .as_ref()
            .is_none_or(|decoder| decoder.encoding() != encoding)
        {
            self.decoder = Some(encoding.new_decoder_without_bom_handling());
        }
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let ascii = match self.pending == 0 && encoding.is_ascii_compatible() {
                true => rest.iter().take_while(|byte| byte.is_ascii()).count(),
                false => 0,
            };
            if ascii > 0 {
                self.offsets.push(Position { text: 1, source: 1 }, ascii);
                at += ascii;
            } else {
                self.decode(&rest[..1], false);
                at += 1;
            }
        }
        if last {
            self.decode(&[], true);
            self.offsets.end.source += std::mem::take(&mut self.pending);
        }
    }

    /// Decodes at most one byte.
    fn decode(&mut self, mut unread: &[u8], last: bool) {
        // Bytes after a malformed sequence that the decoder has read with it, and reads again.
        let mut again = 0;
        loop {
            let Some(decoder) = &mut self.decoder else {
                return;
            };
            let is_new = again == 0;
            let bytes = if is_new { unread } else { &[] };
            let unit = unit_len(decoder.encoding());
            let mut buffer = [0; 16];
            let (result, read, text) =
                decoder.decode_to_utf8_without_replacement(bytes, &mut buffer, last && is_new);
            unread = &unread[read..];
            self.pending += read;
            if text > 0 {
                // Of the bytes that it reads again, the first unit is a character; the others it keeps.
                self.give(text, if is_new { self.pending } else { unit });
            }
            again = 0;
            match result {
                DecoderResult::Malformed(_, after) => {
                    again = usize::from(after);
                    self.give('\u{FFFD}'.len_utf8(), self.pending - again);
                }
                DecoderResult::InputEmpty if is_new => return,
                DecoderResult::InputEmpty | DecoderResult::OutputFull => {}
            }
        }
    }

    /// Gives the first pending bytes to a character, or to a pair that one character of Big5 becomes.
    fn give(&mut self, text: usize, source: usize) {
        self.pending -= source;
        self.offsets.push(Position { text, source }, 1);
    }
}

/// How many bytes a decoder reads at once.
fn unit_len(encoding: &'static Encoding) -> usize {
    match encoding == UTF_16BE || encoding == UTF_16LE {
        true => 2,
        false => 1,
    }
}
