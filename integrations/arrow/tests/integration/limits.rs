//! A page that exceeds a limit is a row with a reason, and changes no other row.

use crate::rows;
use arrow_array::StringArray;
use tokenwright::Limits;
use tokenwright_arrow::{Extractor, Links, PageLimits, Pages, Request};

/// The URLs of a page's links.
type Urls = Option<Vec<Option<String>>>;

fn reasons(request: Request, pages: &[&str]) -> (Vec<Option<String>>, Vec<Urls>) {
    let html = StringArray::from(pages.to_vec());
    let urls = StringArray::from(vec!["http://e/"; pages.len()]);
    let extractor = Extractor::new(request.links(Links::resolved())).expect("a request");
    let pages = Pages::new(&html)
        .expect("strings")
        .urls(&urls)
        .expect("strings");
    let batch = extractor.extract(&pages);
    (
        rows::strings(&batch, "reason"),
        rows::lists(&batch, "links", "url"),
    )
}

fn urls(urls: &[&str]) -> Urls {
    Some(urls.iter().map(|url| Some((*url).to_owned())).collect())
}

#[test]
fn a_page_that_is_too_long_is_not_read() {
    let request = Request::default().limits(PageLimits::default().page_bytes(12));
    let (reasons, links) = reasons(request, &["<a href=x>", "<a href=y>...", "<a href=z>"]);
    let reason = Some("the page has 13 bytes, more than 12".to_owned());
    assert_eq!(reasons, [None, reason, None]);
    assert_eq!(links, [urls(&["http://e/x"]), None, urls(&["http://e/z"])]);
}

#[test]
fn what_was_read_before_a_limit_is_kept() {
    let limits = PageLimits::default().tokenizer(Limits {
        token_bytes: 100,
        ..Limits::default()
    });
    let long = format!("<a href=x><!--{}--><a href=y>", " ".repeat(200));
    let (reasons, links) = reasons(Request::default().limits(limits), &[&long, "<a href=z>"]);
    let reason = Some("the token at byte 10 has more than 100 bytes".to_owned());
    assert_eq!(reasons, [reason, None]);
    assert_eq!(links, [urls(&["http://e/x"]), urls(&["http://e/z"])]);
}

#[test]
fn a_long_base_url_is_within_the_output_limit() {
    let limits = PageLimits::default().output_bytes(10_000);
    let page = format!(
        "<base href=http://e/{}/>{}",
        "b".repeat(3000),
        "<a href=x>".repeat(1000)
    );
    let (reasons, links) = reasons(Request::default().limits(limits), &[&page, "<a href=z>"]);
    let reason = Some("the page has more than 10000 bytes of output".to_owned());
    assert_eq!(reasons, [reason, None]);
    assert_eq!(links[0].as_ref().map(Vec::len), Some(2));
    assert_eq!(links[1], urls(&["http://e/z"]));
}
