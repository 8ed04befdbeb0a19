//! The document tree that html5ever builds: an arena of elements and text with their lines.
//!
//! A tree of our own, because messages need lines, which the usual trees do not keep, and because the depth of a node is
//! asked for at every insertion. It keeps the attributes that matter and no others.

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, QualName};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The depth from which an element is closed where it starts. What it contains follows it.
pub(super) const DEPTH: usize = 128;

/// A node of the tree.
pub(super) struct HtmlNode {
    pub(super) parent: Option<usize>,
    /// The children, as indices into [`Tree::nodes`].
    pub(super) children: Vec<usize>,
    /// The node.
    pub(super) kind: Kind,
    /// The line where it starts, from 1.
    pub(super) line: u32,
    /// The number of its ancestors.
    depth: usize,
}

/// The kind of a node.
pub(super) enum Kind {
    /// An element with the attributes that matter here.
    Element {
        name: LocalName,
        class: Box<str>,
        id: Box<str>,
        /// What it leads to, if it is a link: an address or a name.
        target: Box<str>,
        /// Whether it has the attribute `hidden`.
        hidden: bool,
    },
    Text(Box<str>),
    /// The document, a comment, a processing instruction.
    Other,
}

/// A parsed document; node 0 is its root, which the sink makes first.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<HtmlNode>,
    /// Whether paragraphs end at blank lines.
    pub(super) ends_at_blank_lines: bool,
    /// The line of the first element that was closed because it was too deep.
    pub(super) too_deep: Option<u32>,
    /// The lines of marks of edits, such as `<del>`, that another element has ended, or that end none.
    pub(super) cut_edits: Vec<u32>,
}

/// Whether an element marks an edit: text that is in force no longer, or only now.
pub(super) fn is_edit(name: &str) -> bool {
    matches!(name, "del" | "ins")
}

#[derive(Clone)]
pub(super) struct Handle {
    id: usize,
    name: Rc<QualName>,
}

/// The tree while html5ever builds it.
pub(super) struct Sink {
    tree: RefCell<Tree>,
    line: Cell<u32>,
    /// The name of a node that is not an element.
    name: Rc<QualName>,
    /// Whether an element was inserted that is too deep.
    was_too_deep: Cell<bool>,
}

impl Sink {
    pub(super) fn new() -> Self {
        let sink = Sink {
            tree: RefCell::default(),
            line: Cell::new(1),
            name: Rc::new(QualName::new(None, Default::default(), Default::default())),
            was_too_deep: Cell::new(false),
        };
        sink.add(Kind::Other);
        sink
    }

    /// The number of nodes so far.
    pub(super) fn nodes(&self) -> usize {
        self.tree.borrow().nodes.len()
    }

    /// The innermost element of this name around the node that was inserted last.
    pub(super) fn around_last(&self, name: &LocalName) -> Option<usize> {
        let nodes = &self.tree.borrow().nodes;
        let mut at = nodes.last()?.parent;
        while let Some(id) = at {
            if matches!(&nodes[id].kind, Kind::Element { name: found, .. } if found == name) {
                return Some(id);
            }
            at = nodes[id].parent;
        }
        None
    }

    /// Notes an edit whose end tag, on this line, does not end it.
    pub(super) fn cut_edit(&self, line: u64) {
        let line = line.try_into().unwrap_or(u32::MAX);
        self.tree.borrow_mut().cut_edits.push(line);
    }

    /// Whether an element that is too deep was inserted since the last call.
    pub(super) fn take_too_deep(&self) -> bool {
        self.was_too_deep.take()
    }

    /// Notes an element that is too deep.
    fn note_depth(&self, parent: usize, child: &NodeOrText<Handle>) {
        let NodeOrText::AppendNode(node) = child else {
            return;
        };
        let tree = &mut *self.tree.borrow_mut();
        let nodes = &tree.nodes;
        if nodes[parent].depth < DEPTH || !matches!(nodes[node.id].kind, Kind::Element { .. }) {
            return;
        }
        self.was_too_deep.set(true);
        tree.too_deep.get_or_insert(self.line.get());
    }

