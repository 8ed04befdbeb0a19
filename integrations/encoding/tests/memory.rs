//! Memory does not grow with the input.

use std::io::{self, Read};
use tokenwright::{Sink, Tokenizer};
use tokenwright_encoding::{Options, Reader};
use tokenwright_tests::allocator::{Counting, measure};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Nothing;

impl Sink for Nothing {}

/// A page in windows-1251 of this length, read through the decoder and the tokenizer: the peak of held bytes.
fn held(len: u64) -> i64 {
    let declaration = io::Cursor::new("<meta charset=windows-1251>");
    let page = io::repeat(0xDF).take(len);
    let (result, allocations) = measure(|| {
        let reader = Reader::new(declaration.chain(page), Options::default());
        Tokenizer::new(Nothing).feed_reader(reader)
    });
    result.expect("the page is read");
    allocations.peak
}

#[test]
fn a_stream_is_read_in_bounded_memory() {
    let (short, long) = (held(200_000), held(2_000_000));
    assert!(
        long <= short + 1000,
        "{short} bytes for the short page, {long} for the long one"
    );
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn a_gigabyte_is_read_in_a_quarter_of_a_megabyte() {
    let held = held(1 << 30);
    assert!(held < 256 * 1024, "{held} bytes");
}
