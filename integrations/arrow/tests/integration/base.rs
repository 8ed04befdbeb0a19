//! Which `base` element counts.

use crate::rows;
use tokenwright_arrow::{Links, Page, Request};

/// The URL of the link `x` at the end of a page of `http://e/d/`.
fn link(html: &str) -> Option<String> {
    let html = format!("{html}<a href=x>");
    let request = Request::default().links(Links::resolved());
    let batch = rows::of(request, &Page::text(&html).url("http://e/d/"));
    let mut lists = rows::lists(&batch, "links", "url");
    lists.remove(0).expect("a list").remove(0)
}

#[test]
fn the_first_base_of_the_document_counts() {
    for (html, expected) in [
        ("", "http://e/d/x"),
        ("<base href=/b/>", "http://e/b/x"),
        (
            "<base target=t><base href=//f/><base href=//g/>",
            "http://f/x",
        ),
        ("<base href='http://['>", "http://e/d/x"),
        // Schemes that the standard does not use.
        ("<base href=data:,a>", "http://e/d/x"),
        (
            "<base href='DATA:text/html,<p>'><base href=/b/>",
            "http://e/d/x",
        ),
        ("<base href=' javascript:a()'>", "http://e/d/x"),
        // Elements that are none of the document.
        ("<template><base href=/b/></template>", "http://e/d/x"),
        (
            "<template><div><template></template><base href=/b/></template>",
            "http://e/d/x",
        ),
        (
            "<template><base href=/b/></template><base href=/c/>",
            "http://e/c/x",
        ),
        (
            "<template><svg><desc><base href=/b/></template><base href=/c/>",
            "http://e/c/x",
        ),
        ("<svg><base href=/b/></svg>", "http://e/d/x"),
        (
            "<svg><g><base href=/b/></g></svg><base href=/c/>",
            "http://e/c/x",
        ),
        ("<math><mi><base href=/b/></math>", "http://e/b/x"),
        ("<math><base href=/b/></math>", "http://e/d/x"),
        (
            "<math><annotation-xml encoding=TEXT/HTML><base href=/b/>",
            "http://e/b/x",
        ),
        ("<math><annotation-xml><base href=/b/>", "http://e/d/x"),
        // Elements that are.
        ("<svg/><base href=/b/>", "http://e/b/x"),
        ("<svg><foreignObject><base href=/b/>", "http://e/b/x"),
        ("<svg><desc></desc><base href=/b/></svg>", "http://e/d/x"),
        ("<svg><desc></svg><base href=/b/>", "http://e/b/x"),
        ("<svg><p><base href=/b/>", "http://e/b/x"),
        ("<svg></p><base href=/b/>", "http://e/b/x"),
        ("<svg><font color=a><base href=/b/>", "http://e/b/x"),
        ("<svg><font><base href=/b/>", "http://e/d/x"),
        ("</template></svg><base href=/b/>", "http://e/b/x"),
        ("<script><template></script><base href=/b/>", "http://e/b/x"),
    ] {
        assert_eq!(link(html).as_deref(), Some(expected), "{html}");
    }
    // Deep and unclosed elements cost no more than their length.
    let deep = format!(
        "{}{}",
        "<svg>".repeat(100_000),
        "</x></desc>".repeat(100_000)
    );
    assert_eq!(link(&deep).as_deref(), Some("http://e/d/x"));
}
