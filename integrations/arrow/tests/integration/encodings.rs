//! Pages in any encoding, with spans of their bytes.

use crate::rows;
use tokenwright_arrow::{Links, Page, Request};

fn read(page: &Page<'_>) -> (Option<String>, Option<String>, Vec<(usize, usize)>) {
    let request = Request::default()
        .text(true)
        .links(Links::raw())
        .spans(true);
    let batch = rows::of(request, page);
    let spans = rows::spans(&batch, "links").remove(0);
    (
        rows::string(&batch, "encoding"),
        rows::string(&batch, "text"),
        spans,
    )
}

fn check(page: &Page<'_>, bytes: &[u8], encoding: &str, text: &str, link: &[u8]) {
    let (found, shown, spans) = read(page);
    assert_eq!(found.as_deref(), Some(encoding));
    assert_eq!(shown.as_deref(), Some(text));
    let linked: Vec<_> = spans
        .iter()
        .map(|(start, end)| &bytes[*start..*end])
        .collect();
    assert_eq!(linked, [link]);
}

#[test]
fn spans_are_those_of_the_source() {
    let bytes = b"\xDF <a href=\xDFx>y</a>";
    let page = Page::bytes(bytes);
    check(
        &page.content_type("text/html; charset=windows-1251"),
        bytes,
        "windows-1251",
        "Я y",
        b"\xDFx",
    );
    check(&page, bytes, "windows-1252", "ß y", b"\xDFx");
    let bytes = "\u{feff}é <a href=é>".as_bytes();
    check(&Page::bytes(bytes), bytes, "UTF-8", "é", "é".as_bytes());
    let bytes = b"<meta charset=utf-8>\xFF<a href=\xFF>";
    check(&Page::bytes(bytes), bytes, "UTF-8", "\u{fffd}", b"\xFF");
    let utf16: Vec<u8> = "\u{feff}<a href=x>é"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    check(&Page::bytes(&utf16), &utf16, "UTF-16LE", "é", b"x\0");
}

#[test]
fn a_late_declaration_reads_the_page_again() {
    let padding = "<p>\u{e9} <a href=first>".to_owned() + &" ".repeat(2000);
    let late = format!("{padding}<meta charset=utf-8><a href=last>é");
    let (encoding, text, spans) = read(&Page::bytes(late.as_bytes()));
    assert_eq!(encoding.as_deref(), Some("UTF-8"));
    assert_eq!(text.as_deref(), Some("é é"));
    assert_eq!(spans.len(), 2);
    // The first declaration counts, and none if the transport layer has decided.
    let twice = format!("{late}<meta charset=koi8-r>");
    assert_eq!(
        read(&Page::bytes(twice.as_bytes())).0.as_deref(),
        Some("UTF-8")
    );
    let page = Page::bytes(late.as_bytes()).content_type("text/html; charset=koi8-r");
    assert_eq!(read(&page).0.as_deref(), Some("KOI8-R"));
}

#[test]
fn an_undeclared_encoding_is_guessed_if_asked_for() {
    let page = "<p>Съешь же ещё этих мягких французских булок".as_bytes();
    let request = Request::default().text(true);
    let encoding =
        |request: Request| rows::string(&rows::of(request, &Page::bytes(page)), "encoding");
    assert_eq!(encoding(request.clone()).as_deref(), Some("windows-1252"));
    assert_eq!(
        encoding(request.detect_encoding(true)).as_deref(),
        Some("UTF-8")
    );
}

#[test]
fn queries_are_in_the_encoding_of_the_page() {
    let read = |page: Page<'_>| {
        let request = Request::default().links(Links::resolved());
        let request = request.canonical(true).markdown(true);
        let batch = rows::of(request, &page.url("http://e/"));
        let canonical = rows::string(&batch, "canonical");
        let markdown = rows::string(&batch, "markdown");
        let url = rows::list(&batch, "links", "url").remove(0);
        assert_eq!(canonical.as_ref(), Some(&url));
        assert_eq!(markdown, Some(format!("[x]({url})")));
        url
    };
    let page = |href: &str| format!("<link rel=canonical href='{href}'><a href='{href}'>x</a>");
    for (encoding, href, expected) in [
        ("windows-1252", "/é?é#é", "/%C3%A9?%E9#%C3%A9"),
        ("shift_jis", "?日&本", "/?%93%FA&%96{"),
        ("gb18030", "?é", "/?%A8%A6"),
        // What the encoding does not have.
        ("windows-1252", "?a=é&#x65e5;b", "/?a=%E9%26%2326085%3Bb"),
        // These are not for queries.
        ("utf-16le", "?é", "/?%C3%A9"),
        ("utf-8", "?é", "/?%C3%A9"),
    ] {
        let html = page(href);
        let label = format!("text/html; charset={encoding}");
        let bytes = match encoding {
            "utf-16le" => html.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            _ => {
                let known = tokenwright_encoding::Encoding::for_label(encoding.as_bytes());
                known.expect("a label").encode(&html).0.into_owned()
            }
        };
        let found = read(Page::bytes(&bytes).content_type(&label));
        assert_eq!(found, format!("http://e{expected}"), "{encoding}");
    }
    assert_eq!(read(Page::text(&page("?é"))), "http://e/?%C3%A9");
    // Of other schemes, queries are in UTF-8.
    let latin = b"<link rel=canonical href=x:?\xE9><a href=x:?\xE9>x</a>";
    assert_eq!(read(Page::bytes(latin)), "x:?%C3%A9");
    // A base has a query as well.
    let latin = b"<base href=?\xE9><link rel=canonical href=#a><a href=#a>x</a>";
    assert_eq!(read(Page::bytes(latin)), "http://e/?%E9#a");
}
