//! Serialization (13.3 of the HTML Standard).
//!
//! The tree is its own stack: what comes after a node is found by its links. Elements of which the text is written as it is are those
//! after whose start tags the tokenizer reads no references; the tables have them. The elements without end tags are listed here, as
//! the section says it: no table of a revision has this list.

use crate::arena::{Data, NONE, NodeId};
use crate::document::Document;
use crate::node::{Attribute, NodeData, NodeRef};
use std::fmt::{self, Write};
use tokenwright::tree_construction::AttributeNamespace;
use tokenwright::{Namespace, TextMode};

/// The elements that serialize as void.
const VOID: [&str; 18] = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
    "keygen", "link", "meta", "param", "source", "track", "wbr",
];

/// What the serializer does next.
#[derive(Clone, Copy)]
enum Step {
    Enter(NodeId),
    Leave(NodeId),
}

impl Document {
    /// The first node that is serialized inside a node.
    fn first_inside(&self, node: NodeId) -> NodeId {
        let inside = self.contents(node).unwrap_or(node);
        self.arena.get(inside).first
    }

    /// The node that a node is serialized inside.
    fn around(&self, node: NodeId) -> NodeId {
        let parent = self.arena.get(node).parent;
        let is_contents = parent != NONE && self.arena.get(parent).data == Data::Fragment;
        match parent.checked_sub(1) {
            Some(host) if is_contents && self.contents(host) == Some(parent) => host,
            _ => parent,
        }
    }

    fn is_void(&self, node: NodeId) -> bool {
        match self.arena.get(node).data {
            Data::Element(Namespace::Html, name, _) => {
                VOID.binary_search(&self.names.text(name)).is_ok()
            }
            _ => false,
        }
    }

    /// Whether the text of an element is written as it is.
    fn has_literal_text(&self, node: NodeId) -> bool {
        match self.arena.get(node).data {
            Data::Element(Namespace::Html, name, _) => {
                let mode = TextMode::after_start_tag(self.names.text(name), self.scripting);
                mode.is_some_and(|mode| mode != TextMode::Rcdata)
            }
            _ => false,
        }
    }

    /// Writes a node and what is in it.
    fn write(&self, of: NodeId, out: &mut impl Write) -> fmt::Result {
        let mut step = Step::Enter(of);
        loop {
            step = match step {
                Step::Enter(node) => {
                    self.enter(node, out)?;
                    match self.first_inside(node) {
                        _ if self.is_void(node) => Step::Leave(node),
                        NONE => Step::Leave(node),
                        first => Step::Enter(first),
                    }
                }
                Step::Leave(node) => {
                    self.leave(node, out)?;
                    match self.arena.get(node).next {
                        _ if node == of => return Ok(()),
                        // The contents of a template are not inside the template here.
                        NONE if self.arena.get(node).parent == of => Step::Leave(of),
                        NONE => Step::Leave(self.around(node)),
                        next => Step::Enter(next),
                    }
                }
            }
        }
    }

    fn enter(&self, index: NodeId, out: &mut impl Write) -> fmt::Result {
        let node = NodeRef {
            document: self,
            index,
        };
        match node.data() {
            NodeData::Document | NodeData::Fragment => Ok(()),
            NodeData::Doctype { name, .. } => write!(out, "<!DOCTYPE {name}>"),
            NodeData::Element { name, .. } => {
                write!(out, "<{name}")?;
                for attribute in node.attributes() {
                    out.write_char(' ')?;
                    write_name(&attribute, out)?;
                    out.write_str("=\"")?;
                    escape(attribute.value, true, out)?;
                    out.write_char('"')?;
                }
                out.write_char('>')
            }
            NodeData::Text(text) => {
                let parent = self.arena.get(index).parent;
                match parent != NONE && self.has_literal_text(parent) {
                    true => out.write_str(text),
                    false => escape(text, false, out),
                }
            }
            NodeData::Comment(data) => write!(out, "<!--{data}-->"),
            NodeData::ProcessingInstruction { target, data } => write!(out, "<?{target} {data}>"),
        }
    }

