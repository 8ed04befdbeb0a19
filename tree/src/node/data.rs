//! What a node is.

use super::NodeRef;
use crate::arena::Data;
use tokenwright::Namespace;

/// What a node is, with its texts: the result of [`NodeRef::data`].
///
/// ```
/// use tokenwright_tree::{NodeData, parse};
///
/// let document = parse("<!DOCTYPE html><!-- a --><?php echo 1?><p>b");
/// let mut nodes = document.root().descendants().map(|node| node.data());
/// let (public_identifier, system_identifier) = ("", "");
/// let doctype = NodeData::Doctype { name: "html", public_identifier, system_identifier };
/// assert_eq!(nodes.next(), Some(doctype));
/// assert_eq!(nodes.next(), Some(NodeData::Comment(" a ")));
/// let instruction = NodeData::ProcessingInstruction { target: "php", data: "echo 1" };
/// assert_eq!(nodes.next(), Some(instruction));
/// assert_eq!(nodes.last(), Some(NodeData::Text("b")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeData<'d> {
    /// The Document.
    Document,
    /// A DocumentFragment: the root of a fragment, or the contents of a template.
    Fragment,
    /// A DOCTYPE. What the source does not have is empty, as in the DOM.
    Doctype {
        /// Its name.
        name: &'d str,
        /// Its public identifier.
        public_identifier: &'d str,
        /// Its system identifier.
        system_identifier: &'d str,
    },
    /// An element. [`NodeRef::attributes`] are its attributes.
    Element {
        /// Its namespace.
        namespace: Namespace,
        /// Its local name.
        name: &'d str,
    },
    /// A text.
    Text(&'d str),
    /// A comment.
    Comment(&'d str),
    /// A processing instruction.
    ProcessingInstruction {
        /// Its target.
        target: &'d str,
        /// Its data.
        data: &'d str,
    },
}

impl<'d> NodeRef<'d> {
    /// What the node is, with its texts.
    #[must_use]
    pub fn data(&self) -> NodeData<'d> {
        let document = self.document;
        let text = |range| document.texts.get(range);
        match self.node().data {
            Data::Document => NodeData::Document,
            Data::Fragment => NodeData::Fragment,
            Data::Doctype(name, number) => {
                let [public_identifier, system_identifier] =
                    document.identifiers[number as usize].map(text);
                NodeData::Doctype {
                    name: text(name),
                    public_identifier,
                    system_identifier,
                }
            }
            Data::Element(namespace, name, _) => NodeData::Element {
                namespace,
                name: document.names.text(name),
            },
            Data::Text(range) => NodeData::Text(text(range)),
            Data::Comment(range) => NodeData::Comment(text(range)),
            Data::ProcessingInstruction(target, data) => NodeData::ProcessingInstruction {
                target: text(document.targets[target as usize]),
                data: text(data),
            },
        }
    }

    /// The characters of a Text node; none of another node.
    #[must_use]
    pub fn as_text(&self) -> Option<&'d str> {
        match self.node().data {
            Data::Text(range) => Some(self.document.texts.get(range)),
            _ => None,
        }
    }
}
