//! A parser that has forgotten the lower part of its stack.
//!
//! A tokenizer without a tree need not know what is open in most of a document: there, a few elements are placeholders for those that are
//! forgotten, and rules run on them as on others. Where the answer of a condition is found among them, it may be wrong: then the
//! parser notes what was asked. Only a builder without a tree ([`Builder::HAS_TREE`]) uses this; for others, nothing of it is
//! compiled.

use super::builder::Builder;
use super::construction::Construction;
use super::element::{Element, ElementTest};
use super::name::Name;
use super::rules::{Following, TreeRules};
use super::token::{Data, Token, TokenKind};
use crate::Namespace;
use alloc::vec::Vec;

/// What was asked of the unknown part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Whether an element is open.
    Element,
    /// Which insertion mode it is.
    Mode,
    /// Whether there is a form element pointer.
    Form,
    /// Which elements are in the list of active formatting elements.
    Formatting,
}

/// How many names besides those of the rules are kept when elements are forgotten.
const MOST_NAMES: usize = 256;

/// The most elements that are open when they are forgotten. A stack that is higher is looked at when it is lower again.
pub(crate) const MOST_TO_LOOK_AT: usize = 32;

/// How many open elements are placeholders for those that are forgotten: as many as are open in an empty document, so that rules which
/// ask for the first two find them. A fragment begins with one.
const PLACEHOLDERS: usize = 2;

/// What is not known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unknown {
    /// Whether scripting is enabled.
    scripting: bool,
    /// How many entries of the stack are placeholders; none if all is known.
    mark: usize,
    /// Whether the insertion mode may be another than it seems.
    is_mode_unknown: bool,
    /// Whether such another mode may be in use below the mark.
    may_have_other_modes: bool,
    is_form_unknown: bool,
    /// How often the numbers of snapshots got another meaning.
    epoch: u32,
    /// Whether a walk up the stack came to the mark.
    is_walked: bool,
    depends_on_mode: bool,
    depends_on_form: bool,
    asked: Option<Asked>,
    /// Whether an element was asked for, so that those above the mark may be closed.
    is_element_asked: bool,
}

impl<R: TreeRules, B: Builder> Construction<R, B> {
    /// Begins a document of which elements may be forgotten.
    pub(crate) fn partial(builder: B, scripting: bool) -> Self {
        let mut construction = Construction::new(builder);
        construction.unknown.scripting = scripting;
        construction
    }

