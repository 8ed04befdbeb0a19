//! The interface for tree builders: states, pauses and inserted text.

use crate::support::{Record, each_revision, feed, record};
use std::io::{self, Read};
use tokenwright::{
    ErrorCode, Follow, Next, Options, ParseError, Revision, Sink, Span, Tag, TextMode, Tokenizer,
    revisions::Newest,
};

/// Tags and text, and a pause after each tag whose name is to be waited for.
#[derive(Debug, Default)]
struct Builder {
    seen: Vec<String>,
    pause_after: &'static str,
    foreign: bool,
    errors: Vec<(ErrorCode, usize, usize)>,
}

impl Builder {
    fn tag(&mut self, tag: &Tag<'_>) -> Next {
        let slash = if tag.is_end_tag() { "/" } else { "" };
        self.seen
            .push(format!("<{slash}{}> {}", tag.name(), tag.span()));
        if tag.name() == self.pause_after {
            Next::Pause
        } else {
            Next::Continue
        }
    }
}

impl Sink for Builder {
    fn text(&mut self, text: &str, span: Span) {
        self.seen.push(format!("{text} {span}"));
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        if tag.name() == "textarea" {
            self.tag(tag);
            return Next::Switch(TextMode::Rcdata);
        }
        self.tag(tag)
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tag(tag)
    }

    fn error(&mut self, error: &ParseError) {
        self.errors.push((error.code, error.line, error.column));
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.foreign
    }
}

fn builder(pause_after: &'static str) -> Tokenizer<Builder, Newest> {
    let options = Options {
        follow: Follow::Nothing,
        ..Options::default()
    };
    let sink = Builder {
        pause_after,
        ..Builder::default()
    };
    Tokenizer::with_options(sink, options)
}

#[test]
fn nothing_after_a_pause_is_read_before_the_sink_wants_it() {
    let html = "<b>1</script><b>2</script>3";
    for size in 1..=html.len() {
        let mut tokenizer = builder("script");
        feed(&mut tokenizer, html.as_bytes(), size);
        assert!(tokenizer.is_paused());
        assert_eq!(
            tokenizer.sink().seen,
            ["<b> 0..3", "1 3..4", "</script> 4..13"]
        );
        tokenizer.resume();
        assert!(tokenizer.is_paused());
        assert_eq!(
            tokenizer.sink().seen[3..],
            ["<b> 13..16", "2 16..17", "</script> 17..26"]
        );
        tokenizer.resume();
        assert!(!tokenizer.is_paused());
        assert_eq!(tokenizer.finish().seen[6..], ["3 26..27"]);
    }
}

#[test]
fn the_end_of_the_input_passes_over_pauses() {
    let mut tokenizer = builder("i");
    tokenizer.feed_str("<i><i>a<i>b");
    tokenizer.end();
    assert_eq!(
        tokenizer.sink().seen,
        ["<i> 0..3", "<i> 3..6", "a 6..7", "<i> 7..10", "b 10..11"]
    );
    tokenizer.feed_str("c");
    tokenizer.feed_bytes(b"c\xFF");
    tokenizer.insert("d");
    tokenizer.resume();
    tokenizer.end();
    assert_eq!(tokenizer.finish().seen.len(), 5);
}

#[test]
fn inserted_text_comes_before_what_is_not_read_and_counts_no_bytes() {
    let mut tokenizer = builder("script");
    tokenizer.feed_str("a</script>é<p>");
    assert!(tokenizer.is_paused());
    tokenizer.insert("<i>x");
    assert!(tokenizer.is_paused());
    tokenizer.resume();
    assert_eq!(
        tokenizer.finish().seen,
        [
            "a 0..1",
            "</script> 1..10",
            "<i> 10..10",
            "x 10..10",
            "é 10..12",
            "<p> 12..15"
        ]
    );
}

#[test]
fn inserted_text_may_end_in_the_middle_of_markup() {
    let mut tokenizer = builder("script");
    tokenizer.feed_str("</script>i class=a>b");
    tokenizer.insert("<");
    tokenizer.insert("b><");
    tokenizer.resume();
    assert_eq!(
        tokenizer.finish().seen,
        ["</script> 0..9", "<b> 9..9", "<i> 9..19", "b 19..20"]
    );
}

#[test]
fn inserted_text_that_pauses_leaves_its_rest_before_the_older_text() {
    let mut tokenizer = builder("script");
    tokenizer.feed_str("</script>3");
    tokenizer.insert("1</script>2");
    assert_eq!(tokenizer.sink().seen.len(), 3);
    tokenizer.insert("0");
    for _ in 0..2 {
        tokenizer.resume();
    }
    let seen = tokenizer.finish().seen;
    let texts: Vec<_> = seen.iter().map(|s| s.split(' ').next()).collect();
    assert_eq!(
        texts.into_iter().flatten().collect::<String>(),
        "</script>1</script>023"
    );
}

#[test]
fn text_can_be_inserted_at_a_split_that_is_not_decided_on() {
    // "&am" may still become a reference, "<!do" a DOCTYPE. Inserted text follows the consumed characters and precedes
    // those that were only looked at.
    for (before, inserted, after, expected) in [
        ("&", "amp", ";", "&"),
        ("x</tex", "t", "area>y", "x"),
        ("<", "b>", "z", "z"),
    ] {
        let mut tokenizer = builder("");
        tokenizer.feed_str(before);
        tokenizer.insert(inserted);
        tokenizer.feed_str(after);
        let seen = tokenizer.finish().seen.join("|");
        assert!(
            seen.contains(expected),
            "{before} {inserted} {after}: {seen}"
        );
    }
}

