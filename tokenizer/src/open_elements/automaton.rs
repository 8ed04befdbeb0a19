//! The automaton, and the state that it is in.
//!
//! It is not generic over the rules, so that the machine follows a known tag without calling them.

use super::Follows;
use super::cache::{Asks, Cache, Known, State, UNKNOWN};
use super::no_tree::hash_of_attributes;
use super::symbol::Symbol;
use crate::TextMode;
use crate::token::CurrentTag;
use crate::tree_construction::{Formatting, Name};
use alloc::vec::Vec;

#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    pub(super) cache: Cache,
    /// The state of the parser; [`UNKNOWN`] if it is not known here.
    pub(super) state: State,
    /// Whether the parser is in that state. If not, it is in an earlier one.
    pub(super) is_real: bool,
    /// The different formatting elements of the state.
    pub(super) formatting: Vec<Formatting>,
    /// The attributes that rules ask open elements for.
    attributes: &'static [&'static str],
}

impl Automaton {
    pub(super) fn new(attributes: &'static [&'static str]) -> Self {
        Automaton {
            cache: Cache::default(),
            state: UNKNOWN,
            is_real: true,
            formatting: Vec::new(),
            attributes,
        }
    }

    /// What is known of the state.
    pub(super) fn known(&self) -> Option<&Known> {
        self.known_state().map(|state| self.cache.known(state))
    }

    /// The state of the parser, if it is known here.
    #[inline(always)]
    pub(super) fn known_state(&self) -> Option<State> {
        (self.state != UNKNOWN).then_some(self.state)
    }

    /// Whether a tag has an attribute that is asked for.
    #[inline(always)]
    pub(super) fn is_asked_for(&self, tag: &CurrentTag<'_>, asks: Asks) -> bool {
        let mut attributes = tag.attributes();
        match asks {
            Asks::Nothing => false,
            Asks::AnyAttribute => attributes.next().is_some(),
            Asks::SomeAttributes => attributes.any(|it| self.attributes.contains(&it.name())),
        }
    }

    /// What a tag is as a formatting element, and which one of the state is like it.
    pub(super) fn formatting_of(
        &self,
        name: Name,
        tag: &CurrentTag<'_>,
    ) -> (Option<usize>, Formatting) {
        let formatting = (name, hash_of_attributes(tag));
        let like = self.formatting.iter().position(|it| *it == formatting);
        (like, formatting)
    }

    /// Follows a start tag that is known and switches to no text mode. Returns what has to be followed then.
    #[inline(always)]
    pub(super) fn start_tag(&mut self, tag: &CurrentTag<'_>) -> Option<&Follows> {
        let key = tag.whole_key_of_name()?;
        let symbol = Symbol::of_whole_start_tag(key, tag.is_self_closing());
        let number = self.cache.find(self.state, symbol)?;
        match self.cache.edge(number).is_plain {
            true => Some(self.take_plain(number)),
            false => self.take_asking(number, symbol, tag),
        }
    }

    /// Follows an end tag that is known.
    #[inline(always)]
    pub(super) fn end_tag(&mut self, tag: &CurrentTag<'_>) -> Option<&Follows> {
        let symbol = Symbol::of_whole_end_tag(tag.whole_key_of_name()?);
        let number = self.cache.find(self.state, symbol)?;
        match self.cache.edge(number).is_plain {
            true => Some(self.take_plain(number)),
            false => self.take_within(number, None),
        }
    }

    #[inline(always)]
    fn take_plain(&mut self, number: usize) -> &Follows {
        let edge = self.cache.edge(number);
        self.formatting.truncate(edge.keeps);
        self.state = edge.to;
        self.is_real = false;
        &self.cache.known(self.state).follows
    }

    #[inline(never)]
    fn take_asking(
        &mut self,
        mut number: usize,
        symbol: Symbol,
        tag: &CurrentTag<'_>,
    ) -> Option<&Follows> {
        let mut of_tag = None;
        let name = self.cache.edge(number).listed;
        if name != Name::NONE {
            let (like, formatting) = self.formatting_of(name, tag);
            if let Some(like) = like {
                number = self.cache.find(self.state, symbol.like(like)?)?;
            }
            of_tag = Some(formatting);
        }
        match self.is_asked_for(tag, self.cache.edge(number).asks) {
            true => None,
            false => self.take_within(number, of_tag),
        }
    }

    /// Follows an edge if it switches to no text mode.
    #[inline(never)]
    fn take_within(&mut self, number: usize, of_tag: Option<Formatting>) -> Option<&Follows> {
        let edge = self.cache.edge(number);
        if edge.mode.is_some() || edge.to == UNKNOWN {
            return None;
        }
        self.take(number, of_tag);
        Some(&self.cache.known(self.state).follows)
    }

    /// Follows an edge. Returns the text mode that the tag switches to.
    #[inline]
    pub(super) fn take(&mut self, number: usize, of_tag: Option<Formatting>) -> Option<TextMode> {
        let edge = self.cache.edge(number);
        edge.apply(&mut self.formatting, of_tag);
        self.state = edge.to;
        self.is_real = false;
        edge.mode
    }
}
