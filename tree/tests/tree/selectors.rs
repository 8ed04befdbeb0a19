//! Selection on the way through the tree against the crate `selectors`, which looks at the elements around each one.

use crate::with;
use fastrand::Rng;
use tokenwright_tests::tree_construction::random;
use tokenwright_tree::{Context, Namespace, NodeRef, Selector, parse, parse_with};

const COMPOUNDS: &[&str] = &[
    "*",
    "div",
    "p",
    "b",
    "td",
    "table",
    "svg",
    "foreignObject",
    "[id]",
    "[class~=a]",
    "p:first-child",
    ":nth-child(2n)",
    ":last-of-type",
    ":first-of-type",
    ":nth-of-type(2n+1)",
    ":not(:nth-last-of-type(2))",
    ":only-of-type",
    ":not(b)",
    ":not(p b)",
    ":is(a, b > *)",
    ":empty",
    ":root",
    "body",
    ":nth-last-child(1 of b)",
];

fn selector(random: &mut Rng) -> String {
    let mut selector = String::new();
    for at in 0..random.usize(1..5) {
        if at > 0 {
            selector.push_str(
                random
                    .choice([" ", " > ", " + ", " ~ ", ", "])
                    .expect("one"),
            );
        }
        selector.push_str(random.choice(COMPOUNDS).expect("one"));
    }
    selector
}

fn inside<'d>(node: NodeRef<'d>, selector: &Selector) -> Vec<NodeRef<'d>> {
    node.descendants()
        .filter(|node| selector.matches(*node))
        .collect()
}

#[test]
fn what_is_selected_matches() {
    let mut found = 0;
    for seed in 0..1_000 {
        let mut random = Rng::with_seed(seed);
        let html = random::document(&mut random);
        let document = parse(&html);
        let text = selector(&mut random);
        let selector: Selector = text.parse().expect("a selector");
        let selected: Vec<_> = selector.select(document.root()).collect();
        assert_eq!(
            selected,
            inside(document.root(), &selector),
            "{text} in {html:?}"
        );
        found += usize::from(!selected.is_empty());
        let nodes = document.root().descendants();
        for node in nodes.filter(|_| random.u8(0..4) == 0) {
            let selected: Vec<_> = selector.select(node).collect();
            assert_eq!(
                selected,
                inside(node, &selector),
                "{text} in {node:?} of {html:?}"
            );
        }
    }
    assert!(found > 200, "{found} selectors select something");
}

/// So many siblings that they are numbered.
#[test]
fn what_is_selected_among_many_siblings_matches() {
    let mut found = 0;
    for seed in 0..200 {
        let mut random = Rng::with_seed(seed);
        let pieces = [
            "<b></b>",
            "<i>",
            "</i>",
            "<svg/>",
            "<x></x>",
            "x",
            "<!---->",
            "<p>",
            "<p><b></b><i></i>",
        ];
        let html: String = (0..80)
            .map(|_| *random.choice(&pieces).expect("one"))
            .collect();
        let document = parse(&html);
        let text = selector(&mut random)
            + random
                .choice([":first-of-type", ":nth-last-of-type(3n)", ""])
                .expect("one");
        let selector: Selector = text.parse().expect("a selector");
        let nodes = document.root().descendants();
        for node in nodes.filter(|_| random.u8(0..8) == 0) {
            let expected = inside(node, &selector);
            found += expected.len();
            let mut matches = selector.select(node);
            for at in 0..expected.len() {
                let rest: Vec<_> = matches.clone().collect();
                assert_eq!(rest, expected[at..], "{text} in {node:?} of {html:?}");
                matches.next();
            }
            assert_eq!(matches.next(), None, "{text} in {node:?} of {html:?}");
        }
    }
    assert!(found > 500, "{found} elements are selected");
}

fn texts(html: &str, selector: &str) -> Vec<String> {
    let document = parse(html);
    let selected = document
        .select(selector)
        .unwrap_or_else(|error| panic!("{selector}: {error}"));
    selected
        .map(|node| node.text_content().into_owned())
        .collect()
}

