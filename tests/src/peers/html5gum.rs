//! html5gum, through its callback emitter.

use ::html5gum::emitters::callback::{Callback, CallbackEmitter, CallbackEvent};
use ::html5gum::{Emitter, Reader, Span, State, Tokenizer};

use super::token::push_attribute;
use super::{Attribute, ParseError, TextState, Token, Tokens, text_after};

/// The tokens and errors of `page`. The callback emitter passes duplicates of attributes on; they are dropped here.
#[must_use]
pub fn tokens(page: &str) -> Tokens {
    let mut out = Tokens::default();
    let emitter = CallbackEmitter::new(Collector {
        out: &mut out,
        name: String::new(),
        attributes: Vec::new(),
        attribute: None,
    });
    run(Tokenizer::new_with_emitter(page, emitter));
    out
}

/// The state that a start tag of this name switches to.
#[must_use]
pub fn state_after(name: &[u8]) -> Option<State> {
    text_after(name, true).map(|state| match state {
        TextState::Rcdata => State::RcData,
        TextState::Rawtext => State::RawText,
        TextState::ScriptData => State::ScriptData,
        TextState::Plaintext => State::PlainText,
    })
}

/// Runs a tokenizer whose callback gives the state to go on in after each start tag that switches. html5gum's own switching is
/// not used, since it has `noframe` for `noframes`.
pub fn run<R: Reader, E: Emitter<Token = State>>(mut tokenizer: Tokenizer<R, E>) {
    while let Some(Ok(state)) = tokenizer.next() {
        tokenizer.set_state(state);
    }
}

struct Collector<'t> {
    out: &'t mut Tokens,
    name: String,
    attributes: Vec<Attribute>,
    attribute: Option<Attribute>,
}

impl Collector<'_> {
    fn end_attribute(&mut self) {
        if let Some(Attribute { name, value }) = self.attribute.take() {
            push_attribute(&mut self.attributes, name, value);
        }
    }
}

fn string(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Callback<State, usize> for Collector<'_> {
    fn handle_event(&mut self, event: CallbackEvent<'_>, span: Span<usize>) -> Option<State> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.attributes.clear();
                self.name = string(name);
            }
            CallbackEvent::AttributeName { name } => {
                self.end_attribute();
                self.attribute = Some(Attribute {
                    name: string(name),
                    value: String::new(),
                });
            }
            CallbackEvent::AttributeValue { value } => {
                if let Some(attribute) = &mut self.attribute {
                    attribute.value = string(value);
                }
            }
            CallbackEvent::CloseStartTag { self_closing } => {
                self.end_attribute();
                let next = state_after(self.name.as_bytes());
                self.out.tokens.push(Token::StartTag {
                    name: std::mem::take(&mut self.name),
                    attributes: std::mem::take(&mut self.attributes),
                    self_closing,
                });
                return next;
            }
            CallbackEvent::EndTag { name } => {
                self.attribute = None;
                self.out.tokens.push(Token::EndTag { name: string(name) });
            }
            CallbackEvent::String { value } => self.out.push_text(&string(value)),
            CallbackEvent::Comment { value } => self.out.tokens.push(Token::Comment(string(value))),
            CallbackEvent::Doctype {
                name,
                public_identifier,
                system_identifier,
                force_quirks,
            } => self.out.tokens.push(Token::Doctype {
                // A missing name is given as an empty one, and an empty one cannot be written.
                name: (!name.is_empty()).then(|| string(name)),
                public: public_identifier.map(string),
                system: system_identifier.map(string),
                force_quirks,
            }),
            CallbackEvent::Error(error) => self.out.errors.push(ParseError {
                code: error.as_str().to_owned(),
                offset: span.start,
            }),
        }
        None
    }
}
