//! Positions in the text, mapped back to the source.

use crate::encodings::{NAMES, encoding, sample};
use encoding_rs::{UTF_16BE, UTF_16LE, X_USER_DEFINED};
use fastrand::Rng;
use tokenwright_encoding::{Decoder, Encoding, Offsets, Options};
use tokenwright_tests::effort::effort;

/// Decodes bytes in chunks, and records the offsets.
fn decode(bytes: &[u8], encoding: &'static Encoding, size: usize) -> (String, Offsets) {
    let options = Options::default().transport(encoding).offsets(true);
    let mut decoder = Decoder::new(options);
    let mut text = String::new();
    for chunk in bytes.chunks(size) {
        decoder.decode(chunk, |part| text.push_str(part));
    }
    decoder.finish(|part| text.push_str(part));
    let offsets = decoder.offsets().expect("they are recorded");
    (text, offsets.clone())
}

#[test]
fn each_character_has_its_bytes() {
    for name in NAMES.iter().filter(|name| **name != "ISO-2022-JP") {
        let encoding = encoding(name);
        let (text, _) = sample(encoding);
        let text = format!("<p>{text}</p> {text}");
        let bytes = encoding.encode(&text).0;
        for size in [1, 2, 7, bytes.len()] {
            let (decoded, offsets) = decode(&bytes, encoding, size);
            assert_eq!(decoded, text, "{name}");
            for (at, c) in text.char_indices() {
                let source = offsets.source(at..at + c.len_utf8());
                let c = c.to_string();
                assert_eq!(
                    bytes[source],
                    *encoding.encode(&c).0,
                    "{name} {c} by {size}"
                );
            }
        }
    }
}

#[test]
fn malformed_bytes_and_marks_count() {
    // Two malformed bytes, then a byte that begins no character.
    let source = b"\xEF\xBB\xBFa\xFF\xE2\x82b\xC3";
    for size in 1..=source.len() {
        let (text, offsets) = decode(source, encoding_rs::UTF_8, size);
        assert_eq!(text, "a\u{FFFD}\u{FFFD}b\u{FFFD}");
        assert_eq!(offsets.source(0..1), 3..4);
        assert_eq!(offsets.source(1..4), 4..5, "by {size}");
        assert_eq!(offsets.source(0..text.len()), 3..source.len());
        assert_eq!(
            offsets.source(text.len()..text.len()),
            source.len()..source.len()
        );
    }
}

#[test]
fn forgetting_keeps_the_rest() {
    let (_, bytes) = sample(encoding("windows-1251"));
    let bytes = bytes.repeat(10);
    let (text, offsets) = decode(&bytes, encoding("windows-1251"), 3);
    for (at, _) in text.char_indices() {
        let mut later = offsets.clone();
        later.forget_before(at);
        assert_eq!(later.source(at..text.len()), offsets.source(at..text.len()));
    }
}

/// Whether bytes are one character, or two that Big5 makes of one.
fn is_character(bytes: &[u8], encoding: &'static Encoding) -> bool {
    let (text, malformed) = encoding.decode_without_bom_handling(bytes);
    !malformed && text.chars().count() <= 2 && !text.starts_with(|c: char| c.is_ascii())
}

