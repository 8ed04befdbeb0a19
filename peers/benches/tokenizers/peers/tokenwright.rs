//! Our tokenizer through each of its interfaces.

use tokenwright::{
    Comment, Doctype, Next, ParseError, ProcessingInstruction, Revision, Sink, Span, Tag, Token,
    Tokenizer, revisions, tokens_of,
};
use tokenwright_tests::tokens::tokenwright::options;

use super::{Peer, nothing};
use crate::chunks::Chunks;
use crate::counts::Counts;
use crate::page::Page;

/// Full tokens with errors, a page at a time.
pub(super) const SINK: Peer = Peer {
    name: "tokenwright",
    prepare: nothing,
    whole: whole::<true, false, revisions::Newest>,
    chunked: Some(chunked),
    less: None,
};

/// With positions.
pub(super) const SPANS: Peer = Peer {
    name: "tokenwright-spans",
    whole: whole::<true, true, revisions::Newest>,
    ..SINK
};

/// Without errors, the default of html5ever.
pub(super) const SILENT: Peer = Peer {
    name: "tokenwright-silent",
    whole: whole::<false, false, revisions::Newest>,
    chunked: None,
    less: Some("reports no errors"),
    ..SINK
};

/// The iterator.
pub(super) const TOKENS: Peer = Peer {
    name: "tokenwright-tokens",
    whole: iterated,
    chunked: None,
    less: Some("reports no errors"),
    ..SINK
};

/// A page in chunks of 64 KiB.
pub(super) const CHUNKS: Peer = Peer {
    name: "tokenwright-chunks",
    whole: |page| {
        let mut chunks = page.chunks();
        chunked(&mut chunks)
    },
    ..SINK
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
        whole: whole::<true, false, R>,
        chunked: None,
        less: Some("our own, an older revision"),
        ..SINK
    }
}

fn whole<const ERRORS: bool, const SPANS: bool, R: Revision>(page: &Page) -> Counts {
    let sink = Counting::<ERRORS, SPANS>::default();
    let mut tokenizer = Tokenizer::<_, R>::with_options(sink, options());
    tokenizer.feed(&page.text);
    tokenizer.finish().0
}

fn iterated(page: &Page) -> Counts {
    let mut counts = Counts::default();
    for token in tokens_of::<revisions::Newest>(&page.text, options()) {
        match token {
            Token::Text(text) => counts.text(text.text.as_bytes()),
            Token::StartTag(tag) => {
                counts.start_tag(tag.name().as_bytes());
                for attribute in tag.attributes() {
                    counts.attribute(attribute.name().as_bytes(), attribute.value().as_bytes());
                }
            }
            Token::EndTag(tag) => counts.end_tag(tag.name().as_bytes()),
            Token::Comment(comment) => counts.comment(comment.data.as_bytes()),
            Token::Doctype(doctype) => counts.doctype(
                [
                    &doctype.name,
                    &doctype.public_identifier,
                    &doctype.system_identifier,
                ]
                .map(|part| part.as_deref().map(str::as_bytes)),
            ),
            Token::ProcessingInstruction(instruction) => {
                counts.instruction(instruction.target.as_bytes(), instruction.data.as_bytes());
            }
        }
    }
    counts
}

fn chunked(chunks: &mut dyn Chunks) -> Counts {
    let sink = Counting::<true, false>::default();
    let mut tokenizer: Tokenizer<_> = Tokenizer::with_options(sink, options());
    while let Some(chunk) = chunks.next() {
        tokenizer.feed(chunk);
    }
    tokenizer.finish().0
}

#[derive(Default)]
struct Counting<const ERRORS: bool, const SPANS: bool>(Counts);

impl<const ERRORS: bool, const SPANS: bool> Counting<ERRORS, SPANS> {
    #[inline]
    fn span(&mut self, span: Span) {
        if SPANS {
            self.0.span(span.start, span.end);
        }
    }
}

impl<const ERRORS: bool, const SPANS: bool> Sink for Counting<ERRORS, SPANS> {
    const ERRORS: bool = ERRORS;
    const SPANS: bool = SPANS;

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
        self.0.doctype(
            [
                &doctype.name,
                &doctype.public_identifier,
                &doctype.system_identifier,
            ]
            .map(|part| part.as_deref().map(str::as_bytes)),
        );
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
