//! The stack of open elements, whose lower part may be unknown, with the list of active formatting elements.
//!
//! A tag costs constant time, on average over all tags: the stack knows for each name the topmost element, and for each
//! kind of boundary the topmost element of that kind. Elements that the list opens again are opened together: they are
//! one node of the stack.

use super::formatting::{ActiveFormatting, FormattingElement};
use super::names::{KeyedName, Name, OtherNames};
use super::node::{BOUNDARIES, Boundaries, Boundary, Element};
use super::steps;
use crate::Namespace;
use crate::generated::ElementName;
use crate::narrow;
use alloc::vec::Vec;
use core::fmt;
use core::mem::{replace, swap};
use core::ops::Range;

/// How many elements are followed.
pub(super) const MOST_ELEMENTS: usize = 512;

/// The place of a node in [`Stack::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Handle(u16);

const NONE: u16 = u16::MAX;

impl Handle {
    fn from(at: u16) -> Option<Self> {
        (at != NONE).then_some(Handle(at))
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Elements of the stack.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The element; of formatting elements in the list, one of them.
    element: Element,
    /// The elements of the list that this node stands for, as a range of its places.
    listed: Option<(u16, u16)>,
    /// How many elements this node stands for.
    count: u16,
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
        listed: None,
        count: 0,
        order: 0,
        below: NONE,
        above: NONE,
        earlier: NONE,
        later: NONE,
        boundaries: [NONE; BOUNDARIES],
    };

    /// The greatest order of its elements.
    fn last_order(&self) -> u64 {
        let span = self.listed.map_or(0, |(first, last)| last - first);
        self.order + u64::from(span)
    }

