//! The values that rules name.
//!
//! An element is the number of a record. Records of closed elements are used again: a page has millions of elements, and few are open at
//! once, so that the records stay in the cache.

use super::builder::{Builder, NewElement, Place};
use super::construction::Construction;
use super::element::{Answers, Element, ElementTest, NOWHERE, Named, Record};
use super::kind::{FREED, KindSet, NO_ELEMENT};
use super::name::Name;
use super::rules::{Scope, TreeRules};
use super::token::{Data, Text, Token, TokenReference};
use crate::Namespace;
use crate::text::narrow;

/// A place in the tree, by an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Location {
    /// No place: what it is relative to is null.
    #[default]
    None,
    Inside(Element),
    InsideContents(Element),
    Before(Element),
}

impl<R: TreeRules, B: Builder> Construction<R, B> {
    #[inline(always)]
    pub(super) fn record(&self, element: Element) -> Option<&Record<B::Node>> {
        self.records.get(element.index())
    }

    #[inline(always)]
    pub(super) fn node(&self, element: Element) -> Option<B::Node> {
        self.record(element).map(|record| record.node)
    }

    /// A place as the builder knows it.
    #[inline]
    pub(super) fn place(&mut self, location: Location) -> Option<Place<B::Node>> {
        match location {
            Location::None => None,
            Location::Inside(element) => self.node(element).map(Place::Inside),
            Location::Before(element) => self.node(element).map(Place::Before),
            Location::InsideContents(element) => {
                let node = self.node(element)?;
                Some(Place::Inside(self.builder.template_contents(node)))
            }
        }
    }

    /// A new record for a node.
    pub(super) fn add_record(
        &mut self,
        node: B::Node,
        element: Option<(Namespace, Name)>,
    ) -> Element {
        let kind = match element {
            Some((namespace, name)) => self.names.kind_of_new(namespace, name),
            None => NO_ELEMENT,
        };
        let (namespace, name) = element.unwrap_or((Namespace::Html, Name::NONE));
        let record = Record {
            node,
            kind,
            name,
            namespace,
            place: NOWHERE,
            entry: NOWHERE,
            was_below: Element::NULL,
            left: 0,
            is_tainted: false,
            answers: Answers::default(),
        };
        if let Some(element) = self.free.pop()
            && let Some(free) = self.records.get_mut(element.index())
        {
            *free = record;
            return element;
        }
        let number = narrow::count(self.records.len());
        self.records.push(record);
        Element(number)
    }

    /// Ends what lasts as long as a token.
    #[inline(always)]
    pub(super) fn end_token(&mut self) {
        self.tokens = self.tokens.wrapping_add(1);
        self.positions.clear();
        self.adjustments.clear();
        if !self.released.is_empty() || self.list.is_changed() {
            self.care_for_list();
            self.free_released();
        }
    }

    /// Frees the records of elements that no later token can name. They are few, so that they stay in the cache.
    fn free_released(&mut self) {
        while let Some(element) = self.released.pop() {
            let Some(record) = self.records.get_mut(element.index()) else {
                continue;
            };
            let is_kept = record.place & record.entry != NOWHERE
                || [self.head, self.form, self.context].contains(&element);
            // An element may be released twice.
            if !is_kept && record.kind != FREED {
                record.kind = FREED;
                self.builder.forgotten(record.node);
                self.free.push(element);
                if self.newest == element {
                    self.newest = Element::NULL;
                }
            }
        }
    }

    /// A record for a node that the builder has, such as the parent of a table.
    fn adopt(&mut self, node: Option<B::Node>) -> Element {
        let Some(node) = node else {
            return Element::NULL;
        };
        if Some(node) == self.node(Element::DOCUMENT) {
            return Element::DOCUMENT;
        }
        let element = self.builder.element(node, &self.names);
        let element = self.add_record(node, element);
        self.released.push(element);
        element
    }

    /// The node in which a place is, as the builder knows it.
    pub(super) fn parent_of_place(&mut self, location: Location) -> Option<B::Node> {
        match location {
            Location::None => None,
            Location::Inside(element) => self.node(element),
            Location::InsideContents(element) => {
                let node = self.node(element)?;
                Some(self.builder.template_contents(node))
            }
            Location::Before(element) => {
                let node = self.node(element)?;
                self.builder.parent(node)
            }
        }
    }

