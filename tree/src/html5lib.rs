//! The tree in the form of html5lib's tests.

use crate::arena::{Data, NONE, NodeId};
use crate::document::Document;
use std::fmt;
use tokenwright::Namespace;
use tokenwright::tree_construction::AttributeNamespace;

/// A tree that displays in the form of html5lib's tests.
struct Html5lib<'a>(&'a Document);

impl fmt::Display for Html5lib<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Html5lib(document) = self;
        let mut open = Vec::new();
        document.open_children(document.root, 0, &mut open);
        while let Some((node, depth)) = open.pop() {
            document.line(node, depth, f)?;
            document.open_children(node, depth + 1, &mut open);
            let contents = document.contents(node);
            open.extend(contents.map(|contents| (contents, depth + 1)));
        }
        Ok(())
    }
}

impl Document {
    /// The tree in the form of html5lib's tests: a node or an attribute a line, attributes by their names in UTF-16 code units. A
    /// processing instruction is `<?target data>`.
    #[must_use]
    pub fn to_html5lib(&self) -> String {
        self.html5lib().to_string()
    }

    /// Displays as [`to_html5lib`](Self::to_html5lib) writes it, without a copy: of a deep tree, the margins are much longer than the page.
    pub fn html5lib(&self) -> impl fmt::Display + '_ {
        Html5lib(self)
    }

    fn open_children(&self, node: NodeId, depth: usize, open: &mut Vec<(NodeId, usize)>) {
        let mut child = self.arena.get(node).last;
        while child != NONE {
            open.push((child, depth));
            child = self.arena.get(child).previous;
        }
    }

    fn line(&self, node: NodeId, depth: usize, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = "  ".repeat(depth);
        let mut line = |text: &str| writeln!(out, "| {margin}{text}");
        let text = |range| self.texts.get(range);
        match self.arena.get(node).data {
            Data::Document => Ok(()),
            Data::Fragment => line("content"),
            Data::Doctype(name, number) => {
                let name = text(name);
                match self.identifiers[number as usize].map(text) {
                    ["", ""] => line(&format!("<!DOCTYPE {name}>")),
                    [public, system] => {
                        line(&format!("<!DOCTYPE {name} \"{public}\" \"{system}\">"))
                    }
                }
            }
            Data::Text(range) => line(&format!("\"{}\"", text(range))),
            Data::Comment(range) => line(&format!("<!-- {} -->", text(range))),
            Data::ProcessingInstruction(target, data) => {
                let (target, data) = (text(self.targets[target as usize]), text(data));
                line(&format!("<?{target} {data}>"))
            }
            Data::Element(namespace, name, attributes) => {
                let prefix = match namespace {
                    Namespace::Html => "",
                    Namespace::Svg => "svg ",
                    Namespace::MathMl => "math ",
                };
                line(&format!("<{prefix}{}>", self.names.text(name)))?;
                let attributes = self.attributes[attributes.range()].iter().map(|it| {
                    let name = self.attribute_names.text(it.name);
                    let value = text(it.value);
                    // By the namespace: `xmlns` has one, and no prefix.
                    let prefix = match self.attribute_namespaces.get(it.foreign) {
                        None => "",
                        Some((AttributeNamespace::XLink, _)) => "xlink ",
                        Some((AttributeNamespace::Xml, _)) => "xml ",
                        Some((AttributeNamespace::Xmlns, _)) => "xmlns ",
                    };
                    (format!("{prefix}{name}"), value)
                });
                let mut attributes: Vec<_> = attributes.collect();
                attributes.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
                let mut each = attributes.iter();
                each.try_for_each(|(name, value)| line(&format!("  {name}=\"{value}\"")))
            }
        }
    }
}