    fn add(&self, kind: Kind) -> usize {
        let nodes = &mut self.tree.borrow_mut().nodes;
        nodes.push(HtmlNode {
            parent: None,
            children: Vec::new(),
            kind,
            line: self.line.get(),
            depth: 0,
        });
        nodes.len() - 1
    }

    fn other(&self) -> Handle {
        Handle {
            id: self.add(Kind::Other),
            name: self.name.clone(),
        }
    }

    fn detach(&self, id: usize) {
        let nodes = &mut self.tree.borrow_mut().nodes;
        if let Some(parent) = nodes[id].parent.take() {
            nodes[parent].children.retain(|child| *child != id);
        }
    }

    fn insert(&self, parent: usize, at: usize, child: NodeOrText<Handle>) {
        self.note_depth(parent, &child);
        let id = match child {
            NodeOrText::AppendNode(node) => {
                self.detach(node.id);
                node.id
            }
            NodeOrText::AppendText(text) => {
                let text: Box<str> = Box::from(&*text);
                // The parser reports the line at the end of the text.
                let newlines = u32::try_from(text.matches('\n').count()).unwrap_or(u32::MAX);
                let id = self.add(Kind::Text(text));
                let line = &mut self.tree.borrow_mut().nodes[id].line;
                *line = line.saturating_sub(newlines).max(1);
                id
            }
        };
        let nodes = &mut self.tree.borrow_mut().nodes;
        nodes[id].parent = Some(parent);
        nodes[id].depth = nodes[parent].depth + 1;
        let at = at.min(nodes[parent].children.len());
        nodes[parent].children.insert(at, id);
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Tree;
    type ElemName<'a> = &'a QualName;

    fn finish(self) -> Tree {
        self.tree.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle {
            id: 0,
            name: self.name.clone(),
        }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> &'a QualName {
        &target.name
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        _: ElementFlags,
    ) -> Handle {
        let value = |wanted: &str| -> Box<str> {
            let found = attributes.iter().find(|a| &*a.name.local == wanted);
            found.map(|a| Box::from(&*a.value)).unwrap_or_default()
        };
        // Sources of pages name the term that a link leads to.
        let targets = ["href", "data-x", "title"].map(value);
        let id = self.add(Kind::Element {
            name: name.local.clone(),
            class: value("class"),
            id: value("id"),
            target: targets
                .into_iter()
                .find(|target| !target.is_empty())
                .unwrap_or_default(),
            hidden: attributes.iter().any(|a| &*a.name.local == "hidden"),
        });
        Handle {
            id,
            name: Rc::new(name),
        }
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        self.other()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.other()
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.insert(parent.id, usize::MAX, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        previous: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let attached = self.tree.borrow().nodes[element.id].parent.is_some();
        if attached {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, a: &Handle, b: &Handle) -> bool {
        a.id == b.id
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        let place = {
            let nodes = &self.tree.borrow().nodes;
            nodes[sibling.id].parent.map(|parent| {
                let children = &nodes[parent].children;
                let at = children.iter().position(|child| *child == sibling.id);
                (parent, at.unwrap_or(children.len()))
            })
        };
        if let Some((parent, at)) = place {
            self.insert(parent, at, child);
        }
    }

    fn add_attrs_if_missing(&self, _: &Handle, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, target: &Handle) {
        self.detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let nodes = &mut self.tree.borrow_mut().nodes;
        let moved = std::mem::take(&mut nodes[node.id].children);
        for child in &moved {
            nodes[*child].parent = Some(new_parent.id);
        }
        nodes[new_parent.id].children.extend(moved);
    }

    fn set_current_line(&self, line: u64) {
        self.line.set(line.try_into().unwrap_or(u32::MAX));
    }
}
