//! Limits bound the memory that hostile input needs. The only test of its executable, as it counts all allocations.

use std::fmt::Write;
use std::io::Read;
use tokenwright::revisions::Newest;
use tokenwright::{Limits, Options, Sink, Tokenizer};
use tokenwright_tests::allocator::{Counting, measure};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Nothing;

impl Sink for Nothing {}

/// The peak memory in bytes for an input in large chunks, and the message of the limit that stopped the tokenizer.
fn held(limits: Limits, mut input: impl Read) -> (usize, String) {
    let mut buffer = vec![0; 1 << 20];
    let options = Options::default().limits(limits);
    let (message, allocations) = measure(|| {
        let mut tokenizer = Tokenizer::<_, Newest>::with_options(Nothing, options);
        while tokenizer
            .read_once(&mut input, &mut buffer)
            .expect("memory")
            > 0
        {}
        tokenizer.limit_exceeded().map(|limit| limit.to_string())
    });
    let peak = usize::try_from(allocations.peak).expect("allocations exceed deallocations");
    (peak, message.unwrap_or_default())
}

#[test]
fn limits_bound_what_is_held() {
    let mut attributes = String::from("x<a");
    for number in 0..1_000_000 {
        write!(attributes, " a{number}").expect("a string");
    }
    let comment = format!("x<!--{}", "-".repeat(10_000_000));
    let references = format!("x<a b='{}", "&amp;".repeat(2_000_000));
    let none = Limits::default();
    for (limits, input, message) in [
        (
            none.attributes(1000),
            &attributes,
            "the tag at byte 1 has more than 1000 attributes",
        ),
        (
            none.memory(100_000),
            &attributes,
            "more than 100000 bytes of memory are needed at byte 1",
        ),
        (
            none.token_bytes(5000),
            &comment,
            "the token at byte 1 has more than 5000 bytes",
        ),
        (
            none.memory(5000),
            &references,
            "more than 5000 bytes of memory are needed at byte 1",
        ),
    ] {
        let (limited, exceeded) = held(limits, input.as_bytes());
        assert_eq!(exceeded, message);
        let (free, _) = held(none, input.as_bytes());
        assert!(
            limited < 2_000_000 && limited < free,
            "{message}: {limited} bytes, {free} without limits"
        );
    }
}
