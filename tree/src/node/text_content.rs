//! The text in a node.

use super::NodeRef;
use std::borrow::Cow;

impl<'d> NodeRef<'d> {
    /// The characters of all Text nodes in the node, or of the node itself; borrowed from the document if one node has them all.
    ///
    /// It is the DOM's `textContent`, but that a comment and a processing instruction have none, and the Document has that of its
    /// children.
    ///
    /// ```
    /// use std::borrow::Cow;
    /// use tokenwright_tree::parse;
    ///
    /// let document = parse("<title>a</title><p>b<!-- c --><b>d</b>");
    /// assert_eq!(document.root().text_content(), "abd");
    /// let title = document.root().descendants().find(|node| node.is_html("title"));
    /// assert!(matches!(title.expect("a title").text_content(), Cow::Borrowed("a")));
    /// ```
    #[must_use]
    pub fn text_content(&self) -> Cow<'d, str> {
        let mut nodes = std::iter::once(*self).chain(self.descendants());
        let mut texts = nodes.by_ref().filter_map(|node| node.as_text());
        let first = texts.next().unwrap_or_default();
        let Some(second) = texts.next() else {
            return Cow::Borrowed(first);
        };
        let mut all = [first, second].concat();
        texts.for_each(|text| all.push_str(text));
        Cow::Owned(all)
    }
}
