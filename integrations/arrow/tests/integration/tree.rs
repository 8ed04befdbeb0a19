//! Links and titles against those of html5ever's tree.

use crate::{corpus, rows};
use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use tokenwright_arrow::{Extractor, Links, Page, Request};

/// The `href` of each `a` and `area`, and the text of the first `title`, in the order of the tree.
#[derive(Default)]
struct Found {
    links: Vec<String>,
    title: Option<String>,
}

fn walk(node: &Handle, found: &mut Found) {
    if let NodeData::Element { name, attrs, .. } = &node.data {
        let local: &str = &name.local;
        if matches!(local, "a" | "area") {
            let attributes = attrs.borrow();
            let href = attributes
                .iter()
                .find(|attribute| &*attribute.name.local == "href");
            found.links.extend(href.map(|href| href.value.to_string()));
        }
        if local == "title" && found.title.is_none() {
            let mut text = String::new();
            for child in node.children.borrow().iter() {
                if let NodeData::Text { contents } = &child.data {
                    text.push_str(&contents.borrow());
                }
            }
            found.title = Some(text.split_ascii_whitespace().collect::<Vec<_>>().join(" "));
        }
        if let NodeData::Element {
            template_contents, ..
        } = &node.data
            && let Some(contents) = &*template_contents.borrow()
        {
            walk(contents, found);
        }
    }
    for child in node.children.borrow().iter() {
        walk(child, found);
    }
}

/// The tree of a page without scripts.
pub(crate) fn dom(html: &str) -> RcDom {
    let mut options = html5ever::ParseOpts::default();
    options.tree_builder.scripting_enabled = false;
    html5ever::parse_document(RcDom::default(), options).one(html)
}

#[test]
fn links_and_titles_are_those_of_a_tree() {
    let request = Request::default().links(Links::raw()).title(true);
    let extractor = Extractor::new(request).expect("a request");
    for (name, html) in corpus::pages() {
        let mut expected = Found::default();
        walk(&dom(&html).document, &mut expected);
        let batch = rows::row(&extractor, &Page::text(&html));
        assert_eq!(rows::string(&batch, "title"), expected.title, "{name}");
        let mut links = rows::list(&batch, "links", "raw");
        // Foster parenting and the adoption agency move elements.
        links.sort();
        expected.links.sort();
        assert_eq!(links.len(), expected.links.len(), "{name}");
        assert_eq!(links, expected.links, "{name}");
    }
}
