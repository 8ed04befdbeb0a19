//! html5ever's tokenizer.

use std::cell::RefCell;

use ::html5ever::TokenizerResult;
use ::html5ever::tendril::StrTendril;
use ::html5ever::tokenizer::states::RawKind;
use ::html5ever::tokenizer::{
    BufferQueue, TagKind, Token as Given, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use super::token::push_attribute;
use super::{TextState, Token, Tokens, text_after};

/// The tokens of `page`. Its errors are sentences, not names, and are left out.
#[must_use]
pub fn tokens(page: &str) -> Tokens {
    let options = TokenizerOpts {
        discard_bom: false,
        ..TokenizerOpts::default()
    };
    let tokenizer = Tokenizer::new(Collector(RefCell::default()), options);
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(page));
    while tokenizer.feed(&input) != TokenizerResult::Done {}
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

/// What the sink answers to a start tag of this name.
pub fn answer(name: &str) -> TokenSinkResult<()> {
    match text_after(name.as_bytes(), true) {
        None => TokenSinkResult::Continue,
        Some(TextState::Rcdata) => TokenSinkResult::RawData(RawKind::Rcdata),
        Some(TextState::Rawtext) => TokenSinkResult::RawData(RawKind::Rawtext),
        Some(TextState::ScriptData) => TokenSinkResult::RawData(RawKind::ScriptData),
        Some(TextState::Plaintext) => TokenSinkResult::Plaintext,
    }
}

struct Collector(RefCell<Tokens>);

impl TokenSink for Collector {
    type Handle = ();

    fn process_token(&self, token: Given, _line: u64) -> TokenSinkResult<()> {
        let mut out = self.0.borrow_mut();
        match token {
            Given::DoctypeToken(doctype) => out.tokens.push(Token::Doctype {
                name: doctype.name.map(String::from),
                public: doctype.public_id.map(String::from),
                system: doctype.system_id.map(String::from),
                force_quirks: doctype.force_quirks,
            }),
            Given::TagToken(tag) => {
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
            Given::CommentToken(data) => out.tokens.push(Token::Comment(data.into())),
            Given::CharacterTokens(text) => out.push_text(&text),
            Given::NullCharacterToken => out.push_text("\0"),
            Given::EOFToken | Given::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }
}
