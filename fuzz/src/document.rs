//! An input as a document, and how it is tokenized.

use fastrand::Rng;
use std::borrow::Cow;
use tokenwright::{Follow, Options};

/// Bytes of an input before its document.
pub(crate) const HEADER: usize = 8;

/// Names of the last start tag; the first means none.
const LAST_START_TAGS: [&str; 5] = ["", "script", "a", "title", "plaintext"];

/// A document, with choices that the header of the input makes.
pub(crate) struct Document<'a> {
    /// Which revision, as an index into all.
    pub(crate) revision: u8,
    /// Which state, as an index into those of the revision.
    pub(crate) state: u8,
    pub(crate) flags: Flags,
    pub(crate) last_start_tag: Option<&'static str>,
    /// The seed of splits and pauses.
    seed: u32,
    pub(crate) bytes: &'a [u8],
}

/// Choices of one bit.
#[derive(Clone, Copy)]
pub(crate) struct Flags(u8);

impl Flags {
    pub(crate) fn errors(self) -> bool {
        self.0 & 1 == 0
    }

    pub(crate) fn foreign(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether the tokenizer begins in a state of the header's choice.
    pub(crate) fn sets_state(self) -> bool {
        self.0 & 4 != 0
    }

    pub(crate) fn options(self) -> Options {
        Options {
            follow: match self.0 & 8 != 0 {
                true => Follow::default(),
                false => Follow::Nothing,
            },
            scripting: self.0 & 16 != 0,
            strip_bom: self.0 & 32 != 0,
            ..Options::default()
        }
    }
}

impl<'a> Document<'a> {
    /// `None` if the input is too short.
    pub(crate) fn of(input: &'a [u8]) -> Option<Self> {
        let (header, bytes) = input.split_at_checked(HEADER)?;
        let &[revision, flags, state, name, a, b, c, d] = header else {
            return None;
        };
        let name = LAST_START_TAGS[usize::from(name) % LAST_START_TAGS.len()];
        Some(Document {
            revision,
            state,
            flags: Flags(flags),
            last_start_tag: Some(name).filter(|name| !name.is_empty()),
            seed: u32::from_le_bytes([a, b, c, d]),
            bytes,
        })
    }

    pub(crate) fn text(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.bytes)
    }

    /// Random choices that the seed decides.
    pub(crate) fn random(&self) -> Rng {
        Rng::with_seed(u64::from(self.seed))
    }
}

/// Pieces of random lengths, most of them short.
pub(crate) fn pieces<'b>(mut bytes: &'b [u8], random: &mut Rng) -> Vec<&'b [u8]> {
    let mut pieces = Vec::new();
    while !bytes.is_empty() {
        let most = if random.usize(..4) == 0 { 64 } else { 4 };
        let (piece, rest) = bytes.split_at(bytes.len().min(1 + random.usize(..most)));
        pieces.push(piece);
        bytes = rest;
    }
    pieces
}
