//! What forms and outputs do to the tree.

use super::construction::Construction;
use super::document::{Attribute, Document, NodeData, NodeId};
use super::environment::can_be_host;
use super::observer::TreeObserver;
use super::run::{Location, Stuck, Value};
use super::token::Tag;
use tokenwright_tables::tree::grammar::{ElementType, Namespace};
use tokenwright_tables::tree::model::{STOP, WITH_CONTENTS};

impl<O: TreeObserver> Construction<'_, O> {
    /// A new element for a tag.
    pub(super) fn create_element(&mut self, tag: &Tag, namespace: Namespace) -> NodeId {
        let of = ElementType {
            namespace,
            name: tag.name.clone(),
        };
        let node = self.new_element(of, tag.attributes.clone());
        self.created_for.insert(node, tag.clone().into());
        self.newest = Some(node);
        node
    }

    /// A new element, with template contents if elements of its type have them.
    pub(super) fn new_element(&mut self, of: ElementType, attributes: Vec<Attribute>) -> NodeId {
        let node = self.document.create(NodeData::Element {
            of,
            attributes,
            contents: None,
            shadow: None,
        });
        if self.is_in_set(node, WITH_CONTENTS) {
            let fragment = self.document.create(NodeData::Fragment);
            if let NodeData::Element { contents, .. } = &mut self.document.nodes[node].data {
                *contents = Some(fragment);
            }
        }
        node
    }

    /// The last place inside a node.
    pub(super) fn inside(&self, node: NodeId) -> Location {
        Location {
            parent: node,
            before: None,
        }
    }

    pub(super) fn contents(&self, node: NodeId) -> Result<NodeId, Stuck> {
        match &self.document.nodes[node].data {
            NodeData::Element {
                contents: Some(contents),
                ..
            } => Ok(*contents),
            _ => Err(Stuck::new("the node has no template contents")),
        }
    }

    pub(super) fn insert_new(&mut self, data: NodeData, location: Location) {
        let node = self.document.create(data);
        self.document.insert(node, location.parent, location.before);
        self.last_inserted = Some(node);
    }

    /// Inserts a node, unless it would be inside itself.
    pub(super) fn insert_node(&mut self, node: NodeId, location: Location) -> Result<(), Stuck> {
        if self.document.contains(node, location.parent) {
            return Err(Stuck::new("a node cannot be inside itself"));
        }
        self.document.insert(node, location.parent, location.before);
        Ok(())
    }

    /// Gives an output.
    pub(super) fn output(&mut self, name: &str, arguments: &[Value]) -> Result<(), Stuck> {
        let node = arguments.first().and_then(|value| value.node().ok());
        match (name, arguments) {
            (STOP, []) => self.is_stopped = true,
            ("attach a shadow root to {node} with {template}", [host, template]) => {
                let (host, template) = (host.node()?, template.node()?);
                let root = self.contents(template)?;
                if let NodeData::Element { shadow, of, .. } = &mut self.document.nodes[host].data
                    && can_be_host(of)
                {
                    *shadow = Some(root);
                }
            }
            _ => {}
        }
        self.outputs.push((name.to_owned(), node));
        Ok(())
    }

    /// The context element or its ancestor that is of a type. The environment knows of forms only.
    pub(super) fn nearest_of_context(&mut self, of: &ElementType) -> Option<NodeId> {
        let context = self.context?;
        if self.document.element(context) == Some(of) {
            return Some(context);
        }
        let is_in_form = self
            .environment
            .context
            .as_ref()
            .is_some_and(|it| it.is_in_form);
        is_in_form.then(|| self.new_element(of.clone(), Vec::new()))
    }

    pub(super) fn is_in_document(&self, location: Location) -> bool {
        location.parent == Document::ROOT
    }
}
