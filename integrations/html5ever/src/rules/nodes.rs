//! What rules ask of the nodes of a sink, which does not tell: names, attributes and parents.

use html5ever::{Attribute, Namespace as Atom};
use tokenwright::Namespace;
use tokenwright_tree::build::Name;

/// No list of children.
const NONE: u32 = 0;

/// A node, and what is known of it.
pub(super) struct Known<H> {
    pub(super) handle: H,
    /// Its namespace and name, if it is an element.
    pub(super) element: Option<(Namespace, Name)>,
    /// The attributes of the tag that it was created for.
    pub(super) attributes: Vec<Attribute>,
    /// Whether that tag has an attribute twice.
    pub(super) had_duplicates: bool,
    /// The list of children in which it is.
    siblings: u32,
    /// The list of its children.
    children: u32,
}

impl<H> Known<H> {
    /// The value of an attribute.
    pub(super) fn attribute(&self, namespace: &Atom, local_name: &str) -> Option<&str> {
        let named = |it: &&Attribute| it.name.ns == *namespace && it.name.local == *local_name;
        self.attributes.iter().find(named).map(|it| &*it.value)
    }
}

/// The nodes by their numbers. A list of children has an owner, so that all children of a node move at once.
pub(super) struct Nodes<H> {
    all: Vec<Known<H>>,
    owners: Vec<u32>,
}

impl<H> Default for Nodes<H> {
    fn default() -> Self {
        Nodes {
            all: Vec::new(),
            owners: vec![NONE],
        }
    }
}

impl<H> Nodes<H> {
    pub(super) fn add(
        &mut self,
        handle: H,
        element: Option<(Namespace, Name)>,
        attributes: Vec<Attribute>,
        had_duplicates: bool,
    ) -> u32 {
        self.all.push(Known {
            handle,
            element,
            attributes,
            had_duplicates,
            siblings: NONE,
            children: NONE,
        });
        self.all.len() as u32 - 1
    }

    pub(super) fn get(&self, node: u32) -> &Known<H> {
        &self.all[node as usize]
    }

    pub(super) fn parent(&self, node: u32) -> Option<u32> {
        let list = self.get(node).siblings;
        (list != NONE).then(|| self.owners[list as usize])
    }

    /// Notes the parent of a node.
    pub(super) fn set_parent(&mut self, node: u32, parent: Option<u32>) {
        let list = parent.map_or(NONE, |parent| self.list_of(parent));
        self.all[node as usize].siblings = list;
    }

    fn list_of(&mut self, parent: u32) -> u32 {
        let list = &mut self.all[parent as usize].children;
        if *list == NONE {
            *list = self.owners.len() as u32;
            self.owners.push(parent);
        }
        *list
    }

    /// Notes that the children of a node are those of another.
    pub(super) fn move_children(&mut self, from: u32, to: u32) {
        let moved = std::mem::replace(&mut self.all[from as usize].children, NONE);
        if moved == NONE {
            return;
        }
        if self.get(to).children == NONE {
            self.all[to as usize].children = moved;
            self.owners[moved as usize] = to;
            return;
        }
        // The standard moves children to new elements, so this is rare.
        let list = self.list_of(to);
        for known in &mut self.all {
            if known.siblings == moved {
                known.siblings = list;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Nodes;

    #[test]
    fn children_move_together() {
        let mut nodes = Nodes::default();
        let [a, b, c, d, e] = [(); 5].map(|()| nodes.add((), None, Vec::new(), false));
        for (node, parent) in [(c, a), (d, a), (e, b)] {
            nodes.set_parent(node, Some(parent));
        }
        nodes.move_children(a, b);
        assert_eq!([c, d, e].map(|node| nodes.parent(node)), [Some(b); 3]);
        nodes.set_parent(d, None);
        nodes.move_children(b, a);
        assert_eq!(
            [c, d, e].map(|node| nodes.parent(node)),
            [Some(a), None, Some(a)]
        );
        nodes.set_parent(d, Some(b));
        assert_eq!(
            [a, b, d].map(|node| nodes.parent(node)),
            [None, None, Some(b)]
        );
    }
}