#[test]
fn selectors_say_what_css_says() {
    let html = "<!DOCTYPE html><div id=d class='x Y'><h1>1</h1><p title=T>2<p class=x>3<svg><foreignObject>4</foreignObject></svg></div>\
        <form><input type=TEXT><b>5</b></form><template><i>6</i></template>";
    for (selector, expected) in [
        ("#d > p", &["2", "34"][..]),
        ("h1 + p", &["2"]),
        ("h1 ~ p", &["2", "34"]),
        ("h1 + p + p", &["34"]),
        (".x.Y > h1", &["1"]),
        (".y", &[]),
        ("[title=t]", &[]),
        ("[title=t i]", &["2"]),
        ("input[type=text] + b", &["5"]),
        ("P:nth-of-type(2)", &["34"]),
        ("foreignobject", &[]),
        ("foreignObject", &["4"]),
        ("i", &[]),
        ("h1, b", &["1", "5"]),
        ("form :only-of-type:not(input)", &["5"]),
        (":root > body > div p.x *", &["4", "4"]),
    ] {
        assert_eq!(texts(html, selector), expected, "{selector}");
    }
    assert_eq!(texts("<p class=A>1", ".a"), ["1"], "in quirks mode");
}

#[test]
fn attributes_with_prefixes_have_local_names() {
    let html = "<svg><a xlink:href=1>1</a></svg><a xlink:href=2>2</a>";
    assert_eq!(texts(html, "[*|href]"), ["1"]);
    assert_eq!(texts(html, "[href]"), [""; 0]);
    assert_eq!(texts(html, "[xlink\\:href]"), ["2"]);
}

#[test]
fn mistakes_have_a_message_and_a_place() {
    for (selector, message) in [
        ("", "a selector is missing, at byte 0"),
        ("a,", "a selector is missing, at byte 2"),
        ("a >", "a combinator without a selector after it, at byte 3"),
        (
            "p::before",
            "unsupported pseudo-class or pseudo-element, at byte 9",
        ),
        (
            ":has(a)",
            "unsupported pseudo-class or pseudo-element, at byte 7",
        ),
        ("svg|a", "an unknown namespace prefix, at byte 5"),
        ("[a=]", "an unexpected end, at byte 4"),
        ("[a=(]", "an invalid attribute selector, at byte 5"),
        (". a", "a class without a name, at byte 3"),
    ] {
        let error = selector
            .parse::<Selector>()
            .expect_err(selector)
            .to_string();
        assert_eq!(error, format!("{message} of the selector"), "{selector}");
    }
    let long = vec!["a"; 64].join(" ");
    assert!(long.parse::<Selector>().is_ok());
    let error = format!("{long} b")
        .parse::<Selector>()
        .expect_err("too many");
    assert!(
        error
            .to_string()
            .starts_with("more than 64 compound selectors")
    );
}

/// A fragment is no element, and the scope of what is in it all the same. In a document, the scope is its element.
#[test]
fn the_scope_is_the_node() {
    let options = with(|it| it.context = Some(Context::new("div", Namespace::Html)));
    let fragment = parse_with("<p>1<p>2<b>x</b><div><p>3</div>", &options);
    let document = parse("<template><p>1<p>2<b>x</b><div><p>3</div></template>");
    let template = document.select("template").expect("a selector").next();
    let contents = template.and_then(|it| it.template_contents());
    for root in [fragment.root(), contents.expect("contents")] {
        let count = |selector| root.select(selector).expect(selector).count();
        assert_eq!(count("p"), 3);
        assert_eq!(count(":scope > p"), 2);
        assert_eq!(count(":scope p"), 3);
        assert_eq!(count(":scope + p, :scope ~ p, :scope"), 0);
        assert_eq!(count("p > :scope > p, p:scope > b"), 0);
    }
    let count = |selector| document.select(selector).expect(selector).count();
    assert_eq!((count(":scope > head"), count(":scope > html")), (1, 0));
}

#[test]
fn a_copy_of_matches_goes_on_where_it_is() {
    let document = parse("<p><b>1</b><p><b>2</b><p><b>3</b>");
    let mut matches = document.select("p > b").expect("a selector");
    matches.next();
    let [one, other] = [matches.clone(), matches].map(|it| it.map(|b| b.id()).collect::<Vec<_>>());
    assert_eq!((one.len(), &one), (2, &other));
}
