//! The stack of open elements, whose lower part may be unknown, with the list of active formatting elements.
//!
//! A tag costs constant time, on average over all tags: the stack knows for each name the topmost element, and for each
//! kind of boundary the topmost element of that kind. Elements that the list opens again are opened together: they are
//! one node of the stack.
//!
//! The first node is not used. It is below and above all others, so that most links need no test.

use super::formatting::{ActiveFormatting, FormattingElement};
use super::names::{KNOWN_NAMES, KeyedName, Name, OtherNames};
use super::node::{BOUNDARIES, Boundaries, Boundary, Element};
use crate::Namespace;
use crate::generated::ElementName;
use crate::text::narrow;
use crate::text::steps;
use alloc::vec::Vec;
use core::fmt;
use core::mem::{replace, swap};
use core::ops::Range;

/// How many elements are followed.
pub(super) const MOST_ELEMENTS: usize = 512;

/// The place of a node in [`Stack::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Handle(u16);

/// The node that is not used.
const NONE: u16 = 0;

impl Handle {
    fn from(at: u16) -> Option<Self> {
        (at != NONE).then_some(Handle(at))
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

const UNLISTED: (u16, u16) = (1, 0);

/// Elements of the stack.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The element; of formatting elements in the list, one of them.
    element: Element,
    /// The elements of the list that this node stands for: their first and last place, or `UNLISTED`.
    listed: (u16, u16),
    /// How many elements this node stands for.
    count: u16,
    /// The first eight bytes of the name.
    key: u64,
    /// Greater than those of the nodes below. The elements of a list count from here on.
    order: u64,
    /// The neighbours in the stack.
    below: u16,
    above: u16,
    /// The next elements below and above with the same name.
    earlier: u16,
    later: u16,
    /// The topmost node of each kind of boundary, up to this node.
    boundaries: [u16; BOUNDARIES],
}

impl Node {
    const UNUSED: Self = Node {
        element: Element::html(ElementName::P),
        listed: UNLISTED,
        count: 0,
        // No name begins with these.
        key: u64::MAX,
        order: 0,
        below: NONE,
        above: NONE,
        earlier: NONE,
        later: NONE,
        boundaries: [NONE; BOUNDARIES],
    };

    fn places(&self) -> Option<Range<usize>> {
        let (first, last) = self.listed;
        (first <= last).then(|| usize::from(first)..usize::from(last) + 1)
    }
}

/// The result of a search in the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookup {
    /// The topmost such element.
    At(Handle),
    /// There is none.
    Absent,
    /// Only the unknown part of the stack may have one.
    Unknown,
}

/// The topmost elements with a name, in the HTML namespace and in the others, without the elements of the list.
type Topmost = [u16; 2];

/// The stack.
#[derive(Clone, Default)]
pub(super) struct Stack {
    nodes: Vec<Node>,
    /// Nodes that are not used, linked by `below`.
    free: u16,
    top: u16,
    /// How many elements are open, and how many of them are not HTML elements.
    len: usize,
    foreign: usize,
    /// Greater than the orders of all elements.
    next_order: u64,
    /// By name.
    topmost: Vec<Topmost>,
    names: OtherNames,
    /// The list of active formatting elements.
    pub(super) formatting: ActiveFormatting,
    /// Whether there are elements below that are not known.
    pub(super) is_partial: bool,
}

/// What is open.
impl Stack {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn is_empty(&self) -> bool {
        self.top == NONE
    }

    /// Whether there is no room for another element.
    pub(super) fn is_full(&self) -> bool {
        self.len >= MOST_ELEMENTS
    }

    /// How many elements are not HTML elements.
    pub(super) fn foreign(&self) -> usize {
        self.foreign
    }

    /// A node, unless it is the unused one.
    #[inline]
    fn node(&self, at: u16) -> Option<&Node> {
        self.nodes.get(usize::from(at)).filter(|_| at != NONE)
    }

    #[inline]
    fn node_mut(&mut self, at: u16) -> &mut Node {
        &mut self.nodes[usize::from(at)]
    }