/// The length of the first character or malformed sequence, as the Encoding Standard says. An ASCII byte that a malformed
/// sequence ends before is read again.
fn first_len(bytes: &[u8], encoding: &'static Encoding) -> usize {
    let byte = |at: usize| bytes.get(at).copied();
    let Some(second) = byte(1) else { return 1 };
    // One byte after another until there is a character, or one that cannot follow.
    let multi_byte = |longest: usize| {
        let character =
            (2..=longest.min(bytes.len())).find(|len| is_character(&bytes[..*len], encoding));
        character.unwrap_or_else(|| match bytes.get(longest - 1) {
            Some(last) => longest - usize::from(last.is_ascii()),
            None => bytes.len(),
        })
    };
    match encoding.name() {
        _ if bytes[0].is_ascii() && encoding.is_ascii_compatible() => 1,
        "UTF-8" => {
            let (len, range) = match bytes[0] {
                0xC2..=0xDF => (2, 0x80..=0xBF),
                0xE0 => (3, 0xA0..=0xBF),
                0xED => (3, 0x80..=0x9F),
                0xE1..=0xEF => (3, 0x80..=0xBF),
                0xF0 => (4, 0x90..=0xBF),
                0xF4 => (4, 0x80..=0x8F),
                0xF1..=0xF3 => (4, 0x80..=0xBF),
                _ => return 1,
            };
            match range.contains(&second) {
                true => {
                    let more = bytes[2..].iter().take(len - 2);
                    2 + more.take_while(|byte| matches!(byte, 0x80..=0xBF)).count()
                }
                false => 1,
            }
        }
        "UTF-16LE" | "UTF-16BE" => {
            let unit = |at: usize| {
                let unit = [byte(at)?, byte(at + 1)?];
                Some(match encoding == UTF_16LE {
                    true => u16::from_le_bytes(unit),
                    false => u16::from_be_bytes(unit),
                })
            };
            match (unit(0), unit(2)) {
                (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 4,
                (Some(0xD800..=0xDBFF), None) => bytes.len(),
                _ => 2,
            }
        }
        "gb18030" | "GBK" if matches!(bytes[0], 0x81..=0xFE) && second.is_ascii_digit() => {
            match (byte(2), byte(3)) {
                (None, _) => 2,
                (Some(0x81..=0xFE), None) => 3,
                (Some(0x81..=0xFE), Some(b'0'..=b'9')) => 4,
                _ => 1,
            }
        }
        "EUC-JP" if bytes[0] == 0x8F && matches!(second, 0xA1..=0xFE) => multi_byte(3),
        "EUC-JP" if !matches!(bytes[0], 0x8E | 0x8F | 0xA1..=0xFE) => 1,
        "Shift_JIS" if !matches!(bytes[0], 0x81..=0x9F | 0xE0..=0xFC) => 1,
        "gb18030" | "GBK" | "Big5" | "EUC-KR" if matches!(bytes[0], 0x80 | 0xFF) => 1,
        "EUC-JP" | "Shift_JIS" | "gb18030" | "GBK" | "Big5" | "EUC-KR" => multi_byte(2),
        _ => 1,
    }
}

/// Bytes with many that begin, end or break off characters.
fn random_bytes(rng: &mut Rng) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..rng.usize(1..12) {
        match rng.u8(..8) {
            0 => bytes.push(rng.u8(..)),
            1 => bytes.push(rng.u8(0x80..)),
            2 => bytes.push(
                *rng.choice(b"\x81\x84\x8E\x8F\xA1\xC4\xE0\xED\xF0\xF4\xFE")
                    .expect("a byte"),
            ),
            3 => bytes.push(rng.u8(b'0'..=b'9')),
            4 => bytes.extend([rng.u8(0xD7..0xE0), rng.u8(..)]),
            5 => bytes.extend("é語😀".as_bytes()),
            6 => bytes.extend(b"\x88\x62\x81\x30\x81"),
            _ => bytes.extend(b"<b>"),
        }
    }
    bytes
}

#[test]
fn random_bytes_have_the_places_that_the_standard_says() {
    let names = NAMES.iter().filter(|name| **name != "ISO-2022-JP");
    let encodings = names
        .map(|name| encoding(name))
        .chain([UTF_16LE, UTF_16BE, X_USER_DEFINED]);
    for encoding in encodings {
        for seed in 0..effort(100, 2_000) as u64 {
            let bytes = random_bytes(&mut Rng::with_seed(seed));
            if Encoding::for_bom(&bytes).is_some() {
                continue;
            }
            let (mut expected, mut at) = (Vec::new(), 0);
            let mut text = String::new();
            while at < bytes.len() {
                let end = at + first_len(&bytes[at..], encoding);
                let end = end.min(bytes.len());
                let start = text.len();
                text.push_str(&encoding.decode_without_bom_handling(&bytes[at..end]).0);
                expected.push((start..text.len(), at..end));
                at = end;
            }
            for size in 1..=bytes.len() {
                let (decoded, offsets) = decode(&bytes, encoding, size);
                assert_eq!(decoded, text, "{} {bytes:X?}", encoding.name());
                for (text, source) in &expected {
                    let case = format!("{} {bytes:X?} {text:?} by {size}", encoding.name());
                    assert_eq!(offsets.source(text.clone()), *source, "{case}");
                }
            }
        }
    }
}

#[test]
fn iso_2022_jp_has_no_byte_in_two_places() {
    let encoding = encoding("ISO-2022-JP");
    for seed in 0..effort(1_000, 20_000) as u64 {
        let mut rng = Rng::with_seed(seed);
        let parts: [&[u8]; 8] = [
            b"\x1B$B", b"\x1B(B", b"\x1B(I", b"\x1B", b"\x1B$", b"$\"", b"b", b"\xC4",
        ];
        let parts = (0..rng.usize(1..10)).map(|_| parts[rng.usize(..parts.len())]);
        let bytes = parts.collect::<Vec<_>>().concat();
        let (text, offsets) = decode(&bytes, encoding, bytes.len());
        let mut end = 0;
        for (at, c) in text.char_indices() {
            let source = offsets.source(at..at + c.len_utf8());
            assert!(
                source.start == end && source.end > end,
                "{bytes:X?} {source:?}"
            );
            let last = &bytes[source.end - 1..source.end];
            // Escape sequences at the end belong to the last character.
            assert!(
                !c.is_ascii() || source.end == bytes.len() || last == c.to_string().as_bytes(),
                "{bytes:X?} {c}"
            );
            end = source.end;
        }
        assert!(text.is_empty() || end == bytes.len());
        for size in 1..bytes.len() {
            let (_, by_size) = decode(&bytes, encoding, size);
            for at in 0..text.len() {
                assert_eq!(
                    by_size.source(at..at + 1),
                    offsets.source(at..at + 1),
                    "{bytes:X?}"
                );
            }
        }
    }
}
