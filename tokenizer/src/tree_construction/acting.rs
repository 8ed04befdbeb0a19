//! Tokens that are made up: a row acts as if one had been seen.
//!
//! Such a token is dispatched inside the row, and the token of the row comes back after it. It switches no tokenizer. A row may make up a
//! token that comes to the same row, so both how many are inside one another and how many there are for a token of the input are
//! bounded; one beyond is not processed, and counts as ignored. The bounds are those of the interpreter of the tables.

use super::builder::Builder;
use super::construction::Construction;
use super::element::{Element, NOWHERE};
use super::name::Name;
use super::rules::TreeRules;
use super::token::{Data, Token, TokenKind};
use core::mem::{replace, take};

/// How many tokens that are made up may be processed inside one another.
const DEEPEST: u32 = 8;
/// How many may be processed for a token of the input, or for a pending table character.
const MOST: u32 = 1_000;

/// What is known of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Acting {
    /// How many are being processed.
    depth: u32,
    /// How many were processed for a token of the input, and the number of that token.
    count: u32,
    of: u32,
    /// Whether the token that is processed was ignored.
    is_ignored: bool,
}

impl<R: TreeRules, B: Builder> Construction<R, B> {
    /// Processes a start tag that is made up; returns whether it was ignored.
    #[cold]
    #[inline(never)]
    pub(crate) fn act_as_start_tag(&mut self, names: &[Name]) -> bool {
        self.act(TokenKind::StartTag, names.first().copied())
    }

    /// Processes an end tag that is made up; returns whether it was ignored.
    #[cold]
    #[inline(never)]
    pub(crate) fn act_as_end_tag(&mut self, names: &[Name]) -> bool {
        self.act(TokenKind::EndTag, names.first().copied())
    }

    /// Processes an end tag that is made up, with the tag name of an element; returns whether it was ignored.
    #[cold]
    #[inline(never)]
    pub(crate) fn act_as_end_tag_of(&mut self, element: Element) -> bool {
        let record = self.record(element);
        let place = record.map_or(NOWHERE, |record| record.place);
        let name = record.map(|record| record.name);
        if place != NOWHERE {
            self.note_name(place as usize);
        }
        self.act(TokenKind::EndTag, name)
    }

    /// The token that is processed is ignored.
    pub(crate) fn ignore_token(&mut self) {
        self.acting.is_ignored = true;
    }

    fn act(&mut self, kind: TokenKind, name: Option<Name>) -> bool {
        let Some(name) = name else {
            return true;
        };
        if self.acting.of != self.tokens {
            (self.acting.of, self.acting.count) = (self.tokens, 0);
        }
        if self.acting.depth == DEEPEST || self.acting.count == MOST {
            return true;
        }
        self.acting.depth += 1;
        self.acting.count += 1;
        let was_ignored = replace(&mut self.acting.is_ignored, false);
        let adjustments = take(&mut self.adjustments);
        let switch = self.switch.take();
        self.builder.made_up(true);
        let mut token = Token::new(kind, Data::None);
        token.name = name;
        self.process_inside(|p| p.process(&mut token));
        self.switch = switch;
        self.adjustments = adjustments;
        self.acting.depth -= 1;
        self.builder.made_up(self.acting.depth > 0);
        replace(&mut self.acting.is_ignored, was_ignored)
    }
}