    /// The current node.
    #[inline]
    pub(super) fn top(&self) -> Option<&Element> {
        Some(&self.node(self.top)?.element)
    }

    /// Whether the current node is the HTML element with this name.
    pub(super) fn top_is(&self, name: ElementName) -> bool {
        self.top().is_some_and(|element| element.is(name))
    }

    /// The element below the current node.
    pub(super) fn below_top(&self) -> Option<&Element> {
        let top = self.node(self.top).filter(|top| top.count == 1)?;
        Some(&self.node(top.below)?.element)
    }

    /// The lowest node.
    fn bottom(&self) -> u16 {
        self.nodes.first().map_or(NONE, |unused| unused.above)
    }

    /// The second element of the stack.
    pub(super) fn second(&self) -> Option<&Element> {
        let bottom = self.node(self.bottom())?;
        Some(&self.node(bottom.above)?.element)
    }

    pub(super) fn is_bottom(&self, at: Handle) -> bool {
        at.0 == self.bottom()
    }

    pub(super) fn element(&self, at: Handle) -> &Element {
        &self.nodes[at.index()].element
    }

    /// Whether the current node is a boundary of a kind.
    pub(super) fn top_is_boundary(&self, kind: Boundary) -> bool {
        self.boundary(kind).is_some_and(|at| at.0 == self.top)
    }

    /// The topmost boundary of a kind.
    pub(super) fn boundary(&self, kind: Boundary) -> Option<Handle> {
        Handle::from(self.node(self.top)?.boundaries[kind as usize])
    }

    /// The topmost boundary of a kind below an element.
    pub(super) fn boundary_below(&self, kind: Boundary, at: Handle) -> Option<Handle> {
        let below = self.node(self.nodes[at.index()].below)?;
        Handle::from(below.boundaries[kind as usize])
    }

    /// Whether the stack has the HTML element with this name.
    pub(super) fn has(&self, name: ElementName) -> bool {
        self.find(name).is_some()
    }

    /// The topmost HTML element with this name.
    #[inline]
    pub(super) fn find(&self, name: ElementName) -> Option<Handle> {
        let unlisted = self.topmost_of(Name::known(name), 0);
        match self.formatting.last_open(name) {
            Some(place) if self.order_of(place) > self.nodes[usize::from(unlisted)].order => {
                Some(Handle(self.formatting.node(place)))
            }
            _ => Handle::from(unlisted),
        }
    }

    #[inline]
    fn topmost_of(&self, name: Name, column: usize) -> u16 {
        self.topmost
            .get(name.index())
            .map_or(NONE, |topmost| topmost[column])
    }

    /// The place in the order of elements of an element that the list has open.
    fn order_of(&self, place: usize) -> u64 {
        let node = &self.nodes[usize::from(self.formatting.node(place))];
        node.order + (place - usize::from(node.listed.0)) as u64
    }

    /// Searches an HTML element from the current node down to a boundary, which may be the element.
    pub(super) fn find_in(&self, boundary: Boundary, name: ElementName) -> Lookup {
        self.above(boundary, self.find(name))
    }

    /// The topmost of several HTML elements.
    pub(super) fn find_one_in(&self, boundary: Boundary, names: &[ElementName]) -> Lookup {
        let found = names.iter().filter_map(|name| self.find(*name));
        let topmost = found.max_by_key(|at| self.nodes[at.index()].order);
        self.above(boundary, topmost)
    }

    /// Searches the element that had this place, which may have another element by now.
    pub(super) fn find_at(&self, boundary: Boundary, at: Handle, name: ElementName) -> Lookup {
        let node = &self.nodes[at.index()];
        let is_open = node.count > 0 && node.element.is(name);
        self.above(boundary, is_open.then_some(at))
    }

    /// Searches an HTML element by its name, which rules need not mention.
    pub(super) fn find_tag_in(
        &mut self,
        boundary: Boundary,
        name: KeyedName<'_>,
        known: Option<ElementName>,
    ) -> Lookup {
        let found = match known {
            Some(known) => self.find(known),
            None => self.find_other(name, 0),
        };
        match (self.above(boundary, found), known) {
            (Lookup::At(at), Some(known)) if self.nodes[at.index()].count > 1 => {
                let place = self.formatting.last_open(known);
                Lookup::At(place.map_or(at, |place| Handle(self.isolate(place))))
            }
            (found, _) => found,
        }
    }

