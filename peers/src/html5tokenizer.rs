//! html5tokenizer, through its basic emitter.

use ::html5tokenizer::offset::NoopOffset;
use ::html5tokenizer::reader::Reader;
use ::html5tokenizer::{
    BasicEmitter, Event, InternalState, NaiveParser, State, Token as Html5tokenizerToken, Tokenizer,
};

use tokenwright_tests::tokens::{
    Attribute, EntryState, ParseError, Start, TextState, Token, Tokens, text_after,
};

/// The tokens and errors of a page. Attributes are in the order of their names.
#[must_use]
pub fn run(start: &Start, pieces: &[&str]) -> Option<Tokens> {
    let page = pieces.concat();
    let mut tokenizer = Tokenizer::new(&*page, BasicEmitter::<NoopOffset>::default());
    match start.state {
        Some(EntryState::Text(text)) => tokenizer.set_state(state(text)),
        Some(EntryState::CdataSection) => tokenizer.set_internal_state(InternalState::CdataSection),
        None => {}
    }
    if let Some(name) = &start.last_start_tag {
        tokenizer.set_last_start_tag(name);
    }
    let mut out = Tokens::default();
    while let Some(Ok(event)) = tokenizer.next() {
        match event {
            Event::CdataOpen => tokenizer.handle_cdata_open(start.foreign),
            Event::Token(token) => {
                if let Html5tokenizerToken::StartTag(tag) = &token
                    && let Some(text) = text_after(tag.name.as_bytes(), true)
                {
                    tokenizer.set_state(state(text));
                }
                push(&mut out, token);
            }
        }
    }
    report(&mut out, tokenizer.emitter_mut());
    Some(out)
}

/// The tokens and errors of a page where html5tokenizer chooses the text state after a start tag.
#[must_use]
pub fn run_on_its_own(start: &Start, pieces: &[&str]) -> Option<Tokens> {
    let page = pieces.concat();
    if *start != Start::default() {
        return None;
    }
    let mut parser = NaiveParser::new(&*page);
    let mut out = Tokens::default();
    drive(&mut parser, &mut out);
    report(&mut out, parser.emitter_mut());
    Some(out)
}

fn drive<R: Reader>(parser: &mut NaiveParser<R, NoopOffset, BasicEmitter>, out: &mut Tokens)
where
    NaiveParser<R, NoopOffset, BasicEmitter>:
        Iterator<Item = Result<Html5tokenizerToken, R::Error>>,
{
    for token in parser.flatten() {
        push(out, token);
    }
}

fn state(text: TextState) -> State {
    match text {
        TextState::Rcdata => State::Rcdata,
        TextState::Rawtext => State::Rawtext,
        TextState::ScriptData => State::ScriptData,
        TextState::Plaintext => State::Plaintext,
    }
}

fn push(out: &mut Tokens, token: Html5tokenizerToken) {
    match token {
        Html5tokenizerToken::Char(character) => out.push_text(character.encode_utf8(&mut [0; 4])),
        Html5tokenizerToken::StartTag(tag) => out.tokens.push(Token::StartTag {
            name: tag.name,
            attributes: tag
                .attributes
                .into_iter()
                .map(|attribute| Attribute {
                    name: attribute.name,
                    value: attribute.value,
                })
                .collect(),
            self_closing: tag.self_closing,
        }),
        Html5tokenizerToken::EndTag(tag) => out.tokens.push(Token::EndTag { name: tag.name }),
        Html5tokenizerToken::Comment(data) => out.tokens.push(Token::Comment(data)),
        Html5tokenizerToken::Doctype(doctype) => out.tokens.push(Token::Doctype {
            name: doctype.name,
            public: doctype.public_id,
            system: doctype.system_id,
            force_quirks: doctype.force_quirks,
        }),
        Html5tokenizerToken::EndOfFile => {}
    }
}

fn report(out: &mut Tokens, emitter: &mut BasicEmitter<NoopOffset>) {
    let codes = emitter.drain_errors().map(|(error, _)| ParseError {
        code: error.code().to_owned(),
        offset: None,
    });
    out.errors.extend(codes);
}
