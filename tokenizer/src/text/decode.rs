//! Decodes bytes like the Encoding Standard's UTF-8 decoder: each maximal ill-formed subsequence
//! becomes one U+FFFD, at every split of the input into chunks.

use super::steps;
use core::str;

/// The bytes of a character that the last chunk left unfinished.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Decoder {
    held: [u8; 4],
    len: usize,
}

/// A piece of a chunk.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Decoded<'a> {
    /// Well-formed text.
    Text(&'a str),
    /// A character that was split by a chunk boundary.
    Joined(char),
    /// This many bytes that are not UTF-8 and represent one U+FFFD.
    Malformed(usize),
}

impl Decoder {
    /// The next piece of a chunk, whose bytes it removes; `None` at the end. An incomplete character there is kept for the
    /// next chunk.
    pub(crate) fn next<'a>(&mut self, chunk: &mut &'a [u8]) -> Option<Decoded<'a>> {
        while self.len > 0 {
            let (&byte, rest) = chunk.split_first()?;
            self.held[self.len] = byte;
            match str::from_utf8(&self.held[..=self.len]) {
                Ok(text) => {
                    let c = text.chars().next().expect("one character was held");
                    self.len = 0;
                    *chunk = rest;
                    return Some(Decoded::Joined(c));
                }
                Err(error) => match error.error_len() {
                    // The byte continues the character.
                    None => {
                        self.len += 1;
                        *chunk = rest;
                    }
                    // It does not: the kept bytes are malformed, and this byte is decoded again.
                    Some(_) => return Some(Decoded::Malformed(core::mem::take(&mut self.len))),
                },
            }
        }
        let (complete, rest) = chunk.split_at(chunk.len() - unfinished(chunk));
        steps::count(1);
        if complete.is_empty() {
            self.held[..rest.len()].copy_from_slice(rest);
            self.len = rest.len();
            *chunk = &[];
            return None;
        }
        let error = match validate(complete) {
            Ok(text) => {
                *chunk = rest;
                return Some(Decoded::Text(text));
            }
            Err(error) => error,
        };
        let (valid, rest) = chunk.split_at(error.valid_up_to());
        steps::count_bytes(2 * valid.len());
        *chunk = rest;
        if !valid.is_empty() {
            let text = str::from_utf8(valid).expect("checked just now");
            return Some(Decoded::Text(text));
        }
        let len = error.error_len().unwrap_or(complete.len());
        *chunk = &rest[len..];
        Some(Decoded::Malformed(len))
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

/// Validates with the standard library, whose loop needs more instructions where it is inlined among other code.
#[cfg(not(feature = "simdutf8"))]
#[inline(never)]
fn validate(bytes: &[u8]) -> Result<&str, str::Utf8Error> {
    str::from_utf8(bytes)
}

/// Validates up to the first error: the other function of the crate, which is faster, reads on to the end.
#[cfg(feature = "simdutf8")]
fn validate(bytes: &[u8]) -> Result<&str, simdutf8::compat::Utf8Error> {
    simdutf8::compat::from_utf8(bytes)
}

#[cfg(test)]
mod tests {
    use super::{Decoded, Decoder};
    use alloc::string::String;

    fn decode(chunks: &[&[u8]]) -> (String, usize) {
        let (mut out, mut bytes) = (String::new(), 0);
        let mut decoder = Decoder::default();
        for chunk in chunks {
            let mut chunk = *chunk;
            while let Some(decoded) = decoder.next(&mut chunk) {
                match decoded {
                    Decoded::Text(text) => {
                        out.push_str(text);
                        bytes += text.len();
                    }
                    Decoded::Joined(c) => {
                        out.push(c);
                        bytes += c.len_utf8();
                    }
                    Decoded::Malformed(len) => {
                        out.push('\u{FFFD}');
                        bytes += len;
                    }
                }
            }
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
