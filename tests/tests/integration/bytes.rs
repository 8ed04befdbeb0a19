//! Bytes that are not UTF-8 are decoded as the Encoding Standard says: `encoding_rs` does the same.

use encoding_rs::UTF_8;
use fastrand::Rng;
use tokenwright::Tokenizer;
use tokenwright_tests::generated::Collector;

/// The number of random byte strings; each is fed at random splits.
const STRINGS: usize = 8_000;

/// Whole characters, the parts of broken ones, and markup around them.
const PIECES: [&[u8]; 32] = [
    b"a", b"<", b"b", b">", b"=", b"&", b" ", b"\r", b"\n", b"\0", b"'", b"<!--", b"-->", b"&amp;",
    b"\xC3", b"\xA9", b"\xE2", b"\x82", b"\xAC", b"\xF0", b"\x9F", b"\x98", b"\x80", b"\xFF",
    b"\xC0", b"\xE0", b"\xED", b"\xA0", b"\xF4", b"\x90", b"\xF5", b"\xEF\xBB\xBF",
];

#[test]
fn bytes_are_decoded_as_encoding_rs_decodes_them() {
    let mut random = Rng::with_seed(0x00E9);
    for _ in 0..STRINGS {
        let count = random.usize(..24);
        let bytes: Vec<u8> = (0..count)
            .flat_map(|_| random.choice(&PIECES).expect("not empty").iter().copied())
            .collect();
        let (text, _) = UTF_8.decode_without_bom_handling(&bytes);
        let expected = events(|tokenizer| tokenizer.feed_str(&text));
        let second = random.usize(..bytes.len() + 1);
        let first = random.usize(..second + 1);
        for ends in [vec![], vec![first, second], (0..bytes.len()).collect()] {
            let decoded = events(|tokenizer| {
                let mut start = 0;
                for end in ends.iter().copied().chain([bytes.len()]) {
                    tokenizer.feed_bytes(&bytes[start..end]);
                    start = end;
                }
            });
            assert_eq!(decoded, expected, "{bytes:02x?} split at {ends:?}");
        }
    }
}

/// The tokens, and the codes, lines and columns of the errors; offsets count the bytes given.
fn events(feed: impl FnOnce(&mut Tokenizer<Collector>)) -> Vec<String> {
    let mut tokenizer = Tokenizer::new(Collector::default());
    feed(&mut tokenizer);
    tokenizer.finish().without_offsets()
}
