//! Memory does not grow with the input: the longest token bounds it.

use std::sync::Mutex;
use tokenwright::revisions::{self, Newest};
use tokenwright::{Next, Sink, Tag, TextMode, Tokenizer};
use tokenwright::{Options, Revision, RevisionVisitor};
use tokenwright_tests::allocator::{Counting, measure};
use tokenwright_tests::effort::effort;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The allocator counts what all threads do.
static ALONE: Mutex<()> = Mutex::new(());

/// The chunk size in bytes.
const CHUNK: usize = 8 * 1024;
/// What is known of at most 512 open elements takes at most this, in bytes.
const FOLLOWED: usize = 40 * 1024;
/// The shorter of two inputs, in bytes; the longer one is four times as long.
const SHORT: usize = 32 * 1024;

/// Reads all tokens, so that the compiler removes no work, and stores none. Of what a sink can ask for, it has the bits of
/// `WANTS`: errors, spans, sources, lines, and to switch the state itself.
struct Nothing<const WANTS: u8>;

impl<const WANTS: u8> Sink for Nothing<WANTS> {
    const ERRORS: bool = WANTS & 1 != 0;
    const SPANS: bool = WANTS & 2 != 0;
    const SOURCE: bool = WANTS & 4 != 0;
    const LINES: bool = WANTS & 8 != 0;
    const SWITCHES: bool = WANTS & 16 != 0;

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        let mode = TextMode::after_start_tag(tag.name(), false);
        match mode.filter(|_| Self::SWITCHES) {
            Some(mode) => Next::Switch(mode),
            None => Next::Continue,
        }
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        true
    }
}

const EVERYTHING: u8 = 0b1111;

/// The peak memory in bytes while the tokenizer of a revision reads a prefix and a repeated string, up to a length.
fn held<R: Revision, const WANTS: u8>(beginning: &[u8], piece: &[u8], len: usize) -> usize {
    let repeated = beginning.iter().chain(piece.iter().cycle());
    let mut input = repeated.copied().take(len);
    let mut chunk = Vec::with_capacity(CHUNK);
    peak::<R, WANTS>(|tokenizer| {
        loop {
            chunk.clear();
            chunk.extend(input.by_ref().take(CHUNK));
            if chunk.is_empty() {
                break;
            }
            tokenizer.feed_bytes(&chunk);
        }
    })
}

/// The peak memory in bytes of a tokenizer that is fed.
fn peak<R: Revision, const WANTS: u8>(
    feed: impl FnOnce(&mut Tokenizer<Nothing<WANTS>, R>),
) -> usize {
    let (_, allocations) = measure(|| {
        let mut tokenizer = Tokenizer::with_options(Nothing::<WANTS>, Options::default());
        feed(&mut tokenizer);
        tokenizer.finish()
    });
    usize::try_from(allocations.peak).expect("allocations exceed deallocations")
}

