//! Decodes bytes like the Encoding Standard's UTF-8 decoder: each maximal ill-formed subsequence
//! becomes one U+FFFD, at every split of the input into chunks.

use core::str;

/// The bytes of a character that the last chunk left unfinished.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Decoder {
    held: [u8; 4],
    len: usize,
}

/// A piece of decoded text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Well-formed text.
    Text(&'a str),
    /// A character that was split by a chunk boundary.
    Joined(char),
    /// This many bytes that are not UTF-8 and represent one U+FFFD.
    Malformed(usize),
}

impl Decoder {
    /// Decodes a chunk. An incomplete character at its end is kept for the next chunk.
    pub(crate) fn decode<'a>(&mut self, mut bytes: &'a [u8], mut piece: impl FnMut(Piece<'a>)) {
        while self.len > 0 {
            let Some((&byte, rest)) = bytes.split_first() else {
                return;
            };
            self.held[self.len] = byte;
            match str::from_utf8(&self.held[..=self.len]) {
                Ok(text) => {
                    piece(Piece::Joined(
                        text.chars().next().expect("one character was held"),
                    ));
                    self.len = 0;
                    bytes = rest;
                }
                Err(error) => match error.error_len() {
                    // The byte continues the character.
                    None => {
                        self.len += 1;
                        bytes = rest;
                    }
                    // It does not: the kept bytes are malformed, and this byte is decoded again.
                    Some(_) => {
                        piece(Piece::Malformed(self.len));
                        self.len = 0;
                    }
                },
            }
        }
        let (complete, rest) = bytes.split_at(bytes.len() - unfinished(bytes));
        decode_complete(complete, piece);
        self.held[..rest.len()].copy_from_slice(rest);
        self.len = rest.len();
    }

    /// Ends the input: kept bytes are malformed. Returns their number.
    pub(crate) fn finish(&mut self) -> Option<usize> {
        let held = core::mem::take(&mut self.len);
        (held > 0).then_some(held)
    }
}

/// The number of bytes at the end that begin a character without ending it.
fn unfinished(bytes: &[u8]) -> usize {
    let last = bytes.iter().rev().take(3);
    let continuing = last.take_while(|byte| **byte & 0xC0 == 0x80).count();
    let Some(lead) = bytes.len().checked_sub(continuing + 1) else {
        return 0;
    };
    let rest = &bytes[lead..];
    match str::from_utf8(rest) {
        Err(error) if error.valid_up_to() == 0 && error.error_len().is_none() => rest.len(),
        _ => 0,
    }
}

/// [`str::from_utf8`], whose loop needs more instructions where it is inlined among other code.
#[inline(never)]
fn validate(bytes: &[u8]) -> Result<&str, str::Utf8Error> {
    str::from_utf8(bytes)
}

/// Decodes bytes that do not end inside a character.
fn decode_complete<'a>(mut bytes: &'a [u8], mut piece: impl FnMut(Piece<'a>)) {
    #[cfg(feature = "simdutf8")]
    if let Ok(text) = simdutf8::basic::from_utf8(bytes) {
        bytes = &[];
        if !text.is_empty() {
            piece(Piece::Text(text));
        }
    }
    while !bytes.is_empty() {
        let error = match validate(bytes) {
            Ok(text) => return piece(Piece::Text(text)),
            Err(error) => error,
        };
        let (valid, rest) = bytes.split_at(error.valid_up_to());
        if !valid.is_empty() {
            piece(Piece::Text(
                str::from_utf8(valid).expect("checked just now"),
            ));
        }
        let len = error.error_len().unwrap_or(rest.len());
        piece(Piece::Malformed(len));
        bytes = &rest[len..];
    }
}

#[cfg(test)]
mod tests {
    use super::{Decoder, Piece};
    use alloc::string::String;

    fn decode(chunks: &[&[u8]]) -> (String, usize) {
        let (mut out, mut bytes) = (String::new(), 0);
        let mut decoder = Decoder::default();
        for chunk in chunks {
            decoder.decode(chunk, |piece| match piece {
                Piece::Text(text) => {
                    out.push_str(text);
                    bytes += text.len();
                }
                Piece::Joined(c) => {
                    out.push(c);
                    bytes += c.len_utf8();
                }
                Piece::Malformed(len) => {
                    out.push('\u{FFFD}');
                    bytes += len;
                }
            });
        }
        if let Some(len) = decoder.finish() {
            out.push('\u{FFFD}');
            bytes += len;
        }
        (out, bytes)
    }

    #[test]
    fn chunks_split_anywhere_decode_like_the_whole() {
        let samples: [&[u8]; 8] = [
            b"plain",
            "é中😀x".as_bytes(),
            b"\xC3\x28\xE2\x82\xF0\x9F\x98",
            b"\xED\xA0\x80\xF4\x90\x80\x80\xC0\xAF",
            b"\xE0\x80\xAF a \xF0\x80\x80\xAF",
            b"\xE2\x82\xE2\x82\xAC\xFF",
            b"a\xF0\x9Fb\xF0\x9F\x98c\xF0",
            b"\xEF\xBB\xBFx",
        ];
        for bytes in samples {
            let expected = String::from_utf8_lossy(bytes).into_owned();
            assert_eq!(decode(&[bytes]), (expected.clone(), bytes.len()));
            for i in 0..=bytes.len() {
                for j in i..=bytes.len() {
                    let split = decode(&[&bytes[..i], &bytes[i..j], &bytes[j..]]);
                    assert_eq!(
                        split,
                        (expected.clone(), bytes.len()),
                        "{bytes:x?} at {i}, {j}"
                    );
                }
            }
        }
    }
}