    #[inline]
    pub(crate) fn insertion_mode(&mut self) -> super::rules::InsertionMode {
        self.note_use_of_mode();
        self.mode
    }

    pub(crate) fn secondary_mode(&self) -> super::rules::InsertionMode {
        self.secondary_mode
    }

    #[inline]
    pub(crate) fn current_node(&self) -> Element {
        self.stack.last()
    }

    #[inline]
    pub(crate) fn adjusted_current_node(&self) -> Element {
        match self.context {
            Element::NULL => self.stack.last(),
            context => self.adjusted_in_fragment(context),
        }
    }

    #[inline(never)]
    fn adjusted_in_fragment(&self, context: Element) -> Element {
        match self.stack.len() {
            1 => context,
            _ => self.stack.last(),
        }
    }

    pub(crate) fn context_element(&self) -> Element {
        self.context
    }

    pub(crate) fn nearest_of_context(&mut self, of: &'static KindSet) -> Element {
        if self.is_one_of(self.context, of) {
            return self.context;
        }
        let Some(context) = self.node(self.context) else {
            return Element::NULL;
        };
        let member = of.members().next().unwrap_or(NO_ELEMENT);
        let (namespace, name) = self.element_of(member);
        let node = self
            .builder
            .nearest(context, namespace, self.names.text(name));
        node.map_or(Element::NULL, |node| {
            self.add_record(node, Some((namespace, name)))
        })
    }

    /// The element of a kind that rules mention.
    fn element_of(&self, kind: super::kind::Kind) -> (Namespace, Name) {
        let names = R::NAMES.len();
        match (kind as usize).checked_sub(names) {
            None => (Namespace::Html, Name(kind)),
            Some(at) => R::FOREIGN
                .get(at)
                .copied()
                .unwrap_or((Namespace::Html, Name::NONE)),
        }
    }

    pub(crate) fn head_element_pointer(&self) -> Element {
        self.head
    }

    #[inline]
    pub(crate) fn form_element_pointer(&mut self) -> Element {
        self.note_use_of_form();
        self.form
    }

    pub(crate) fn document(&self) -> Element {
        Element::DOCUMENT
    }

    #[inline]
    pub(crate) fn newly_created_element(&self) -> Element {
        self.newest
    }

    #[inline]
    pub(crate) fn first_element(&self) -> Element {
        self.stack.nth(0)
    }

    pub(crate) fn second_element(&self) -> Element {
        self.stack.nth(1)
    }

    pub(crate) fn last_open(&self, test: impl ElementTest) -> Element {
        self.stack.get(self.find_open(test))
    }

    #[inline]
    pub(crate) fn element_above(&mut self, element: Element) -> Element {
        if !B::HAS_TREE
            && let Some(record) = self.record(element)
            && record.place != NOWHERE
        {
            self.note_walk(record.place as usize);
        }
        match self.record(element) {
            Some(record) if record.place == NOWHERE => match record.left == self.tokens {
                true => record.was_below,
                // That element may be freed.
                false => Element::NULL,
            },
            Some(record) => self.stack.get(self.stack.above(record.place as usize)),
            None => Element::NULL,
        }
    }

    pub(crate) fn topmost_below(&self, element: Element, test: impl ElementTest) -> Element {
        let place = match self.record(element) {
            Some(record) if record.place != NOWHERE => record.place as usize,
            _ => return Element::NULL,
        };
        let mut below = self.stack.all_below(place);
        below
            .find(|element| self.is_one_of(*element, test))
            .unwrap_or(Element::NULL)
    }

    pub(crate) fn token_of(&self, element: Element) -> TokenReference {
        TokenReference::CreatedFor(element)
    }