/// Inputs of many short tokens.
const MANY: [(&[u8], &[u8]); 25] = [
    (b"", b"<p class=x>text</p>"),
    (b"", b"<"),
    (b"", b"&"),
    (b"", b"&amp"),
    (b"", b"&notin;&notit;"),
    (b"", b"&#x41;"),
    (b"x&#", b"0"),
    (b"x&#x", b"0"),
    (b"<title>&#", b"7"),
    (b"x&", b"#0"),
    (b"<svg><![CDATA[", b"]"),
    (b"</", b"></"),
    (b"<svg><desc>", b"<b>"),
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
const ONE: [(&[u8], &[u8]); 15] = [
    // No token, but whether it is a reference without a semicolon is known at its end, in 2012 and 2014.
    (b"x&a", b"b"),
    (b"<!--", b"-"),
    (b"<!--", b"<!--"),
    (b"<!--", b"\r"),
    (b"<a b=\"", b"x"),
    (b"<a b=\"", b"&amp;"),
    (b"<a b=", b"\0"),
    (b"<a b=\"&#", b"0"),
    (b"<a b=\"&", b"a"),
    (b"<title></", b"t"),
    (b"<?a ", b"&"),
    (b"</a b='", b"</a>"),
    (b"<", b"a"),
    (b"<a ", b"<a "),
    (b"<!DOCTYPE ", b"html"),
];

/// Tests every `step`th input from the one at `first` on.
fn check<R: Revision, const WANTS: u8>((first, step): (usize, usize)) {
    for (beginning, piece) in MANY.into_iter().skip(first).step_by(step) {
        // In the oldest revision a CDATA section is a comment.
        if beginning.ends_with(b"CDATA[") && R::ID == "whatwg-2008-03-09" {
            continue;
        }
        let short = held::<R, WANTS>(beginning, piece, SHORT);
        let long = held::<R, WANTS>(beginning, piece, 4 * SHORT);
        let (beginning, piece) = (beginning.escape_ascii(), piece.escape_ascii());
        let case = format!("{} {WANTS:b}: {beginning}, {piece} again and again", R::ID);
        assert!(
            short <= 4 * CHUNK + FOLLOWED,
            "{case}: {short} bytes are held"
        );
        assert!(long <= short + 1024, "{case}: {long} bytes, not {short}");
    }
    for (beginning, piece) in ONE.into_iter().skip(first).step_by(step) {
        for len in [SHORT, 4 * SHORT] {
            let most = held::<R, WANTS>(beginning, piece, len);
            let (beginning, piece) = (beginning.escape_ascii(), piece.escape_ascii());
            let case = format!("{} {WANTS:b}: {beginning}{piece}{piece}{piece}...", R::ID);
            // A source is a second copy.
            let times = if WANTS & 4 == 0 { 6 } else { 12 };
            assert!(most <= times * len, "{case}: {most} bytes for {len}");
        }
    }
}

/// The inputs of each revision: every eighth one, and another eighth for the next revision.
struct Each {
    revisions: usize,
}

impl Each {
    /// The first input of the next revision, and the distance to the one after it.
    fn next_sample(&mut self) -> (usize, usize) {
        let step = effort(8, 1);
        self.revisions += 1;
        (self.revisions % step, step)
    }
}

impl RevisionVisitor for Each {
    fn visit<R: Revision>(&mut self) {
        check::<R, EVERYTHING>(self.next_sample());
    }
}

#[test]
fn what_is_held_is_bounded_by_the_longest_token() {
    let _alone = ALONE.lock();
    let mut each = Each { revisions: 0 };
    revisions::visit(&mut each);
    // Sinks that want less.
    check::<Newest, 0b01011>(each.next_sample());
    check::<Newest, 0b01110>(each.next_sample());
    check::<Newest, 0b00101>(each.next_sample());
    check::<Newest, 0b11111>(each.next_sample());
    check::<Newest, 0>(each.next_sample());
}

/// The bytes that a tag takes for each of its own, if its attributes are as short as they can be.
const MOST_FOR_ATTRIBUTES: usize = 32;

/// The peak memory while a tag is read in chunks, and one that a chunk contains.
fn held_for_attributes<const WANTS: u8>(tag: &str, size: usize) -> usize {
    peak::<Newest, WANTS>(|tokenizer| {
        let chunks = tag.as_bytes().chunks(size);
        chunks.for_each(|chunk| tokenizer.feed_bytes(chunk));
    })
}

#[test]
fn a_tag_of_short_attributes_takes_some_times_its_length() {
    let _alone = ALONE.lock();
    let letters = || ('a'..='z').chain('\u{3B1}'..='\u{3C9}');
    let first = letters().take(effort(10, usize::MAX));
    let names = first.flat_map(|a| letters().map(move |b| [a, b]));
    let names = names.flat_map(|[a, b]| ('a'..='z').map(move |c| format!(" {a}{b}{c}")));
    let tag = format!("<a{}>", names.collect::<String>());
    for size in [1, CHUNK, tag.len()] {
        let most = [
            held_for_attributes::<0>(&tag, size),
            held_for_attributes::<0b00001>(&tag, size),
            held_for_attributes::<0b00010>(&tag, size),
            held_for_attributes::<EVERYTHING>(&tag, size),
        ];
        for most in most {
            println!("{:.1} in chunks of {size}", most as f64 / tag.len() as f64);
            assert!(
                most <= MOST_FOR_ATTRIBUTES * tag.len(),
                "{most} for {} bytes",
                tag.len()
            );
        }
    }
}
