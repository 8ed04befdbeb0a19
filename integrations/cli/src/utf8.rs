//! Detects input that is not UTF-8.

use std::str::from_utf8;

/// Looks through input that comes in chunks.
#[derive(Debug, Default)]
pub(crate) struct Utf8Check {
    /// The suspicion from the first bytes.
    suspicion: Option<Suspicion>,
    /// How many bytes came before `tail`.
    before: usize,
    /// The bytes at the end that may be the beginning of a character.
    tail: Vec<u8>,
    /// How many sequences of bytes are not UTF-8, and the offset of the first.
    malformed: usize,
    first_malformed: usize,
    begun: bool,
}

/// An encoding that the first bytes suggest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suspicion {
    /// They are the byte order mark of UTF-8.
    Utf8Mark,
    /// They are a byte order mark of UTF-16.
    Utf16Mark,
    /// They look like UTF-16 without a byte order mark: its label.
    Utf16(&'static str),
    /// They are a byte order mark of UTF-32.
    Utf32,
}

/// The number of bytes that are searched for the NULs of UTF-16.
const SAMPLE: usize = 1024;

impl Utf8Check {
    /// Takes the next chunk; returns the suspicion after the first one.
    pub(crate) fn look(&mut self, chunk: &[u8]) -> Option<Suspicion> {
        if chunk.is_empty() {
            self.finish();
            return None;
        }
        let first = !std::mem::replace(&mut self.begun, true);
        if first {
            self.suspicion = suspicion(chunk);
        }
        let bytes = [&self.tail, chunk].concat();
        self.tail.clear();
        self.validate(&bytes);
        self.suspicion.filter(|_| first)
    }

    /// Begins again; a suspicion is reported once.
    pub(crate) fn rewind(&mut self) {
        *self = Utf8Check {
            suspicion: self.suspicion,
            begun: self.begun,
            ..Utf8Check::default()
        };
    }

    /// How many sequences of bytes are not UTF-8, and the offset of the first; `None` if there are none,
    /// or if another encoding explains them.
    pub(crate) fn malformed(&self) -> Option<(usize, usize)> {
        let explained = self
            .suspicion
            .is_some_and(|suspicion| suspicion != Suspicion::Utf8Mark);
        (self.malformed > 0 && !explained).then_some((self.malformed, self.first_malformed))
    }

    fn finish(&mut self) {
        if !self.tail.is_empty() {
            self.note(self.before);
            self.tail.clear();
        }
    }

    fn validate(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while let Err(error) = from_utf8(&bytes[at..]) {
            at += error.valid_up_to();
            match error.error_len() {
                Some(len) => {
                    self.note(self.before + at);
                    at += len;
                }
                None => {
                    self.tail.extend_from_slice(&bytes[at..]);
                    break;
                }
            }
        }
        self.before += bytes.len() - self.tail.len();
    }

    fn note(&mut self, offset: usize) {
        if self.malformed == 0 {
            self.first_malformed = offset;
        }
        self.malformed += 1;
    }
}

fn suspicion(bytes: &[u8]) -> Option<Suspicion> {
    match bytes {
        [0xEF, 0xBB, 0xBF, ..] => return Some(Suspicion::Utf8Mark),
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => return Some(Suspicion::Utf32),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => return Some(Suspicion::Utf16Mark),
        _ => {}
    }
    // Markup in UTF-16 has a NUL in nearly every second byte.
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let nuls = |parity: usize| {
        let bytes = sample.iter().skip(parity).step_by(2);
        bytes.filter(|byte| **byte == 0).count()
    };
    let many = sample.len() / 3;
    match (nuls(0), nuls(1)) {
        _ if sample.len() < 4 => None,
        (0, odd) if odd >= many => Some(Suspicion::Utf16("UTF-16LE")),
        (even, 0) if even >= many => Some(Suspicion::Utf16("UTF-16BE")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Suspicion, Utf8Check};

    #[test]
    fn malformed_bytes_are_counted_however_they_are_split() {
        let text = b"caf\xE9 \xE2\x82\xAC \xE2\x82 \xF0";
        for split in 0..=text.len() {
            let mut check = Utf8Check::default();
            let (a, b) = text.split_at(split);
            for chunk in [a, b].into_iter().filter(|chunk| !chunk.is_empty()) {
                assert_eq!(check.look(chunk), None);
            }
            check.look(b"");
            assert_eq!(check.malformed(), Some((3, 3)), "{split}");
        }
    }

    #[test]
    fn utf_16_is_recognised_by_its_mark_or_by_its_nuls() {
        let utf_16 = |bytes: fn(u16) -> [u8; 2], mark: &str| -> Vec<u8> {
            let text = format!("{mark}<p title=a>text é</p>");
            text.encode_utf16().flat_map(bytes).collect()
        };
        let suspected = |bytes: &[u8]| {
            let mut check = Utf8Check::default();
            let suspicion = check.look(bytes);
            check.look(b"");
            assert_eq!(check.malformed(), None, "it is explained");
            suspicion
        };
        let mark = "\u{FEFF}";
        for (bytes, expected) in [
            (utf_16(u16::to_le_bytes, mark), Suspicion::Utf16Mark),
            (utf_16(u16::to_be_bytes, mark), Suspicion::Utf16Mark),
            (utf_16(u16::to_le_bytes, ""), Suspicion::Utf16("UTF-16LE")),
            (utf_16(u16::to_be_bytes, ""), Suspicion::Utf16("UTF-16BE")),
            (b"\xFF\xFE\0\0<\0\0\0".to_vec(), Suspicion::Utf32),
        ] {
            assert_eq!(suspected(&bytes), Some(expected));
        }
        for other in ["<p>\0</p>", "\0", "", "\0\0\0\0", "<p>a</p>"] {
            assert_eq!(suspected(other.as_bytes()), None, "{other:?}");
        }
    }
}
