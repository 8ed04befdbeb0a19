//! Places of texts and attributes that are found when they are asked for.

use crate::with;
use tokenwright_tree::{NodeRef, Parser, parse_as, parse_with, revisions};

/// The part of the source that each text has, and each attribute.
fn sources(html: &str, root: NodeRef<'_>) -> [Vec<String>; 2] {
    let nodes = || root.descendants();
    let of = |span: tokenwright_tree::Span| html[span.range()].to_owned();
    let texts = nodes().filter(|node| node.as_text().is_some());
    let texts = texts.map(|node| node.spans().start.map_or(String::new(), of));
    let attributes = nodes().flat_map(|node| node.attribute_spans());
    let attributes = attributes.map(|spans| {
        spans.map_or(String::new(), |spans| {
            format!("{}={}", of(spans.name), of(spans.value))
        })
    });
    [texts.collect(), attributes.collect()]
}

#[track_caller]
fn check(html: &str, texts: &[&str], attributes: &[&str]) {
    let options = with(|it| it.spans = true);
    let whole = parse_with(html, &options);
    assert_eq!(sources(html, whole.root()), [texts, attributes]);
    let mut parser = Parser::new(&options);
    html.split_inclusive(' ').for_each(|part| parser.feed(part));
    assert_eq!(sources(html, parser.finish().root()), [texts, attributes]);
    #[cfg(feature = "whatwg-2020-05-22")]
    {
        let then = parse_as::<revisions::Whatwg20200522>(html, &options);
        assert_eq!(sources(html, then.root()), [texts, attributes]);
    }
}

#[test]
fn texts_of_several_parts_have_the_whole_range() {
    check("<p>a&amp;b</x>c", &["a&amp;b</x>c"], &[]);
    check("<pre>\r\n\r\nx\r\n</pre>", &["\r\nx\r\n"], &[]);
    check("<body>a\0b", &["a\0b"], &[]);
    // The first character is inserted, and what follows waits until the table goes on.
    check("<table><colgroup> x<tr>", &["x", " "], &[]);
    check("<table><tr>a&lt;<td>b", &["a&lt;", "b"], &[]);
}

#[test]
fn attributes_have_the_places_of_their_tags() {
    let html = "<html A='1' b=2><p c D = \"&lt;\"  c=no><b e=5>x</p>y<html b=no f=6><html f=no g>";
    let attributes = ["A=1", "b=2", "f=6", "g=", "c=", "D=&lt;", "e=5", "e=5"];
    check(html, &["x", "y"], &attributes);
    check(
        "<svg viewbox=1 xlink:href=a />",
        &[],
        &["viewbox=1", "xlink:href=a"],
    );
    check("<body/a=1\0<=2>", &[], &["a=1\0<=2"]);
}
