//! Limits: exact, and the same however the input is split.

use crate::with;
use fastrand::Rng;
use tokenwright_tests::tree_construction::random;
use tokenwright_tree::{Document, LimitExceeded, Limits, Parser, parse, parse_with};

fn documents() -> impl Iterator<Item = String> {
    (0..150).map(|seed| random::document(&mut Rng::with_seed(seed)))
}

/// The default limits with changes.
fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    change(&mut limits);
    limits
}

fn parse_limited(html: &str, change: impl FnOnce(&mut Limits)) -> Document {
    parse_with(html, &with(|it| change(&mut it.limits)))
}

/// The limit at which a document stops, in one piece and byte by byte, with errors and without.
fn exceeded(html: &str, limits: Limits) -> Option<LimitExceeded> {
    let options = |errors| with(|it| (it.limits, it.errors, it.spans) = (limits, errors, errors));
    let whole = parse_with(html, &options(false));
    let mut all: Vec<Document> = vec![parse_with(html, &options(true))];
    for errors in [false, true] {
        let mut parser = Parser::new(&options(errors));
        for byte in html.as_bytes() {
            parser.feed_bytes(&[*byte]);
        }
        let stopped = parser.is_stopped();
        let document = parser.finish();
        assert!(!stopped || document.limit_exceeded().is_some());
        all.push(document);
    }
    for document in all {
        assert_eq!(
            document.limit_exceeded(),
            whole.limit_exceeded(),
            "{html:?}"
        );
        // What is left of a document is a document.
        assert!(document.to_html5lib().starts_with("| "), "{html:?}");
        assert!(document.node_count() <= parse(html).node_count());
    }
    whole.limit_exceeded()
}

#[test]
fn the_limit_of_nodes_is_exact() {
    for html in documents() {
        let nodes = parse(&html).node_count();
        let of = |nodes| exceeded(&html, limits(|it| it.nodes = nodes));
        assert_eq!(of(nodes), None, "{html:?}");
        // The end of the file creates elements, and is checked too.
        assert_eq!(
            of(nodes - 1),
            Some(LimitExceeded::Nodes(nodes - 1)),
            "{html:?}"
        );
    }
}

#[test]
fn the_limit_of_bytes_is_exact() {
    for html in documents() {
        let parts = html.len();
        let of = |bytes| parse_limited(&html, |it| it.bytes = bytes).limit_exceeded();
        assert_eq!(of(parts), None);
        assert_eq!(of(parts - 1), Some(LimitExceeded::Bytes(parts - 1)));
    }
}

#[test]
fn a_deeper_limit_stops_no_earlier() {
    let mut depths = 0;
    for html in documents() {
        let of = |depth| exceeded(&html, limits(|it| it.depth = depth));
        let first = (0..40)
            .find(|depth| of(*depth).is_none())
            .expect("a depth that is enough");
        for depth in 0..first {
            assert_eq!(of(depth), Some(LimitExceeded::Depth(depth)), "{html:?}");
        }
        assert_eq!(of(first + 1), None);
        depths = depths.max(first);
    }
    assert!(depths > 8, "{depths}");
}

#[test]
fn limits_of_tokens_stop_the_tree() {
    let document = parse_limited("<p>a<b x y z>c", |it| it.tokens.attributes = 2);
    let exceeded = document.limit_exceeded().expect("a limit");
    assert!(matches!(exceeded, LimitExceeded::Token(_)), "{exceeded:?}");
    assert_eq!(document.root().text_content(), "a");
}

#[test]
fn forgotten_formatting_changes_no_tree_that_has_less() {
    for html in documents() {
        let of = |most| parse_limited(&html, |it| it.formatting = most).to_html5lib();
        assert_eq!(of(24), parse(&html).to_html5lib(), "{html:?}");
        assert!(of(0).starts_with("| "), "{html:?}");
    }
    let nested = parse_limited("<p><b><i><u>x<p>y", |it| it.formatting = 2);
    let html = "<html><head></head><body><p><b><i><u>x</u></i></b></p><p><i><u>y</u></i></p></body></html>";
    assert_eq!(nested.to_string(), html);
}
