//! lol_html below its rewriter: every token, and the scan for tag names that it uses if no token is requested.

use lol_html::{Token, TokenCaptureFlags};
use tokenwright_peers::lol_html::{Stream, TokenHandler};

use super::{Peer, nothing};
use crate::chunks::Chunks;
use crate::counts::{Counter, Counts};

/// Every token with its names and values.
pub(super) const FULL: Peer = Peer {
    name: "lol_html",
    prepare: nothing,
    whole: |page| full(&mut Some(page.text.as_str())),
    chunked: Some(full),
    less: Some(
        "decodes no character references, leaves CR and U+0000 as they are, reports no errors, keeps duplicate attributes",
    ),
};

/// Tag names only.
pub(super) const SCAN: Peer = Peer {
    name: "lol_html-scan",
    prepare: nothing,
    whole: |page| scan(&mut Some(page.text.as_str())),
    chunked: Some(scan),
    less: Some(
        "gives hashes of tag names only: no attributes, text, comments, DOCTYPE, references or errors",
    ),
};

fn full(chunks: &mut dyn Chunks) -> Counts {
    let mut counts = <Counter>::default();
    feed(|token: &Token<'_>| count(&mut counts, token), chunks);
    counts.0
}

fn scan(chunks: &mut dyn Chunks) -> Counts {
    let mut counts = Counts::default();
    feed(Scan(&mut counts), chunks);
    counts
}

fn feed(handler: impl TokenHandler, chunks: &mut dyn Chunks) {
    let mut stream = Stream::new(handler);
    while let Some(chunk) = chunks.next() {
        stream.write(chunk.as_bytes());
    }
    stream.end();
}

#[inline]
fn count(counts: &mut Counter, token: &Token<'_>) {
    match token {
        Token::TextChunk(text) => counts.text(text.as_str().as_bytes()),
        Token::StartTag(tag) => {
            counts.start_tag(tag.name().as_bytes());
            for attribute in tag.attributes() {
                counts.attribute(attribute.name().as_bytes(), attribute.value().as_bytes());
            }
        }
        Token::EndTag(tag) => counts.end_tag(tag.name().as_bytes()),
        Token::Comment(comment) => counts.comment(comment.text().as_bytes()),
        Token::Doctype(doctype) => counts.doctype([
            doctype.name().as_deref().map(str::as_bytes),
            doctype.public_id().as_deref().map(str::as_bytes),
            doctype.system_id().as_deref().map(str::as_bytes),
        ]),
    }
}

/// Sees every tag and captures none.
struct Scan<'c>(&'c mut Counts);

impl TokenHandler for Scan<'_> {
    const CAPTURED: TokenCaptureFlags = TokenCaptureFlags::empty();

    fn start_tag(&mut self) {
        self.0.start_tags += 1;
    }

    fn end_tag(&mut self) {
        self.0.end_tags += 1;
    }
}