    /// The topmost element with this name in the foreign elements on top of the topmost HTML element.
    pub(super) fn find_foreign(
        &mut self,
        name: KeyedName<'_>,
        known: Option<ElementName>,
    ) -> Option<Handle> {
        let found = match known {
            Some(known) => Handle::from(self.topmost_of(Name::known(known), 1)),
            None => self.find_other(name, 1),
        };
        match self.above(Boundary::Html, found) {
            Lookup::At(at) => Some(at),
            _ => None,
        }
    }

    /// Whether no element has this name, except in the list.
    #[inline]
    pub(super) fn has_none(&mut self, name: KeyedName<'_>, known: Option<ElementName>) -> bool {
        match known {
            Some(known) => {
                [0, 1].map(|column| self.topmost_of(Name::known(known), column)) == [NONE; 2]
            }
            None => self.names.find_open(name).is_none(),
        }
    }

    fn find_other(&mut self, name: KeyedName<'_>, column: usize) -> Option<Handle> {
        let number = self.names.find_open(name)?;
        Handle::from(self.topmost_of(Name::other(number), column))
    }

    /// Whether the current node has this name, in any namespace.
    #[inline]
    pub(super) fn top_has_name(&self, name: KeyedName<'_>) -> bool {
        let top = self.nodes.get(usize::from(self.top));
        top.is_some_and(|top| name.is(top.key, || self.text_of(top.element.name)))
    }

    /// The text of the name of an element.
    #[cold]
    pub(super) fn text_of(&self, name: Name) -> &[u8] {
        match name.element() {
            Some(known) => known.text().as_bytes(),
            None => name
                .number()
                .map_or(&[], |number| self.names.text_of(number)),
        }
    }

    /// Whether the current node is the HTML element with this name.
    #[inline]
    pub(super) fn top_is_html(&self, name: KeyedName<'_>) -> bool {
        let is_html = |top: &Element| top.namespace == Namespace::Html;
        self.top().is_some_and(is_html) && self.top_has_name(name)
    }

    #[inline]
    fn above(&self, boundary: Boundary, found: Option<Handle>) -> Lookup {
        let boundary = self.boundary(boundary);
        match found {
            Some(found) => {
                let order = |at: Handle| self.nodes[at.index()].order;
                match boundary.is_some_and(|boundary| order(found) < order(boundary)) {
                    true => Lookup::Absent,
                    false => Lookup::At(found),
                }
            }
            None if self.is_partial && boundary.is_none() => Lookup::Unknown,
            None => Lookup::Absent,
        }
    }
}

/// Opening and closing elements.
impl Stack {
    /// The name of a tag, for an element that is about to be opened; `None` if the names of open elements are too long.
    pub(super) fn name(&mut self, name: KeyedName<'_>, known: Option<ElementName>) -> Option<Name> {
        match known {
            Some(known) => Some(Name::known(known)),
            None => {
                let number = self.names.number(name)?;
                self.names.open(number);
                Some(Name::other(number))
            }
        }
    }

    /// An element is closed whose name no rule mentions.
    pub(super) fn close_name(&mut self, number: u16) {
        self.names.close(number);
    }

    /// Opens an element, whose name has this key.
    #[inline(always)]
    pub(super) fn push(&mut self, element: Element, key: u64, boundaries: Boundaries) -> Handle {
        let at = self.add(element, key, UNLISTED, 1, boundaries);
        self.link_name(at, element);
        Handle(at)
    }

    /// Opens a formatting element and adds it to the list.
    pub(super) fn push_formatting(&mut self, new: FormattingElement) {
        let place = self.add_to_list(new);
        let listed = narrow::small(place);
        let listed = (listed, listed);
        let boundaries = Boundary::Html.only();
        let at = self.add(
            Element::html(new.name),
            new.name.key(),
            listed,
            1,
            boundaries,
        );
        self.formatting.open_one(place, at);
    }

