//! Prescanning a byte stream to determine its encoding.
//!
//! The algorithm of the standard, step by step, over bytes: it runs before there is an encoding, so no tokenizer can. It is
//! looser than the tokenizer, and finds a declaration in a script or in an attribute's value, as browsers do.

use crate::meta::encoding_from_content;
use crate::xml::encoding_of_declaration;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// How many bytes the prescan looks at.
pub const PRESCAN_LEN: usize = 1024;

/// Finds the encoding that the first [`PRESCAN_LEN`] bytes of a document declare, in a `<meta>` or in an XML declaration.
///
/// ```
/// use encoding_rs::KOI8_R;
/// use tokenwright_encoding::prescan;
///
/// assert_eq!(prescan(b"<!-- <meta charset=utf-8> --><meta charset='koi8-r'>"), Some(KOI8_R));
/// assert_eq!(prescan(b"<title>No declaration</title>"), None);
/// ```
pub fn prescan(bytes: &[u8]) -> Option<&'static Encoding> {
    let bytes = &bytes[..bytes.len().min(PRESCAN_LEN)];
    match bytes {
        [b'<', 0, b'?', 0, b'x', 0, ..] => Some(UTF_16LE),
        [0, b'<', 0, b'?', 0, b'x', ..] => Some(UTF_16BE),
        _ => {
            let found = Scan { bytes, at: 0 }.run();
            found.or_else(|| encoding_of_declaration(bytes))
        }
    }
}

/// The encoding instead of one that a declaration in ASCII cannot be true about.
pub(crate) fn without_utf16(encoding: &'static Encoding) -> &'static Encoding {
    match encoding == UTF_16BE || encoding == UTF_16LE {
        true => UTF_8,
        false => encoding,
    }
}

/// The same for a `meta`, for which x-user-defined is another name of windows-1252.
pub(crate) fn corrected(encoding: &'static Encoding) -> &'static Encoding {
    match encoding == X_USER_DEFINED {
        true => WINDOWS_1252,
        false => without_utf16(encoding),
    }
}

/// A position in the bytes. `None` from a method means that the bytes are at their end, which ends the prescan.
struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    fn run(mut self) -> Option<&'static Encoding> {
        loop {
            self.at += memchr::memchr(b'<', self.bytes.get(self.at..)?)?;
            let rest = &self.bytes[self.at..];
            if rest.starts_with(b"<!--") {
                self.skip_comment()?;
            } else if is_meta(rest) {
                self.at += "<meta".len();
                if let Some(encoding) = self.meta()? {
                    return Some(encoding);
                }
            } else if matches!(rest, [b'<', b'/', c, ..] | [b'<', c, ..] if c.is_ascii_alphabetic())
            {
                self.skip_to(|byte| is_space(byte) || byte == b'>')?;
                while self.attribute()?.is_some() {}
            } else if matches!(rest, [b'<', b'!' | b'/' | b'?', ..]) {
                self.skip_to(|byte| byte == b'>')?;
            }
            self.at += 1;
        }
    }

    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_to(&mut self, is_end: impl Fn(u8) -> bool) -> Option<()> {
        while !is_end(self.byte()?) {
            self.at += 1;
        }
        Some(())
    }

    /// Goes to the `>` of a comment. The dashes before it may be those of `<!--`.
    fn skip_comment(&mut self) -> Option<()> {
        let end = memchr::memmem::find(&self.bytes[self.at + 2..], b"-->")?;
        self.at += 2 + end + 2;
        Some(())
    }

    /// The encoding that a `<meta>` declares.
    fn meta(&mut self) -> Option<Option<&'static Encoding>> {
        let mut names: Vec<Vec<u8>> = Vec::new();
        let mut got_pragma = false;
        let mut need_pragma = None;
        // The outer `None` is the standard's null, the inner one its failure.
        let mut charset: Option<Option<&'static Encoding>> = None;
        while let Some((name, value)) = self.attribute()? {
            if names.contains(&name) {
                continue;
            }
            match &name[..] {
                b"http-equiv" => got_pragma |= value == b"content-type",
                b"content" if charset.is_none() => {
                    if let Some(encoding) = encoding_from_content(&value) {
                        charset = Some(Some(encoding));
                        need_pragma = Some(true);
                    }
                }
                b"charset" => {
                    charset = Some(Encoding::for_label(&value));
                    need_pragma = Some(false);
                }
                _ => {}
            }
            names.push(name);
        }
        Some(match need_pragma {
            None => None,
            Some(true) if !got_pragma => None,
            Some(_) => charset.flatten().map(corrected),
        })
    }

    /// Gets an attribute: its name and its value, in lower case. The inner `None` means that there are no more.
    fn attribute(&mut self) -> Option<Option<(Vec<u8>, Vec<u8>)>> {
        self.skip_to(|byte| !is_space(byte) && byte != b'/')?;
        if self.byte()? == b'>' {
            return Some(None);
        }
        let start = self.at;
        self.skip_to(|byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'='))?;
        if self.at == start {
            // A name may begin with an equals sign.
            self.at += 1;
            self.skip_to(|byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'='))?;
        }
        let name = self.bytes[start..self.at].to_ascii_lowercase();
        self.skip_spaces()?;
        if self.byte()? != b'=' {
            return Some(Some((name, Vec::new())));
        }
        self.at += 1;
        self.skip_spaces()?;
        let value = match self.byte()? {
            quote @ (b'"' | b'\'') => {
                self.at += 1;
                let start = self.at;
                self.skip_to(|byte| byte == quote)?;
                self.at += 1;
                &self.bytes[start..self.at - 1]
            }
            _ => {
                let start = self.at;
                self.skip_to(|byte| is_space(byte) || byte == b'>')?;
                &self.bytes[start..self.at]
            }
        };
        Some(Some((name, value.to_ascii_lowercase())))
    }

    fn skip_spaces(&mut self) -> Option<()> {
        self.skip_to(|byte| !is_space(byte))
    }
}