    fn places(&self) -> Option<Range<usize>> {
        let (first, last) = self.listed?;
        Some(usize::from(first)..usize::from(last) + 1)
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

/// The topmost elements with a name, in the HTML namespace and in the others.
type Topmost = [u16; 2];

/// The stack.
#[derive(Clone)]
pub(super) struct Stack {
    nodes: Vec<Node>,
    /// Nodes that are not used, linked by `below`.
    free: u16,
    top: u16,
    bottom: u16,
    /// How many elements are open, and how many of them are not HTML elements.
    len: usize,
    foreign: usize,
    /// Greater than the orders of all elements.
    next_order: u64,
    /// The elements of the list are not in these.
    known: [Topmost; ElementName::ALL.len()],
    other: Vec<Topmost>,
    names: OtherNames,
    /// The list of active formatting elements.
    pub(super) formatting: ActiveFormatting,
    /// Whether there are elements below that are not known.
    pub(super) is_partial: bool,
}

impl Default for Stack {
    fn default() -> Self {
        Stack {
            nodes: Vec::new(),
            free: NONE,
            top: NONE,
            bottom: NONE,
            len: 0,
            foreign: 0,
            next_order: 0,
            known: [[NONE; 2]; ElementName::ALL.len()],
            other: Vec::new(),
            names: OtherNames::default(),
            formatting: ActiveFormatting::default(),
            is_partial: false,
        }
    }
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

    fn node(&self, at: u16) -> Option<&Node> {
        self.nodes.get(usize::from(at))
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

    /// The second element of the stack.
    pub(super) fn second(&self) -> Option<&Element> {
        let bottom = self.node(self.bottom)?;
        Some(&self.node(bottom.above)?.element)
    }

    pub(super) fn is_bottom(&self, at: Handle) -> bool {
        at.0 == self.bottom
    }

    pub(super) fn element(&self, at: Handle) -> &Element {
        &self.nodes[at.index()].element
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
    pub(super) fn find(&self, name: ElementName) -> Option<Handle> {
        let unlisted = self.node(self.known[name as usize][0]);
        let listed = self.formatting.last_open(name);
        let listed = listed.map(|place| (self.order_of(place), self.formatting.node(place)));
        match (unlisted, listed) {
            (Some(node), Some((order, at))) if order > node.order => Some(Handle(at)),
            (None, Some((_, at))) => Some(Handle(at)),
            _ => Handle::from(self.known[name as usize][0]),
        }
    }

    /// The place in the order of elements of an element that the list has open.
    fn order_of(&self, place: usize) -> u64 {
        let node = &self.nodes[usize::from(self.formatting.node(place))];
        let first = node.listed.map_or(place, |(first, _)| usize::from(first));
        node.order + (place - first) as u64
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
            Some(known) => Handle::from(self.known[known as usize][1]),
            None => self.find_other(name, 1),
        };
        match self.above(Boundary::Html, found) {
            Lookup::At(at) => Some(at),
            _ => None,
        }
    }

    /// Whether no element has this name, which no rule mentions.
    #[inline]
    pub(super) fn has_no_other(&mut self, name: KeyedName<'_>) -> bool {
        self.names.find_open(name).is_none()
    }

    fn find_other(&mut self, name: KeyedName<'_>, column: usize) -> Option<Handle> {
        let number = self.names.find_open(name)?;
        Handle::from(*self.other.get(usize::from(number))?.get(column)?)
    }

    /// Whether the current node has this name, in any namespace.
    #[inline]
    pub(super) fn top_has_name(&self, name: KeyedName<'_>) -> bool {
        self.top().is_some_and(|top| match top.name {
            Name::Known(known) => name.is_known(known),
            Name::Other(number) => self.names.is(number, name),
        })
    }

    /// Whether the current node is the HTML element with this name.
    #[inline]
    pub(super) fn top_is_html(&self, name: KeyedName<'_>) -> bool {
        let is_html = |top: &Element| top.namespace == Namespace::Html;
        self.top().is_some_and(is_html) && self.top_has_name(name)
    }

    fn above(&self, boundary: Boundary, found: Option<Handle>) -> Lookup {
        let order = |at: Handle| self.nodes[at.index()].last_order();
        match (found, self.boundary(boundary)) {
            (Some(found), Some(boundary)) if order(found) < order(boundary) => Lookup::Absent,
            (Some(found), _) => Lookup::At(found),
            (None, None) if self.is_partial => Lookup::Unknown,
            (None, _) => Lookup::Absent,
        }
    }
}

/// Opening and closing elements.
impl Stack {
    /// The name of a tag, for an element; `None` if the names of open elements are too long.
    pub(super) fn name(&mut self, name: KeyedName<'_>, known: Option<ElementName>) -> Option<Name> {
        match known {
            Some(known) => Some(Name::Known(known)),
            None => self.names.number(name).map(Name::Other),
        }
    }

    pub(super) fn push(&mut self, element: Element, boundaries: Boundaries) -> Handle {
        let at = self.add(element, None, 1, boundaries);
        self.link_name(at.0);
        at
    }

    /// Opens a formatting element and adds it to the list.
    pub(super) fn push_formatting(&mut self, new: FormattingElement) {
        let place = self.add_to_list(new);
        self.push_listed(place..place + 1, 1);
    }

    /// Opens the elements of the list in a range of places, `count` elements.
    fn push_listed(&mut self, places: Range<usize>, count: usize) {
        let last = self.formatting.last_of(places.clone());
        let element = Element::html(self.formatting.name_of(last));
        let listed = (narrow::small(places.start), narrow::small(places.end - 1));
        let count = narrow::small(count);
        let at = self.add(element, Some(listed), count, Boundaries::default());
        self.formatting.open(places, at.0);
    }

    /// A node that is not used, with any content.
    #[inline]
    fn new_node(&mut self) -> u16 {
        match self.free {
            NONE => {
                self.nodes.push(Node::UNUSED);
                narrow::small(self.nodes.len() - 1)
            }
            at => {
                self.free = self.nodes[usize::from(at)].below;
                at
            }
        }
    }

    fn free_node(&mut self, at: u16) {
        let node = &mut self.nodes[usize::from(at)];
        node.count = 0;
        node.below = self.free;
        self.free = at;
    }

    // A node is written and read field by field: copies of a whole node wait for the fields that were just written.
    #[inline]
    fn add(
        &mut self,
        element: Element,
        listed: Option<(u16, u16)>,
        count: u16,
        boundaries: Boundaries,
    ) -> Handle {
        steps::count(1);
        let at = self.new_node();
        let below = self.top;
        let own = match self.nodes.get_mut(usize::from(below)) {
            Some(node) => {
                node.above = at;
                node.boundaries
            }
            None => {
                self.bottom = at;
                [NONE; BOUNDARIES]
            }
        };
        let node = &mut self.nodes[usize::from(at)];
        node.element = element;
        node.listed = listed;
        node.count = count;
        node.order = self.next_order;
        node.below = below;
        node.above = NONE;
        node.later = NONE;
        node.boundaries = boundaries.replaced_in(own, at);
        self.next_order = node.last_order() + 1;
        self.top = at;
        self.len += usize::from(count);
        self.foreign += usize::from(element.namespace != Namespace::Html);
        Handle(at)
    }

    /// Closes the current node.
    pub(super) fn pop(&mut self) {
        let Some(top) = self.node(self.top) else {
            return;
        };
        match top.listed {
            Some((_, last)) if top.count > 1 => {
                let at = self.isolate(usize::from(last));
                self.pop_through(Handle(at));
            }
            _ => self.pop_node(),
        }
    }

    /// Closes the current node for an end tag with its name, if that is all that the end tag does to the stack and the
    /// list; returns whether it is.
    #[inline]
    pub(super) fn pop_common(&mut self) -> bool {
        match self.node(self.top).map(|top| top.listed) {
            Some(None) => self.pop_node(),
            Some(Some((place, last))) if place == last && self.formatting.is_last(last) => {
                self.pop_node();
                self.formatting.remove(usize::from(place));
            }
            _ => return false,
        }
        true
    }

    /// Closes the node on top.
    #[inline]
    fn pop_node(&mut self) {
        steps::count(1);
        let at = self.top;
        let below = self.nodes[usize::from(at)].below;
        self.top = below;
        match self.nodes.get_mut(usize::from(below)) {
            Some(below) => below.above = NONE,
            None => self.bottom = NONE,
        }
        self.forget_node(at);
    }

    /// Closes an element that is no longer linked with its neighbours.
    fn forget_node(&mut self, at: u16) {
        let node = &self.nodes[usize::from(at)];
        self.len -= usize::from(node.count);
        self.foreign -= usize::from(node.element.namespace != Namespace::Html);
        match node.places() {
            Some(places) => self.formatting.close(places),
            None => self.unlink_name(at),
        }
        self.free_node(at);
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
        let node = self.nodes[at.index()];
        if at.0 == self.top {
            return self.pop_node();
        }
        let boundaries_below = match self.node(node.below) {
            Some(below) => below.boundaries,
            None => [NONE; BOUNDARIES],
        };
        // The elements above up to the next boundary of each of its kinds.
        let mut next = node.above;
        while let Some(above) = self.nodes.get_mut(usize::from(next)) {
            steps::count(1);
            let pairs = above.boundaries.iter_mut().zip(boundaries_below);
            let mut is_changed = false;
            for (own, below) in pairs.filter(|(own, _)| **own == at.0) {
                *own = below;
                is_changed = true;
            }
            if !is_changed {
                break;
            }
            next = above.above;
        }
        self.unlink(&node);
        self.forget_node(at.0);
    }

    /// Takes a node out of the order of the stack.
    fn unlink(&mut self, node: &Node) {
        match self.nodes.get_mut(usize::from(node.below)) {
            Some(below) => below.above = node.above,
            None => self.bottom = node.above,
        }
        match self.nodes.get_mut(usize::from(node.above)) {
            Some(above) => above.below = node.below,
            None => self.top = node.below,
        }
    }

    /// Puts a node into the order of the stack, above another.
    fn link_above(&mut self, at: u16, below: u16) {
        let above = replace(&mut self.nodes[usize::from(below)].above, at);
        let node = &mut self.nodes[usize::from(at)];
        (node.below, node.above) = (below, above);
        match self.nodes.get_mut(usize::from(above)) {
            Some(above) => above.below = at,
            None => self.top = at,
        }
    }

    /// The topmost element with the name of an element.
    fn topmost(&mut self, element: &Element) -> &mut u16 {
        let column = usize::from(element.namespace != Namespace::Html);
        match element.name {
            Name::Known(name) => &mut self.known[name as usize][column],
            Name::Other(number) => {
                let number = usize::from(number);
                if number >= self.other.len() {
                    self.other.resize(self.names.numbers(), [NONE; 2]);
                }
                &mut self.other[number][column]
            }
        }
    }

    /// Makes the topmost element known by its name.
    fn link_name(&mut self, at: u16) {
        let element = self.nodes[usize::from(at)].element;
        if let Name::Other(number) = element.name {
            self.names.open(number);
        }
        let earlier = replace(self.topmost(&element), at);
        self.nodes[usize::from(at)].earlier = earlier;
        if let Some(earlier) = self.nodes.get_mut(usize::from(earlier)) {
            earlier.later = at;
        }
    }

    #[inline]
    fn unlink_name(&mut self, at: u16) {
        let Node {
            element,
            earlier,
            later,
            ..
        } = self.nodes[usize::from(at)];
        if let Name::Other(number) = element.name {
            self.names.close(number);
        }
        match self.nodes.get_mut(usize::from(later)) {
            Some(later) => later.earlier = earlier,
            None => *self.topmost(&element) = earlier,
        }
        if let Some(earlier) = self.nodes.get_mut(usize::from(earlier)) {
            earlier.later = later;
        }
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
                nodes[usize::from(node)].listed = Some((first, last));
            });
        }
        self.formatting.add(new)
    }