    /// Opens the elements of the list in a range of places, `count` elements.
    fn push_listed(&mut self, places: Range<usize>, count: usize) {
        let last = self.formatting.last_of(places.clone());
        let name = self.formatting.name_of(last);
        let places = places.start..last + 1;
        let listed = (narrow::small(places.start), narrow::small(last));
        let count = narrow::small(count);
        let boundaries = Boundary::Html.only();
        let at = self.add(Element::html(name), name.key(), listed, count, boundaries);
        self.formatting.open(places, at);
    }

    /// A node for new content.
    #[inline(always)]
    fn new_node(&mut self) -> u16 {
        match self.free {
            NONE => self.add_node(),
            at => {
                self.free = self.nodes[usize::from(at)].below;
                at
            }
        }
    }

    #[cold]
    fn add_node(&mut self) -> u16 {
        let len = self.nodes.len();
        if len == self.nodes.capacity() {
            let room = (MOST_ELEMENTS + 1).saturating_sub(len);
            self.nodes.reserve_exact(len.max(16).min(room));
        }
        if len == 0 {
            self.nodes.push(Node::UNUSED);
        }
        self.nodes.push(Node::UNUSED);
        narrow::small(self.nodes.len() - 1)
    }

    // A node is written and read field by field: copies of a whole node wait for the fields that were just written.
    #[inline(always)]
    fn add(
        &mut self,
        element: Element,
        key: u64,
        listed: (u16, u16),
        count: u16,
        boundaries: Boundaries,
    ) -> u16 {
        steps::count(1);
        let at = self.new_node();
        let below = self.top;
        let top = self.node_mut(below);
        // The unused node is above the top and below the bottom.
        top.above = at;
        let own = boundaries.replaced_in(top.boundaries, at);
        self.next_order += 1;
        let order = self.next_order;
        let node = self.node_mut(at);
        node.element = element;
        node.listed = listed;
        node.count = count;
        node.key = key;
        node.order = order;
        node.below = below;
        node.above = NONE;
        node.later = NONE;
        node.boundaries = own;
        if listed != UNLISTED {
            self.next_order += u64::from(listed.1 - listed.0);
        }
        self.top = at;
        self.len += usize::from(count);
        self.foreign += usize::from(element.namespace != Namespace::Html);
        at
    }

    /// Closes the current node.
    pub(super) fn pop(&mut self) {
        let Some(top) = self.node(self.top) else {
            return;
        };
        match top.count {
            1 => self.pop_node(),
            _ => {
                let at = self.isolate(usize::from(top.listed.1));
                self.pop_through(Handle(at));
            }
        }
    }

    /// Closes the current node for an end tag with its name, if that is all that the end tag does to the stack and the
    /// list; returns whether it is.
    #[inline]
    pub(super) fn pop_common(&mut self) -> bool {
        match self.node(self.top).map(|top| top.listed) {
            Some(UNLISTED) => self.pop_unlisted(),
            Some((place, last)) if place == last && self.formatting.is_last(last) => {
                let at = self.unlink_top();
                self.free_node(at);
                self.len -= 1;
                let place = usize::from(place);
                self.formatting.close(place..place + 1, 1);
                self.formatting.remove(place);
            }
            _ => return false,
        }
        true
    }

    /// Closes the node on top, which is not in the list.
    #[inline(always)]
    fn pop_unlisted(&mut self) {
        let at = self.unlink_top();
        let Node {
            element, earlier, ..
        } = *self.free_node(at);
        self.len -= 1;
        self.foreign -= usize::from(element.namespace != Namespace::Html);
        self.unlink_name(element, earlier, NONE);
    }

    /// Closes the node on top.
    fn pop_node(&mut self) {
        match self.nodes[usize::from(self.top)].listed {
            UNLISTED => self.pop_unlisted(),
            _ => {
                let at = self.unlink_top();
                self.forget_node(at);
            }
        }
    }

    /// A node is not in use any more. Returns it.
    #[inline(always)]
    fn free_node(&mut self, at: u16) -> &Node {
        let free = replace(&mut self.free, at);
        let node = self.node_mut(at);
        node.count = 0;
        node.below = free;
        node
    }

