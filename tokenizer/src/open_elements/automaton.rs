//! The automaton, and the state that it is in.
//!
//! It is not generic over the rules, so that the machine follows a known tag without calling them.

use super::Follows;
use super::cache::{Asks, Cache, Known, State};
use super::no_tree::hash_of_attributes;
use super::symbol::Symbol;
use crate::TextMode;
use crate::token::{CurrentTag, Tag};
use crate::tree_construction::{Formatting, Name};
use alloc::vec::Vec;

#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    pub(super) cache: Cache,
    /// The state of the parser, if it is known here.
    pub(super) state: Option<State>,
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
            state: None,
            is_real: true,
            formatting: Vec::new(),
            attributes,
        }
    }

    /// What is known of the state.
    pub(super) fn known(&self) -> Option<&Known> {
        self.state.map(|state| self.cache.known(state))
    }

    /// Whether a tag has an attribute that is asked for.
    #[inline(always)]
    pub(super) fn is_asked_for(&self, tag: &CurrentTag<'_>, asks: Asks) -> bool {
        let mut attributes = tag.attributes();
        match asks {
            Asks::Nothing | Asks::Formatting(_) => false,
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
        let formatting = (name, hash_of_attributes(&Tag::current(*tag)));
        let like = self.formatting.iter().position(|it| *it == formatting);
        (like, formatting)
    }

    /// Follows a start tag that is known and switches to no text mode, if at most some elements are open then. Returns what has to be
    /// followed.
    #[inline(always)]
    pub(super) fn start_tag(&mut self, tag: &CurrentTag<'_>, most: usize) -> Option<&Follows> {
        let symbol = Symbol::of_short_start_tag(tag.name_bytes(), tag.is_self_closing())?;
        let edge = self.cache.find(self.state?, symbol)?;
        match self.cache.edge(edge).asks {
            Asks::Nothing => self.take_within(edge, None, most),
            _ => self.take_asking(edge, symbol, tag, most),
        }
    }

    /// Follows an end tag that is known. Returns what has to be followed then.
    #[inline(always)]
    pub(super) fn end_tag(&mut self, tag: &CurrentTag<'_>) -> Option<&Follows> {
        let symbol = Symbol::of_short_end_tag(tag.name_bytes())?;
        let edge = self.cache.find(self.state?, symbol)?;
        self.take_within(edge, None, usize::MAX)
    }

    #[inline(never)]
    fn take_asking(
        &mut self,
        mut edge: usize,
        symbol: Symbol,
        tag: &CurrentTag<'_>,
        most: usize,
    ) -> Option<&Follows> {
        let mut of_tag = None;
        if let Asks::Formatting(name) = self.cache.edge(edge).asks {
            let (like, formatting) = self.formatting_of(name, tag);
            let symbol = symbol.with_formatting(like)?;
            edge = self.cache.find(self.state?, symbol)?;
            of_tag = Some(formatting);
        }
        match self.is_asked_for(tag, self.cache.edge(edge).asks) {
            true => None,
            false => self.take_within(edge, of_tag, most),
        }
    }

    #[inline(always)]
    fn take_within(
        &mut self,
        edge: usize,
        of_tag: Option<Formatting>,
        most: usize,
    ) -> Option<&Follows> {
        let known = self.cache.edge(edge);
        let to = known.to;
        if known.mode.is_some() || self.cache.known(to).follows.depth > most {
            return None;
        }
        self.take(edge, of_tag);
        Some(&self.cache.known(to).follows)
    }

    /// Follows an edge. Returns the text mode that the tag switches to.
    #[inline(always)]
    pub(super) fn take(&mut self, edge: usize, of_tag: Option<Formatting>) -> Option<TextMode> {
        let edge = self.cache.edge(edge);
        edge.apply(&mut self.formatting, of_tag);
        self.state = Some(edge.to);
        self.is_real = false;
        edge.mode
    }
}