    /// Removes an element from the list. If it is open, it stays open.
    pub(super) fn remove_from_list(&mut self, place: usize) {
        if self.formatting.is_open(place) {
            let at = self.isolate(place);
            self.formatting.close(place..place + 1);
            self.nodes[usize::from(at)].listed = None;
            self.link_unlisted(at);
        }
        self.formatting.remove(place);
    }

    /// Makes an element known by its name that need not be the topmost of its name.
    fn link_unlisted(&mut self, at: u16) {
        let Node { element, order, .. } = self.nodes[usize::from(at)];
        let mut later = NONE;
        let mut earlier = *self.topmost(&element);
        while let Some(node) = self.node(earlier).filter(|node| node.order > order) {
            steps::count(1);
            later = earlier;
            earlier = node.earlier;
        }
        let node = &mut self.nodes[usize::from(at)];
        (node.earlier, node.later) = (earlier, later);
        if let Some(earlier) = self.nodes.get_mut(usize::from(earlier)) {
            earlier.later = at;
        }
        match self.nodes.get_mut(usize::from(later)) {
            Some(later) => later.earlier = at,
            None => *self.topmost(&element) = at,
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
        let Some(mut closed) = self.formatting.to_reconstruct() else {
            return false;
        };
        let room = MOST_ELEMENTS - self.len.min(MOST_ELEMENTS);
        let mut count = self.formatting.count_in(closed.clone());
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
        let order = |place: usize| node.order + (place - places.start) as u64;
        let mut below = at;
        let mut own = at;
        let mut is_first = true;
        let parts = [places.start..place, place..place + 1, place + 1..places.end];
        for part in parts {
            let count = self.formatting.count_in(part.clone());
            if count == 0 {
                continue;
            }
            let last = self.formatting.last_of(part.clone());
            let new = Node {
                element: Element::html(self.formatting.name_of(last)),
                listed: Some((narrow::small(part.start), narrow::small(part.end - 1))),
                count: narrow::small(count),
                order: order(part.start),
                ..node
            };
            if is_first {
                let above = self.nodes[usize::from(at)].above;
                self.nodes[usize::from(at)] = Node { above, ..new };
                is_first = false;
            } else {
                let unused = self.new_node();
                self.nodes[usize::from(unused)] = new;
                let new = unused;
                self.link_above(new, below);
                self.formatting.open(part.clone(), new);
                below = new;
            }
            if part.contains(&place) {
                own = below;
            }
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
        top.is_some_and(|top| top.listed.is_none() && top.element.is(name))
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
            at = match node.listed {
                Some((_, last)) if passed < 3 => {
                    let own = self.isolate(usize::from(last));
                    kept[kept_count] = (own, usize::from(last));
                    kept_count += 1;
                    self.nodes[usize::from(own)].below
                }
                Some((first, last)) => {
                    self.remove(Handle(at));
                    let places = usize::from(first)..usize::from(last) + 1;
                    self.formatting.remove_range(places);
                    node.below
                }
                None => {
                    self.remove(Handle(at));
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
                self.nodes[node].listed = Some((place, place));
            }
            place = *other;
        }
    }

    /// Moves a node above another; `between` are the nodes between them, the highest first.
    fn move_above(&mut self, at: u16, block: u16, between: &[(u16, usize)]) {
        let node = self.nodes[usize::from(at)];
        self.unlink(&node);
        self.link_above(at, block);
        self.nodes[usize::from(at)].boundaries = self.nodes[usize::from(block)].boundaries;
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
        let mut at = self.bottom;
        let nodes = core::iter::from_fn(|| {
            let node = self.node(at)?;
            at = node.above;
            Some((node.element, node.count))
        });
        f.debug_list().entries(nodes).finish()
    }
}
