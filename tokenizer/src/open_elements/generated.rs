//! The generated rules as what follows the open elements.
//!
//! Of what is open in a body, nothing is known. The parser is asked for few tags there; what such a tag opens is processed up to its
//! end, on elements in place of the forgotten ones. An answer that depends on these is reported. Where it decides what is open, all is
//! forgotten again: the tokenizer then assumes that the tag has ended what was followed.

use super::cache::{Cache, Known, State, Symbol};
use super::no_tree::{NoTree, Node, hash_of_attributes};
use super::{AmbiguityKind, Followed, Following, Follows, Forgotten};
use crate::names::NameSet;
use crate::token::{CurrentTag, Tag};
use crate::tree_construction::{Asked, Construction, Formatting, Name, TreeRules};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;

/// The most elements that are open before they are forgotten.
const MOST_ELEMENTS: usize = 512;

/// The most names that are known besides those of the rules, and the longest.
const MOST_NAMES: usize = 4096;
const LONGEST_NAME: usize = 1024;

/// From which length on a text is asked for whether any text would change anything.
const LONG_TEXT: usize = 64;

/// Follows the open elements by the rules `R` from the body on.
pub(crate) fn follow<R>(forgotten: &Forgotten) -> Box<dyn Following>
where
    R: TreeRules + Copy + Debug + Send + Sync + 'static,
{
    let mut construction = Construction::new(NoTree::new(forgotten.scripting));
    construction.begin_in_document(forgotten.is_in_quirks_mode, forgotten.may_have_tables);
    Box::new(Generated::<R> {
        construction,
        cache: Cache::default(),
        is_text_inert: false,
        state: None,
        is_real: true,
        formatting: Vec::new(),
        last_formatting: Vec::new(),
        snapshot: Vec::new(),
        forgotten_names: 0,
    })
}

#[derive(Clone, Debug)]
struct Generated<R: TreeRules> {
    construction: Construction<R, NoTree<R>>,
    cache: Cache,
    /// Whether no text changes anything in a state that is not in the automaton.
    is_text_inert: bool,
    /// The state in the automaton, if it is there.
    state: Option<State>,
    /// Whether the parser is in that state, too.
    is_real: bool,
    /// The different formatting elements of the state, and those of the last one.
    formatting: Vec<Formatting>,
    last_formatting: Vec<Formatting>,
    snapshot: Vec<u32>,
    forgotten_names: u32,
}

/// What a token is looked up by.
#[derive(Clone, Copy, Default)]
struct Key {
    /// None if what it does depends on more than that.
    symbol: Option<Symbol>,
    formatting: Option<Formatting>,
}

const TEXT: Symbol = 1 << 63;
const END: Symbol = 1 << 62;
const SELF_CLOSING: Symbol = 1 << 61;

