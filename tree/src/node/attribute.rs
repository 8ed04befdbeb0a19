//! The attributes of an element.

use super::NodeRef;
use crate::arena::Data;
use crate::attributes;
use crate::document::Document;
use std::fmt;
use tokenwright::tree_construction::AttributeNamespace;

/// An attribute of an element.
///
/// ```
/// use tokenwright_tree::{AttributeNamespace, parse};
///
/// let document = parse("<svg><use xlink:href='#a&amp;b' width=2>");
/// let element = document.root().descendants().find(|node| node.name() == Some("use"));
/// let mut attributes = element.expect("an element").attributes();
/// let href = attributes.next().expect("an attribute");
/// assert_eq!((href.prefix, href.name, href.value), (Some("xlink"), "href", "#a&b"));
/// assert_eq!(href.namespace, Some(AttributeNamespace::XLink));
/// assert_eq!(href.to_string(), "xlink:href");
/// assert_eq!(attributes.next().expect("an attribute").namespace, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attribute<'d> {
    /// The namespace; none but for a few attributes of SVG and MathML elements.
    pub namespace: Option<AttributeNamespace>,
    /// The prefix, of an attribute in a namespace.
    pub prefix: Option<&'static str>,
    /// The local name.
    pub name: &'d str,
    /// The value; empty if the source has none.
    pub value: &'d str,
}

impl Attribute<'_> {
    fn is_named(&self, qualified: &str) -> bool {
        let local = match self.prefix {
            None => Some(qualified),
            Some(prefix) => {
                let rest = qualified.strip_prefix(prefix);
                rest.and_then(|rest| rest.strip_prefix(':'))
            }
        };
        local == Some(self.name)
    }
}

/// The qualified name.
impl fmt::Display for Attribute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.prefix {
            Some(prefix) => write!(f, "{prefix}:{}", self.name),
            None => f.write_str(self.name),
        }
    }
}

impl<'d> Attribute<'d> {
    fn new(document: &'d Document, attribute: &attributes::Attribute) -> Self {
        let foreign = document.attribute_namespaces.get(attribute.foreign);
        Attribute {
            namespace: foreign.map(|of| of.0),
            prefix: foreign.and_then(|of| of.1),
            name: document.attribute_names.text(attribute.name),
            value: document.texts.get(attribute.value),
        }
    }
}

impl<'d> NodeRef<'d> {
    fn stored_attributes(&self) -> &'d [attributes::Attribute] {
        match self.node().data {
            Data::Element(_, _, attributes) => &self.document.attributes[attributes.range()],
            _ => &[],
        }
    }

    /// The attributes of an element in the order of the source; no other node has any.
    #[must_use]
    pub fn attributes(
        &self,
    ) -> impl ExactSizeIterator<Item = Attribute<'d>> + DoubleEndedIterator + Clone + use<'d> {
        let document = self.document;
        let attributes = self.stored_attributes().iter();
        attributes.map(move |attribute| Attribute::new(document, attribute))
    }

    /// The value of an attribute by its qualified name, such as `href` or `xlink:href`. HTML elements have attributes in lower
    /// case.
    ///
    /// ```
    /// let document = tokenwright_tree::parse("<a HREF=/one>");
    /// let link = document.root().descendants().find(|node| node.is_html("a")).expect("a link");
    /// assert_eq!(link.attribute("href"), Some("/one"));
    /// assert_eq!(link.attribute("rel"), None);
    /// ```
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&'d str> {
        let document = self.document;
        let number = document.attribute_names.find(name);
        let found = self
            .stored_attributes()
            .iter()
            .find(|attribute| match attribute.foreign {
                0 => Some(attribute.name) == number,
                _ => Attribute::new(document, attribute).is_named(name),
            });
        found.map(|attribute| document.texts.get(attribute.value))
    }
}
