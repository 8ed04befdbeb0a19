//! The generated rules as what follows the open elements.
//!
//! The parser processes each tag as for a tree, up to where the open elements may be forgotten. From there on, it is asked for few tags;
//! what such a tag opens is processed up to its end, on placeholders for the forgotten elements. An answer that depends on these is
//! reported. Where it decides what is open, all is forgotten again: the tokenizer then assumes that the tag has ended what was
//! followed.

use super::automaton::Automaton;
use super::cache::{Asks, Known, State, UNKNOWN};
use super::first_tokens::Kept;
use super::no_tree::{NoTree, Node};
use super::symbol::Symbol;
use super::{AmbiguityKind, Followed, Following, FollowingOptions, Follows};
use crate::names::NameSet;
use crate::text::steps;
use crate::token::{CurrentTag, Tag};
use crate::tree_construction::{Asked, Construction, Formatting, FragmentContext, Name, TreeRules};
use crate::{Context, Doctype, Span, TextMode};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;

/// How many tags and texts of a body are followed at most while a frameset may still replace it.
const MOST_BEFORE_FRAMESET: u32 = 1024;

/// The most elements that are open before they are forgotten.
const MOST_ELEMENTS: usize = 512;

/// The most entries of the list of active formatting elements before all is forgotten: rules may create them all again for a token.
const MOST_LISTED: usize = 32;

/// The most names that are known besides those of the rules, and the longest.
const MOST_NAMES: usize = 4096;
const LONGEST_NAME: usize = 1024;

/// After how many texts of a state all classes of characters are tried.
const TEXTS_THAT_PAY: u32 = 4;

/// From which length on a text is asked for whether any text would change anything.
const LONG_TEXT: usize = 64;

/// Follows the open elements by the rules `R`.
pub(super) fn follow<R>(options: &FollowingOptions) -> Box<dyn Following>
where
    R: TreeRules + Copy + Debug + Send + Sync + 'static,
{
    let construction =
        Construction::<R, _>::partial(NoTree::new(options.scripting), options.scripting);
    Box::new(Generated::<R> {
        follows_everything: options.follows_everything,
        nesting: options.nesting,
        before_frameset: 0,
        may_be_late_frameset: false,
        automaton: Automaton::new(construction.following().attributes),
        construction,
        is_text_inert: false,
        last_formatting: Vec::new(),
        snapshot: Vec::new(),
        epoch: 0,
    })
}

#[derive(Clone, Debug)]
struct Generated<R: TreeRules> {
    construction: Construction<R, NoTree<R>>,
    follows_everything: bool,
    /// The most elements that may be open.
    nesting: usize,
    /// How many tokens were followed while a frameset could replace the body.
    before_frameset: u32,
    /// Whether they were too many.
    may_be_late_frameset: bool,
    automaton: Automaton,
    /// Whether no text changes anything in a state that is not in the automaton.
    is_text_inert: bool,
    /// The different formatting elements of the last state.
    last_formatting: Vec<Formatting>,
    snapshot: Vec<u32>,
    /// Since when the numbers of snapshots mean what they do.
    epoch: u32,
}

/// What a token is looked up by.
#[derive(Clone, Copy, Default)]
struct Key {
    /// None if what it does depends on more than that.
    symbol: Option<Symbol>,
    asks: Asks,
    formatting: Option<Formatting>,
}

