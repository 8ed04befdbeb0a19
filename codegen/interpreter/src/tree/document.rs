//! The tree: nodes in an arena, by number.
//!
//! Tree construction moves nodes and asks for parents and neighbours, so both directions are stored. Nodes that leave the
//! tree stay in the arena: variables and the stack may still name them. Memory is given up for it.

use crate::shared::Shared;
use std::fmt::Write;
use tokenwright_tables::tree::grammar::ElementType;

/// The number of a node in its document.
pub type NodeId = usize;

/// An attribute of an element or a tag.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attribute {
    /// The prefix and the namespace, such as `XLink`, of an attribute in a namespace.
    pub namespace: Option<(Option<String>, String)>,
    /// The local name.
    pub name: String,
    /// The value.
    pub value: String,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeData {
    /// The root.
    Document,
    /// The contents of a template element, or a shadow root.
    Fragment,
    /// A DOCTYPE; what is missing is the empty string.
    Doctype {
        /// The name.
        name: String,
        /// The public identifier.
        public: String,
        /// The system identifier.
        system: String,
    },
    /// An element.
    Element {
        /// Its namespace and local name.
        of: ElementType,
        /// Its attributes, in the order of the tag.
        attributes: Vec<Attribute>,
        /// The contents of a template element.
        contents: Option<NodeId>,
        /// Its shadow root.
        shadow: Option<NodeId>,
    },
    /// Text.
    Text(String),
    /// A comment.
    Comment(String),
    /// A processing instruction.
    ProcessingInstruction {
        /// The target.
        target: String,
        /// The data.
        data: String,
    },
}

/// A node of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its parent, if it has one.
    pub parent: Option<NodeId>,
    /// Its children, in order.
    pub children: Vec<NodeId>,
    /// What it is.
    pub data: NodeData,
}

/// The mode of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quirks {
    /// No-quirks mode.
    #[default]
    No,
    /// Quirks mode.
    Yes,
    /// Limited-quirks mode.
    Limited,
}

/// A tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// All nodes that were created; those without a parent are not in the tree.
    pub nodes: Vec<Shared<Node>>,
    /// The mode.
    pub quirks: Quirks,
}

impl Default for Document {
    fn default() -> Self {
        let root = Node {
            parent: None,
            children: Vec::new(),
            data: NodeData::Document,
        };
        Document {
            nodes: vec![root.into()],
            quirks: Quirks::No,
        }
    }
}

impl Document {
    /// The root.
    pub const ROOT: NodeId = 0;

    pub(super) fn create(&mut self, data: NodeData) -> NodeId {
        let id = self.nodes.len();
        let node = Node {
            parent: None,
            children: Vec::new(),
            data,
        };
        self.nodes.push(node.into());
        id
    }

    /// The namespace and local name of an element.
    #[must_use]
    pub fn element(&self, node: NodeId) -> Option<&ElementType> {
        match &self.nodes[node].data {
            NodeData::Element { of, .. } => Some(of),
            _ => None,
        }
    }

    /// The attributes of an element; none of another node.
    #[must_use]
    pub fn attributes(&self, node: NodeId) -> &[Attribute] {
        match &self.nodes[node].data {
            NodeData::Element { attributes, .. } => attributes,
            _ => &[],
        }
    }

    pub(super) fn detach(&mut self, node: NodeId) {
        if let Some(parent) = self.nodes[node].parent.take() {
            self.nodes[parent].children.retain(|child| *child != node);
        }
    }

    /// Inserts a node before another, or as the last child, from wherever it was.
    pub(super) fn insert(&mut self, node: NodeId, parent: NodeId, before: Option<NodeId>) {
        self.detach(node);
        let children = &self.nodes[parent].children;
        let place = before.and_then(|next| children.iter().position(|child| *child == next));
        let place = place.unwrap_or(children.len());
        self.nodes[parent].children.insert(place, node);
        self.nodes[node].parent = Some(parent);
    }

    /// The child before a place.
    pub(super) fn previous(&self, parent: NodeId, before: Option<NodeId>) -> Option<NodeId> {
        let children = &self.nodes[parent].children;
        let place = before.and_then(|next| children.iter().position(|child| *child == next));
        children[..place.unwrap_or(children.len())].last().copied()
    }

    /// Whether a node is an ancestor of another, or that node.
    pub(super) fn contains(&self, ancestor: NodeId, node: NodeId) -> bool {
        // A new node is inserted at any depth.
        let is_ancestor = !self.nodes[ancestor].children.is_empty();
        let mut above = Some(node).filter(|node| is_ancestor || *node == ancestor);
        while let Some(at) = above {
            if at == ancestor {
                return true;
            }
            above = self.nodes[at].parent;
        }
        false
    }

    /// The tree below a node in the form of html5lib's tests: a node or an attribute a line.
    #[must_use]
    pub fn html5lib(&self, root: NodeId) -> String {
        let mut out = String::new();
        let children = self.nodes[root].children.iter().rev();
        let mut open: Vec<(NodeId, usize)> = children.map(|child| (*child, 0)).collect();
        while let Some((node, depth)) = open.pop() {
            let margin = "  ".repeat(depth);
            let mut line = |text: &str| {
                let _ = writeln!(out, "| {margin}{text}");
            };
            let below = depth + 1;
            match &self.nodes[node].data {
                NodeData::Document => {}
                NodeData::Fragment => line("content"),
                NodeData::Doctype {
                    name,
                    public,
                    system,
                } => match public.is_empty() && system.is_empty() {
                    true => line(&format!("<!DOCTYPE {name}>")),
                    false => line(&format!("<!DOCTYPE {name} \"{public}\" \"{system}\">")),
                },
                NodeData::Text(text) => line(&format!("\"{text}\"")),
                NodeData::Comment(data) => line(&format!("<!-- {data} -->")),
                NodeData::ProcessingInstruction { target, data } => {
                    line(&format!("<?{target} {data}>"));
                }
                NodeData::Element {
                    of,
                    attributes,
                    contents,
                    ..
                } => {
                    line(&format!("<{}>", of.html5lib()));
                    let named = attributes.iter().map(|it| (written_name(it), &it.value));
                    let mut named: Vec<_> = named.collect();
                    named.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
                    for (name, value) in named {
                        line(&format!("  {name}=\"{value}\""));
                    }
                    let children = self.nodes[node].children.iter().rev();
                    open.extend(children.map(|child| (*child, below)));
                    open.extend(contents.map(|contents| (contents, below)));
                    continue;
                }
            }
            let children = self.nodes[node].children.iter().rev();
            open.extend(children.map(|child| (*child, below)));
        }
        out
    }
}

/// html5lib writes the namespace before the name: `xmlns` has one, and no prefix.
fn written_name(attribute: &Attribute) -> String {
    match &attribute.namespace {
        Some((_, namespace)) => format!("{} {}", namespace.to_ascii_lowercase(), attribute.name),
        None => attribute.name.clone(),
    }
}
