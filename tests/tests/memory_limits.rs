//! Limits bound the memory that hostile input needs. The only test of its executable, as it counts all allocations.

use std::fmt::Write;
use tokenwright::revisions::Newest;
use tokenwright::{Limits, Next, Options, Sink, Tag, Tokenizer};
use tokenwright_tests::allocator::{Counting, measure};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Nothing<const SOURCE: bool>;

impl<const SOURCE: bool> Sink for Nothing<SOURCE> {
    const SOURCE: bool = SOURCE;

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        match tag.name() {
            "pause" => Next::Pause,
            _ => Next::Continue,
        }
    }
}

/// What every tokenizer may take, whatever its limit.
const FIXED: usize = 32 * 1024;

/// The peak memory in bytes for an input in chunks, and the message of the limit that stopped the tokenizer.
fn held<const SOURCE: bool>(limits: Limits, input: &[u8], chunk: usize) -> (usize, String) {
    let options = Options {
        limits,
        ..Options::default()
    };
    let (message, allocations) = measure(|| {
        let sink = Nothing::<SOURCE>;
        let mut tokenizer = Tokenizer::<_, Newest>::with_options(sink, options);
        for chunk in input.chunks(chunk) {
            tokenizer.feed_bytes(chunk);
        }
        tokenizer.limit_exceeded().map(|limit| limit.to_string())
    });
    let peak = usize::try_from(allocations.peak).expect("allocations exceed deallocations");
    (peak, message.unwrap_or_default())
}

/// Constructs of a beginning and a repeated piece, each of which needs memory in another way.
const LONG: [(&str, &[u8]); 22] = [
    ("x<!--", b"-"),
    ("x<!--", b"a\xFF"),
    ("x<!--", b"\0"),
    ("x<!--", b"\r"),
    ("x<?a ", b"b"),
    ("x<!DOCTYPE ", b"a"),
    ("x<!DOCTYPE a PUBLIC '", b"\0"),
    ("x<", b"A"),
    ("x<", b"\0"),
    ("x<a ", b"b"),
    ("x<a b='", b"&amp;"),
    ("x<a b='", b"&nGt;"),
    ("x<a b='", b"c\xFFd"),
    ("x<a ", b"b "),
    ("x<a ", b"= "),
    ("x<a ", b"b/"),
    ("x<a ", b"B=C "),
    ("x<title></", b"t"),
    ("x<title></title ", b"t "),
    ("x</pause>", b"y"),
    ("x</pause>", b"y\xFF"),
    ("x</pause>", b"</pause>"),
];

fn check<const SOURCE: bool>() {
    // So many attributes that all lists of a tag are long.
    let mut attributes = String::from("x<a");
    for number in 0..20_000 {
        write!(attributes, " a{number:x}").expect("a string");
    }
    let input = |(beginning, piece): &(&str, &[u8])| {
        let pieces = piece.iter().cycle().take(400_000);
        beginning
            .bytes()
            .chain(pieces.copied())
            .collect::<Vec<u8>>()
    };
    let mut inputs: Vec<Vec<u8>> = LONG.iter().map(input).collect();
    // What was needed before gives way.
    inputs.push([&inputs[0][..60_000], b"-->", attributes.as_bytes()].concat());
    inputs.push(attributes.into_bytes());
    for input in &inputs {
        for memory in [1000, 20_000, 150_000] {
            for chunk in [61, 8192, input.len()] {
                let limits = Limits {
                    memory,
                    ..Limits::default()
                };
                let (peak, message) = held::<SOURCE>(limits, input, chunk);
                let case = format!(
                    "{}, source {SOURCE}, {memory} bytes, by {chunk}: {message}",
                    input[..20].escape_ascii()
                );
                assert!(peak <= memory + FIXED, "{case}: {peak} bytes");
                // The rest of a chunk after a pause is kept as a whole.
                let is_kept = peak > memory / 5 || chunk > memory;
                assert!(is_kept || message.is_empty(), "{case}: at {peak} bytes");
            }
        }
    }
}

#[test]
fn limits_bound_what_is_held() {
    check::<false>();
    check::<true>();
    let comment = format!("x<!--{}", "-".repeat(400_000));
    let mut attributes = String::from("x<a");
    for number in 0..20_000 {
        write!(attributes, " a{number}").expect("a string");
    }
    let none = Limits::default();
    type Case<'c> = (fn(&mut Limits), &'c str, &'c str);
    let cases: [Case<'_>; 4] = [
        (
            |limits| limits.attributes = 1000,
            &attributes,
            "the tag at byte 1 has more than 1000 attributes",
        ),
        (
            |limits| limits.token_bytes = 5000,
            &comment,
            "the token at byte 1 has more than 5000 bytes",
        ),
        (
            |limits| limits.memory = 5000,
            &comment,
            "more than 5000 bytes of memory are needed at byte 1",
        ),
        (|limits| limits.memory = 1_000_000, &comment, ""),
    ];
    for (limit, input, message) in cases {
        let mut limits = none;
        limit(&mut limits);
        let (limited, exceeded) = held::<false>(limits, input.as_bytes(), 8192);
        assert_eq!(exceeded, message);
        let (free, _) = held::<false>(none, input.as_bytes(), 8192);
        assert!(
            limited <= free,
            "{message}: {limited} bytes, {free} without limits"
        );
    }
}