    fn leave(&self, node: NodeId, out: &mut impl Write) -> fmt::Result {
        match self.arena.get(node).data {
            Data::Element(_, name, _) if !self.is_void(node) => {
                write!(out, "</{}>", self.names.text(name))
            }
            _ => Ok(()),
        }
    }
}

fn write_name(attribute: &Attribute<'_>, out: &mut impl Write) -> fmt::Result {
    let prefix = match attribute.namespace {
        None => "",
        Some(AttributeNamespace::XLink) => "xlink:",
        Some(AttributeNamespace::Xml) => "xml:",
        Some(AttributeNamespace::Xmlns) if attribute.name == "xmlns" => "",
        Some(AttributeNamespace::Xmlns) => "xmlns:",
    };
    out.write_str(prefix)?;
    out.write_str(attribute.name)
}

/// The first byte of U+00A0 in UTF-8, and the other.
const NO_BREAK_SPACE: [u8; 2] = [0xC2, 0xA0];

fn escape(text: &str, in_attribute: bool, out: &mut impl Write) -> fmt::Result {
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        let (reference, len) = match byte {
            b'&' => ("&amp;", 1),
            b'<' => ("&lt;", 1),
            b'>' => ("&gt;", 1),
            b'"' if in_attribute => ("&quot;", 1),
            0xC2 if text.as_bytes()[at..].starts_with(&NO_BREAK_SPACE) => ("&nbsp;", 2),
            _ => continue,
        };
        out.write_str(&text[written..at])?;
        out.write_str(reference)?;
        written = at + len;
    }
    out.write_str(&text[written..])
}

impl NodeRef<'_> {
    /// The node as HTML, with what is in it, as `outerHTML` gives it.
    ///
    /// It is the algorithm of section 13.3 of the HTML Standard. In attribute values, it escapes `<` and `>` as well. What it writes is
    /// not always read back as the same tree: that section says where not. A line feed at the beginning of a `pre` element, for
    /// example, is lost, and a DOCTYPE has its name alone.
    ///
    /// ```
    /// let document = tokenwright_tree::parse("<p id=a title='<b>'>1 &lt; 2<br><?x y?>");
    /// let p = document.root().descendants().find(|node| node.is_html("p")).expect("a paragraph");
    /// assert_eq!(p.outer_html(), r#"<p id="a" title="&lt;b&gt;">1 &lt; 2<br><?x y></p>"#);
    /// ```
    #[must_use]
    pub fn outer_html(&self) -> String {
        self.to_string()
    }

    /// What is in the node as HTML, as `innerHTML` gives it; see [`outer_html`](Self::outer_html).
    ///
    /// ```
    /// let document = tokenwright_tree::parse("<template><td>1</template>");
    /// let template = document.root().descendants().find(|node| node.is_html("template"));
    /// assert_eq!(template.expect("a template").inner_html(), "<td>1</td>");
    /// ```
    #[must_use]
    pub fn inner_html(&self) -> String {
        let mut html = String::new();
        if !self.document.is_void(self.index) {
            let mut child = self.document.first_inside(self.index);
            while child != NONE {
                // A string takes all that is written.
                let _ = self.document.write(child, &mut html);
                child = self.document.arena.get(child).next;
            }
        }
        html
    }
}

/// The node as HTML, as [`outer_html`](Self::outer_html) gives it, without a string in between.
impl fmt::Display for NodeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.document.write(self.index, f)
    }
}

/// The document or fragment as HTML.
///
/// A fragment is written like a `DocumentFragment`: its context says nothing of how its own text is escaped.
///
/// ```
/// use tokenwright_tree::{Context, Namespace, Options, parse_with};
///
/// let context = Some(Context::new("script", Namespace::Html));
/// let document = parse_with("a<b", &Options { context, ..Options::default() });
/// assert_eq!(document.to_string(), "a&lt;b");
/// ```
///
/// ```
/// let document = tokenwright_tree::parse("<!DOCTYPE html><p>a");
/// let html = "<!DOCTYPE html><html><head></head><body><p>a</p></body></html>";
/// assert_eq!(document.to_string(), html);
/// ```
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(self.root, f)
    }
}
