//! html5gum with its two common emitters.

use html5gum::emitters::callback::{Callback, CallbackEmitter, CallbackEvent};
use html5gum::{IoReader, Span, State, Token, Tokenizer};
use tokenwright_peers::html5gum::{drive, state_after};

use super::{Peer, nothing};
use crate::chunks::{Chunks, Reading};
use crate::counts::{Counter, Counts};
use crate::page::Page;

/// Owned tokens from an iterator.
pub(super) const DEFAULT: Peer = Peer {
    name: "html5gum",
    prepare: nothing,
    whole: default,
    chunked: None,
    less: None,
};

/// Borrowed strings passed to a callback.
pub(super) const CALLBACK: Peer = Peer {
    name: "html5gum-callback",
    prepare: nothing,
    whole: callback::<true>,
    chunked: Some(chunked::<true>),
    less: Some("hands out duplicate attributes and those of end tags; drops no duplicates"),
};

/// A callback that only looks at its strings.
pub(super) const CALLBACK_LOOK: Peer = Peer {
    name: "html5gum-callback-look",
    whole: callback::<false>,
    chunked: Some(chunked::<false>),
    less: Some("as html5gum-callback, and adds up no bytes"),
    ..CALLBACK
};

fn default(page: &Page) -> Counts {
    let mut counts = <Counter>::default();
    let mut tokenizer = Tokenizer::new(page.text.as_str());
    while let Some(Ok(token)) = tokenizer.next() {
        match token {
            Token::StartTag(tag) => {
                counts.start_tag(&tag.name);
                for (name, value) in &tag.attributes {
                    counts.attribute(name, value);
                }
                if let Some(state) = state_after(&tag.name) {
                    tokenizer.set_state(state);
                }
            }
            Token::EndTag(tag) => counts.end_tag(&tag.name),
            Token::String(text) => counts.text(&text),
            Token::Comment(data) => counts.comment(&data),
            Token::Doctype(doctype) => counts.doctype([
                Some(&doctype.name),
                doctype.public_identifier.as_ref().map(|id| id.as_slice()),
                doctype.system_identifier.as_ref().map(|id| id.as_slice()),
            ]),
            Token::Error(_) => counts.error(),
        }
    }
    counts.0
}

fn callback<const ADDS: bool>(page: &Page) -> Counts {
    let mut counts = Counter::<ADDS>::default();
    let emitter = CallbackEmitter::new(Sink::new(&mut counts));
    drive(Tokenizer::new_with_emitter(page.text.as_str(), emitter));
    counts.0
}

fn chunked<const ADDS: bool>(chunks: &mut dyn Chunks) -> Counts {
    let mut counts = Counter::<ADDS>::default();
    let emitter = CallbackEmitter::new(Sink::new(&mut counts));
    let reader = IoReader::new(Reading::new(chunks));
    drive(Tokenizer::new_with_emitter(reader, emitter));
    counts.0
}

struct Sink<'c, const ADDS: bool> {
    counts: &'c mut Counter<ADDS>,
    next: Option<State>,
}

impl<'c, const ADDS: bool> Sink<'c, ADDS> {
    fn new(counts: &'c mut Counter<ADDS>) -> Self {
        Self { counts, next: None }
    }
}

impl<const ADDS: bool> Callback<State, ()> for Sink<'_, ADDS> {
    #[inline]
    fn handle_event(&mut self, event: CallbackEvent<'_>, _span: Span<()>) -> Option<State> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.counts.start_tag(name);
                self.next = state_after(name);
            }
            CallbackEvent::AttributeName { name } => self.counts.attribute_name(name),
            CallbackEvent::AttributeValue { value } => self.counts.attribute_value(value),
            CallbackEvent::CloseStartTag { .. } => return self.next.take(),
            CallbackEvent::EndTag { name } => self.counts.end_tag(name),
            CallbackEvent::String { value } => self.counts.text(value),
            CallbackEvent::Comment { value } => self.counts.comment(value),
            CallbackEvent::Doctype {
                name,
                public_identifier,
                system_identifier,
                ..
            } => self
                .counts
                .doctype([Some(name), public_identifier, system_identifier]),
            CallbackEvent::Error(_) => self.counts.error(),
        }
        None
    }
}
