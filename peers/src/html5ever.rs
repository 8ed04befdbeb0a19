//! html5ever's tokenizer.

use std::cell::RefCell;

use ::html5ever::TokenizerResult;
use ::html5ever::tendril::StrTendril;
use ::html5ever::tokenizer::states::{RawKind, State};
use ::html5ever::tokenizer::{
    BufferQueue, TagKind, Token as Html5everToken, TokenSink, TokenSinkResult, Tokenizer,
    TokenizerOpts,
};

use tokenwright_tests::tokens::html5ever::push;
use tokenwright_tests::tokens::{EntryState, Start, TextState, Tokens, text_after};

/// The tokens of a page in chunks. html5ever's errors are sentences, not codes, and are left out. A byte order mark at the
/// beginning of a page is kept.
#[must_use]
pub fn run(start: &Start, pieces: &[&str]) -> Option<Tokens> {
    let options = TokenizerOpts {
        // The default for streams. Our tokenizer keeps the mark; no page in the comparison has one.
        discard_bom: pieces.len() > 1,
        initial_state: start.state.map(|entry| match entry {
            EntryState::Text(TextState::Rcdata) => State::RawData(RawKind::Rcdata),
            EntryState::Text(TextState::Rawtext) => State::RawData(RawKind::Rawtext),
            EntryState::Text(TextState::ScriptData) => State::RawData(RawKind::ScriptData),
            EntryState::Text(TextState::Plaintext) => State::Plaintext,
            EntryState::CdataSection => State::CdataSection,
        }),
        last_start_tag_name: start.last_start_tag.clone(),
        ..TokenizerOpts::default()
    };
    let sink = Collector {
        out: RefCell::default(),
        foreign: start.foreign,
    };
    let tokenizer = Tokenizer::new(sink, options);
    let input = BufferQueue::default();
    for piece in pieces {
        input.push_back(StrTendril::from_slice(piece));
        while tokenizer.feed(&input) != TokenizerResult::Done {}
    }
    tokenizer.end();
    Some(tokenizer.sink.out.into_inner())
}

/// The result of the sink for a start tag of this name.
pub fn answer(name: &str) -> TokenSinkResult<()> {
    match text_after(name.as_bytes(), true) {
        None => TokenSinkResult::Continue,
        Some(TextState::Rcdata) => TokenSinkResult::RawData(RawKind::Rcdata),
        Some(TextState::Rawtext) => TokenSinkResult::RawData(RawKind::Rawtext),
        Some(TextState::ScriptData) => TokenSinkResult::RawData(RawKind::ScriptData),
        Some(TextState::Plaintext) => TokenSinkResult::Plaintext,
    }
}

struct Collector {
    out: RefCell<Tokens>,
    foreign: bool,
}

impl TokenSink for Collector {
    type Handle = ();

    fn process_token(&self, token: Html5everToken, _line: u64) -> TokenSinkResult<()> {
        push(&mut self.out.borrow_mut(), &token);
        match token {
            Html5everToken::TagToken(tag) if tag.kind == TagKind::StartTag => answer(&tag.name),
            _ => TokenSinkResult::Continue,
        }
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.foreign
    }
}
