//! Prints the trees of [`markup5ever_rcdom`] in the format of html5lib's tree-construction tests.

use html5ever::{Attribute, Namespace, ns};
use markup5ever_rcdom::{Handle, NodeData};
use std::fmt;

/// Displays the children of a node, each with all that is below it.
///
/// ```
/// use html5ever::tendril::TendrilSink;
/// use markup5ever_rcdom::RcDom;
/// use tokenwright_html5ever::{parse_document, rcdom::Outline};
///
/// let dom = parse_document(RcDom::default(), Default::default()).one("<p id=a>1<br>");
/// let expected = "\
/// | <html>
/// |   <head>
/// |   <body>
/// |     <p>
/// |       id=\"a\"
/// |       \"1\"
/// |       <br>
/// ";
/// assert_eq!(Outline(&dom.document).to_string(), expected);
/// ```
pub struct Outline<'a>(
    /// The node, a document or the root of a fragment.
    pub &'a Handle,
);

impl fmt::Display for Outline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without recursion, as trees may be nested deeply.
        let mut lines = Vec::new();
        push_children(&mut lines, self.0, 0);
        while let Some(line) = lines.pop() {
            match line {
                Line::Node(node, depth) => {
                    print(f, &node, depth)?;
                    push_children(&mut lines, &node, depth + 1);
                    if let Some(contents) = template_contents(&node) {
                        lines.push(Line::Contents(contents, depth + 1));
                    }
                }
                Line::Contents(contents, depth) => {
                    writeln!(f, "| {:1$}content", "", 2 * depth)?;
                    push_children(&mut lines, &contents, depth + 1);
                }
            }
        }
        Ok(())
    }
}

/// What is still to be printed, each with its depth.
enum Line {
    Node(Handle, usize),
    /// The contents of a template element.
    Contents(Handle, usize),
}

fn push_children(lines: &mut Vec<Line>, node: &Handle, depth: usize) {
    let children = node.children.borrow();
    let children = children.iter().rev();
    lines.extend(children.map(|child| Line::Node(child.clone(), depth)));
}

fn template_contents(node: &Handle) -> Option<Handle> {
    match &node.data {
        NodeData::Element {
            template_contents, ..
        } => template_contents.borrow().clone(),
        _ => None,
    }
}

fn print(f: &mut fmt::Formatter<'_>, node: &Handle, depth: usize) -> fmt::Result {
    write!(f, "| {:1$}", "", 2 * depth)?;
    match &node.data {
        NodeData::Document => writeln!(f, "#document"),
        NodeData::Doctype {
            name,
            public_id,
            system_id,
        } => {
            write!(f, "<!DOCTYPE {name}")?;
            if !public_id.is_empty() || !system_id.is_empty() {
                write!(f, " \"{public_id}\" \"{system_id}\"")?;
            }
            writeln!(f, ">")
        }
        NodeData::Text { contents } => writeln!(f, "\"{}\"", contents.borrow()),
        NodeData::Comment { contents } => writeln!(f, "<!-- {contents} -->"),
        NodeData::ProcessingInstruction { target, contents } => {
            writeln!(f, "<?{target} {contents}>")
        }
        NodeData::Element { name, attrs, .. } => {
            writeln!(f, "<{}{}>", prefix(&name.ns), name.local)?;
            let attrs = attrs.borrow();
            let name = |attr: &Attribute| format!("{}{}", prefix(&attr.name.ns), attr.name.local);
            let mut attrs: Vec<_> = attrs.iter().map(|attr| (name(attr), &attr.value)).collect();
            attrs.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            for (name, value) in attrs {
                writeln!(f, "| {:1$}{name}=\"{value}\"", "", 2 * (depth + 1))?;
            }
            Ok(())
        }
    }
}

/// What html5lib's tests print before a name in this namespace.
fn prefix(namespace: &Namespace) -> &'static str {
    match *namespace {
        ns!(svg) => "svg ",
        ns!(mathml) => "math ",
        ns!(xlink) => "xlink ",
        ns!(xml) => "xml ",
        ns!(xmlns) => "xmlns ",
        _ => "",
    }
}