/// Tab, line feed, form feed, carriage return and space.
pub(crate) fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

fn is_meta(bytes: &[u8]) -> bool {
    let name = bytes.get(..5);
    let after = bytes.get(5);
    name.is_some_and(|name| name.eq_ignore_ascii_case(b"<meta"))
        && after.is_some_and(|byte| is_space(*byte) || *byte == b'/')
}

#[cfg(test)]
mod tests {
    use super::prescan;
    use encoding_rs::{KOI8_R, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251, WINDOWS_1252};

    #[test]
    fn declarations_are_found_as_the_standard_says() {
        for (bytes, expected) in [
            (&b"<meta charset=koi8-r>"[..], Some(KOI8_R)),
            (b"<META/CHARSET = 'koi8-r'>", Some(KOI8_R)),
            // Bytes that end before the `>` end the prescan.
            (b"<meta charset=koi8-r", None),
            (b"<meta charset=koi8-r charset=utf-8>", Some(KOI8_R)),
            (b"<meta charset=nothing charset=utf-8>", None),
            (b"<meta charset=nothing><meta charset=koi8-r>", Some(KOI8_R)),
            (b"<meta content='text/html; charset=koi8-r'>", None),
            (
                b"<meta content='charset=koi8-r' http-equiv=Content-Type>",
                Some(KOI8_R),
            ),
            (
                b"<meta content='charset=utf-8' http-equiv=content-type charset=koi8-r>",
                Some(KOI8_R),
            ),
            (b"<meta charset=utf-16le>", Some(UTF_8)),
            (b"<meta charset=x-user-defined>", Some(WINDOWS_1252)),
            (b"<!--><meta charset=koi8-r>", Some(KOI8_R)),
            (
                b"<!--- <meta charset=utf-8> ---><meta charset=koi8-r>",
                Some(KOI8_R),
            ),
            (
                b"<p title='<meta charset=utf-8>'><meta charset=koi8-r>",
                Some(KOI8_R),
            ),
            (b"<p title=><meta charset=koi8-r>", Some(KOI8_R)),
            (
                b"<?php '<meta charset=utf-8>'?><meta charset=koi8-r>",
                Some(KOI8_R),
            ),
            (
                b"</ <meta charset=utf-8>><meta charset=koi8-r>",
                Some(KOI8_R),
            ),
            (b"<metacharset=utf-8>", None),
            (b"<meta =charset=utf-8 =x charset=koi8-r>", Some(KOI8_R)),
            (
                b"<?xml version='1.0' encoding=\"windows-1251\"?>",
                Some(WINDOWS_1251),
            ),
            (
                b"<?xml encoding='windows-1251'?><meta charset=koi8-r>",
                Some(KOI8_R),
            ),
            (b"<\0?\0x\0", Some(UTF_16LE)),
            (b"\0<\0?\0x", Some(UTF_16BE)),
        ] {
            assert_eq!(
                prescan(bytes),
                expected,
                "{}",
                String::from_utf8_lossy(bytes)
            );
        }
    }

    #[test]
    fn bytes_after_the_first_1024_are_not_looked_at() {
        let declaration = b"<meta charset=koi8-r>";
        for (before, expected) in [(1024 - declaration.len(), Some(KOI8_R)), (1024, None)] {
            let page = [&vec![b' '; before][..], declaration].concat();
            assert_eq!(prescan(&page), expected);
            assert_eq!(prescan(&[b" ", &page[..]].concat()), None);
        }
    }
}
