//! Stops, and clones of a tokenizer.

use crate::inputs::INPUTS;
use crate::support::{Record, each_revision, feed, record};
use crate::tokens_as_lines::tokens_as_lines;
use tokenwright::{
    Comment, Doctype, Next, Options, ParseError, ProcessingInstruction, Revision, Sink, Span, Tag,
    Tokenizer, revisions,
};

/// Records the calls, and stops after some of them.
#[derive(Default)]
struct Calls {
    lines: Vec<String>,
    stop_after: usize,
    /// Whether tags are answered with a stop; otherwise the sink says so when it is asked.
    answers: bool,
}

impl Calls {
    fn call(&mut self, line: String) -> Next {
        self.lines.push(line);
        match self.answers && self.lines.len() >= self.stop_after {
            true => Next::Stop,
            false => Next::Continue,
        }
    }

    fn line(&mut self, line: String) {
        self.call(line);
    }

    fn tag(&mut self, tag: &Tag<'_>) -> Next {
        self.call(format!("{tag:?}"))
    }
}

impl Sink for Calls {
    tokens_as_lines!();

    fn text(&mut self, text: &str, span: Span) {
        self.call(format!("{text:?} {span}"));
    }

    fn error(&mut self, error: &ParseError) {
        self.call(format!("{error} {}", error.span));
    }

    fn is_stopped(&self) -> bool {
        !self.answers && self.lines.len() >= self.stop_after
    }
}

fn calls<R: Revision>(input: &str, size: usize, stop_after: usize, answers: bool) -> Calls {
    let sink = Calls {
        lines: Vec::new(),
        stop_after,
        answers,
    };
    let mut tokenizer = Tokenizer::<_, R>::with_options(sink, Options::default());
    feed(&mut tokenizer, input.as_bytes(), size);
    let seen = tokenizer.sink().lines.len();
    if tokenizer.is_stopped() {
        tokenizer.insert("<p>");
        tokenizer.resume();
        tokenizer.feed_str("text");
    }
    let stopped = tokenizer.is_stopped();
    let sink = tokenizer.finish();
    assert!(!stopped || sink.lines.len() == seen, "{input:?}");
    sink
}

fn check_stops<R: Revision>() {
    for input in INPUTS {
        for size in [1, 7, input.len()] {
            let all = calls::<R>(input, size, usize::MAX, false).lines;
            for after in 1..=all.len() {
                let stopped = calls::<R>(input, size, after, false).lines;
                assert_eq!(stopped, all[..after], "{} {input:?} by {size}", R::ID);
            }
        }
    }
}

#[test]
fn a_sink_that_stops_receives_nothing_more() {
    each_revision!(check_stops());
}

#[test]
fn a_tag_is_answered_with_a_stop() {
    let input = "a<b>c</b>d<p>e";
    let all = calls::<revisions::Newest>(input, 100, usize::MAX, true).lines;
    for (after, last) in [(1, 2), (2, 2), (3, 4), (4, 4), (5, 6), (6, 6)] {
        for size in [1, 100] {
            let stopped = calls::<revisions::Newest>(input, size, after, true).lines;
            assert_eq!(stopped, all[..last], "after {after} by {size}");
        }
    }
}

/// Pauses at the first tag, and stops at the second.
#[derive(Default)]
struct PauseThenStop(Vec<String>);

impl Sink for PauseThenStop {
    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.0.push(tag.name().to_owned());
        match self.0.len() {
            1 => Next::Pause,
            _ => Next::Stop,
        }
    }
}

#[test]
fn a_stop_in_text_that_was_kept_in_a_pause_ends_everything() {
    let paused = || {
        let mut tokenizer = Tokenizer::new(PauseThenStop::default());
        tokenizer.feed_str("<a>");
        tokenizer.feed_str("<b><i>text");
        assert!(tokenizer.is_paused());
        tokenizer
    };
    assert_eq!(paused().finish().0, ["a", "b"]);
    let mut tokenizer = paused();
    tokenizer.resume();
    assert!(tokenizer.is_stopped() && !tokenizer.is_paused());
    let mut tokenizer = paused();
    tokenizer.insert("<u><s>");
    assert!(tokenizer.is_stopped() && !tokenizer.is_paused());
    tokenizer.resume();
    assert!(!tokenizer.is_paused());
    assert_eq!(tokenizer.finish().0, ["a", "u"]);
}

/// Clones the tokenizer at every place.
fn check_clones<R: Revision>() {
    for input in INPUTS {
        let bytes = input.as_bytes();
        let whole = record::<R>(&Options::default(), [bytes]);
        let new = || Tokenizer::<_, R>::with_options(Record::default(), Options::default());
        let mut original = new();
        for at in 0..bytes.len() {
            let mut ahead = original.clone();
            ahead.feed_bytes(&bytes[at..]);
            assert_eq!(ahead.finish(), whole, "{} {input:?} at {at}", R::ID);
            original.feed_bytes(&bytes[at..=at]);
        }
        assert_eq!(original.finish(), whole, "{} {input:?}", R::ID);
    }
}

#[test]
fn a_clone_and_its_original_continue_alike() {
    each_revision!(check_clones());
}
