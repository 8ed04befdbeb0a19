//! The decoder.

use crate::decision::decide;
use crate::offsets::Recorder;
use crate::{Change, Confidence, Decision, Offsets, Options, Source};
use encoding_rs::{CoderResult, Encoding, ISO_2022_JP};

/// The size of the buffer for text.
const BUFFER: usize = 8 * 1024;

/// Decodes the bytes of a document, in chunks split anywhere, in the encoding that they or the [`Options`] say.
///
/// Text is passed to a function in pieces of at most 8 KiB. Malformed bytes become U+FFFD, as in the Encoding Standard. A
/// byte order mark is left out.
///
/// ```
/// use encoding_rs::{Encoding, UTF_16LE};
/// use tokenwright_encoding::{Confidence, Decoder, Options};
///
/// let mut decoder = Decoder::new(Options::default());
/// let mut text = String::new();
/// for byte in b"\xFF\xFE<\0p\0>\0" {
///     decoder.decode(&[*byte], |part| text.push_str(part));
/// }
/// decoder.finish(|part| text.push_str(part));
/// assert_eq!(text, "<p>");
/// let decision = decoder.decision().expect("it has decided");
/// assert_eq!((decision.encoding, decision.confidence), (UTF_16LE, Confidence::Certain));
/// ```
pub struct Decoder {
    options: Options,
    state: State,
    /// Whether all bytes so far have the same meaning in every ASCII-compatible encoding.
    only_ascii: bool,
    recorder: Option<Recorder>,
    /// For text; empty between calls.
    buffer: String,
}

enum State {
    /// The first bytes, until they suffice for a decision.
    Waiting(Vec<u8>),
    /// Without a decoder after the end of the input.
    Decided(Decision, Option<encoding_rs::Decoder>),
}

impl Decoder {
    /// Creates a decoder for a document.
    pub fn new(options: Options) -> Self {
        Decoder {
            recorder: options.offsets.then(Recorder::default),
            options,
            state: State::Waiting(Vec::new()),
            only_ascii: true,
            buffer: String::with_capacity(BUFFER),
        }
    }

    /// The encoding and why; `None` while the decoder waits for more bytes.
    pub fn decision(&self) -> Option<Decision> {
        match &self.state {
            State::Waiting(_) => None,
            State::Decided(decision, _) => Some(*decision),
        }
    }

    /// Decodes a chunk. After [`finish`](Self::finish), it does nothing.
    pub fn decode(&mut self, bytes: &[u8], mut text: impl FnMut(&str)) {
        if let State::Waiting(first) = &mut self.state {
            first.extend_from_slice(bytes);
            let first = std::mem::take(first);
            match decide(&self.options, &first, false) {
                Some(decision) => self.begin(decision, &first, &mut text),
                None => self.state = State::Waiting(first),
            }
        } else {
            self.convert(bytes, false, &mut text);
        }
    }

    /// Decodes the end of the input.
    pub fn finish(&mut self, mut text: impl FnMut(&str)) {
        if let State::Waiting(first) = &mut self.state {
            let first = std::mem::take(first);
            if let Some(decision) = decide(&self.options, &first, true) {
                self.begin(decision, &first, &mut text);
            }
        }
        self.convert(&[], true, &mut text);
        if let State::Decided(_, decoder) = &mut self.state {
            *decoder = None;
        }
    }

    /// Changes the encoding (13.2.3.4), because the parser has found a declaration of another one.
    ///
    /// Call it with the result of [`declared_encoding`](crate::declared_encoding), or with the encoding of the label that
    /// a tree builder reports.
    ///
    /// ```
    /// use encoding_rs::{KOI8_R, WINDOWS_1252};
    /// use tokenwright_encoding::{Change, Decoder, Options};
    ///
    /// let late = [b" ".repeat(2000), b"<meta charset=koi8-r>".to_vec()].concat();
    /// let mut decoder = Decoder::new(Options::default());
    /// decoder.decode(&late, |_| {});
    /// assert_eq!(decoder.decision().expect("a default").encoding, WINDOWS_1252);
    /// assert_eq!(decoder.change(KOI8_R), Change::Switched);
    /// decoder.decode(b"\xF1", |text| assert_eq!(text, "Я"));
    /// ```
    pub fn change(&mut self, encoding: &'static Encoding) -> Change {
        let State::Decided(decision, decoder) = &mut self.state else {
            return Change::Kept;
        };
        let (current, changed) = (decision.encoding, decision.changed_by(encoding));
        decision.confidence = Confidence::Certain;
        let Some(new) = changed else {
            return Change::Kept;
        };
        let same_so_far =
            self.only_ascii && current.is_ascii_compatible() && is_ascii_superset(new);
        if !same_so_far {
            return Change::Restart(new);
        }
        decision.encoding = new;
        decision.source = Source::Declaration;
        *decoder = decoder
            .is_some()
            .then(|| new.new_decoder_without_bom_handling());
        Change::Switched
    }

    /// The source of each position of the text so far; `None` without [`Options::offsets`].
    pub fn offsets(&mut self) -> Option<&mut Offsets> {
        self.recorder.as_mut().map(|recorder| &mut recorder.offsets)
    }

    fn begin(&mut self, decision: Decision, first: &[u8], text: &mut impl FnMut(&str)) {
        let mark = match decision.source {
            Source::ByteOrderMark => Encoding::for_bom(first).map_or(0, |(_, len)| len),
            _ => 0,
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.begin(decision.encoding, mark);
        }
        let decoder = decision.encoding.new_decoder_without_bom_handling();
        self.state = State::Decided(decision, Some(decoder));
        self.convert(&first[mark..], false, text);
    }

    fn convert(&mut self, mut bytes: &[u8], last: bool, text: &mut impl FnMut(&str)) {
        let State::Decided(decision, Some(decoder)) = &mut self.state else {
            return;
        };
        if let Some(recorder) = &mut self.recorder {
            // A change of the encoding starts a new decoder.
            recorder.record(decision.encoding, bytes, last);
        }
        self.only_ascii &= bytes.is_ascii() && !bytes.iter().any(|byte| is_shift(*byte));
        loop {
            let (result, read, _) = decoder.decode_to_string(bytes, &mut self.buffer, last);
            bytes = &bytes[read..];
            if !self.buffer.is_empty() {
                text(&self.buffer);
                self.buffer.clear();
            }
            if result == CoderResult::InputEmpty {
                return;
            }
        }
    }
}

/// Whether ASCII without shifts has the same meaning in this encoding.
fn is_ascii_superset(encoding: &'static Encoding) -> bool {
    encoding.is_ascii_compatible() || encoding == ISO_2022_JP
}

/// Shift out, shift in and escape: they have a meaning in ISO-2022-JP.
fn is_shift(byte: u8) -> bool {
    matches!(byte, 0x0E | 0x0F | 0x1B)
}
