//! Nodes against the tree that they are in.

use crate::with;
use fastrand::Rng;
use tokenwright_tests::tree_construction::{namespace, random};
use tokenwright_tree::{Context, NodeData, NodeRef, Visit, parse_with};

/// The nodes below a node, by the links to first children and next siblings alone.
fn below<'d>(node: NodeRef<'d>, out: &mut Vec<NodeRef<'d>>) {
    let mut child = node.first_child();
    while let Some(node) = child {
        out.push(node);
        below(node, out);
        child = node.next_sibling();
    }
}

fn check(root: NodeRef<'_>) {
    let mut expected = Vec::new();
    below(root, &mut expected);
    let found: Vec<_> = root.descendants().collect();
    assert_eq!(found, expected);
    let (mut open, mut left) = (Vec::new(), 0);
    for visit in root.traverse() {
        match visit {
            Visit::Enter(node) => {
                let above: Vec<_> = node.ancestors().collect();
                let expected: Vec<_> = open.iter().rev().copied().collect();
                assert_eq!(above, expected);
                open.push(node);
            }
            Visit::Leave(node) => {
                assert_eq!(open.pop(), Some(node));
                left += 1;
            }
        }
    }
    assert_eq!((open.len(), left), (0, expected.len() + 1));
    let mut text = String::new();
    for node in &expected {
        let children: Vec<_> = node.children().collect();
        let mut back: Vec<_> = node.children().rev().collect();
        back.reverse();
        assert_eq!(children, back);
        assert!(children.iter().all(|child| child.parent() == Some(*node)));
        let before = node.previous_siblings().count();
        let parent = node.parent().expect("it has one");
        assert_eq!(parent.children().nth(before), Some(*node));
        assert_eq!(
            parent.children().count(),
            before + 1 + node.next_siblings().count()
        );
        if let NodeData::Text(characters) = node.data() {
            assert_eq!(node.text_content(), characters);
            text.push_str(characters);
        }
        if let Some(contents) = node.template_contents() {
            assert!(node.is_html("template") && node.first_child().is_none());
            assert_eq!(
                (contents.parent(), contents.data()),
                (None, NodeData::Fragment)
            );
            check(contents);
        }
        for attribute in node.attributes() {
            assert_eq!(
                node.attribute(&attribute.to_string()),
                Some(attribute.value)
            );
        }
    }
    assert_eq!(root.text_content(), text);
}

#[test]
fn nodes_agree_with_each_other() {
    for seed in 0..400 {
        let input = random::input(&mut Rng::with_seed(seed));
        let context = input.context.as_ref();
        let context = context.map(|of| Context::new(&*of.name, namespace(of)));
        let is_fragment = context.is_some();
        let document = parse_with(&input.html, &with(|it| it.context = context));
        let expected = match is_fragment {
            true => NodeData::Fragment,
            false => NodeData::Document,
        };
        assert_eq!(
            (document.root().data(), document.root().parent()),
            (expected, None)
        );
        check(document.root());
    }
}

#[test]
fn children_are_taken_from_both_ends() {
    let document = tokenwright_tree::parse("<ul><li>1<li>2<li>3");
    let list = document
        .root()
        .descendants()
        .find(|node| node.is_html("ul"));
    let mut children = list.expect("a list").children();
    let text = |node: Option<NodeRef<'_>>| node.map(|node| node.text_content().into_owned());
    assert_eq!(text(children.next()).as_deref(), Some("1"));
    assert_eq!(text(children.next_back()).as_deref(), Some("3"));
    assert_eq!(text(children.next_back()).as_deref(), Some("2"));
    assert_eq!((children.next(), children.next_back()), (None, None));
}

#[test]
fn a_document_prints_no_nodes_for_debugging() {
    let printed = format!("{:?}", tokenwright_tree::parse(&"<p>a".repeat(1000)));
    assert!(printed.contains("node_count: 2004"), "{printed}");
    assert!(printed.len() < 200, "{printed}");
}