    #[inline(always)]
    fn unlink_top(&mut self) -> u16 {
        steps::count(1);
        let at = self.top;
        let below = self.nodes[usize::from(at)].below;
        self.top = below;
        self.node_mut(below).above = NONE;
        at
    }

    /// Closes an element that is no longer linked with its neighbours.
    fn forget_node(&mut self, at: u16) {
        let count = usize::from(self.node_mut(at).count);
        let node = self.free_node(at);
        let (element, places) = (node.element, node.places());
        let (earlier, later) = (node.earlier, node.later);
        self.len -= count;
        self.foreign -= usize::from(element.namespace != Namespace::Html);
        match places {
            Some(places) => self.formatting.close(places, count),
            None => self.unlink_name(element, earlier, later),
        }
    }

    /// Closes elements until an element is closed.
    pub(super) fn pop_through(&mut self, last: Handle) {
        while self.top != NONE {
            let at = self.top;
            self.pop_node();
            if at == last.0 {
                return;
            }
        }
    }

    /// Closes elements while a condition holds of the current node. It has to be the same for all formatting elements.
    pub(super) fn pop_while(&mut self, mut is_popped: impl FnMut(&Element) -> bool) {
        while self.top().is_some_and(&mut is_popped) {
            self.pop_node();
        }
    }

    /// Closes all elements but the first `len`.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.len > len {
            self.pop();
        }
    }

    /// Closes all elements and clears the list.
    pub(super) fn clear(&mut self) {
        while self.top != NONE {
            self.pop_node();
        }
        self.formatting.clear();
    }

    /// Closes an element in the middle of the stack.
    pub(super) fn remove(&mut self, at: Handle) {
        if at.0 == self.top {
            return self.pop_node();
        }
        let node = self.nodes[at.index()];
        let below = self.nodes[usize::from(node.below)].boundaries;
        self.replace_boundary(node.above, at.0, below);
        self.unlink(&node);
        self.forget_node(at.0);
    }

    /// Puts others in place of a boundary, from a node on up to the next boundary of each of its kinds.
    fn replace_boundary(&mut self, mut at: u16, old: u16, new: [u16; BOUNDARIES]) {
        while at != NONE {
            steps::count(1);
            let node = self.node_mut(at);
            let pairs = node.boundaries.iter_mut().zip(new);
            let mut is_changed = false;
            for (own, new) in pairs.filter(|(own, new)| **own == old && *new != old) {
                *own = new;
                is_changed = true;
            }
            if !is_changed {
                break;
            }
            at = node.above;
        }
    }

    /// Takes a node out of the order of the stack.
    fn unlink(&mut self, node: &Node) {
        self.node_mut(node.below).above = node.above;
        self.node_mut(node.above).below = node.below;
        if node.above == NONE {
            self.top = node.below;
        }
    }

    /// Puts a node into the order of the stack, above another.
    fn link_above(&mut self, at: u16, below: u16) {
        let above = replace(&mut self.node_mut(below).above, at);
        let node = self.node_mut(at);
        (node.below, node.above) = (below, above);
        self.node_mut(above).below = at;
        if above == NONE {
            self.top = at;
        }
    }

    /// The topmost element with the name of an element.
    #[inline(always)]
    fn topmost(&mut self, element: Element) -> &mut u16 {
        let at = element.name.index();
        if at >= self.topmost.len() {
            self.make_room_for_names();
        }
        &mut self.topmost[at][usize::from(element.namespace != Namespace::Html)]
    }

    #[cold]
    fn make_room_for_names(&mut self) {
        let len = KNOWN_NAMES + self.names.numbers();
        self.topmost.resize(len, [NONE; 2]);
    }

    /// Makes the topmost element known by its name.
    #[inline(always)]
    fn link_name(&mut self, at: u16, element: Element) {
        let earlier = replace(self.topmost(element), at);
        self.node_mut(at).earlier = earlier;
        self.node_mut(earlier).later = at;
    }

    #[inline(always)]
    fn unlink_name(&mut self, element: Element, earlier: u16, later: u16) {
        if let Some(number) = element.name.number() {
            self.names.close(number);
        }
        match later {
            NONE => *self.topmost(element) = earlier,
            later => self.node_mut(later).earlier = earlier,
        }
        self.node_mut(earlier).later = later;
    }
}

