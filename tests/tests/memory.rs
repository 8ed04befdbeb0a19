//! Memory does not grow with the input: the longest token bounds it.

use std::io::{self, Read};
use tokenwright::{Options, Revision, RevisionVisitor};
use tokenwright::{Sink, Tokenizer, revisions};
use tokenwright_tests::allocator::{Counting, measure};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The chunk size in bytes.
const CHUNK: usize = 8 * 1024;
/// The shorter of two inputs, in bytes; the longer one is four times as long.
const SHORT: usize = 32 * 1024;

/// Reads all tokens, so that the compiler removes no work, and stores none.
struct Nothing;

impl Sink for Nothing {}

/// A prefix and a repeated string, up to a length.
struct Repeated {
    beginning: &'static [u8],
    piece: &'static [u8],
    at: usize,
    len: usize,
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(self.len - self.at);
        for byte in &mut buffer[..len] {
            *byte = match self.at.checked_sub(self.beginning.len()) {
                None => self.beginning[self.at],
                Some(after) => self.piece[after % self.piece.len()],
            };
            self.at += 1;
        }
        Ok(len)
    }
}

/// The peak memory in bytes while the tokenizer of a revision reads an input.
fn held<R: Revision>(beginning: &'static [u8], piece: &'static [u8], len: usize) -> usize {
    let mut input = Repeated {
        beginning,
        piece,
        at: 0,
        len,
    };
    let mut buffer = vec![0; CHUNK];
    let (sink, allocations) = measure(|| {
        let mut tokenizer = Tokenizer::<_, R>::with_options(Nothing, Options::default());
        while tokenizer
            .read_once(&mut input, &mut buffer)
            .expect("memory")
            > 0
        {}
        tokenizer.finish()
    });
    let Nothing = sink;
    usize::try_from(allocations.peak).expect("allocations exceed deallocations")
}

/// Inputs of many short tokens.
const MANY: [(&[u8], &[u8]); 18] = [
    (b"", b"<p class=x>text</p>"),
    (b"", b"<"),
    (b"", b"&"),
    (b"", b"&amp"),
    (b"", b"&notin;&notit;"),
    (b"", b"&#x41;"),
    (b"", b"\r"),
    (b"", b"\r\n"),
    (b"", b"\0"),
    (b"", b"\xFF"),
    (b"", b"a\xFFb"),
    (b"", b"\x01"),
    (b"", b"</a>"),
    (b"", b"<!-- -->"),
    (b"", b"<!DOCTYPE html>"),
    (b"<script>", b"<!--<script></"),
    (b"<title>", b"</titl"),
    (b"<plaintext>", b"x"),
];

/// Inputs that are one token.
const ONE: [(&[u8], &[u8]); 9] = [
    (b"<!--", b"-"),
    (b"<!--", b"<!--"),
    (b"<!--", b"\r"),
    (b"<a b=\"", b"x"),
    (b"<a b=\"", b"&amp;"),
    (b"<a b=", b"\0"),
    (b"<", b"a"),
    (b"<a ", b"<a "),
    (b"<!DOCTYPE ", b"html"),
];

struct Each;

impl RevisionVisitor for Each {
    fn visit<R: Revision>(&mut self) {
        for (beginning, piece) in MANY {
            let short = held::<R>(beginning, piece, SHORT);
            let long = held::<R>(beginning, piece, 4 * SHORT);
            let case = format!("{}: {} again and again", R::ID, piece.escape_ascii());
            assert!(short <= 4 * CHUNK, "{case}: {short} bytes are held");
            assert!(long <= short + 1024, "{case}: {long} bytes, not {short}");
        }
        for (beginning, piece) in ONE {
            for len in [SHORT, 4 * SHORT] {
                let most = held::<R>(beginning, piece, len);
                let (beginning, piece) = (beginning.escape_ascii(), piece.escape_ascii());
                let case = format!("{}: {beginning}{piece}{piece}{piece}...", R::ID);
                assert!(most <= 6 * len, "{case}: {most} bytes for {len}");
            }
        }
    }
}

#[test]
fn what_is_held_is_bounded_by_the_longest_token() {
    revisions::visit(&mut Each);
}
