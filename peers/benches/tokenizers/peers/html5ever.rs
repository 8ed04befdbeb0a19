//! html5ever's tokenizer alone, without its tree builder.

use std::cell::Cell;

use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use tokenwright_peers::html5ever::answer;

use super::Peer;
use crate::chunks::Chunks;
use crate::counts::{Counter, Counts};
use crate::page::Page;

/// With default options.
pub(super) const PEER: Peer = Peer {
    name: "html5ever",
    prepare,
    whole: |page| whole(page, false),
    chunked: Some(chunked),
    less: None,
};

/// With the errors of the input stream switched on.
pub(super) const EXACT: Peer = Peer {
    name: "html5ever-exact",
    whole: |page| whole(page, true),
    chunked: None,
    ..PEER
};

fn prepare(page: &Page) {
    page.tendril();
}

fn tokenizer(exact_errors: bool) -> Tokenizer<Sink> {
    Tokenizer::new(
        Sink(Cell::default()),
        TokenizerOpts {
            exact_errors,
            discard_bom: false,
            ..TokenizerOpts::default()
        },
    )
}

fn whole(page: &Page, exact_errors: bool) -> Counts {
    let tokenizer = tokenizer(exact_errors);
    let input = BufferQueue::default();
    input.push_back(page.tendril());
    while tokenizer.feed(&input) != TokenizerResult::Done {}
    tokenizer.end();
    tokenizer.sink.0.get().0
}

fn chunked(chunks: &mut dyn Chunks) -> Counts {
    let tokenizer = tokenizer(false);
    let input = BufferQueue::default();
    while let Some(chunk) = chunks.next() {
        input.push_back(StrTendril::from_slice(chunk));
        while tokenizer.feed(&input) != TokenizerResult::Done {}
    }
    tokenizer.end();
    tokenizer.sink.0.get().0
}

struct Sink(Cell<Counter>);

impl TokenSink for Sink {
    type Handle = ();

    #[inline]
    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut counts = self.0.get();
        let mut result = TokenSinkResult::Continue;
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                counts.start_tag(tag.name.as_bytes());
                for attribute in &tag.attrs {
                    counts.attribute(attribute.name.local.as_bytes(), attribute.value.as_bytes());
                }
                result = answer(&tag.name);
            }
            Token::TagToken(tag) => counts.end_tag(tag.name.as_bytes()),
            Token::CharacterTokens(text) => counts.text(text.as_bytes()),
            Token::NullCharacterToken => counts.text(b"\0"),
            Token::CommentToken(data) => counts.comment(data.as_bytes()),
            Token::DoctypeToken(doctype) => counts.doctype([
                doctype.name.as_deref().map(str::as_bytes),
                doctype.public_id.as_deref().map(str::as_bytes),
                doctype.system_id.as_deref().map(str::as_bytes),
            ]),
            Token::ParseError(_) => counts.error(),
            Token::EOFToken => {}
        }
        self.0.set(counts);
        result
    }
}
