//! Columns of what pages say about themselves, and text blocks.

use crate::rows;
use arrow_array::Array;
use tokenwright_arrow::{Extractor, Links, Page, PageLimits, Request};

const HTML: &str = "<html lang=de><link rel=canonical href=/c><meta name=robots content=none>\
    <script type=application/ld+json>{}</script>words<h2>Heading</h2>more<a rel=next hreflang=fr href=x>";

fn request() -> Request {
    Request::default()
        .lang(true)
        .canonical(true)
        .robots(true)
        .json_ld(true)
        .blocks(true)
}

#[test]
fn columns_are_those_that_are_asked_for() {
    let extractor = Extractor::new(request()).expect("a request");
    let names: Vec<_> = extractor
        .schema()
        .fields()
        .iter()
        .map(|field| field.name().clone())
        .collect();
    assert_eq!(
        names,
        [
            "reason", "encoding", "blocks", "lang", "canonical", "robots", "json_ld"
        ]
    );
    let mut batch = extractor.batch();
    batch.push(&Page::text(HTML).url("http://e/"));
    batch.push_null();
    batch.push_text("known");
    batch.push(&Page::text(""));
    let batch = batch.take();
    let column = |name| rows::strings(&batch, name);
    let some = |text: &str| vec![Some(text.to_owned()), None, None, None];
    assert_eq!(column("lang"), some("de"));
    assert_eq!(column("canonical"), some("http://e/c"));
    assert_eq!(column("robots"), some("none"));
    let lists = |column, texts: &[&str]| {
        let texts = texts.iter().map(|text| Some((*text).to_owned()));
        let expected = vec![Some(texts.collect()), None, None, Some(Vec::new())];
        assert_eq!(rows::lists(&batch, column, "text"), expected);
    };
    lists("json_ld", &["{}"]);
    lists("blocks", &["words", "more"]);
}

#[test]
fn each_column_can_be_asked_for_alone() {
    let setters: [fn(Request, bool) -> Request; 5] = [
        Request::lang,
        Request::canonical,
        Request::robots,
        Request::json_ld,
        Request::blocks,
    ];
    for set in setters {
        let batch = rows::of(set(Request::default(), true), &Page::text(HTML));
        assert_eq!(batch.num_columns(), 3);
        // Without the URL of the page, a relative URL is none.
        let is_null = batch.schema().field(2).name() == "canonical";
        assert_eq!(batch.column(2).is_null(0), is_null);
    }
}

#[test]
fn a_page_that_is_read_again_says_everything_once() {
    // The declaration is beyond the first 1,024 bytes.
    let html = [
        &b"<html lang=a><h1>\xE9</h1><script type=application/ld+json>\xE9</script>"[..],
        &b" ".repeat(2000),
        b"<meta charset=windows-1251>",
    ]
    .concat();
    let batch = rows::of(request().links(Links::raw().rel(true)), &Page::bytes(&html));
    assert_eq!(
        rows::strings(&batch, "encoding"),
        [Some("windows-1251".to_owned())]
    );
    assert_eq!(rows::list(&batch, "json_ld", "text"), ["\u{439}"]);
    assert_eq!(rows::list(&batch, "blocks", "heading"), ["\u{439}"]);
    assert_eq!(rows::strings(&batch, "lang"), [Some("a".to_owned())]);
}

#[test]
fn what_a_page_says_counts_as_output() {
    let long = "x".repeat(10_000);
    let html =
        format!("<script type=application/ld+json>{long}</script><p><a rel={long} href=a><p>more");
    for request in [request(), Request::default().links(Links::raw().rel(true))] {
        let limits = PageLimits::default().output_bytes(100);
        let batch = rows::of(request.limits(limits), &Page::text(&html));
        let reason = rows::string(&batch, "reason");
        let expected = "the page has more than 100 bytes of output";
        assert_eq!(reason.as_deref(), Some(expected));
    }
}