#[test]
fn the_sink_switches_states_before_the_next_character() {
    let mut tokenizer = builder("");
    tokenizer.feed_str("<textarea><b></textarea><b>");
    assert_eq!(
        tokenizer.finish().seen,
        [
            "<textarea> 0..10",
            "< 10..11",
            "b> 11..13",
            "</textarea> 13..24",
            "<b> 24..27"
        ]
    );
}

#[test]
fn a_fragment_starts_in_the_state_of_its_context() {
    let mut tokenizer = builder("");
    tokenizer.set_text_mode(TextMode::Rcdata);
    tokenizer.set_last_start_tag("title");
    tokenizer.feed_str("</titl></title >x");
    let seen = tokenizer.finish().seen;
    assert_eq!(seen[seen.len() - 2..], ["</title> 7..16", "x 16..17"]);

    let mut tokenizer = builder("");
    let state = Newest::state_named("PLAINTEXT state").expect("a state");
    tokenizer.set_state(state);
    assert_eq!(tokenizer.state(), state);
    tokenizer.feed_str("<b>");
    assert_eq!(tokenizer.finish().seen, ["<b> 0..3"]);
    assert!(Newest::STATES.contains(&(state, "PLAINTEXT")));
    assert_eq!(Newest::state_named("no such"), None);
}

#[test]
fn every_state_can_be_started_in_with_anything() {
    fn check<R: Revision>() {
        for (state, name) in R::STATES {
            for input in ["", "x", "\0é>", "\"--><a b='c'/>&amp;", "]]></title>\r"] {
                for size in [1, 100] {
                    let options = Options::default();
                    let mut tokenizer =
                        Tokenizer::<_, R>::with_options(Builder::default(), options);
                    tokenizer.set_state(*state);
                    feed(&mut tokenizer, input.as_bytes(), size);
                    let seen = tokenizer.finish().seen;
                    assert!(seen.len() < 40, "{} {name}: {seen:?}", R::ID);
                }
            }
        }
    }
    each_revision!(check());
}

#[test]
fn only_foreign_content_has_cdata_sections() {
    for foreign in [true, false] {
        let mut tokenizer = builder("");
        tokenizer.sink_mut().foreign = foreign;
        tokenizer.feed_str("<![CDATA[x]]>");
        let builder = tokenizer.finish();
        if foreign {
            assert_eq!(builder.seen, ["x 9..10"]);
        } else {
            assert!(builder.seen.is_empty());
            assert_eq!(builder.errors, [(ErrorCode::CdataInHtmlContent, 1, 9)]);
        }
    }
}

#[test]
fn a_byte_order_mark_is_left_out_on_demand_wherever_it_is_split() {
    let bytes = "\u{FEFF}\u{FEFF}<p>\0".as_bytes();
    let kept = record::<Newest>(&Options::default(), [bytes]);
    assert_eq!(kept.lines[0], "text \"\\u{feff}\\u{feff}\" 0..6");
    let options = Options {
        strip_bom: true,
        ..Options::default()
    };
    let stripped = record::<Newest>(&options, [bytes]);
    assert_eq!(stripped.lines[0], "text \"\\u{feff}\" 3..6");
    assert_eq!(stripped.lines[1], "start \"p\" 7..8 6..9");
    assert_eq!(stripped.errors[0].column, 5);
    for size in 1..bytes.len() {
        assert_eq!(record::<Newest>(&options, bytes.chunks(size)), stripped);
    }
}

/// A reader that is interrupted, gives little at a time, and may break.
struct Slow<'a>(&'a [u8], bool, Option<io::ErrorKind>);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if let (true, Some(kind)) = (self.0.is_empty(), self.2) {
            return Err(kind.into());
        }
        let len = self.0.len().min(7).min(buffer.len());
        buffer[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}

#[test]
fn readers_are_read_to_the_end_through_interruptions() {
    let html = "<p a='é'>é\u{1F600}</p>".repeat(20);
    let whole = record::<Newest>(&Options::default(), [html.as_bytes()]);
    let slow = Slow(html.as_bytes(), false, None);
    let mut tokenizer = Tokenizer::new(Record::default());
    tokenizer.feed_reader(slow).expect("no error");
    assert_eq!(tokenizer.finish(), whole);

    let broken = Slow(html.as_bytes(), false, Some(io::ErrorKind::TimedOut));
    let mut tokenizer = Tokenizer::new(Record::default());
    let error = tokenizer.feed_reader(broken).expect_err("it breaks");
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
}

#[test]
fn a_pause_stops_reading() {
    let mut reader = Slow(b"1</script>2</script>3", false, None);
    let mut tokenizer = builder("script");
    tokenizer.feed_reader(&mut reader).expect("no error");
    assert!(tokenizer.is_paused());
    assert_eq!(reader.0, b"cript>3");
    while tokenizer.is_paused() {
        tokenizer.resume();
        tokenizer.feed_reader(&mut reader).expect("no error");
    }
    assert_eq!(
        tokenizer.finish().seen,
        [
            "1 0..1",
            "</script> 1..10",
            "2 10..11",
            "</script> 11..20",
            "3 20..21"
        ]
    );
}
