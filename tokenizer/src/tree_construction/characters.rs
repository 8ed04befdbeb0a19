//! Runs of characters.
//!
//! The rules process one character. A page has thousands in a row that do the same, so a run is processed at once when that is
//! the same: if a row, applied to a character, has changed nothing but that the character was appended somewhere, then the
//! next character of its class does the same again, and so do all up to one of another class. Rows need not be understood
//! for this, and edited rows cannot break it.

use super::builder::Builder;
use super::construction::{Construction, Flags};
use super::element::Element;
use super::rules::{InsertionMode, TreeRules};
use super::token::{Data, Text, Token, TokenKind};
use super::values::Location;
use alloc::vec::Vec;

/// Where a row appended its character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// Nowhere.
    Ignored,
    /// To the pending table character tokens.
    Pending,
    /// To the Text node before a place.
    Text(Location),
}

/// What a row has appended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Appended {
    pub(super) pending: u32,
    texts: u32,
    location: Location,
    /// The address of the text.
    address: usize,
}

impl Appended {
    #[inline]
    pub(super) fn note(&mut self, location: Location, text: Text<'_>) {
        self.texts += 1;
        self.location = location;
        self.address = match text {
            Text::Characters(text) => text.as_ptr() as usize,
            _ => 0,
        };
    }

    fn effect(&self, characters: &str) -> Option<Effect> {
        match (self.pending, self.texts) {
            (0, 0) => Some(Effect::Ignored),
            (1, 0) => Some(Effect::Pending),
            (0, 1) if self.address == characters.as_ptr() as usize => {
                Some(Effect::Text(self.location))
            }
            _ => None,
        }
    }
}

/// The part of the state that is small enough to be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    changes: u64,
    errors: u64,
    mode: InsertionMode,
    original_mode: Option<InsertionMode>,
    head: Element,
    newest: Element,
    flags: Flags,
}

/// The classes of which the effect is known, as long as the state is the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Steady {
    state: Option<State>,
    effects: Vec<Option<Effect>>,
}

impl<R: TreeRules, B: Builder> Construction<R, B> {
    #[inline]
    fn state(&self) -> State {
        State {
            changes: self.changes,
            errors: self.errors,
            mode: self.mode,
            original_mode: self.original_mode,
            head: self.head,
            newest: self.newest,
            flags: self.flags,
        }
    }

    /// Processes characters, each as a token.
    pub(super) fn each_character(
        &mut self,
        text: &str,
        process: impl Fn(&mut Self, &mut Token<'_>),
    ) {
        let mut steady = core::mem::take(&mut self.steady);
        steady.effects.resize(R::CLASSES, None);
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if self.is_stopped {
                break;
            }
            let state = self.state();
            if steady.state != Some(state) {
                steady.effects.fill(None);
                steady.state = Some(state);
            }
            let class = R::class(first);
            if let Some(effect) = steady.effects[class] {
                let others = rest
                    .char_indices()
                    .find(|(_, other)| steady.effects[R::class(*other)] != Some(effect));
                let (same, more) = rest.split_at(others.map_or(rest.len(), |(at, _)| at));
                self.append_all(same, effect);
                rest = more;
                continue;
            }
            let (one, more) = rest.split_at(first.len_utf8());
            rest = more;
            let ignored = self.flags.ignore_next.take();
            if ignored == Some(first) {
                continue;
            }
            self.appended = Appended::default();
            let mut token = Token::new(TokenKind::Character, Data::Characters(one));
            token.class = class;
            process(self, &mut token);
            self.positions.clear();
            if self.state() == state {
                steady.effects[class] = self.appended.effect(one);
            }
        }
        self.steady = steady;
    }

    #[inline]
    fn append_all(&mut self, text: &str, effect: Effect) {
        match effect {
            Effect::Ignored => {}
            Effect::Pending => self.pending.push_str(text),
            Effect::Text(location) => {
                if let Some(place) = self.place(location) {
                    self.builder.append_text(text, place);
                }
            }
        }
    }
}
