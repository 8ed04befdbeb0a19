//! The interfaces of the crate through which a document can be tokenized.

use std::hint::black_box;
use tokenwright::{Follow, Next, Options, Sink, Span, Tag, Tokenizer, tokens};

/// A function that tokenizes a document, with its name in the table.
#[derive(Clone, Copy)]
pub(crate) struct Interface {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&str),
}

/// Every interface, in the order of the table.
pub(crate) const INTERFACES: [Interface; 7] = [
    interface("whole", |text| feed(text, text.len())),
    interface("every element followed", followed),
    interface("chunks of 61", |text| feed(text, 61)),
    interface("chunks of 7", |text| feed(text, 7)),
    interface("chunks of 1", |text| feed(text, 1)),
    interface("paused at every tag", paused),
    interface("iterator with errors", iterate),
];

const fn interface(name: &'static str, run: fn(&str)) -> Interface {
    Interface { name, run }
}

/// Counts tokens, so that the compiler removes no work, and stores none.
#[derive(Default)]
struct Count {
    bytes: usize,
    pauses: bool,
}

impl Count {
    fn tag(&mut self, tag: &Tag<'_>) -> Next {
        self.bytes += tag.name().len();
        if self.pauses {
            Next::Pause
        } else {
            Next::Continue
        }
    }
}

impl Sink for Count {
    fn text(&mut self, text: &str, _: Span) {
        self.bytes += text.len();
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tag(tag)
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tag(tag)
    }

    fn error(&mut self, error: &tokenwright::ParseError) {
        self.bytes += error.line;
    }
}

fn feed(text: &str, size: usize) {
    let mut tokenizer = Tokenizer::new(Count::default());
    for chunk in text.as_bytes().chunks(size.max(1)) {
        tokenizer.feed_bytes(chunk);
    }
    black_box(tokenizer.finish().bytes);
}

fn followed(text: &str) {
    let options = Options {
        follow: Follow::Everything,
        ..Options::default()
    };
    let mut tokenizer: Tokenizer<_> = Tokenizer::with_options(Count::default(), options);
    tokenizer.feed_str(text);
    black_box(tokenizer.finish().bytes);
}

fn paused(text: &str) {
    let mut tokenizer = Tokenizer::new(Count {
        pauses: true,
        ..Count::default()
    });
    tokenizer.feed_str(text);
    while tokenizer.is_paused() {
        tokenizer.resume();
    }
    black_box(tokenizer.finish().bytes);
}

fn iterate(text: &str) {
    for token in tokens(text).with_errors() {
        drop(black_box(token));
    }
}
