//! The context element of a fragment.

use crate::Namespace;
use alloc::boxed::Box;

/// The element whose content a fragment is, as `innerHTML` has one.
///
/// It decides the text mode in which the fragment begins, and whether the fragment begins in foreign content.
///
/// ```
/// use tokenwright::{Context, Namespace, Options, Tokens, revisions::Newest};
///
/// let count = |context| {
///     let options = Options { context: Some(context), ..Options::default() };
///     Tokens::<Newest>::with_options("<p><![CDATA[a]]>", options).count()
/// };
/// // Text.
/// assert_eq!(count(Context::new("title", Namespace::Html)), 1);
/// // A start tag, and a comment.
/// assert_eq!(count(Context::new("div", Namespace::Html)), 2);
/// // HTML content in MathML.
/// let annotation = Context::new("annotation-xml", Namespace::MathMl);
/// assert_eq!(count(annotation.attribute("encoding", "text/html")), 2);
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Context(Box<Element>);

#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Element {
    name: Box<str>,
    namespace: Namespace,
    encoding: Option<Box<str>>,
}

impl Context {
    /// An element without attributes, with its name as the DOM has it (`localName`): that of an HTML or MathML element in
    /// lower case, that of an SVG element as the parser adjusts it, such as `foreignObject`.
    ///
    /// In any other case, it is the name of another element, about which the standard says nothing: its content begins as
    /// that of a `div`, or of a `g` in SVG.
    ///
    /// ```
    /// use tokenwright::{Context, Namespace, Options, Tokens, revisions::Newest};
    ///
    /// // Whether the content of the element is HTML content, where `<title>` begins text.
    /// let is_html = |name| {
    ///     let context = Some(Context::new(name, Namespace::Svg));
    ///     let options = Options { context, ..Options::default() };
    ///     Tokens::<Newest>::with_options("<title><b></b>", options).count() == 2
    /// };
    /// assert!(is_html("foreignObject"));
    /// assert!(!is_html("foreignobject"));
    /// assert!(!is_html("linearGradient"));
    /// ```
    pub fn new(name: &str, namespace: Namespace) -> Self {
        Context(Box::new(Element {
            name: name.into(),
            namespace,
            encoding: None,
        }))
    }

    /// Adds an attribute. Only one has an effect: the `encoding` of a MathML `annotation-xml` element, which decides
    /// whether its content is HTML.
    #[must_use]
    pub fn attribute(mut self, name: &str, value: &str) -> Self {
        if name == "encoding" && self.0.encoding.is_none() {
            self.0.encoding = Some(value.into());
        }
        self
    }

    /// The name of the element.
    pub(crate) fn name(&self) -> &str {
        &self.0.name
    }

    /// The namespace of the element.
    pub(crate) fn namespace(&self) -> Namespace {
        self.0.namespace
    }

    /// The value of an attribute that has an effect.
    pub(crate) fn value_of(&self, attribute: &str) -> Option<&str> {
        self.0
            .encoding
            .as_deref()
            .filter(|_| attribute == "encoding")
    }
}
