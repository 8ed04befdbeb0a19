//! Sinks that want less, and sinks that panic.

use crate::support::feed;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tokenwright::{Next, Sink, Span, Tag, Tokenizer};

/// The spans of tags and attributes, in a sink that wants none.
#[derive(Default)]
struct NoSpans(Vec<Span>);

impl Sink for NoSpans {
    const SPANS: bool = false;

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.0.extend([tag.span(), tag.name_span()]);
        for attribute in tag.attributes() {
            self.0
                .extend([attribute.name_span(), attribute.value_span()]);
        }
        Next::Continue
    }
}

#[test]
fn without_spans_every_span_is_empty_at_the_beginning() {
    for size in [1, 100] {
        let mut tokenizer = Tokenizer::new(NoSpans::default());
        feed(&mut tokenizer, b"x<p a=b C='&amp;' d>", size);
        assert_eq!(tokenizer.finish().0, [Span::default(); 8]);
    }
}

/// The texts, each with its address.
#[derive(Default)]
struct Addresses(Vec<(String, usize)>);

impl Sink for Addresses {
    const SPANS: bool = false;

    fn text(&mut self, text: &str, _: Span) {
        self.0.push((text.into(), text.as_ptr() as usize));
    }
}

/// So that a sink can keep ranges of the source in place of copies.
#[test]
fn text_that_the_source_has_is_a_part_of_it() {
    let source = "a < b<script>if (a<b) '<!- </b>' </scrip<!-- <-- </sty --></script>c <3 </ d>";
    let mut tokenizer = Tokenizer::new(Addresses::default());
    tokenizer.feed_str(source);
    let texts = tokenizer.finish().0;
    let begin = source.as_ptr() as usize;
    assert!(texts.len() > 4, "{texts:?}");
    for (text, address) in texts {
        let part = address
            .checked_sub(begin)
            .and_then(|at| source.get(at..at + text.len()));
        assert_eq!(part, Some(&*text));
    }
}

/// Panics at the end tag.
#[derive(Default)]
struct Panics(usize);

impl Sink for Panics {
    fn text(&mut self, text: &str, _: Span) {
        self.0 += text.len();
    }

    fn end_tag(&mut self, _: &Tag<'_>) -> Next {
        panic!("the sink's own panic")
    }
}

#[test]
fn after_a_panic_of_the_sink_the_tokenizer_does_nothing() {
    for before in ["", "x<!doc", "&am", "<a b='cdefghijkl&no"] {
        let mut tokenizer = Tokenizer::new(Panics::default());
        tokenizer.feed_str(before);
        let panicked = catch_unwind(AssertUnwindSafe(|| tokenizer.feed_str("'>--></p>text")));
        assert!(panicked.is_err());
        let seen = tokenizer.sink().0;
        tokenizer.feed_str("b");
        tokenizer.feed_bytes(b"c\xFF");
        tokenizer.insert("d");
        tokenizer.resume();
        tokenizer.end();
        tokenizer.feed_str("e");
        assert_eq!(tokenizer.finish().0, seen, "{before}");
    }
}
