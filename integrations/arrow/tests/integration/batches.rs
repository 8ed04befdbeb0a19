//! Batches of any size, type and number of threads have the same rows.

use crate::random;
use crate::rows;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray, StringArray,
    StringViewArray,
};
use fastrand::Rng;
use std::num::NonZeroUsize;
use std::sync::Arc;
use tokenwright_arrow::{Extractor, Links, Page, Pages, Request};

fn everything() -> Extractor {
    Extractor::new(rows::everything()).expect("a request")
}

#[test]
fn a_batch_of_n_pages_is_n_batches_of_one() {
    let mut rng = Rng::with_seed(1);
    let extractor = everything();
    for len in [0, 1, 2, 33, 500] {
        let pages: Vec<Option<Vec<u8>>> = (0..len)
            .map(|_| (rng.usize(..9) > 0).then(|| random::bytes(&mut rng)))
            .collect();
        let html = BinaryArray::from_iter(pages.iter());
        let urls = StringArray::from_iter_values((0..len).map(|n| format!("http://e/{n}/")));
        let pages = Pages::new(&html)
            .expect("binary")
            .urls(&urls)
            .expect("strings");
        let together = extractor.extract(&pages);
        assert_eq!(together.num_rows(), len);
        let reused = &mut extractor.batch();
        for row in 0..len {
            match pages.get(row).expect("strings") {
                Some(page) => reused.push(&page),
                None => reused.push_null(),
            }
            assert_eq!(reused.take(), together.slice(row, 1), "row {row}");
        }
        let threads = NonZeroUsize::new(3).expect("not 0");
        let batches = extractor
            .extract_on(threads, &[pages], |_| true)
            .expect("not stopped");
        let mut start = 0;
        for batch in batches {
            assert_eq!(batch, together.slice(start, batch.num_rows()));
            start += batch.num_rows();
        }
        assert_eq!(start, len);
    }
}

#[test]
fn every_type_of_input_gives_the_same_rows() {
    let pages = [
        Some("<title>é</title><a href=x>"),
        None,
        Some(""),
        Some("<p>a</p> b"),
    ];
    let bytes = || pages.map(|page| page.map(str::as_bytes));
    let arrays: [ArrayRef; 6] = [
        Arc::new(StringArray::from_iter(pages)),
        Arc::new(LargeStringArray::from_iter(pages)),
        Arc::new(StringViewArray::from_iter(pages)),
        Arc::new(BinaryArray::from_iter(bytes())),
        Arc::new(LargeBinaryArray::from_iter(bytes())),
        Arc::new(BinaryViewArray::from_iter(bytes())),
    ];
    let types = StringArray::from(vec!["text/html; charset=utf-8"; 4]);
    let extractor = everything();
    let results = arrays.each_ref().map(|array| {
        let pages = Pages::new(array)
            .expect("pages")
            .content_types(&types)
            .expect("strings");
        extractor.extract(&pages)
    });
    for (array, batch) in arrays.iter().zip(&results) {
        assert_eq!(
            batch.columns()[2..],
            results[0].columns()[2..],
            "{}",
            array.data_type()
        );
    }
    assert_eq!(rows::strings(&results[0], "encoding"), [const { None }; 4]);
    let utf8 = || Some("UTF-8".to_owned());
    assert_eq!(
        rows::strings(&results[5], "encoding"),
        [utf8(), None, utf8(), utf8()]
    );
}

#[test]
fn slices_of_a_column_are_read_where_they_begin() {
    let html = StringArray::from(vec!["<p>a", "<p>b", "<p>c"]).slice(1, 2);
    let extractor = Extractor::new(Request::default().text(true)).expect("a request");
    let batch = extractor.extract(&Pages::new(&html).expect("strings"));
    assert_eq!(
        rows::strings(&batch, "text"),
        [Some("b".to_owned()), Some("c".to_owned())]
    );
}

#[test]
fn null_and_empty_are_told_apart() {
    let html = StringArray::from(vec![None, Some(""), Some("<title></title><meta name=a>")]);
    let batch = everything().extract(&Pages::new(&html).expect("strings"));
    for column in batch.columns() {
        assert!(column.is_null(0));
    }
    assert_eq!(
        rows::strings(&batch, "text"),
        [None, Some(String::new()), Some(String::new())]
    );
    assert_eq!(
        rows::strings(&batch, "title"),
        [None, None, Some(String::new())]
    );
    let empty = Some(Vec::new());
    assert_eq!(
        rows::lists(&batch, "links", "url"),
        [None, empty.clone(), empty.clone()]
    );
    assert_eq!(
        rows::lists(&batch, "meta", "content"),
        [None, empty, Some(vec![None])]
    );
}

