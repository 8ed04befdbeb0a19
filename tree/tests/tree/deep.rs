//! Documents whose elements are nested deeper than the machine's stack.

use tokenwright_tree::parse;

/// Parses `depth` nested elements, and does all that goes through the tree.
fn go_through(depth: usize) {
    let html = "<b><div>".repeat(depth / 2) + "x";
    let document = parse(&html);
    let copy = document.clone();
    drop(document);
    let root = copy.root();
    let elements = root.descendants().filter(|node| node.is_element()).count();
    assert!(elements >= depth, "{elements} elements");
    assert_eq!(root.text_content(), "x");
    assert_eq!(copy.to_string().matches("<div>").count(), depth / 2);
    assert_eq!(root.inner_html().len(), copy.to_string().len());
    let count = |selector: &str| copy.select(selector).expect("a selector").count();
    // There is none; each element has as many above it as the tree is deep.
    assert_eq!(count("nav div, .a > b ~ div *"), 0);
    assert_eq!(count("body div, :root > * div:last-child"), depth / 2);
    assert_eq!(root.traverse().count(), 2 * root.descendants().count() + 2);
    let last = root.descendants().last().expect("a node");
    // The head is not above it, and the Document is.
    assert_eq!(last.ancestors().count(), elements);
}

/// Templates are nested by their contents.
#[test]
fn deep_templates_need_no_stack() {
    let depth = 20_000;
    let document = parse(&"<template>".repeat(depth));
    let html = document.clone().to_string();
    assert_eq!(html.matches("</template>").count(), depth);
}

#[test]
fn deep_documents_need_no_stack() {
    go_through(100_000);
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn very_deep_documents_need_no_stack() {
    go_through(1_000_000);
}
