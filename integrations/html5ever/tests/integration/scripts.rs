//! Scripts that run while the page is parsed.

use crate::trees::{outline, parser};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, QualName, TokenizerResult, local_name, ns};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use std::error::Error;
use tokenwright_html5ever::rcdom::Outline;
use tokenwright_html5ever::{ParseOpts, Parser, ProcessingInstructions, parse_document};
use tokenwright_tests::shared;
use tokenwright_tests::tree_construction::read;

/// Runs each script that a call reached: `result` is what the call returned.
fn run(parser: &mut Parser<RcDom>, mut result: TokenizerResult<Handle>) {
    while let TokenizerResult::Script(script) = result {
        let text = script
            .children
            .borrow()
            .first()
            .map_or_else(String::new, text_of);
        for statement in text.split(';').filter(|statement| !statement.is_empty()) {
            match statement.strip_prefix("document.write(") {
                Some(argument) => {
                    let written = parser.insert(&string_of(argument));
                    run(parser, written);
                }
                None => run_on_tree(&parser.sink().document, statement),
            }
        }
        result = parser.resume();
    }
}

fn text_of(node: &Handle) -> String {
    match &node.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => panic!("not text"),
    }
}

/// The value of an expression of quoted strings and plus signs, up to `)`.
fn string_of(expression: &str) -> String {
    let mut string = String::new();
    let mut rest = expression;
    while let Some(quote) = rest.chars().next().filter(|c| *c != ')') {
        rest = &rest[1..];
        if matches!(quote, '"' | '\'') {
            let (part, after) = rest.split_once(quote).expect("a closing quotation mark");
            string.push_str(part);
            rest = after;
        }
    }
    string
}

/// Runs the two statements of the suite that change the tree.
fn run_on_tree(document: &Handle, statement: &str) {
    let (matches, name, value): (fn(&Handle) -> bool, _, _) = match statement {
        "document.getElementById(\"A\").id = \"B\"" => (has_id_a, local_name!("id"), "B"),
        "document.getElementsByTagName(\"font\")[2].setAttribute(\"size\", \"5\")" => {
            (is_third_font, local_name!("size"), "5")
        }
        _ => panic!("an unknown statement: {statement}"),
    };
    let mut nodes = vec![document.clone()];
    while let Some(node) = nodes.pop() {
        if matches(&node)
            && let NodeData::Element { attrs, .. } = &node.data
        {
            let mut attrs = attrs.borrow_mut();
            attrs.retain(|attr| attr.name.local != name);
            attrs.push(Attribute {
                name: QualName::new(None, ns!(), name),
                value: StrTendril::from(value),
            });
            return;
        }
        nodes.extend(node.children.borrow().iter().rev().cloned());
    }
    panic!("no element for {statement}");
}

fn has_id_a(node: &Handle) -> bool {
    matches!(&node.data, NodeData::Element { attrs, .. }
        if attrs.borrow().iter().any(|attr| attr.name.local == local_name!("id") && &*attr.value == "A"))
}

/// The third font element is inside two others.
fn is_third_font(node: &Handle) -> bool {
    let is_font = |node: &Handle| matches!(&node.data, NodeData::Element { name, .. } if name.local == local_name!("font"));
    let parent = |node: &Handle| {
        let parent = node.parent.take();
        node.parent.set(parent.clone());
        parent.and_then(|parent| parent.upgrade())
    };
    is_font(node)
        && parent(node).is_some_and(|second| {
            is_font(&second) && parent(&second).is_some_and(|first| is_font(&first))
        })
}

#[test]
fn the_trees_of_scripts_are_as_expected_at_every_split() -> Result<(), Box<dyn Error>> {
    let tests = match shared::find("tree-construction/scripted") {
        Ok(folder) => read(&folder)?,
        Err(absent) => return Ok(absent.skip()?),
    };
    assert_eq!(tests.len(), 4);
    for test in tests {
        let input = test.input(true);
        for at in 0..=test.data.len() {
            let mut parser = parser(&input, ProcessingInstructions::Comments);
            for chunk in [&test.data[..at], &test.data[at..]] {
                let result = parser.feed(chunk);
                run(&mut parser, result);
            }
            let tree = outline(&input, &parser.finish());
            assert_eq!(tree, test.document, "split at {at}: {test:?}");
        }
    }
    Ok(())
}

/// The tree of a page whose scripts write.
fn tree(page: &str) -> String {
    let mut parser = parse_document(RcDom::default(), ParseOpts::default());
    let result = parser.feed(page);
    run(&mut parser, result);
    Outline(&parser.finish().document).to_string()
}

#[test]
fn a_script_may_write_half_a_tag() {
    let page = "<p>1<script>document.write('<b cla');document.write('ss=x')</script>>2</b>3";
    let expected = "\
| <html>
|   <head>
|   <body>
|     <p>
|       \"1\"
|       <script>
|         \"document.write('<b cla');document.write('ss=x')\"
|       <b>
|         class=\"x\"
|         \"2\"
|       \"3\"
";
    assert_eq!(tree(page), expected);
}

#[test]
fn input_waits_for_the_script() {
    let mut parser = parse_document(RcDom::default(), ParseOpts::default());
    let TokenizerResult::Script(_) = parser.feed("<script></script>2") else {
        panic!("no script");
    };
    assert!(matches!(
        parser.feed("3<script></script>4"),
        TokenizerResult::Done
    ));
    assert!(matches!(parser.insert("1"), TokenizerResult::Done));
    assert!(matches!(parser.resume(), TokenizerResult::Script(_)));
    assert!(matches!(parser.resume(), TokenizerResult::Done));
    let tree = Outline(&parser.finish().document).to_string();
    assert!(tree.contains("\"123\""), "{tree}");
    assert!(tree.ends_with("\"4\"\n"), "{tree}");
}

#[test]
fn a_declared_encoding_is_reported_once() {
    let mut parser = parse_document(RcDom::default(), ParseOpts::default());
    let TokenizerResult::EncodingIndicator(label) = parser.feed("<meta charset=koi8-r><p>1") else {
        panic!("no declaration");
    };
    assert_eq!(&*label, "koi8-r");
    assert!(matches!(parser.resume(), TokenizerResult::Done));
    let tree = Outline(&parser.finish().document).to_string();
    assert!(tree.ends_with("|       \"1\"\n"), "{tree}");
}
