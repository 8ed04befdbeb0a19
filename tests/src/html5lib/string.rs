//! JSON strings, which can hold lone surrogates, unlike Rust strings.

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use std::fmt;

/// A string as UTF-16 code units, as JSON's escapes have it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CodeUnits(Vec<u16>);

/// The string holds a lone surrogate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LoneSurrogate;

impl CodeUnits {
    /// The string, if it is one.
    pub(super) fn text(&self) -> Result<String, LoneSurrogate> {
        String::from_utf16(&self.0).map_err(|_| LoneSurrogate)
    }

    /// For double-escaped strings: replaces every remaining `\uXXXX` by its code unit.
    pub(super) fn unescape(&self) -> Self {
        let mut units = Vec::with_capacity(self.0.len());
        let mut rest = &self.0[..];
        while let [first, after @ ..] = rest {
            match escaped(rest) {
                Some(unit) => {
                    units.push(unit);
                    rest = &rest[6..];
                }
                None => {
                    units.push(*first);
                    rest = after;
                }
            }
        }
        CodeUnits(units)
    }

    /// From the bytes of UTF-8 in which a lone surrogate is written as any other code point.
    fn from_generalized_utf8(bytes: &[u8]) -> Option<Self> {
        let mut units = Vec::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            units.extend(chunk.valid().encode_utf16());
        }
        if bytes.utf8_chunks().all(|chunk| chunk.invalid().is_empty()) {
            return Some(CodeUnits(units));
        }
        units.clear();
        let mut rest = bytes;
        while let Some(first) = rest.first() {
            let length = match first {
                0x00..0x80 => 1,
                0xC0..0xE0 => 2,
                0xE0..0xF0 => 3,
                _ => 4,
            };
            let (code_point, after) = rest.split_at_checked(length)?;
            match code_point {
                [0xED, second @ 0xA0..=0xBF, third] => {
                    let unit = 0xD000 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F);
                    units.push(unit);
                }
                valid => units.extend(std::str::from_utf8(valid).ok()?.encode_utf16()),
            }
            rest = after;
        }
        Some(CodeUnits(units))
    }
}

/// The code unit of `\uXXXX` at the start of `units`.
fn escaped(units: &[u16]) -> Option<u16> {
    let [backslash, u, digits @ ..] = units.get(..6)? else {
        return None;
    };
    if (*backslash, *u) != (u16::from(b'\\'), u16::from(b'u')) {
        return None;
    }
    digits.iter().try_fold(0, |unit: u16, digit| {
        let digit = char::from_u32(u32::from(*digit))?.to_digit(16)?;
        Some(unit << 4 | digit as u16)
    })
}

impl<'de> Deserialize<'de> for CodeUnits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Units;

        impl Visitor<'_> for Units {
            type Value = CodeUnits;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<CodeUnits, E> {
                Ok(CodeUnits(text.encode_utf16().collect()))
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<CodeUnits, E> {
                CodeUnits::from_generalized_utf8(bytes)
                    .ok_or_else(|| E::custom("a string that is not UTF-8"))
            }
        }

        // The JSON reader accepts lone surrogates only in byte strings.
        deserializer.deserialize_bytes(Units)
    }
}

#[cfg(test)]
mod tests {
    use super::{CodeUnits, LoneSurrogate};

    fn read(json: &str) -> CodeUnits {
        serde_json::from_str(json).expect("JSON")
    }

    #[test]
    fn lone_surrogates_are_kept_and_reported() {
        assert_eq!(read(r#""a\uD800é""#).0, [0x61, 0xD800, 0xE9]);
        assert_eq!(read(r#""a\uD800é""#).text(), Err(LoneSurrogate));
        assert_eq!(read(r#""\uDBC0\uDC00""#).text(), Ok("\u{100000}".into()));
    }

    #[test]
    fn strings_escaped_twice_are_unescaped_once_more() {
        assert_eq!(
            read(r#""a\\u0000\\uFFFDz""#).unescape().text(),
            Ok("a\0\u{FFFD}z".into())
        );
        assert_eq!(read(r#""\\uDFFF""#).unescape().text(), Err(LoneSurrogate));
        assert_eq!(read(r#""\\u12""#).unescape().text(), Ok("\\u12".into()));
    }
}
