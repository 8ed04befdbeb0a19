//! A tree sink that records elements, comments and DOCTYPEs, each with its line.

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ExpandedName, QualName};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What a tree builder asked for.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// The line and a description of each node.
    pub(crate) nodes: Vec<(u64, String)>,
    /// The line and the message of each parse error.
    pub(crate) errors: Vec<(u64, String)>,
    /// The names of the elements that left the stack of open elements.
    pub(crate) popped: Vec<String>,
}

#[derive(Default)]
pub(crate) struct Recorder {
    record: RefCell<Record>,
    /// html5ever does not announce the first line.
    line: Cell<Option<u64>>,
}

impl Recorder {
    fn node(&self, description: String) {
        let line = self.line.get().unwrap_or(1);
        self.record.borrow_mut().nodes.push((line, description));
    }
}

/// A node, with its name if it is an element.
type Node = Rc<Option<QualName>>;

impl TreeSink for Recorder {
    type Handle = Node;
    type Output = Record;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Record {
        self.record.into_inner()
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        let line = self.line.get().unwrap_or(1);
        let mut record = self.record.borrow_mut();
        record.errors.push((line, message.into_owned()));
    }

    fn set_current_line(&self, line: u64) {
        self.line.set(Some(line));
    }

    fn get_document(&self) -> Node {
        Rc::new(None)
    }

    fn elem_name<'a>(&'a self, target: &'a Node) -> ExpandedName<'a> {
        let name = target.as_ref().as_ref();
        name.expect("an element").expanded()
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Node {
        let duplicate = flags.had_duplicate_attributes;
        let attrs = attrs.iter().map(|attr| (&*attr.name.local, &*attr.value));
        let attrs: Vec<_> = attrs.collect();
        self.node(format!("<{}> {attrs:?} {duplicate}", name.local));
        Rc::new(Some(name))
    }

    fn create_comment(&self, text: StrTendril) -> Node {
        self.node(format!("<!--{text}-->"));
        Rc::new(None)
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Node {
        self.node(format!("<?{target} {data}>"));
        Rc::new(None)
    }

    fn append_doctype_to_document(&self, name: StrTendril, _: StrTendril, _: StrTendril) {
        self.node(format!("<!DOCTYPE {name}>"));
    }

    fn get_template_contents(&self, target: &Node) -> Node {
        target.clone()
    }

    fn same_node(&self, x: &Node, y: &Node) -> bool {
        Rc::ptr_eq(x, y)
    }

    fn pop(&self, node: &Node) {
        let name = self.elem_name(node).local.to_string();
        self.record.borrow_mut().popped.push(name);
    }

    fn append(&self, _: &Node, _: NodeOrText<Node>) {}
    fn append_based_on_parent_node(&self, _: &Node, _: &Node, _: NodeOrText<Node>) {}
    fn append_before_sibling(&self, _: &Node, _: NodeOrText<Node>) {}
    fn set_quirks_mode(&self, _: QuirksMode) {}
    fn add_attrs_if_missing(&self, _: &Node, _: Vec<Attribute>) {}
    fn remove_from_parent(&self, _: &Node) {}
    fn reparent_children(&self, _: &Node, _: &Node) {}
}
