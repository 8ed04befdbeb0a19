//! Streams of more than 4 GiB: spans, lines and columns do not wrap. Only optimised builds have these tests: without
//! optimisation they take minutes. Offsets on 32-bit machines end at 4 GiB.

use tokenwright::{ErrorCode, Next, ParseError, Sink, Span, Tag, Tokenizer};

/// The last tag and the last error, and the end of the last text.
#[derive(Default)]
struct Last {
    tag: Option<(Span, Span)>,
    error: Option<(ErrorCode, Span, usize, usize)>,
    text_end: usize,
    text_len: usize,
}

impl Sink for Last {
    fn text(&mut self, text: &str, span: Span) {
        assert_eq!(span.start, self.text_end);
        self.text_end = span.end;
        self.text_len += text.len();
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        let attribute = tag.attributes().next().expect("an attribute");
        self.tag = Some((tag.span(), attribute.value_span()));
        self.text_end = tag.span().end;
        Next::Continue
    }

    fn error(&mut self, error: &ParseError) {
        self.error = Some((error.code, error.span, error.line, error.column));
    }
}

/// Feeds copies of a chunk of lines until there are more than 4 GiB, then a tag and an error.
fn stream(line: &str, mut feed: impl FnMut(&mut Tokenizer<Last>, &str)) {
    let chunk = line.repeat((64 << 10) / line.len());
    let chunks = (1_usize << 32) / chunk.len() + 2;
    let lines = chunks * (chunk.len() / line.len());
    let mut tokenizer = Tokenizer::new(Last::default());
    for _ in 0..chunks {
        feed(&mut tokenizer, &chunk);
    }
    let read = chunks * chunk.len();
    assert!(read > 1 << 32);
    feed(&mut tokenizer, "é<p id=x>");
    feed(&mut tokenizer, "&#0;");
    let last = tokenizer.finish();
    let from = |start: usize, end: usize| Span::from(read + start..read + end);
    assert_eq!(last.tag, Some((from(2, 10), from(8, 9))));
    let (code, span, line, column) = last.error.expect("an error");
    assert_eq!(code, ErrorCode::NullCharacterReference);
    assert_eq!((span.end, line), (read + 14, lines + 1));
    // The first character has two bytes and one UTF-16 code unit.
    assert!((10..=14).contains(&column), "{column}");
}

#[test]
fn text() {
    stream(
        "The quick brown fox jumps over the lazy dog.\n",
        |tokenizer, chunk| {
            tokenizer.feed_str(chunk);
        },
    );
}

#[test]
fn bytes_with_carriage_returns() {
    stream(
        "Der Fuchs springt über den Hund.\r\n",
        |tokenizer, chunk| {
            tokenizer.feed_bytes(chunk.as_bytes());
        },
    );
}