/// The list of active formatting elements, as far as the stack is concerned. Open elements have the same order in both.
impl Stack {
    /// Adds an element that is about to be opened to the list. Of the same elements since the last marker, the earliest of
    /// three leaves it.
    fn add_to_list(&mut self, new: FormattingElement) -> usize {
        if let Some(earliest) = self.formatting.earliest_of_three(&new) {
            self.remove_from_list(earliest);
        }
        if self.formatting.has_no_place() {
            let nodes = &mut self.nodes;
            self.formatting.compact(|node, first, last| {
                nodes[usize::from(node)].listed = (first, last);
            });
        }
        self.formatting.add(new)
    }

    /// Removes an element from the list. If it is open, it stays open.
    pub(super) fn remove_from_list(&mut self, place: usize) {
        if self.formatting.is_open(place) {
            let at = self.isolate(place);
            self.formatting.close(place..place + 1, 1);
            self.nodes[usize::from(at)].listed = UNLISTED;
            self.link_unlisted(at);
        }
        self.formatting.remove(place);
    }

    /// Makes an element known by its name that need not be the topmost of its name.
    fn link_unlisted(&mut self, at: u16) {
        let Node { element, order, .. } = self.nodes[usize::from(at)];
        let mut later = NONE;
        let mut earlier = *self.topmost(element);
        while let Some(node) = self.node(earlier).filter(|node| node.order > order) {
            steps::count(1);
            later = earlier;
            earlier = node.earlier;
        }
        let node = self.node_mut(at);
        (node.earlier, node.later) = (earlier, later);
        self.node_mut(earlier).later = at;
        match later {
            NONE => *self.topmost(element) = at,
            later => self.node_mut(later).earlier = at,
        }
    }

    /// Clears the list up to its last marker.
    pub(super) fn clear_to_last_marker(&mut self) {
        while let Some(place) = self.formatting.last_open_after_marker() {
            self.remove_from_list(place);
        }
        self.formatting.clear_to_last_marker();
    }

    /// Reconstructs the active formatting elements. Returns whether there is no room for all of them.
    pub(super) fn reconstruct_formatting(&mut self) -> bool {
        let Some((mut closed, mut count)) = self.formatting.to_reconstruct() else {
            return false;
        };
        let room = MOST_ELEMENTS - self.len.min(MOST_ELEMENTS);
        let has_room = count <= room;
        if !has_room {
            closed = self.formatting.first_in(closed, room);
            count = room;
        }
        if count > 0 {
            self.push_listed(closed, count);
        }
        !has_room
    }

    /// Makes an open element of the list a node of its own.
    fn isolate(&mut self, place: usize) -> u16 {
        let at = self.formatting.node(place);
        let node = self.nodes[usize::from(at)];
        let Some(places) = node.places().filter(|places| places.len() > 1) else {
            return at;
        };
        // The highest part keeps the node: it is a boundary of those above.
        let (mut own, mut highest) = (at, Some(at));
        let mut last = at;
        for part in [place + 1..places.end, place..place + 1, places.start..place] {
            let count = self.formatting.count_in(part.clone());
            if count == 0 {
                continue;
            }
            // The list may end before places without an entry, and get others there.
            let highest_place = self.formatting.last_of(part.clone());
            let part = part.start..highest_place + 1;
            last = highest.take().unwrap_or_else(|| {
                let new = self.new_node();
                self.link_above(new, self.nodes[usize::from(last)].below);
                self.formatting.set_node(part.clone(), new);
                new
            });
            if part.contains(&place) {
                own = last;
            }
            let name = self.formatting.name_of(highest_place);
            let new = self.node_mut(last);
            new.element = Element::html(name);
            new.key = name.key();
            new.listed = (narrow::small(part.start), narrow::small(part.end - 1));
            new.count = narrow::small(count);
            new.order = node.order + (part.start - places.start) as u64;
            new.boundaries = Boundary::Html.only().replaced_in(node.boundaries, last);
        }
        own
    }

