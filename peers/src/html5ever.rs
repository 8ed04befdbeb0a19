//! html5ever's tokenizer.

use std::cell::RefCell;

use ::html5ever::TokenizerResult;
use ::html5ever::tendril::StrTendril;
use ::html5ever::tokenizer::states::{RawKind, State};
use ::html5ever::tokenizer::{
    BufferQueue, TagKind, Token as Html5everToken, TokenSink, TokenSinkResult, Tokenizer,
    TokenizerOpts,
};

use tokenwright_tests::tokens::push_attribute;
use tokenwright_tests::tokens::{EntryState, Start, TextState, Token, Tokens, text_after};

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
        let mut out = self.out.borrow_mut();
        match token {
            Html5everToken::DoctypeToken(doctype) => out.tokens.push(Token::Doctype {
                name: doctype.name.map(String::from),
                public: doctype.public_id.map(String::from),
                system: doctype.system_id.map(String::from),
                force_quirks: doctype.force_quirks,
            }),
            Html5everToken::TagToken(tag) => {
                let name = tag.name.to_string();
                if tag.kind == TagKind::EndTag {
                    out.tokens.push(Token::EndTag { name });
                } else {
                    let mut attributes = Vec::with_capacity(tag.attrs.len());
                    for attribute in tag.attrs {
                        push_attribute(
                            &mut attributes,
                            attribute.name.local.to_string(),
                            attribute.value.into(),
                        );
                    }
                    let answer = answer(&name);
                    out.tokens.push(Token::StartTag {
                        name,
                        attributes,
                        self_closing: tag.self_closing,
                    });
                    return answer;
                }
            }
            Html5everToken::CommentToken(data) => out.tokens.push(Token::Comment(data.into())),
            Html5everToken::CharacterTokens(text) => out.push_text(&text),
            Html5everToken::NullCharacterToken => out.push_text("\0"),
            Html5everToken::EOFToken | Html5everToken::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.foreign
    }
}