#[test]
fn an_extraction_can_be_stopped() {
    let html = StringArray::from(vec!["<p>"; 100_000]);
    let extractor = Extractor::new(Request::default().text(true)).expect("a request");
    let mut calls = 0;
    let pages = Pages::new(&html).expect("strings");
    let threads = NonZeroUsize::new(2).expect("not 0");
    let stopped = extractor.extract_on(threads, &[pages, pages], |_| {
        calls += 1;
        false
    });
    assert_eq!((stopped, calls), (None, 1));
}

#[test]
fn links_are_resolved() {
    let links = Links::resolved();
    let request = Request::default().links(links.clone());
    let urls = |html: &str, url: Option<&str>| {
        let page = Page::text(html);
        let page = url.map_or(page, |url| page.url(url));
        rows::lists(&rows::of(request.clone(), &page), "links", "url")
            .remove(0)
            .expect("a list")
    };
    let page = Some("https://e.org/a/b?c");
    for (html, url, expected) in [
        ("<a href=' ../x y#z '>", page, Some("https://e.org/x%20y#z")),
        ("<a href>", page, page),
        ("<a href=x>", None, None),
        ("<a href=http://[>", page, None),
        ("<a href=HTTP://E>", None, Some("http://e/")),
        (
            "<base href=/d/><a href=x><base href=/e/>",
            page,
            Some("https://e.org/d/x"),
        ),
        (
            "<base target=t><base href=//f><a href=x>",
            page,
            Some("https://f/x"),
        ),
        // The base counts for links before it as well.
        ("<a href=x><base href=/d/>", page, Some("https://e.org/d/x")),
    ] {
        assert_eq!(urls(html, url), [expected.map(str::to_owned)], "{html}");
    }
    assert_eq!(urls("<a name=x><link href=y>", page), []);
}

#[test]
fn resources_count_as_the_page_has_written_them() {
    let request = Request::default()
        .links(Links::raw().resources(true).rel(true))
        .spans(true);
    // Each has its links, of which the tree of some has no element.
    for (html, kept) in [
        ("<form action=1><form action=2></form></form>", "12"),
        ("<img src=1><image src=2>", "1"),
        ("<video src=1 poster=2><col><link rel=x href=3>", "123"),
        ("<select><img src=1></select><svg><img src=2></svg>", "12"),
        ("<template><col><img src=1></template>", "1"),
        ("<template><img src=1><form action=2></template>", "12"),
    ] {
        for (before, after) in [
            ("", ""),
            ("", "<frameset>"),
            ("<frameset>", ""),
            ("\u{FEFF}\u{E9}", "<svg></p>"),
        ] {
            let page = format!("{before}{html}{after}");
            for page in [Page::text(&page), Page::bytes(page.as_bytes())] {
                let batch = rows::of(request.clone(), &page);
                assert_eq!(
                    rows::list(&batch, "links", "raw").concat(),
                    kept,
                    "{page:?}"
                );
            }
        }
    }
    // In the order of their tags, with what the page has at their places.
    let html = "é<img src=1><a href=2 rel=r>x</a><link href=3 rel=s><template><col><a href=4></a></template><img src=5>";
    let batch = rows::of(
        request,
        &Page::bytes(html.as_bytes()).content_type("text/html;charset=utf-8"),
    );
    assert_eq!(rows::list(&batch, "links", "raw").concat(), "1235");
    assert_eq!(
        rows::list(&batch, "links", "element"),
        ["img", "a", "link", "img"]
    );
    let spans = rows::spans(&batch, "links").remove(0);
    let values = spans.into_iter().map(|(start, end)| &html[start..end]);
    assert_eq!(values.collect::<String>(), "1235");
}

#[test]
fn resources_are_links_of_other_elements() {
    let request = Request::default().links(Links::raw().resources(true));
    let html = "<link href=1><video src=2 poster=3><a href=4><input formaction=5><img alt=6>";
    let batch = rows::of(request, &Page::text(html));
    assert_eq!(
        rows::list(&batch, "links", "raw"),
        ["1", "2", "3", "4", "5"]
    );
    assert_eq!(
        rows::list(&batch, "links", "element"),
        ["link", "video", "video", "a", "input"]
    );
    let attributes = ["href", "src", "poster", "href", "formaction"];
    assert_eq!(rows::list(&batch, "links", "attribute"), attributes);
}
