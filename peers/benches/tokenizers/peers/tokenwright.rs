//! Our tokenizer through each of its interfaces.
//!
//! An interface is compared with a peer only if both do the same work. So there is a peer for each combination of errors,
//! spans and sums of bytes that another tokenizer has, and `less` says what it leaves out.

use tokenwright::{
    Comment, Doctype, Follow, Next, Options, ParseError, ProcessingInstruction, Revision, Sink,
    Span, Tag, Token, Tokenizer, Tokens, revisions,
};
use tokenwright_tests::tokens::tokenwright::options;

use super::{Peer, nothing};
use crate::chunks::{CHUNK, Chunks};
use crate::counts::{Counter, Counts};
use crate::page::Page;

/// Full tokens with errors, a page at a time.
pub(super) const SINK: Peer = Peer {
    name: "tokenwright",
    prepare: nothing,
    whole: whole::<true, false, true, revisions::Newest>,
    chunked: Some(chunked::<true>),
    less: None,
};

/// With positions.
pub(super) const SPANS: Peer = Peer {
    name: "tokenwright-spans",
    whole: whole::<true, true, true, revisions::Newest>,
    ..SINK
};

/// Without errors, the default of html5ever.
pub(super) const SILENT: Peer = Peer {
    name: "tokenwright-silent",
    whole: whole::<false, false, true, revisions::Newest>,
    chunked: None,
    less: Some("reports no errors"),
    ..SINK
};

/// The iterator.
pub(super) const TOKENS: Peer = Peer {
    name: "tokenwright-tokens",
    whole: iterated::<true>,
    ..SILENT
};

/// A page in chunks of 64 KiB.
pub(super) const CHUNKS: Peer = Peer {
    name: "tokenwright-chunks",
    whole: |page| {
        let mut chunks = page.chunks();
        chunked::<true>(&mut chunks)
    },
    ..SINK
};

/// A page in chunks of 64 KiB that are not known to be UTF-8.
pub(super) const BYTES: Peer = Peer {
    name: "tokenwright-bytes",
    whole: |page| {
        let mut tokenizer: Tokenizer<_> =
            Tokenizer::with_options(Counting::<true, false, true>::default(), options());
        for chunk in page.text.as_bytes().chunks(CHUNK) {
            tokenizer.feed_bytes(chunk);
        }
        tokenizer.finish().0.0
    },
    chunked: None,
    ..SINK
};

/// What a sink that only looks omits.
const LOOKS: &str = "adds up no bytes";

/// A sink that only looks at its strings.
pub(super) const LOOK: Peer = Peer {
    name: "tokenwright-look",
    whole: whole::<true, false, false, revisions::Newest>,
    chunked: Some(chunked::<false>),
    less: Some(LOOKS),
    ..SINK
};

/// A sink that only looks at its strings, with every element followed.
pub(super) const EVERYTHING: Peer = Peer {
    name: "tokenwright-everything-look",
    whole: |page| {
        let options = Options {
            follow: Follow::Everything,
            ..options()
        };
        fed::<true, false, false, true, revisions::Newest>(&mut Some(page.text.as_str()), options)
    },
    chunked: None,
    less: Some(LOOKS),
    ..SINK
};

/// A sink that only looks, without the lines and columns of errors, which no other tokenizer computes.
pub(super) const UNPLACED: Peer = Peer {
    name: "tokenwright-look-unplaced",
    whole: |page| {
        fed::<true, false, false, false, revisions::Newest>(
            &mut Some(page.text.as_str()),
            options(),
        )
    },
    chunked: None,
    less: Some("adds up no bytes and counts no lines"),
    ..SINK
};

/// A sink that only looks and takes no errors, as the iterator has none.
pub(super) const SILENT_LOOK: Peer = Peer {
    name: "tokenwright-silent-look",
    whole: whole::<false, false, false, revisions::Newest>,
    chunked: None,
    less: Some("adds up no bytes and reports no errors"),
    ..SINK
};

/// A loop over the iterator that only looks at each token.
pub(super) const TOKENS_LOOK: Peer = Peer {
    name: "tokenwright-tokens-look",
    whole: iterated::<false>,
    ..SILENT_LOOK
};

/// A loop over the iterator that looks by a function that takes a reference to the token.
pub(super) const TOKENS_LOOK_REF: Peer = Peer {
    name: "tokenwright-tokens-look-ref",
    whole: |page| {
        let mut counts = Counter::<false>::default();
        for token in Tokens::<revisions::Newest>::with_options(&page.text, options()) {
            count(&mut counts, &token);
        }
        counts.0
    },
    ..SILENT_LOOK
};

/// The older revisions, measured only on request.
pub(super) const OLDER: [Peer; 5] = [
    older::<revisions::Whatwg20200522>(),
    older::<revisions::Whatwg20140523>(),
    older::<revisions::W3c2012>(),
    older::<revisions::Whatwg20090207>(),
    older::<revisions::Whatwg20080309>(),
];

const fn older<R: Revision>() -> Peer {
    Peer {
        name: R::ID,
        whole: whole::<true, false, true, R>,
        chunked: None,
        less: Some("our own, an older revision"),
        ..SINK
    }
}