    /// Closes an element of the list that is open, and all elements above it.
    pub(super) fn pop_listed(&mut self, place: usize) {
        let at = self.isolate(place);
        self.pop_through(Handle(at));
    }

    /// Closes an element of the list that is open, and nothing else.
    pub(super) fn remove_listed(&mut self, place: usize) {
        let at = self.isolate(place);
        self.remove(Handle(at));
    }

    /// Whether an open element of the list is above the topmost boundary of a kind.
    pub(super) fn is_listed_in(&self, boundary: Boundary, place: usize) -> bool {
        let order = self.order_of(place);
        let boundary = self.boundary(boundary);
        boundary.is_none_or(|at| self.nodes[at.index()].order < order)
    }

    /// Whether the current node is the HTML element with this name and not in the list.
    pub(super) fn top_is_unlisted(&self, name: ElementName) -> bool {
        let top = self.node(self.top);
        top.is_some_and(|top| top.listed == UNLISTED && top.element.is(name))
    }

    /// The lowest special element above an open element of the list.
    pub(super) fn furthest_block(&self, place: usize) -> Option<Handle> {
        let mut at = self.nodes[usize::from(self.formatting.node(place))].above;
        while let Some(node) = self.node(at) {
            steps::count(1);
            if node.boundaries[Boundary::Special as usize] == at {
                return Some(Handle(at));
            }
            at = node.above;
        }
        None
    }

    /// Moves a formatting element above its furthest block, as the adoption agency algorithm does. Of the elements between
    /// them, at most three stay: those of the list among the three highest.
    pub(super) fn adopt(&mut self, place: usize, block: Handle) {
        let formatting_element = self.isolate(place);
        // The nodes and places of those that stay, the lowest last.
        let mut kept = [(NONE, 0); 3];
        let mut kept_count = 0;
        let mut passed = 0;
        let mut at = self.nodes[block.index()].below;
        while at != formatting_element {
            steps::count(1);
            let node = self.nodes[usize::from(at)];
            at = match node.places() {
                Some(places) if passed < 3 => {
                    let last = places.end - 1;
                    let own = self.isolate(last);
                    kept[kept_count] = (own, last);
                    kept_count += 1;
                    self.nodes[usize::from(own)].below
                }
                places => {
                    self.remove(Handle(at));
                    if let Some(places) = places {
                        self.formatting.remove_range(places);
                    }
                    node.below
                }
            };
            passed += 1;
        }
        self.move_above(formatting_element, block.0, &kept[..kept_count]);
        self.formatting.renew(place);
        // It follows the highest of those that stay in the list too.
        let mut place = place;
        for (_, other) in kept[..kept_count].iter().rev() {
            self.formatting.swap(place, *other);
            for place in [place, *other] {
                let node = usize::from(self.formatting.node(place));
                let place = narrow::small(place);
                self.nodes[node].listed = (place, place);
            }
            place = *other;
        }
    }

    /// Moves a node above another; `between` are the nodes between them, the highest first.
    fn move_above(&mut self, at: u16, block: u16, between: &[(u16, usize)]) {
        let node = self.nodes[usize::from(at)];
        self.unlink(&node);
        self.link_above(at, block);
        let boundaries = self.nodes[usize::from(block)].boundaries;
        let boundaries = Boundary::Html.only().replaced_in(boundaries, at);
        let node_above = self.node_mut(at);
        node_above.boundaries = boundaries;
        let above = node_above.above;
        self.replace_boundary(above, block, boundaries);
        // Each takes the order of the one that was above it before, from the lowest on.
        let mut order = node.order;
        let others = between.iter().rev().map(|(other, _)| *other);
        for other in others.chain([block, at]) {
            swap(&mut order, &mut self.nodes[usize::from(other)].order);
        }
    }
}

/// Shows the elements, the current node last.
impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut at = self.bottom();
        let nodes = core::iter::from_fn(|| {
            let node = self.node(at)?;
            at = node.above;
            Some((node.element, node.count))
        });
        f.debug_list().entries(nodes).finish()
    }
}
