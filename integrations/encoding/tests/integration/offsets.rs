//! Positions in the text, mapped back to the source.

use crate::encodings::{NAMES, encoding, sample};
use tokenwright_encoding::{Decoder, Encoding, Offsets, Options};

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
