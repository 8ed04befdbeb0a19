//! html5gum, through its default emitter.

use std::io::{self, Read};

use ::html5gum::emitters::default::DefaultEmitter;
use ::html5gum::{Emitter, IoReader, Reader, State, Token as Html5gumToken, Tokenizer};

use tokenwright_tests::tokens::{
    Attribute, EntryState, ParseError, Start, TextState, Token, Tokens, text_after,
};

/// The tokens and errors of a page in chunks. Attributes are in the order of their names.
#[must_use]
pub fn run(start: &Start, pieces: &[&str]) -> Option<Tokens> {
    collect(start, pieces, true)
}

/// The tokens and errors of a page in chunks where html5gum chooses the text state after a start tag.
#[must_use]
pub fn run_on_its_own(start: &Start, pieces: &[&str]) -> Option<Tokens> {
    collect(start, pieces, false)
}

/// The state that a start tag of this name switches to.
#[must_use]
pub fn state_after(name: &[u8]) -> Option<State> {
    text_after(name, true).map(state)
}

/// Runs a tokenizer whose callback returns the next state after each start tag that switches.
pub fn drive<R: Reader, E: Emitter<Token = State>>(mut tokenizer: Tokenizer<R, E>) {
    while let Some(Ok(state)) = tokenizer.next() {
        tokenizer.set_state(state);
    }
}

fn state(text: TextState) -> State {
    match text {
        TextState::Rcdata => State::RcData,
        TextState::Rawtext => State::RawText,
        TextState::ScriptData => State::ScriptData,
        TextState::Plaintext => State::PlainText,
    }
}

fn collect(start: &Start, pieces: &[&str], switched: bool) -> Option<Tokens> {
    // The default emitter has no way to say what the current node is.
    if start.foreign {
        return None;
    }
    let mut emitter = DefaultEmitter::<()>::default();
    emitter.naively_switch_states(!switched);
    emitter.set_last_start_tag(start.last_start_tag.as_deref().map(str::as_bytes));
    let reader = IoReader::new(Pieces(pieces.iter().copied().map(str::as_bytes).collect()));
    let mut tokenizer = Tokenizer::new_with_emitter(reader, emitter);
    if let Some(entry) = start.state {
        tokenizer.set_state(match entry {
            EntryState::Text(text) => state(text),
            EntryState::CdataSection => State::CdataSection,
        });
    }
    let mut out = Tokens::default();
    while let Some(Ok(token)) = tokenizer.next() {
        if let Html5gumToken::StartTag(tag) = &token
            && switched
            && let Some(next) = state_after(&tag.name)
        {
            tokenizer.set_state(next);
        }
        push(&mut out, token);
    }
    Some(out)
}

fn string(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn push(out: &mut Tokens, token: Html5gumToken) {
    match token {
        Html5gumToken::StartTag(tag) => out.tokens.push(Token::StartTag {
            name: string(&tag.name),
            attributes: tag
                .attributes
                .iter()
                .map(|(name, value)| Attribute {
                    name: string(name),
                    value: string(value),
                })
                .collect(),
            self_closing: tag.self_closing,
        }),
        Html5gumToken::EndTag(tag) => out.tokens.push(Token::EndTag {
            name: string(&tag.name),
        }),
        Html5gumToken::String(text) => out.push_text(&string(&text)),
        Html5gumToken::Comment(data) => out.tokens.push(Token::Comment(string(&data))),
        Html5gumToken::Doctype(doctype) => out.tokens.push(Token::Doctype {
            // html5gum represents a missing name as an empty one; no input has an empty name.
            name: (!doctype.name.is_empty()).then(|| string(&doctype.name)),
            public: doctype.public_identifier.as_deref().map(|id| string(id)),
            system: doctype.system_identifier.as_deref().map(|id| string(id)),
            force_quirks: doctype.force_quirks,
        }),
        Html5gumToken::Error(error) => out.errors.push(ParseError {
            code: error.as_str().to_owned(),
            offset: None,
        }),
    }
}

/// Returns a chunk at each call.
struct Pieces<'p>(std::collections::VecDeque<&'p [u8]>);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.0.front().is_some_and(|piece| piece.is_empty()) {
            self.0.pop_front();
        }
        self.0.front_mut().map_or(Ok(0), |piece| piece.read(buffer))
    }
}
