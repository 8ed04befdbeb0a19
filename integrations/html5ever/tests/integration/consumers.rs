//! The sinks of published crates.

use crate::pages;
use html5ever::tendril::TendrilSink;
use html5ever::{QualName, local_name, ns};
use scraper::{Html, HtmlTreeSink, Selector};
use std::error::Error;
use tokenwright_html5ever::{parse_document, parse_fragment};
use tokenwright_tests::pages::Page;

fn document(html: &str) -> Html {
    parse_document(HtmlTreeSink::new(Html::new_document()), Default::default()).one(html)
}

fn fragment(html: &str) -> Html {
    let context = QualName::new(None, ns!(html), local_name!("body"));
    let sink = HtmlTreeSink::new(Html::new_fragment());
    parse_fragment(sink, Default::default(), context, vec![], false).one(html)
}

#[test]
fn scraper_gets_the_trees_of_html5ever() -> Result<(), Box<dyn Error>> {
    for Page { name, text } in pages::all()? {
        assert!(
            document(&text).tree == Html::parse_document(&text).tree,
            "{name}"
        );
        assert!(
            fragment(&text).tree == Html::parse_fragment(&text).tree,
            "{name}"
        );
    }
    Ok(())
}

#[test]
fn scraper_selects_in_documents_and_fragments() -> Result<(), Box<dyn Error>> {
    let list = "<ul><li class=odd>One</li><li>Two</li><li class=odd>Three</li></ul>";
    let selector = Selector::parse("li.odd").map_err(|error| error.to_string())?;
    for html in [document(list), fragment(list)] {
        let items: Vec<String> = html
            .select(&selector)
            .map(|item| item.inner_html())
            .collect();
        assert_eq!(items, ["One", "Three"]);
    }
    assert_eq!(
        fragment(list).root_element().html(),
        format!("<html>{}</html>", list.replace("=odd", "=\"odd\""))
    );
    Ok(())
}