fn whole<const ERRORS: bool, const SPANS: bool, const ADDS: bool, R: Revision>(
    page: &Page,
) -> Counts {
    fed::<ERRORS, SPANS, ADDS, true, R>(&mut Some(page.text.as_str()), options())
}

fn iterated<const ADDS: bool>(page: &Page) -> Counts {
    let mut counts = Counter::<ADDS>::default();
    for token in Tokens::<revisions::Newest>::with_options(&page.text, options()) {
        match token {
            Token::Text(text) => counts.text(text.text.as_bytes()),
            Token::StartTag(tag) => count_start_tag(&mut counts, &tag),
            Token::EndTag(tag) => counts.end_tag(tag.name().as_bytes()),
            Token::Comment(comment) => counts.comment(comment.data.as_bytes()),
            Token::Doctype(doctype) => count_doctype(&mut counts, &doctype),
            Token::ProcessingInstruction(instruction) => {
                counts.instruction(instruction.target.as_bytes(), instruction.data.as_bytes());
            }
        }
    }
    counts.0
}

fn count<const ADDS: bool>(counts: &mut Counter<ADDS>, token: &Token<'_>) {
    match token {
        Token::Text(text) => counts.text(text.text.as_bytes()),
        Token::StartTag(tag) => count_start_tag(counts, tag),
        Token::EndTag(tag) => counts.end_tag(tag.name().as_bytes()),
        Token::Comment(comment) => counts.comment(comment.data.as_bytes()),
        Token::Doctype(doctype) => count_doctype(counts, doctype),
        Token::ProcessingInstruction(instruction) => {
            counts.instruction(instruction.target.as_bytes(), instruction.data.as_bytes());
        }
    }
}

#[inline(always)]
fn count_start_tag<const ADDS: bool>(counts: &mut Counter<ADDS>, tag: &Tag<'_>) {
    counts.start_tag(tag.name().as_bytes());
    for attribute in tag.attributes() {
        counts.attribute(attribute.name().as_bytes(), attribute.value().as_bytes());
    }
}

fn count_doctype<const ADDS: bool>(counts: &mut Counter<ADDS>, doctype: &Doctype<'_>) {
    counts.doctype(
        [
            &doctype.name,
            &doctype.public_identifier,
            &doctype.system_identifier,
        ]
        .map(|part| part.as_deref().map(str::as_bytes)),
    );
}

fn chunked<const ADDS: bool>(chunks: &mut dyn Chunks) -> Counts {
    fed::<true, false, ADDS, true, revisions::Newest>(chunks, options())
}

fn fed<const ERRORS: bool, const SPANS: bool, const ADDS: bool, const LINES: bool, R: Revision>(
    chunks: &mut dyn Chunks,
    options: Options,
) -> Counts {
    let sink = Counting::<ERRORS, SPANS, ADDS, LINES>::default();
    let mut tokenizer = Tokenizer::<_, R>::with_options(sink, options);
    while let Some(chunk) = chunks.next() {
        tokenizer.feed_str(chunk);
    }
    tokenizer.finish().0.0
}

#[derive(Default)]
struct Counting<const ERRORS: bool, const SPANS: bool, const ADDS: bool, const LINES: bool = true>(
    Counter<ADDS>,
);

impl<const ERRORS: bool, const SPANS: bool, const ADDS: bool, const LINES: bool>
    Counting<ERRORS, SPANS, ADDS, LINES>
{
    #[inline]
    fn span(&mut self, span: Span) {
        if SPANS {
            self.0.span(span.start, span.end);
        }
    }
}

impl<const ERRORS: bool, const SPANS: bool, const ADDS: bool, const LINES: bool> Sink
    for Counting<ERRORS, SPANS, ADDS, LINES>
{
    const ERRORS: bool = ERRORS;
    const SPANS: bool = SPANS;
    const LINES: bool = LINES;

    #[inline]
    fn text(&mut self, text: &str, span: Span) {
        self.0.text(text.as_bytes());
        self.span(span);
    }

    #[inline]
    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.0.start_tag(tag.name().as_bytes());
        self.span(tag.span());
        if SPANS {
            self.span(tag.name_span());
        }
        for attribute in tag.attributes() {
            self.0
                .attribute(attribute.name().as_bytes(), attribute.value().as_bytes());
            if SPANS {
                self.span(attribute.name_span());
                self.span(attribute.value_span());
            }
        }
        Next::Continue
    }

    #[inline]
    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.0.end_tag(tag.name().as_bytes());
        self.span(tag.span());
        if SPANS {
            self.span(tag.name_span());
        }
        Next::Continue
    }

    #[inline]
    fn comment(&mut self, comment: &Comment<'_>) {
        self.0.comment(comment.data.as_bytes());
        self.span(comment.span);
    }

    #[inline]
    fn doctype(&mut self, doctype: &Doctype<'_>) {
        count_doctype(&mut self.0, doctype);
        self.span(doctype.span);
    }

    #[inline]
    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.0
            .instruction(instruction.target.as_bytes(), instruction.data.as_bytes());
        self.span(instruction.span);
    }

    #[inline]
    fn error(&mut self, error: &ParseError) {
        self.0.error();
        self.span(error.span);
    }
}
