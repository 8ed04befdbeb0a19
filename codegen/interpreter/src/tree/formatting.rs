//! The stack of open elements and the list of active formatting elements.

use super::construction::Construction;
use super::document::NodeId;
use super::observer::TreeObserver;
use super::run::{Stuck, Value};

/// An entry of the list of active formatting elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Element(NodeId),
    Marker(u32),
    /// A position that the adoption agency algorithm has noted; no entry for anything else.
    Position(u32),
}

impl Entry {
    fn value(self) -> Value {
        match self {
            Entry::Element(node) => Value::Node(Some(node)),
            Entry::Marker(number) => Value::Marker(number),
            Entry::Position(number) => Value::Position(number),
        }
    }

    fn is_visible(self) -> bool {
        !matches!(self, Entry::Position(_))
    }
}

impl<O: TreeObserver> Construction<'_, O> {
    pub(super) fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }

    pub(super) fn current_node(&self) -> Option<NodeId> {
        self.stack.last().copied()
    }

    pub(super) fn adjusted_current_node(&self) -> Option<NodeId> {
        match self.stack.len() {
            1 => self.context.or(self.current_node()),
            _ => self.current_node(),
        }
    }

    pub(super) fn pop(&mut self) -> Result<NodeId, Stuck> {
        let node = self.stack.pop();
        let node = node.ok_or_else(|| Stuck::new("the stack of open elements is empty"))?;
        if let Some(above) = self.current_node() {
            self.was_below.insert(node, above);
        }
        Ok(node)
    }

    pub(super) fn place_in_stack(&self, node: NodeId) -> Option<usize> {
        self.stack.iter().rposition(|other| *other == node)
    }

    /// An element has one place in the stack: the standard does not say which of two is meant.
    pub(super) fn expect_new(&self, node: NodeId) -> Result<(), Stuck> {
        match self.place_in_stack(node) {
            Some(_) => Err(Stuck::new("the element is open already")),
            None => Ok(()),
        }
    }

    pub(super) fn remove_from_stack(&mut self, node: NodeId) {
        if let Some(place) = self.place_in_stack(node) {
            if let Some(above) = place.checked_sub(1) {
                self.was_below.insert(node, self.stack[above]);
            }
            self.stack.remove(place);
        }
    }

    /// The element above a node, or that was above it.
    pub(super) fn above(&self, node: NodeId) -> Option<NodeId> {
        match self.place_in_stack(node) {
            Some(place) => place.checked_sub(1).map(|above| self.stack[above]),
            None => self.was_below.get(&node).copied(),
        }
    }

    /// The place of an entry, or of an element's entry.
    pub(super) fn place_in_list(&self, value: &Value) -> Option<usize> {
        self.list.iter().rposition(|entry| entry.value() == *value)
    }

    pub(super) fn entry_beside(&self, value: &Value, forward: bool) -> Option<Value> {
        let place = self.place_in_list(value)?;
        let visible = |entry: &&Entry| entry.is_visible();
        let entry = match forward {
            true => self.list[place + 1..].iter().find(visible),
            false => self.list[..place].iter().rfind(visible),
        };
        entry.map(|entry| entry.value())
    }

    pub(super) fn last_entry(&self) -> Option<Value> {
        let mut entries = self.list.iter().rev();
        entries
            .find(|entry| entry.is_visible())
            .map(|entry| entry.value())
    }

    /// The elements after the last marker, the last one first.
    pub(super) fn after_marker(&self) -> impl Iterator<Item = NodeId> + '_ {
        let entries = self.list.iter().rev();
        let entries = entries.take_while(|entry| !matches!(entry, Entry::Marker(_)));
        entries.filter_map(|entry| match entry {
            Entry::Element(node) => Some(*node),
            _ => None,
        })
    }

    /// The elements after the last marker that are like one, the last one first.
    pub(super) fn alike(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.after_marker().filter(move |other| {
            let sorted = |node: NodeId| {
                let tag = self.created_for.get(&node);
                let mut attributes = tag.map_or_else(Vec::new, |tag| tag.attributes.clone());
                attributes.sort();
                attributes
            };
            self.document.element(*other) == self.document.element(node)
                && sorted(*other) == sorted(node)
        })
    }

    /// Notes a position beside an entry.
    pub(super) fn note_position(&mut self, value: &Value, after: bool) -> Result<Value, Stuck> {
        let place = self.place_in_list(value);
        let place = place.ok_or_else(|| Stuck::new("the element is not in the list"))?;
        let number = self.number();
        self.list
            .insert(place + usize::from(after), Entry::Position(number));
        Ok(Value::Position(number))
    }
}
