// The modes of one side. `main.rs` includes this file twice, each time with another crate as `tokenwright`.

use std::hint::black_box;
use tokenwright::{Comment, Next, Options, ParseError, Sink, Span, Tag, Token, Tokenizer, tokens};

// A macro, as the tags of sinks and iterators were different types once.
macro_rules! total_of {
    ($tag:expr) => {
        $tag.name().len()
            + $tag
                .attributes()
                .map(|a| a.name().len() + a.value().len())
                .sum::<usize>()
    };
}

/// A sink that adds up lengths and positions.
struct Total<const ERRORS: bool, const SPANS: bool>(usize);

impl<const ERRORS: bool, const SPANS: bool> Sink for Total<ERRORS, SPANS> {
    const ERRORS: bool = ERRORS;
    const SPANS: bool = SPANS;

    fn text(&mut self, text: &str, span: Span) {
        self.0 += text.len() + span.start;
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.0 += total_of!(tag);
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.0 += tag.name().len();
        Next::Continue
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.0 += comment.data.len();
    }

    fn error(&mut self, error: &ParseError) {
        self.0 += error.span.start + error.line + error.column;
    }
}

fn feed<const ERRORS: bool, const SPANS: bool>(page: &str, options: Options) -> usize {
    let mut tokenizer: Tokenizer<_> = Tokenizer::with_options(Total::<ERRORS, SPANS>(0), options);
    feed_str(&mut tokenizer, page);
    tokenizer.finish().0
}

fn feed_bytes(page: &str, len: usize) -> usize {
    let mut tokenizer = Tokenizer::new(Total::<true, true>(0));
    for chunk in page.as_bytes().chunks(len) {
        tokenizer.feed_bytes(chunk);
    }
    tokenizer.finish().0
}

fn iterate(page: &str) -> usize {
    let mut total = 0;
    for token in tokens(page) {
        total += match token {
            Token::StartTag(tag) => total_of!(tag),
            Token::EndTag(tag) => tag.name().len(),
            Token::Text(text) => text.text.len(),
            _ => 1,
        };
    }
    total
}

/// Tokenizes a page once in a mode. Callgrind counts between the call and the return.
#[inline(never)]
pub(crate) fn measured(mode: Mode, page: &str) -> usize {
    let page = black_box(page);
    black_box(match mode {
        Mode::Sink => feed::<true, true>(page, Options::default()),
        Mode::NoSpans => feed::<true, false>(page, Options::default()),
        Mode::Silent => feed::<false, false>(page, Options::default()),
        Mode::Unfollowed => feed::<true, true>(page, unfollowed()),
        Mode::Everything => feed::<true, true>(page, everything()),
        Mode::Bytes => feed_bytes(page, usize::MAX),
        Mode::Chunks => feed_bytes(page, 64 << 10),
        Mode::Packets => feed_bytes(page, 1460),
        Mode::Tokens => iterate(page),
        Mode::Documents => pieces(page, 1 << 10)
            .map(|piece| feed::<true, true>(piece, Options::default()))
            .sum(),
        #[cfg(feature = "trees")]
        Mode::Tree => tree(page, false, false),
        #[cfg(feature = "trees")]
        Mode::Spans => tree(page, false, true),
        #[cfg(feature = "trees")]
        Mode::Places => tree(page, true, true),
    })
}
