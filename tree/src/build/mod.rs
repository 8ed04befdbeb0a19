//! The rules of the standard for trees of another kind.
//!
//! A [`Builder`] has the nodes; the [`BuilderParser`] tells it where each goes. What a builder does not ask for costs nothing: its
//! constants and empty methods are removed when it is compiled.
//!
//! Nodes are numbers or other values that are cheap to copy. A tree of reference-counted nodes keeps them in a list while it
//! is built, as here:
//!
//! ```
//! use std::cell::RefCell;
//! use std::collections::BTreeMap;
//! use std::rc::Rc;
//! use tokenwright_tree::build::*;
//! use tokenwright_tree::Namespace;
//!
//! /// A node of the tree that we want.
//! #[derive(Debug, Default)]
//! struct Node {
//!     name: String,
//!     text: RefCell<String>,
//!     children: RefCell<Vec<Rc<Node>>>,
//! }
//!
//! /// What rules ask of a node.
//! struct Known {
//!     node: Rc<Node>,
//!     parent: Option<usize>,
//!     element: Option<(Namespace, Name)>,
//!     attributes: BTreeMap<String, String>,
//! }
//!
//! struct Tree(Vec<Known>);
//!
//! impl Tree {
//!     fn add(&mut self, name: &str, element: Option<(Namespace, Name)>, attributes: BTreeMap<String, String>) -> usize {
//!         let node = Rc::new(Node { name: name.to_owned(), ..Node::default() });
//!         self.0.push(Known { node, parent: None, element, attributes });
//!         self.0.len() - 1
//!     }
//!
//!     /// A parent, and the number of a child there.
//!     fn at(&self, place: Place<usize>) -> (usize, usize) {
//!         match place {
//!             Place::Inside(parent) => (parent, self.0[parent].node.children.borrow().len()),
//!             Place::Before(next) => {
//!                 let parent = self.0[next].parent.expect("a parent");
//!                 let children = self.0[parent].node.children.borrow();
//!                 (parent, children.iter().position(|child| Rc::ptr_eq(child, &self.0[next].node)).expect("a child"))
//!             }
//!         }
//!     }
//!
//!     fn text_before(&self, place: Place<usize>) -> Option<Rc<Node>> {
//!         let (parent, at) = self.at(place);
//!         let children = self.0[parent].node.children.borrow();
//!         children.get(at.checked_sub(1)?).filter(|child| child.name == "#text").cloned()
//!     }
//! }
//!
//! impl Builder for Tree {
//!     type Node = usize;
//!
//!     fn document(&mut self) -> usize {
//!         self.add("#document", None, BTreeMap::new())
//!     }
//!     fn create_element(&mut self, element: &NewElement<'_>) -> usize {
//!         let attributes = element.tag().into_iter().flat_map(|tag| tag.attributes());
//!         let attributes = attributes.map(|it| {
//!             (element.attribute_name(it.name()).local_name.to_owned(), it.value().to_owned())
//!         });
//!         let attributes = attributes.collect();
//!         let node = self.add(element.local_name(), Some((element.namespace, element.name)), attributes);
//!         if element.has_contents {
//!             self.add("#contents", None, BTreeMap::new());
//!         }
//!         node
//!     }
//!     fn create_again(&mut self, node: usize) -> usize {
//!         let Known { node, element, attributes, .. } = &self.0[node];
//!         self.add(&node.name.clone(), *element, attributes.clone())
//!     }
//!     fn template_contents(&mut self, node: usize) -> usize {
//!         node + 1
//!     }
//!     fn insert(&mut self, node: usize, place: Place<usize>) {
//!         self.detach(node);
//!         let (parent, at) = self.at(place);
//!         self.0[parent].node.children.borrow_mut().insert(at, self.0[node].node.clone());
//!         self.0[node].parent = Some(parent);
//!     }
//!     fn detach(&mut self, node: usize) {
//!         if self.0[node].parent.is_some() {
//!             let (parent, at) = self.at(Place::Before(node));
//!             self.0[parent].node.children.borrow_mut().remove(at);
//!             self.0[node].parent = None;
//!         }
//!     }
//!     fn move_children(&mut self, from: usize, to: usize) {
//!         let moved = self.0[from].node.children.take();
//!         self.0[to].node.children.borrow_mut().extend(moved);
//!         for known in &mut self.0 {
//!             known.parent = known.parent.map(|parent| if parent == from { to } else { parent });
//!         }
//!     }
//!     fn parent(&self, node: usize) -> Option<usize> {
//!         self.0[node].parent
//!     }
//!     fn element(&self, node: usize, _: &Names) -> Option<(Namespace, Name)> {
//!         self.0[node].element
//!     }
//!     fn has_text_before(&self, place: Place<usize>) -> bool {
//!         self.text_before(place).is_some()
//!     }
//!     fn append_text(&mut self, text: &str, place: Place<usize>) {
//!         if let Some(node) = self.text_before(place) {
//!             node.text.borrow_mut().push_str(text);
//!         }
//!     }
//!     fn insert_text(&mut self, text: &str, place: Place<usize>) {
//!         let node = self.add("#text", None, BTreeMap::new());
//!         self.insert(node, place);
//!         self.0[node].node.text.borrow_mut().push_str(text);
//!     }
//!     // This tree has neither of these.
//!     fn insert_comment(&mut self, _: &Comment<'_>, _: Place<usize>) {}
//!     fn insert_processing_instruction(&mut self, _: &ProcessingInstruction<'_>, _: Place<usize>) {}
//!     fn append_doctype(&mut self, _: &Doctype<'_>) {}
//!     fn add_attributes(&mut self, _: usize, _: &NewElement<'_>) {}
//!     fn attribute(&self, node: usize, name: AttributeName<'_>) -> Option<&str> {
//!         self.0[node].attributes.get(name.local_name).map(|value| &**value)
//!     }
//!     fn have_same_attributes(&self, one: usize, other: usize) -> bool {
//!         self.0[one].attributes == self.0[other].attributes
//!     }
//! }
//!
//! impl Receiver for Tree {}
//!
//! let mut parser = BuilderParser::new(Tree(Vec::new()), &BuildOptions::default());
//! parser.feed("<p>a<ta");
//! parser.feed("ble>b<td>c");
//! let (tree, _) = parser.finish();
//! fn show(node: &Node) -> String {
//!     let inside: Vec<_> = node.children.borrow().iter().map(|child| show(child)).collect();
//!     format!("{}{}({})", node.name, node.text.borrow(), inside.join(" "))
//! }
//! let paragraph = "p(#textab() table(tbody(tr(td(#textc())))))";
//! assert_eq!(show(&tree.0[0].node), format!("#document(html(head() body({paragraph})))"));
//! # #[cfg(feature = "whatwg-2020-05-22")] {
//!
//! // As an older revision says.
//! use tokenwright_tree::revisions::Whatwg20200522;
//! let options = BuildOptions::default();
//! let mut parser = BuilderParser::<_, Whatwg20200522>::of_revision(Tree(Vec::new()), &options);
//! parser.feed("<select><div>a");
//! let (tree, _) = parser.finish();
//! assert_eq!(show(&tree.0[0].node), "#document(html(head() body(select(#texta()))))");
//! # }
//! ```

