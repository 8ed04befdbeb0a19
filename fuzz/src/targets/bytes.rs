//! Bytes are decoded as `encoding_rs` decodes them, at any split.

use crate::document::{Document, pieces};
use encoding_rs::UTF_8;
use tokenwright::Tokenizer;
use tokenwright_tests::generated::Collector;

/// Checks an input.
pub(crate) fn check(input: &[u8]) {
    let Some(document) = Document::of(input) else {
        return;
    };
    let (text, _) = UTF_8.decode_without_bom_handling(document.bytes);
    let expected = record(|tokenizer| tokenizer.feed_str(&text));
    let whole = record(|tokenizer| tokenizer.feed_bytes(document.bytes));
    assert_eq!(whole, expected, "whole");
    let bytes = record(|tokenizer| {
        document
            .bytes
            .chunks(1)
            .for_each(|byte| tokenizer.feed_bytes(byte))
    });
    assert_eq!(bytes, expected, "byte by byte");
    let pieces = pieces(document.bytes, &mut document.random());
    let pieces = record(|tokenizer| pieces.iter().for_each(|piece| tokenizer.feed_bytes(piece)));
    assert_eq!(pieces, expected, "in pieces");
}

/// The tokens, and the codes, lines and columns of the errors; offsets count the bytes given.
fn record(feed: impl FnOnce(&mut Tokenizer<Collector>)) -> Vec<String> {
    let mut tokenizer = Tokenizer::new(Collector::default());
    feed(&mut tokenizer);
    tokenizer.finish().without_offsets()
}