    #[inline]
    pub(crate) fn attribute_value<'t>(&self, t: &Token<'t>, names: &[&str]) -> Text<'t> {
        let mut attributes = t.tag().into_iter().flat_map(|tag| tag.attributes());
        let found = attributes.find(|it| names.contains(&it.name()));
        Text::Characters(found.map_or("", |it| it.value()))
    }

    pub(crate) fn tag_name<'t>(&self, t: &Token<'t>) -> Text<'t> {
        Text::Name(t.name)
    }

    #[inline]
    pub(crate) fn character<'t>(&self, t: &Token<'t>) -> Text<'t> {
        match t.data {
            Data::Characters(characters) => Text::Characters(characters),
            _ => Text::default(),
        }
    }

    pub(crate) fn pending_characters<'t>(&self) -> Text<'t> {
        Text::Pending
    }

    /// The name that a text is.
    pub(crate) fn name_of(&self, text: Text<'_>) -> Name {
        match text {
            Text::Name(name) => name,
            Text::Characters(text) => self.names.find(text).unwrap_or(Name::NONE),
            Text::Pending => self.names.find(&self.pending).unwrap_or(Name::NONE),
        }
    }

    pub(crate) fn namespace_of(&self, element: Element) -> Namespace {
        self.record(element)
            .map_or(Namespace::Html, |record| record.namespace)
    }

    #[inline]
    pub(crate) fn inside(&self, element: Element) -> Location {
        Location::Inside(element)
    }

    pub(crate) fn inside_contents(&self, element: Element) -> Location {
        match self.is_one_of(element, R::WITH_CONTENTS) {
            true => Location::InsideContents(element),
            false => Location::None,
        }
    }

    pub(crate) fn before(&self, element: Element) -> Location {
        Location::Before(element)
    }

    pub(crate) fn node_of(&mut self, location: Location) -> Element {
        match location {
            Location::Inside(element) => element,
            _ => {
                let parent = self.parent_of_place(location);
                self.adopt(parent)
            }
        }
    }

    /// From a node up, the nearest element at which a walk stops: one of a set, or with a name, or the first.
    pub(crate) fn nearest_up(
        &mut self,
        from: Element,
        stops: Scope,
        Named(name): Named,
    ) -> Element {
        let place = match self.record(from) {
            Some(record) if record.place != NOWHERE => record.place as usize,
            _ => return from,
        };
        let end = self.stack.end_from(place, stops.0);
        let named = self
            .stack
            .nearest_of(self.names.kind(Namespace::Html, name), place);
        let nearest = end.max(named);
        self.note_walk(nearest);
        self.note_decided(nearest, Named(name));
        match nearest {
            0 => self.stack.nth(0),
            nearest => self.stack.get(nearest),
        }
    }

    /// From a node up, the nearest element that has the token's tag name, is below an HTML element, or is the first.
    pub(crate) fn nearest_foreign(&self, t: &Token<'_>, from: Element) -> Element {
        let place = match self.record(from) {
            Some(record) if record.place != NOWHERE => record.place as usize,
            _ => return from,
        };
        let first = self.stack.first_foreign(place);
        let kinds = self.names.kinds_in_lowercase(t.name);
        let named = kinds.map(|kind| self.stack.nearest_of(kind, place)).max();
        self.stack.get(first.max(named.unwrap_or(0)))
    }

    #[inline(always)]
    pub(crate) fn create_element(
        &mut self,
        t: &Token<'_>,
        token: TokenReference,
        namespace: Namespace,
    ) -> Element {
        let (name, tag, adjustments) = match token {
            TokenReference::Current => (t.name, t.tag(), self.adjustments.as_slice()),
            TokenReference::Empty(name) => (name, None, &[][..]),
            TokenReference::CreatedFor(element) => return self.create_again(element, namespace),
        };
        let kind = self.names.kind_of_new(namespace, name);
        let node = self.builder.create_element(&NewElement {
            name,
            names: &self.names,
            namespace,
            has_contents: R::WITH_CONTENTS.has(kind),
            tag,
            adjustments,
        });
        self.changes += 1;
        self.newest = self.add_record(node, Some((namespace, name)));
        self.newest
    }

    fn create_again(&mut self, element: Element, namespace: Namespace) -> Element {
        let Some(record) = self.record(element).copied() else {
            return Element::NULL;
        };
        let node = self.builder.create_again(record.node);
        self.changes += 1;
        self.newest = self.add_record(node, Some((namespace, record.name)));
        self.newest
    }
}