    /// What is followed with scripting, or without.
    pub(crate) fn following(&self) -> &'static Following {
        &R::FOLLOWING[usize::from(self.unknown.scripting)]
    }

    /// Whether nothing is open that is known.
    pub(crate) fn is_at_mark(&self) -> bool {
        self.unknown.mark != 0 && self.stack.height() <= self.unknown.mark
    }

    /// How many known elements are open.
    pub(crate) fn known_elements(&self) -> usize {
        self.stack.len().saturating_sub(self.unknown.mark)
    }

    /// Whether the open elements may be forgotten: they matter to no tag but those that are followed then. With `may_have_frameset`, a
    /// frameset that could still replace them is the caller's to report.
    pub(crate) fn may_forget(&self, may_have_frameset: bool) -> bool {
        let of = self.following();
        let is_known = |(_, element): (usize, Element)| {
            self.record(element)
                .is_none_or(|it| it.namespace != Namespace::Html || !of.is_forgotten::<R>(it.name))
        };
        (may_have_frameset || !self.flags.frameset_ok)
            && self.template_modes.is_empty()
            && of.modes[usize::from(self.mode.0)]
            && (self.context == Element::NULL || self.mode == of.home)
            && self.stack.len() <= MOST_TO_LOOK_AT
            && self.namespace_of(self.context) == Namespace::Html
            && !self
                .stack
                .elements()
                .skip(self.placeholder_count())
                .any(is_known)
    }

    fn placeholder_count(&self) -> usize {
        match self.context {
            Element::NULL => PLACEHOLDERS,
            _ => 1,
        }
    }

    /// Makes the first open elements the placeholders.
    fn choose_placeholders(&mut self) {
        let count = self.placeholder_count().min(self.stack.len());
        if (1..=count).all(|place| self.stack.get(place) != Element::NULL) {
            self.unknown.mark = count;
            return;
        }
        // One of the first was removed.
        let elements = self.stack.elements().take(count);
        let records = elements.filter_map(|(_, it)| self.record(it).copied());
        let records: Vec<_> = records.collect();
        self.clear_to(0);
        for record in &records {
            let element = self.add_record(record.node, Some((record.namespace, record.name)));
            self.push(element);
        }
        self.unknown.mark = records.len();
    }

    /// Forgets all open elements but the placeholders.
    pub(crate) fn forget(&mut self, may_have_other_modes: bool) {
        if self.unknown.mark == 0 {
            self.choose_placeholders();
            self.unknown.epoch += 1;
        }
        self.clear_to(self.unknown.mark);
        if self.names.len() > self.known_names.names() + MOST_NAMES {
            self.names.forget_since(self.known_names);
            self.stack.forget_kinds(self.names.kinds());
            self.unknown.epoch += 1;
        }
        self.template_modes.clear();
        self.original_mode = None;
        self.pending.clear();
        self.mode = self.following().home;
        self.secondary_mode = R::INITIAL;
        self.flags.foster_parenting = false;
        self.flags.ignore_next = None;
        let unknown = &mut self.unknown;
        unknown.may_have_other_modes |= may_have_other_modes;
        unknown.is_mode_unknown = unknown.may_have_other_modes;
        unknown.is_form_unknown = true;
        self.end_token();
    }

    /// Adds what is unknown to a snapshot.
    pub(super) fn snapshot_unknown(&self, out: &mut Vec<u32>) {
        let unknown = &self.unknown;
        let flags = [
            unknown.is_mode_unknown,
            unknown.may_have_other_modes,
            unknown.is_form_unknown,
        ];
        let flags = flags
            .iter()
            .fold(0, |bits, flag| bits << 1 | u32::from(*flag));
        out.push(flags);
    }

    pub(super) fn restore_unknown(&mut self, flags: u32) {
        let unknown = &mut self.unknown;
        unknown.is_mode_unknown = flags & 4 != 0;
        unknown.may_have_other_modes = flags & 2 != 0;
        unknown.is_form_unknown = flags & 1 != 0;
    }

    /// How often the numbers of snapshots got another meaning: names were forgotten, or elements became placeholders.
    pub(crate) fn epoch(&self) -> u32 {
        self.unknown.epoch
    }

    /// Whether some other mode than the home of what is forgotten may be in use below the mark.
    pub(crate) fn may_have_other_modes(&self) -> bool {
        self.unknown.may_have_other_modes
    }

    /// A tag below the mark may have led to another mode.
    pub(crate) fn note_other_modes(&mut self) {
        self.unknown.may_have_other_modes = true;
        self.unknown.is_mode_unknown = true;
    }

    /// Notes what the answers of conditions depend on for the next token.
    pub(crate) fn begin_partial(&mut self, name: Name, is_start: bool) {
        if self.unknown.mark == 0 {
            return;
        }
        let of = self.following();
        let depends = if is_start {
            of.start_depends
        } else {
            of.end_depends
        };
        let unknown = &mut self.unknown;
        unknown.is_walked = false;
        unknown.depends_on_mode = depends.has::<R>(name);
        unknown.depends_on_form = is_start && of.asks_form.has::<R>(name);
        unknown.asked = None;
        unknown.is_element_asked = false;
    }

    /// What was first asked of the unknown part while the last token was processed.
    pub(crate) fn take_asked(&mut self) -> Option<Asked> {
        self.unknown.asked.take()
    }

    /// Whether an element of the unknown part was asked for while the last token was processed.
    pub(crate) fn take_asked_for_element(&mut self) -> bool {
        core::mem::take(&mut self.unknown.is_element_asked)
    }

    /// Whether all that is open is known.
    pub(crate) fn is_whole(&self) -> bool {
        self.unknown.mark == 0
    }

    /// Whether a frameset may still replace what is open in a mode in which that could be forgotten.
    pub(crate) fn may_be_replaced(&self) -> bool {
        self.flags.frameset_ok && self.following().modes[usize::from(self.mode.0)]
    }

    /// Whether nothing has ruled out that a frameset replaces what is open.
    pub(crate) fn may_have_frameset(&self) -> bool {
        self.flags.frameset_ok
    }

    /// Whether the mode is another than the home of those in which elements are forgotten.
    pub(crate) fn is_in_other_mode(&self) -> bool {
        self.mode != self.following().home
    }

    /// The class of a character.
    #[inline]
    pub(crate) fn class_of(character: char) -> u32 {
        1 << R::class(character)
    }

    /// All classes of characters.
    pub(crate) const CLASSES: u32 = u32::MAX >> (32 - R::CLASSES);

    /// The classes of characters that the mode ignores.
    fn ignored_classes(&self) -> u32 {
        if self.flags.ignore_next.is_some() || self.is_stopped {
            return 0;
        }
        let ignored = self.following().ignored;
        let by_mode = ignored[usize::from(self.mode.0)];
        match self.is_foreign() {
            true => by_mode & ignored[R::MODES.len()],
            false => by_mode,
        }
    }

    /// The classes of characters that are processed as one of a class is, and whether they change nothing of what the parser knows.
    fn processed_alike(&mut self, class: usize) -> (u32, bool) {
        let mode = usize::from(self.mode.0);
        let widest = usize::from(R::WIDEST[mode][class]);
        let mut token = Token::new(TokenKind::Character, Data::None);
        token.class = widest;
        let is_inert = self.flags.ignore_next.is_none()
            && !self.is_stopped
            && R::quiet_row(self, &mut token).is_some();
        (R::PROCESSED_AS[mode][widest] | 1 << class, is_inert)
    }

    /// The classes of characters that change nothing of what the parser knows.
    pub(crate) fn inert_classes(&mut self) -> u32 {
        let ignored = self.ignored_classes();
        let (mut left, mut inert) = (Self::CLASSES & !ignored, ignored);
        while left != 0 {
            let (same, is_inert) = self.processed_alike(left.trailing_zeros() as usize);
            inert |= if is_inert { same } else { 0 };
            left &= !same;
        }
        inert & Self::CLASSES
    }

    /// Those of them that are processed as one of a class is.
    pub(crate) fn inert_with(&mut self, class: u32) -> u32 {
        let ignored = self.ignored_classes();
        if ignored & class != 0 {
            return ignored;
        }
        match self.processed_alike(class.trailing_zeros() as usize) {
            (same, true) => same & Self::CLASSES,
            _ => 0,
        }
    }

    /// The number of the name of a tag that is processed.
    pub(crate) fn name_of_tag(&mut self, name: &str) -> Name {
        self.names.intern(name)
    }

    /// The number of a name; none if it did not occur.
    pub(crate) fn number_of(&self, name: &str) -> Name {
        self.names.find(name).unwrap_or(Name::NONE)
    }

    /// How many names are not those of the rules.
    pub(crate) fn other_names(&self) -> usize {
        self.names.len() - R::NAMES.len().min(self.names.len())
    }

    #[cold]
    fn note_asked(&mut self, what: Asked) {
        self.unknown.is_element_asked |= what == Asked::Element;
        self.unknown.asked.get_or_insert(what);
    }

    /// Whether a condition may hold for a forgotten element.
    fn may_be_forgotten(&self, test: impl ElementTest) -> bool {
        let of = self.following();
        match (test.kinds(), test.name()) {
            (Some(kinds), _) => kinds.members().any(|kind| of.is_forgotten_kind::<R>(kind)),
            (None, Some(name)) => name != Name::NONE && of.is_forgotten::<R>(name),
            (None, None) => false,
        }
    }

    /// A condition on the stack was decided at a place and one, or at no place.
    #[inline(always)]
    pub(super) fn note_decided(&mut self, at: usize, test: impl ElementTest) {
        if !B::HAS_TREE && at <= self.unknown.mark && self.unknown.mark != 0 {
            self.note_undecided(test);
        }
    }

    #[cold]
    fn note_undecided(&mut self, test: impl ElementTest) {
        if !self.is_at_mark() && self.may_be_forgotten(test) {
            self.note_asked(Asked::Element);
        }
    }

    /// A walk up the stack has come to a place and one.
    #[inline(always)]
    pub(super) fn note_walk(&mut self, to: usize) {
        if !B::HAS_TREE && to <= self.unknown.mark {
            self.unknown.is_walked = true;
        }
    }

    /// The name of the element at a place and one is needed.
    pub(super) fn note_name(&mut self, at: usize) {
        if !B::HAS_TREE && at <= self.unknown.mark && self.unknown.mark != 0 {
            self.note_asked(Asked::Element);
        }
    }

    /// An entry was looked for in the list, and not found.
    #[inline(always)]
    pub(super) fn note_unlisted(&mut self, test: impl ElementTest) {
        if !B::HAS_TREE && self.unknown.mark != 0 && !self.list.has_markers() {
            self.note_unlisted_element(test);
        }
    }

    #[cold]
    fn note_unlisted_element(&mut self, test: impl ElementTest) {
        if self.is_at_mark() || !self.may_be_forgotten(test) {
            return;
        }
        let mark = self.unknown.mark;
        let scopes = 0..self.following().scopes;
        if self.find_open(test) > mark {
            self.note_asked(Asked::Formatting);
        } else if scopes.map(|scope| self.stack.end_of(scope)).max() <= Some(mark) {
            // One below the mark would be in scope.
            self.note_asked(Asked::Element);
        }
    }

    /// The insertion mode decides which rows process the token.
    #[inline(always)]
    pub(super) fn note_use_of_mode(&mut self) {
        if !B::HAS_TREE
            && self.unknown.is_mode_unknown
            && self.unknown.depends_on_mode
            && !self.is_at_mark()
        {
            self.note_asked(Asked::Mode);
        }
    }

    /// A condition asks for the insertion mode.
    #[inline(always)]
    pub(super) fn note_question_of_mode(&mut self) {
        if !B::HAS_TREE && self.unknown.is_mode_unknown {
            self.note_asked(Asked::Mode);
        }
    }

    /// The insertion mode is set.
    #[inline(always)]
    pub(super) fn note_mode(&mut self) {
        if !B::HAS_TREE && self.unknown.mark != 0 {
            let unknown = &mut self.unknown;
            unknown.is_mode_unknown = unknown.is_walked && unknown.may_have_other_modes;
        }
    }

    /// The form element pointer is read.
    #[inline(always)]
    pub(super) fn note_use_of_form(&mut self) {
        let unknown = &self.unknown;
        if !B::HAS_TREE && unknown.is_form_unknown && unknown.depends_on_form && !self.is_at_mark()
        {
            self.note_asked(Asked::Form);
        }
    }

    /// The form element pointer is set.
    #[inline(always)]
    pub(super) fn note_form(&mut self) {
        if !B::HAS_TREE {
            self.unknown.is_form_unknown = false;
        }
    }
}