mod parser;
mod sink;

pub use parser::{BuildOptions, BuilderParser};
pub use tokenwright::tree_construction::{
    Argument, AttributeName, AttributeNamespace, Builder, FragmentContext, Name, Names, NewElement,
    Output, Place, Question, QuirksMode,
};
pub use tokenwright::{Comment, Doctype, ErrorCode, ParseError, ProcessingInstruction, Span, Tag};

/// What the parser tells a [`Builder`] besides the nodes. Everything has a default that does nothing.
pub trait Receiver: Builder {
    /// Whether the tokenizer looks for parse errors, and passes them to [`error`](Self::error). Those of tree construction go to
    /// [`Builder::parse_error`].
    const ERRORS: bool = false;
    /// Whether there are places in the source. Without, all are `0..0`.
    const SPANS: bool = false;

    /// The next token is at a place. A text may come in several parts.
    #[inline]
    fn begin(&mut self, place: Span) {
        let _ = place;
    }

    /// An error of tokenization.
    fn error(&mut self, error: &ParseError) {
        let _ = error;
    }

    /// Asked after each tag: whether the parser pauses, so that a script can run. [`Builder::output`] gets
    /// [`Output::PrepareTheScriptElement`] and [`Output::ProcessTheSvgScriptElement`] before.
    #[inline]
    fn pauses(&self) -> bool {
        false
    }

    /// Asked after each token: whether the parser stops, for limits of the builder's own.
    #[inline]
    fn is_stopped(&self) -> bool {
        false
    }
}