impl<R: TreeRules + Copy + Debug + Send + Sync + 'static> Generated<R> {
    /// Whether nothing is open that is known.
    fn is_between(&self) -> bool {
        match self.automaton.known() {
            Some(known) => known.is_between,
            None => self.construction.is_at_mark(),
        }
    }

    /// The ambiguity of a start tag that could have replaced what is open.
    fn late_frameset(&mut self, name: Name) -> Option<AmbiguityKind> {
        if !(self.may_be_late_frameset
            && self.construction.following().asks_frameset.has::<R>(name))
        {
            return None;
        }
        self.make_real();
        self.may_be_late_frameset = self.construction.may_have_frameset();
        self.may_be_late_frameset
            .then_some(AmbiguityKind::LateFrameset)
    }

    /// Brings the parser to the state of the automaton.
    fn make_real(&mut self) {
        if let Some(known) = self.automaton.known().filter(|_| !self.automaton.is_real) {
            steps::count_bytes(size_of_val(&*known.snapshot));
            let changes = self.construction.changes();
            self.construction
                .restore(&known.snapshot, &self.automaton.formatting, NoTree::again);
            steps::count_between(changes, self.construction.changes());
            self.automaton.is_real = true;
        }
    }

    /// Whether a tag that was not followed may have led to another mode.
    fn may_have_other_modes(&self) -> bool {
        let follows = self.follows().start_tags;
        core::ptr::eq(
            follows,
            &self.construction.following().start_tags_in_any_mode,
        )
    }

    /// Leaves the automaton.
    fn leave(&mut self) {
        self.make_real();
        self.automaton.state = UNKNOWN;
    }

    /// Does what a token does: by the automaton, or by the rules.
    #[inline]
    fn step(&mut self, key: Key, process: impl FnOnce(&mut Self) -> Followed) -> Followed {
        if let Some(symbol) = key.symbol
            && let Some(edge) = self.automaton.cache.find(self.automaton.state, symbol)
            && self.automaton.cache.edge(edge).to != UNKNOWN
        {
            return (self.automaton.take(edge, key.formatting), None);
        }
        self.step_by_rules(key, process)
    }

    #[inline]
    fn step_by_rules(&mut self, key: Key, process: impl FnOnce(&mut Self) -> Followed) -> Followed {
        let changes = self.construction.changes();
        if self.automaton.state == UNKNOWN {
            let followed = process(self);
            self.note_state(changes);
            return followed;
        }
        self.make_real();
        let before = self.automaton.known_state().zip(key.symbol);
        core::mem::swap(&mut self.automaton.formatting, &mut self.last_formatting);
        let age = self.automaton.cache.age;
        // To go back to a state is not what the rules do.
        let changes = self.construction.changes();
        let followed = process(self);
        self.note_state(changes);
        let before = before.filter(|_| self.automaton.cache.age == age);
        if let (Some(before), Some(state), None) =
            (before, self.automaton.known_state(), followed.1)
        {
            let after = (state, followed.0);
            let saves = self.construction.changes() - changes;
            let tag = (key.formatting, key.asks);
            let [before_it, after_it] = [&self.last_formatting, &self.automaton.formatting];
            self.automaton
                .cache
                .connect(before, after, before_it, after_it, tag, saves);
        }
        followed
    }

    /// Notes the state of the parser in the automaton, if that pays. Before the last token, the parser had made so many changes.
    fn note_state(&mut self, changes: u64) {
        steps::count_between(changes, self.construction.changes());
        self.automaton.state = UNKNOWN;
        self.automaton.is_real = true;
        self.is_text_inert = false;
        let construction = &self.construction;
        if self.epoch != construction.epoch() {
            self.epoch = construction.epoch();
            self.automaton.cache.clear();
        }
        // Each token is counted that a frameset may come after.
        let is_settled =
            self.follows_everything || self.may_be_late_frameset || !construction.may_be_replaced();
        // A tag that opens too many elements stops the machine.
        let is_plain = is_settled
            && construction.builder().keeps_no_values()
            && construction.known_elements() <= self.nesting;
        let sizes = (construction.open_elements(), construction.listed_elements());
        if !(is_plain
            && self
                .automaton
                .cache
                .pays(construction.changes() - changes, sizes))
        {
            return;
        }
        self.snapshot.clear();
        self.automaton.formatting.clear();
        if !construction.snapshot(&mut self.snapshot, &mut self.automaton.formatting) {
            return;
        }
        steps::count(self.snapshot.len());
        let state = self
            .automaton
            .cache
            .state(&self.snapshot)
            .unwrap_or_else(|| {
                let known = Known {
                    snapshot: self.snapshot.as_slice().into(),
                    follows: self.follows_now(),
                    is_between: self.construction.is_at_mark(),
                    is_foreign: self.construction.is_foreign(),
                    inert: None,
                    texts: 0,
                };
                self.automaton.cache.add(known)
            });
        self.automaton.state = state;
    }

    /// Ends a tag: decides what is forgotten.
    fn settle(&mut self, name_len: usize) -> Option<AmbiguityKind> {
        let asked = self.construction.take_asked();
        self.may_be_late_frameset &= self.construction.may_have_frameset();
        let is_long = name_len > LONGEST_NAME || self.construction.other_names() > MOST_NAMES;
        let are_many = self.construction.known_elements() > MOST_ELEMENTS
            || self.construction.listed_elements() > MOST_LISTED;
        if are_many || is_long {
            self.construction.forget(true);
            return Some(AmbiguityKind::TooManyElements);
        }
        let is_decided_below = self.construction.take_asked_for_element();
        if self.construction.is_at_mark() || is_decided_below {
            self.construction.forget(false);
        } else if self.construction.is_whole() {
            self.settle_whole();
        }
        asked.map(|asked| match asked {
            Asked::Element => AmbiguityKind::OpenElement,
            Asked::Mode => AmbiguityKind::InsertionMode,
            Asked::Form => AmbiguityKind::FormElement,
            Asked::Formatting => AmbiguityKind::FormattingElement,
        })
    }

    /// Decides whether open elements are forgotten that are all known.
    fn settle_whole(&mut self) {
        if self.follows_everything {
            return;
        }
        if self.construction.may_be_replaced() {
            self.before_frameset = self.before_frameset.saturating_add(1);
            if self.before_frameset < MOST_BEFORE_FRAMESET {
                return;
            }
            if !self.may_be_late_frameset {
                self.may_be_late_frameset = true;
                // From here on, a frameset is not what it was before in the same state.
                self.automaton.cache.clear();
            }
        }
        if self.construction.may_forget(self.may_be_late_frameset) {
            let is_in_other_mode = self.construction.is_in_other_mode();
            self.construction.forget(is_in_other_mode);
        }
    }

    /// What a start tag is looked up by.
    fn key_of_start_tag(&mut self, name: Name, tag: &CurrentTag<'_>) -> Key {
        let of = self.construction.following();
        let symbol = Symbol::of_start_tag(tag.name(), name, tag.is_self_closing());
        let asks = match of.asks_attributes.has::<R>(name) {
            true => Asks::AnyAttribute,
            false if self.is_foreign() => Asks::SomeAttributes,
            false => Asks::Nothing,
        };
        let mut key = Key {
            symbol: Some(symbol).filter(|_| !self.automaton.is_asked_for(tag, asks)),
            asks,
            formatting: None,
        };
        if of.listed.has::<R>(name) {
            let (like, formatting) = self.automaton.formatting_of(name, tag);
            if let (Some(state), Some(symbol), Some(like)) =
                (self.automaton.known_state(), key.symbol, like)
            {
                self.automaton.cache.note_listed(state, symbol, name);
                key.symbol = symbol.like(like);
            }
            key.formatting = Some(formatting);
        }
        key
    }

    /// What has to be followed, of a state that is not in the automaton.
    fn follows_now(&self) -> Follows {
        let is_between = self.construction.is_at_mark();
        let of = self.construction.following();
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
        let Some(state) = self.automaton.known_state() else {
            return self.construction.inert_with(class);
        };
        match self.automaton.cache.known(state).inert {
            Some(inert) => inert,
            None => self.find_inert_classes(state),
        }
    }

    #[cold]
    fn find_inert_classes(&mut self, state: State) -> u32 {
        self.make_real();
        let inert = self.construction.inert_classes();
        self.note_inert(state, inert);
        inert
    }

    fn note_inert(&mut self, state: State, inert: u32) {
        let known = self.automaton.cache.known_mut(state);
        known.inert = Some(inert);
        known.follows.text &= inert != Construction::<R, NoTree<R>>::CLASSES;
    }

    /// Counts the texts of a state. A rare class of characters, such as that of U+0000, often changes nothing either; the rules say so
    /// when it is processed, which pays in a state that has many texts.
    #[inline]
    fn count_text(&mut self) {
        if let Some(state) = self.automaton.known_state() {
            let known = self.automaton.cache.known_mut(state);
            known.texts = known.texts.saturating_add(1);
            if known.texts == TEXTS_THAT_PAY {
                self.try_classes(state);
            }
        }
    }

    #[cold]
    fn try_classes(&mut self, state: State) {
        let mut inert = self.inert_classes(1);
        if inert == 0 {
            return;
        }
        let mut left = Construction::<R, NoTree<R>>::CLASSES & !inert;
        while left != 0 {
            let class = left & left.wrapping_neg();
            left &= !class;
            self.make_real();
            let is_inert = self.changes_nothing(state, class);
            inert |= if is_inert { class } else { 0 };
            self.automaton.is_real = is_inert;
        }
        self.note_inert(state, inert);
    }

    /// Whether a character of a class leaves the parser in the state that it is in.
    fn changes_nothing(&mut self, state: State, class: u32) -> bool {
        let Some(member) = R::member(class.trailing_zeros() as usize) else {
            return true;
        };
        self.construction.begin_partial(Name::NONE, true);
        let one = member.encode_utf8(&mut [0; 4]).to_owned();
        self.construction.one_character(&one, class);
        // Nothing may be forgotten here: the state is restored by the names that it has.
        let is_answered = self.construction.take_asked().is_none();
        self.snapshot.clear();
        self.last_formatting.clear();
        let has_snapshot = self
            .construction
            .snapshot(&mut self.snapshot, &mut self.last_formatting);
        let known = self.automaton.cache.known(state);
        is_answered
            && has_snapshot
            && *known.snapshot == *self.snapshot
            && self.last_formatting == self.automaton.formatting
    }

    /// Processes a start tag.
    #[inline]
    fn start(&mut self, tag: CurrentTag<'_>) -> Followed {
        let text = tag.name();
        let of = self.construction.following();
        let ambiguity;
        let name = if self.is_between() {
            let name = self.construction.number_of(text);
            if of.changes_mode.has::<R>(name) && !self.may_have_other_modes() {
                self.leave();
                self.construction.note_other_modes();
                self.note_state(self.construction.changes());
            }
            ambiguity = self.late_frameset(name);
            if !of.followed.has::<R>(name) {
                return (None, ambiguity);
            }
            if let Some((_, mode)) = of.text_modes.iter().find(|it| it.0 == name) {
                return (Some(*mode), ambiguity);
            }
            match name {
                Name::NONE => self.construction.name_of_tag(text),
                name => name,
            }
        } else {
            let name = self.construction.name_of_tag(text);
            if let Some(ambiguity) = self.late_frameset(name) {
                return (None, Some(ambiguity));
            }
            ambiguity = None;
            name
        };
        let key = match self.automaton.state {
            UNKNOWN => Key::default(),
            _ => self.key_of_start_tag(name, &tag),
        };
        let (mode, settled) = self.step(key, |this| {
            this.construction.begin_partial(name, true);
            let tag = Tag::current(tag);
            let mode = this.construction.start_tag_named(&tag, name);
            (mode, this.settle(text.len()))
        });
        (mode, settled.or(ambiguity))
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
            symbol: Some(Symbol::of_end_tag(text, name)),
            ..Key::default()
        };
        self.step(key, |this| {
            this.construction.begin_partial(name, false);
            let mode = this.construction.end_tag_named(&Tag::current(tag), name);
            (mode, this.settle(text.len()))
        })
    }

    /// Processes text.
    fn run(&mut self, text: &str) {
        self.count_text();
        if text.len() >= LONG_TEXT && self.automaton.state == UNKNOWN {
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
                Some((of, is_steady))
                    if of == class && (is_steady || self.automaton.state == UNKNOWN) =>
                {
                    let run = self.construction.run(rest, class);
                    if !is_steady {
                        self.characters(&rest[..run]);
                    }
                    run
                }
                _ => {
                    let before = (self.automaton.cache.age, self.automaton.state);
                    let one = first.len_utf8();
                    self.character(&rest[..one], class);
                    let is_same = self.automaton.state != UNKNOWN
                        && before == (self.automaton.cache.age, self.automaton.state);
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
            symbol: Some(Symbol::of_class(class)),
            ..Key::default()
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
    fn set_context(&mut self, context: &Context) -> Option<TextMode> {
        let node = self.construction.builder_mut().add_context(context);
        self.construction.set_context(&FragmentContext {
            node,
            namespace: context.namespace(),
            local_name: context.name(),
        })
    }

    fn automaton(&mut self) -> &mut Automaton {
        &mut self.automaton
    }

    fn follows(&self) -> Follows {
        match self.automaton.known() {
            Some(known) => known.follows,
            None => self.follows_now(),
        }
    }

    fn start_tag(&mut self, tag: CurrentTag<'_>) -> Followed {
        self.start(tag)
    }

    fn end_tag(&mut self, tag: CurrentTag<'_>) -> Followed {
        self.end(tag)
    }

    fn text(&mut self, text: &str) {
        self.run(text);
    }

    fn kept(&mut self, kind: Kept, text: &str, hash: u64) {
        match kind {
            Kept::Text => return self.run(text),
            Kept::Doctype => {
                return self.doctype(&Doctype {
                    name: Some(Cow::Borrowed(text)),
                    public_identifier: None,
                    system_identifier: None,
                    force_quirks: false,
                    name_span: None,
                    public_identifier_span: None,
                    system_identifier_span: None,
                    span: Span::default(),
                });
            }
            // The compiler's word that this tag does nothing where elements are forgotten.
            _ if self.is_between() => return,
            Kept::StartTag | Kept::SelfClosingStartTag | Kept::EndTag => {}
        }
        let name = self.construction.name_of_tag(text);
        self.construction.builder_mut().note_kept(name, hash);
        self.step(Key::default(), |this| {
            let is_start = kind != Kept::EndTag;
            let is_self_closing = kind == Kept::SelfClosingStartTag;
            this.construction.begin_partial(name, is_start);
            let mode = this.construction.bare_tag(name, is_start, is_self_closing);
            (mode, this.settle(text.len()))
        });
    }

    fn forget_all(&mut self, has_other_modes: bool) {
        if !self.is_between() {
            self.leave();
            self.construction.forget(false);
        }
        if has_other_modes && !self.may_have_other_modes() {
            self.leave();
            self.construction.note_other_modes();
            self.note_state(self.construction.changes());
        }
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.leave();
        self.construction.doctype(doctype);
    }

    fn is_foreign(&self) -> bool {
        match self.automaton.known() {
            Some(known) => known.is_foreign,
            None => self.construction.is_foreign(),
        }
    }

    fn copy(&self) -> Box<dyn Following> {
        Box::new(self.clone())
    }
}

/// A node without a tree is as cheap as a number.
const _: () = assert!(size_of::<Node>() == 4);
