//! How often the rules ask a builder: an element may have any number of attributes, so that to ask for one with each token would be
//! quadratic.

use std::cell::Cell;
use tokenwright_tree::TreeRevision;
use tokenwright_tree::build::{
    AttributeName, BuildOptions, Builder, BuilderParser, Comment, Doctype, Name, Names, NewElement,
    Place, ProcessingInstruction, Receiver,
};
use tokenwright_tree::{Namespace, revisions};

/// A node: its parent, its name if it is an element, and the value of the attribute `encoding`.
type Node = (Option<usize>, Option<(Namespace, Name)>, Option<String>);

/// A tree without texts.
#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
    elements: usize,
    asked: Cell<usize>,
}

impl Tree {
    fn add(&mut self, element: Option<(Namespace, Name)>, encoding: Option<String>) -> usize {
        self.elements += usize::from(element.is_some());
        self.nodes.push((None, element, encoding));
        self.nodes.len() - 1
    }
}

impl Builder for Tree {
    type Node = usize;

    fn document(&mut self) -> usize {
        self.add(None, None)
    }

    fn create_element(&mut self, element: &NewElement<'_>) -> usize {
        let mut attributes = element.tag().into_iter().flat_map(|tag| tag.attributes());
        let encoding = attributes.find(|it| it.name() == "encoding");
        let encoding = encoding.map(|it| it.value().to_owned());
        let node = self.add(Some((element.namespace, element.name)), encoding);
        if element.has_contents {
            self.add(None, None);
        }
        node
    }

    fn create_again(&mut self, node: usize) -> usize {
        let (_, element, encoding) = self.nodes[node].clone();
        self.add(element, encoding)
    }

    fn template_contents(&mut self, node: usize) -> usize {
        node + 1
    }

    fn insert(&mut self, node: usize, place: Place<usize>) {
        self.nodes[node].0 = match place {
            Place::Inside(parent) => Some(parent),
            Place::Before(next) => self.nodes[next].0,
        };
    }

    fn detach(&mut self, node: usize) {
        self.nodes[node].0 = None;
    }

    fn move_children(&mut self, from: usize, to: usize) {
        for (parent, ..) in &mut self.nodes {
            if *parent == Some(from) {
                *parent = Some(to);
            }
        }
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].0
    }

    fn element(&self, node: usize, _: &Names) -> Option<(Namespace, Name)> {
        self.nodes[node].1
    }

    fn has_text_before(&self, _: Place<usize>) -> bool {
        false
    }

    fn append_text(&mut self, _: &str, _: Place<usize>) {}

    fn insert_text(&mut self, _: &str, _: Place<usize>) {}

    fn insert_comment(&mut self, _: &Comment<'_>, _: Place<usize>) {}

    fn insert_processing_instruction(&mut self, _: &ProcessingInstruction<'_>, _: Place<usize>) {}

    fn append_doctype(&mut self, _: &Doctype<'_>) {}

    fn add_attributes(&mut self, _: usize, _: &NewElement<'_>) {}

    fn attribute(&self, node: usize, name: AttributeName<'_>) -> Option<&str> {
        self.asked.set(self.asked.get() + 1);
        let encoding = self.nodes[node].2.as_deref();
        encoding.filter(|_| name.local_name == "encoding")
    }

    fn have_same_attributes(&self, one: usize, other: usize) -> bool {
        self.nodes[one].2 == self.nodes[other].2
    }
}

impl Receiver for Tree {}

const OUTER: &[&str] = &[
    "",
    "<math>",
    "<math><annotation-xml>",
    "<math><annotation-xml encoding=x>",
    "<math><annotation-xml encoding=TEXT/HTML>",
    "<math><annotation-xml encoding=application/xhtml+xml><b>",
    "<math><mi>",
    "<svg><desc>",
    "<svg><font color=x>",
    "<table><input type=hidden>",
    "<form><select>",
    "<p><b><i>",
];

const REPEATED: &[&str] = &[
    "<x/>",
    "<x></x>",
    "</x>",
    "<p>",
    "x",
    "\0",
    " ",
    "<!---->",
    "<?x>",
    "<!DOCTYPE x>",
    "<annotation-xml></annotation-xml>",
    "<annotation-xml encoding=text/html></annotation-xml>",
    "<svg/>",
    "<font color=x>",
    "<input type=hidden>",
    "<b>x</i>",
    "<![CDATA[x]]>",
    "<table>x</table>",
];

/// Twice for each element whether it declares a namespace, and twice whether it is an integration point.
fn check<R: TreeRevision>() {
    for outer in OUTER {
        for repeated in REPEATED {
            let options = BuildOptions::default();
            let mut parser = BuilderParser::<_, R>::of_revision(Tree::default(), &options);
            parser.feed(&format!("{outer}{}", repeated.repeat(100)));
            let (tree, _) = parser.finish();
            let (asked, elements) = (tree.asked.get(), tree.elements);
            let about = format!("{}: {outer:?}, {repeated:?}", R::ID);
            assert!(asked <= 4 * elements, "{about}: {asked} of {elements}");
        }
    }
}

#[test]
fn rules_ask_for_an_attribute_once() {
    check::<revisions::Newest>();
    check::<revisions::WhatwgDraft>();
    check::<revisions::Whatwg20200522>();
    check::<revisions::Whatwg20140523>();
    check::<revisions::W3c2012>();
    check::<revisions::Whatwg20090207>();
    check::<revisions::Whatwg20080309>();
}
