//! Limits on what the tree builder has open.

use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use tokenwright::{Limit, Limits};
use tokenwright_html5ever::rcdom::Outline;
use tokenwright_html5ever::{Options, ProcessingInstructions};

/// The depth of the tree, without recursion.
fn depth(dom: &RcDom) -> usize {
    let mut deepest = 0;
    let mut rest: Vec<(Handle, usize)> = vec![(dom.document.clone(), 0)];
    while let Some((node, depth)) = rest.pop() {
        deepest = deepest.max(depth);
        if let NodeData::Element {
            template_contents, ..
        } = &node.data
        {
            rest.extend(
                template_contents
                    .borrow()
                    .iter()
                    .map(|contents| (contents.clone(), depth)),
            );
        }
        let children = node.children.borrow();
        rest.extend(children.iter().map(|child| (child.clone(), depth + 1)));
    }
    deepest
}

/// Parses in chunks; returns the tree, and the limit that was exceeded.
fn parsed(html: &str, limits: Limits, nodes: ProcessingInstructions) -> (RcDom, Option<Limit>) {
    let options = Options::default().processing_instructions(nodes);
    let mut parser = options.limits(limits).parse_document(RcDom::default());
    for chunk in html.as_bytes().chunks(4099) {
        parser.process(str::from_utf8(chunk).expect("ASCII").into());
    }
    let exceeded = parser.limit_exceeded();
    (parser.finish(), exceeded.map(|exceeded| exceeded.limit))
}

#[test]
fn nesting_is_limited_whatever_opens_elements() {
    let formatting = (0..2000).fold(String::from("<p>"), |html, n| format!("{html}<b id={n}>"));
    let inputs = [
        "<ul><li>".repeat(16_000),
        "<div>".repeat(16_000),
        "<table><tr><td>".repeat(6000),
        "<svg><desc>".repeat(8000),
        "<template>".repeat(16_000),
        "<button><p><font>".repeat(6000),
        formatting + &"</p><p>x".repeat(100),
    ];
    for html in &inputs {
        for nodes in [
            ProcessingInstructions::Comments,
            ProcessingInstructions::Nodes,
        ] {
            let limits = Limits {
                nesting: 300,
                ..Limits::default()
            };
            let (dom, limit) = parsed(html, limits, nodes);
            let (depth, beginning) = (depth(&dom), &html[..20]);
            assert_eq!(limit, Some(Limit::Nesting), "{beginning}");
            assert!((100..=640).contains(&depth), "{beginning}: {depth}");
        }
    }
}

#[test]
fn below_a_limit_trees_are_the_same() {
    let html = "<ul><li>a<li>b<p>c</ul><table><td>d<b>e</table><svg><g></g></svg>".repeat(500);
    let nodes = ProcessingInstructions::Comments;
    let (free, _) = parsed(&html, Limits::default(), nodes);
    let limits = Limits {
        nesting: 600,
        attributes: 9,
        token_bytes: 100,
        ..Limits::default()
    };
    let (dom, limit) = parsed(&html, limits, nodes);
    assert_eq!(limit, None);
    assert_eq!(
        Outline(&dom.document).to_string(),
        Outline(&free.document).to_string()
    );
    let (dom, limit) = parsed(
        "<p>a<p b c>d",
        Limits {
            attributes: 1,
            ..Limits::default()
        },
        nodes,
    );
    assert_eq!(limit, Some(Limit::Attributes));
    let tree = Outline(&dom.document).to_string();
    assert!(tree.ends_with("<p>\n|       \"a\"\n"), "{tree}");
}
