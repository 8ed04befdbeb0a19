//! A page that exceeds a limit is a row with a reason, and changes no other row.

use crate::rows;
use arrow_array::{Array, StringArray};
use std::sync::atomic::{AtomicUsize, Ordering};
use tokenwright::Limits;
use tokenwright_arrow::{Extractor, Links, Page, PageLimits, Pages, Request};

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

#[test]
fn output_is_in_line_with_the_length_of_a_page() {
    let page = |base: usize, links: usize| {
        let links = "<a href=x>".repeat(links);
        format!("<base href=http://e/{}/>{links}", "b".repeat(base))
    };
    // The links of a page with a long base come to more than a column has room for.
    let (hostile, other) = (page(400_000, 40_000), page(100, 3000));
    let (reasons, links) = reasons(Request::default(), &[&hostile, &hostile, &other]);
    let most = hostile.len() * 64 + (1 << 20);
    let reason = Some(format!("the page has more than {most} bytes of output"));
    assert_eq!(reasons, [reason.clone(), reason, None]);
    let counts = links.iter().map(|links| links.as_ref().map(Vec::len));
    let of_hostile = Some((most - 40_000) / 400_014);
    assert_eq!(
        counts.collect::<Vec<_>>(),
        [of_hostile, of_hostile, Some(3000)]
    );
}

#[test]
fn a_page_that_takes_too_long_is_cut_off() {
    let long = "<p>word <a href=x>link</a>".repeat(20_000);
    let time = std::time::Duration::from_nanos(1);
    for limit in [Some(time), None] {
        let limits = PageLimits::default().page_time(limit);
        let request = Request::default()
            .text(true)
            .links(Links::resolved())
            .limits(limits);
        let extractor = Extractor::new(request).expect("a request");
        let latin = [long.as_bytes(), b"\xE9"].concat();
        let pages = [
            Page::text(&long).url("http://e/"),
            Page::bytes(long.as_bytes()).url("http://e/"),
            Page::bytes(&latin).url("http://e/"),
        ];
        for page in pages {
            let batch = rows::row(&extractor, &page);
            let reasons: &StringArray = batch["reason"].as_any().downcast_ref().expect("strings");
            let texts: &StringArray = batch["text"].as_any().downcast_ref().expect("strings");
            let expected = limit.map(|_| "the page takes more than 1ns");
            assert_eq!(reasons.iter().next().flatten(), expected);
            assert_eq!(texts.value(0).len() < 1000, limit.is_some());
        }
    }
}

#[test]
fn an_interruption_ends_a_page() {
    let page = "<p>word <a href=x>link</a>".repeat(200_000);
    let html = StringArray::from(vec![page.as_str(), page.as_str(), page.as_str()]);
    let extractor = Extractor::new(Request::default().text(true)).expect("a request");
    for threads in [1, 2, 3] {
        let threads = std::num::NonZeroUsize::new(threads).expect("not 0");
        let looks = AtomicUsize::new(0);
        // In the second piece or soon after.
        let interrupted = || looks.fetch_add(1, Ordering::Relaxed) >= 1;
        let pages = Pages::new(&html).expect("strings");
        let mut batches = 0;
        let progress = |_| {
            batches += 1;
            true
        };
        let result = extractor.extract_until(threads, &[pages], progress, &interrupted);
        assert!(result.is_none());
        assert_eq!(batches, 0);
    }
}

/// Pages on which a step for each open element or each formatting element would take minutes.
#[test]
fn hostile_pages_take_little_time() {
    let links = Request::default().links(Links::raw());
    let requests = [links.clone(), links.text(true).title(true)];
    let extractors = requests.map(|request| Extractor::new(request).expect("a request"));
    let many = |part: &str| part.repeat(400_000 / part.len());
    for page in [
        many("<div>"),
        many("<b>"),
        many("<p><b a>"),
        many("<a><p>"),
        many("<table>"),
        many("<table>x"),
        many("<svg><g>"),
        many("<svg><desc>"),
        many("<template>"),
        many("<b><div></b>"),
        format!("<p>{}{}", many("<b>"), many("<p><h1></h1>")),
        format!("{}{}", many("<div>"), many("</p></x></b>")),
        format!("{}{}", many("<svg><g>"), many("<g/></x>")),
        format!("{}{}", many("<span>"), many("<table>x</table>")),
        format!("{}{}", many("<math><mi>"), many("<base>")),
    ] {
        let start = std::time::Instant::now();
        for extractor in &extractors {
            let batch = rows::row(extractor, &Page::text(&page));
            assert_eq!(rows::string(&batch, "reason"), None, "{}", &page[..40]);
        }
        let time = start.elapsed();
        assert!(time.as_secs() < 20, "{time:?}: {}", &page[..40]);
    }
}