impl<R: TreeRules + Copy + Debug + Send + Sync + 'static> Generated<R> {
    /// Whether nothing is open that is known.
    fn is_between(&self) -> bool {
        match self.state {
            Some(state) => self.cache.known(state).is_between,
            None => self.construction.is_at_mark(),
        }
    }

    /// Brings the parser to the state of the automaton.
    fn make_real(&mut self) {
        if let Some(state) = self.state.filter(|_| !self.is_real) {
            let snapshot = &self.cache.known(state).snapshot;
            self.construction
                .restore(snapshot, &self.formatting, NoTree::again);
            self.is_real = true;
        }
    }

    /// Whether a tag that was not followed may have led to another mode.
    fn may_have_other_modes(&self) -> bool {
        let follows = self.follows().start_tags;
        core::ptr::eq(follows, &R::FOLLOWING.start_tags_in_any_mode)
    }

    /// Leaves the automaton.
    fn leave(&mut self) {
        self.make_real();
        self.state = None;
    }

    /// Does what a token does: by the automaton, or by the rules.
    #[inline]
    fn step(&mut self, key: Key, process: impl FnOnce(&mut Self) -> Followed) -> Followed {
        if let (Some(state), Some(symbol)) = (self.state, key.symbol)
            && let Some(edge) = self.cache.find(state, symbol)
        {
            edge.apply(&mut self.formatting, key.formatting);
            self.state = Some(edge.to);
            self.is_real = false;
            return (edge.mode, None);
        }
        self.step_by_rules(key, process)
    }

    #[inline]
    fn step_by_rules(&mut self, key: Key, process: impl FnOnce(&mut Self) -> Followed) -> Followed {
        if self.state.is_none() {
            let followed = process(self);
            self.note_state();
            return followed;
        }
        self.make_real();
        let before = self.state.zip(key.symbol);
        core::mem::swap(&mut self.formatting, &mut self.last_formatting);
        let age = self.cache.age;
        let followed = process(self);
        self.note_state();
        let before = before.filter(|_| self.cache.age == age);
        if let (Some(before), Some(state), None) = (before, self.state, followed.1) {
            let after = (state, followed.0);
            let of_tag = key.formatting;
            let [before_it, after_it] = [&self.last_formatting, &self.formatting];
            self.cache
                .connect(before, after, before_it, after_it, of_tag);
        }
        followed
    }

    /// Notes the state of the parser in the automaton, if that pays.
    fn note_state(&mut self) {
        self.state = None;
        self.is_real = true;
        self.is_text_inert = false;
        let construction = &self.construction;
        if self.forgotten_names != construction.forgotten_names() {
            self.forgotten_names = construction.forgotten_names();
            self.cache.clear();
        }
        let is_plain = construction.builder().keeps_no_values();
        if !(is_plain && self.cache.pays(construction.open_elements())) {
            return;
        }
        self.snapshot.clear();
        self.formatting.clear();
        if !construction.snapshot(&mut self.snapshot, &mut self.formatting) {
            return;
        }
        let state = self.cache.state(&self.snapshot).unwrap_or_else(|| {
            let known = Known {
                snapshot: self.snapshot.as_slice().into(),
                follows: self.follows_now(),
                is_between: self.construction.is_at_mark(),
                is_foreign: self.construction.is_foreign(),
                inert: None,
            };
            self.cache.add(known)
        });
        self.state = Some(state);
    }

    /// Ends a tag: decides what is forgotten.
    fn settle(&mut self, name_len: usize) -> Option<AmbiguityKind> {
        let asked = self.construction.take_asked();
        let is_long = name_len > LONGEST_NAME || self.construction.other_names() > MOST_NAMES;
        if self.construction.known_elements() > MOST_ELEMENTS || is_long {
            self.construction.forget(true);
            return Some(AmbiguityKind::TooManyElements);
        }
        let is_decided_below = self.construction.take_asked_for_element();
        if self.construction.is_at_mark() || is_decided_below {
            self.construction.forget(false);
        }
        asked.map(|asked| match asked {
            Asked::Element => AmbiguityKind::OpenElement,
            Asked::Mode => AmbiguityKind::InsertionMode,
            Asked::Form => AmbiguityKind::FormElement,
            Asked::Formatting => AmbiguityKind::FormattingElement,
        })
    }

    /// What a start tag is looked up by.
    #[inline]
    fn key_of_start_tag(&self, name: Name, tag: &CurrentTag<'_>) -> Key {
        let of = R::FOLLOWING;
        let has_attributes = tag.attributes().next().is_some();
        let mut symbol = Some(name.index() as u64);
        if tag.is_self_closing() {
            symbol = symbol.map(|symbol| symbol | SELF_CLOSING);
        }
        if has_attributes && of.asks_attributes.has::<R>(name) {
            symbol = None;
        }
        if has_attributes && self.is_foreign() {
            let mut attributes = tag.attributes();
            if attributes.any(|it| of.attributes.contains(&it.name())) {
                symbol = None;
            }
        }
        let mut formatting = None;
        if of.listed.has::<R>(name) {
            let about = (name, hash_of_attributes(&Tag::current(*tag)));
            let at = self.formatting.iter().position(|it| *it == about);
            let at = at.map_or(0, |at| at as u64 + 1);
            symbol = symbol.map(|symbol| symbol | at << 32);
            formatting = Some(about);
        }
        Key { symbol, formatting }
    }

    /// What has to be followed.
    fn follows(&self) -> Follows {
        match self.state {
            Some(state) => self.cache.known(state).follows,
            None => self.follows_now(),
        }
    }

    /// What has to be followed, of a state that is not in the automaton.
    fn follows_now(&self) -> Follows {
        let is_between = self.construction.is_at_mark();
        let of = R::FOLLOWING;
        Follows {
            start_tags: match is_between {
                true if self.construction.may_have_other_modes() => &of.start_tags_in_any_mode,
                true => &of.start_tags,
                false => &NameSet::ALL,
            },
            end_tags: !is_between,
            text: !is_between && !self.is_text_inert,
            depth: self.construction.known_elements(),
        }
    }

    /// The classes of characters that change nothing, or those of them that are as one of a class.
    #[inline]
    fn inert_classes(&mut self, class: u32) -> u32 {
        let Some(state) = self.state else {
            return self.construction.inert_with(class);
        };
        match self.cache.known(state).inert {
            Some(inert) => inert,
            None => self.find_inert_classes(state),
        }
    }

    #[cold]
    fn find_inert_classes(&mut self, state: State) -> u32 {
        self.make_real();
        let inert = self.construction.inert_classes();
        let known = self.cache.known_mut(state);
        known.inert = Some(inert);
        known.follows.text &= inert != Construction::<R, NoTree<R>>::CLASSES;
        inert
    }

    /// Processes a start tag.
    #[inline]
    fn start(&mut self, tag: CurrentTag<'_>) -> Followed {
        let text = tag.name();
        let of = R::FOLLOWING;
        let name = if self.is_between() {
            let name = self.construction.number_of(text);
            if of.changes_mode.has::<R>(name) && !self.may_have_other_modes() {
                self.leave();
                self.construction.note_other_modes();
                self.note_state();
            }
            if !of.followed.has::<R>(name) {
                return (None, None);
            }
            if let Some((_, mode)) = of.text_modes.iter().find(|it| it.0 == name) {
                return (Some(*mode), None);
            }
            match name {
                Name::NONE => self.construction.name_of_tag(text),
                name => name,
            }
        } else {
            self.construction.name_of_tag(text)
        };
        let key = match self.state {
            Some(_) => self.key_of_start_tag(name, &tag),
            None => Key::default(),
        };
        self.step(key, |this| {
            this.construction.begin_partial(name, true);
            let tag = Tag::current(tag);
            let mode = this.construction.start_tag_named(&tag, name);
            (mode, this.settle(text.len()))
        })
    }

    /// Processes an end tag.
    #[inline]
    fn end(&mut self, tag: CurrentTag<'_>) -> Followed {
        if self.is_between() {
            return (None, None);
        }
        let text = tag.name();
        let name = self.construction.name_of_tag(text);
        let key = Key {
            symbol: Some(END | name.index() as u64),
            formatting: None,
        };
        self.step(key, |this| {
            this.construction.begin_partial(name, false);
            let mode = this.construction.end_tag_named(&Tag::current(tag), name);
            (mode, this.settle(text.len()))
        })
    }

    /// Processes text.
    fn run(&mut self, text: &str) {
        if text.len() >= LONG_TEXT && self.state.is_none() {
            self.is_text_inert =
                self.construction.inert_classes() == Construction::<R, NoTree<R>>::CLASSES;
            if self.is_text_inert {
                return;
            }
        }
        let mut rest = text;
        // The class of the last character, and whether it changed nothing.
        let mut last = None;
        while let Some(first) = rest.chars().next()
            && !self.is_between()
        {
            let class = Construction::<R, NoTree<R>>::class_of(first);
            let inert = self.inert_classes(class);
            if inert & class != 0 {
                rest = &rest[self.construction.run(rest, inert)..];
                continue;
            }
            let one = match last {
                Some((of, is_steady)) if of == class && (is_steady || self.state.is_none()) => {
                    let run = self.construction.run(rest, class);
                    if !is_steady {
                        self.characters(&rest[..run]);
                    }
                    run
                }
                _ => {
                    let before = (self.cache.age, self.state);
                    let one = first.len_utf8();
                    self.character(&rest[..one], class);
                    let is_same = self.state.is_some() && before == (self.cache.age, self.state);
                    last = Some((class, is_same));
                    one
                }
            };
            rest = &rest[one..];
        }
    }

    /// Processes a character of a class.
    fn character(&mut self, character: &str, class: u32) {
        let key = Key {
            symbol: Some(TEXT | u64::from(class)),
            formatting: None,
        };
        self.step(key, |this| {
            this.construction.begin_partial(Name::NONE, true);
            this.construction.one_character(character, class);
            (None, this.settle(0))
        });
    }

    /// Processes characters.
    fn characters(&mut self, text: &str) {
        self.step(Key::default(), |this| {
            this.construction.begin_partial(Name::NONE, true);
            this.construction.characters(text);
            (None, this.settle(0))
        });
    }
}

impl<R: TreeRules + Copy + Debug + Send + Sync + 'static> Following for Generated<R> {
    fn start_tag(&mut self, tag: CurrentTag<'_>, follows: &mut Follows) -> Followed {
        let followed = self.start(tag);
        *follows = self.follows();
        followed
    }

    fn end_tag(&mut self, tag: CurrentTag<'_>, follows: &mut Follows) -> Followed {
        let followed = self.end(tag);
        *follows = self.follows();
        followed
    }

    fn text(&mut self, text: &str, follows: &mut Follows) {
        self.run(text);
        *follows = self.follows();
    }

    fn is_foreign(&self) -> bool {
        match self.state {
            Some(state) => self.cache.known(state).is_foreign,
            None => self.construction.is_foreign(),
        }
    }

    fn copy(&self) -> Box<dyn Following> {
        Box::new(self.clone())
    }
}

/// A node without a tree is as cheap as a number.
const _: () = assert!(size_of::<Node>() == 4);
