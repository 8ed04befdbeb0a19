//! Strings, bytes, readers and encodings give the same tree.

use crate::with;
use fastrand::Rng;
use std::io::{self, ErrorKind, Read};
use tokenwright_encoding::Encoding;
use tokenwright_tests::tree_construction::random;
use tokenwright_tree::{
    Context, Namespace, Options, Parser, QuirksMode, parse, parse_bytes, parse_reader, parse_with,
};

fn documents() -> impl Iterator<Item = String> {
    (0..100).map(|seed| random::document(&mut Rng::with_seed(seed)))
}

/// Has one byte at a time, and is interrupted before each.
struct Slow<'b> {
    bytes: &'b [u8],
    was_interrupted: bool,
}

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.was_interrupted = !self.was_interrupted;
        match self.was_interrupted {
            true => Err(ErrorKind::Interrupted.into()),
            false => self.bytes.read(&mut buffer[..1]),
        }
    }
}

#[test]
fn every_split_of_the_bytes_gives_the_same_tree() {
    for html in documents() {
        let html = html.replace('x', "é\u{1F600}");
        let expected = parse(&html).to_html5lib();
        for at in 0..html.len() {
            let (one, other) = html.as_bytes().split_at(at);
            let mut parser = Parser::new(&Options::default());
            parser.feed_bytes(one);
            parser.feed_bytes(other);
            assert_eq!(parser.finish().to_html5lib(), expected, "{html:?} at {at}");
        }
    }
}

#[test]
fn readers_give_the_same_tree() -> io::Result<()> {
    for html in documents() {
        let bytes = [b"\xEF\xBB\xBF", html.as_bytes()].concat();
        let slow = Slow {
            bytes: &bytes,
            was_interrupted: false,
        };
        let expected = parse(&html);
        let found = parse_reader(slow, &Options::default())?;
        assert_eq!(found.to_html5lib(), expected.to_html5lib());
        assert_eq!(
            parse_reader(&*bytes, &Options::default())?.to_html5lib(),
            expected.to_html5lib()
        );
    }
    Ok(())
}

#[test]
fn an_error_of_a_reader_is_passed_on() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let mut parser = Parser::new(&Options::default());
    parser.feed("<p>a");
    let error = parser.feed_reader(Broken).expect_err("an error");
    assert_eq!(error.to_string(), "the disk is gone");
    // What came before is not lost.
    assert_eq!(parser.finish().root().text_content(), "a");
}

/// The declaration is found by the prescan, or is too far behind for it, so that the page is parsed again.
#[test]
fn encodings_give_the_tree_of_the_text() {
    let text = "日本語の文書 é";
    let mut pages = 0;
    for label in ["shift_jis", "euc-jp", "gb18030", "utf-8", "iso-2022-jp"] {
        let encoding = Encoding::for_label(label.as_bytes()).expect("an encoding");
        for padding in [0, 2000] {
            let html = format!(
                "<!--{}--><meta charset={label}><title>{text}</title><p>{text}",
                "-".repeat(padding)
            );
            let (bytes, _, _) = encoding.encode(&html);
            let (text, _) = encoding.decode_without_bom_handling(&bytes);
            let found = parse_bytes(&bytes, &Default::default(), &Options::default());
            assert_eq!(
                found.to_html5lib(),
                parse(&text).to_html5lib(),
                "{label}, {padding}"
            );
            assert!(
                found.root().text_content().contains("日本語"),
                "{label}, {padding}"
            );
            pages += 1;
        }
    }
    assert_eq!(pages, 10);
    let utf_16: Vec<u8> = "\u{FEFF}<p>é"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    let found = parse_bytes(&utf_16, &Default::default(), &Options::default());
    assert_eq!(found.root().text_content(), "é");
}

/// A byte order mark is no text, but counts in places.
#[test]
fn bytes_and_readers_have_the_same_places() -> io::Result<()> {
    let options = with(|it| (it.spans, it.errors) = (true, true));
    let page = "\u{FEFF}é<p id=a>日<p></x>";
    let of_bytes = parse_bytes(page.as_bytes(), &Default::default(), &options);
    let of_reader = parse_reader(page.as_bytes(), &options)?;
    assert_eq!(of_bytes.errors(), of_reader.errors());
    let mut spans = 0;
    for (one, other) in of_bytes
        .root()
        .descendants()
        .zip(of_reader.root().descendants())
    {
        assert_eq!(one.spans(), other.spans());
        if let Some(span) = one.spans().start {
            assert_eq!(
                &page[span.range()],
                match one.as_text() {
                    Some(text) => text,
                    None if one.attribute("id").is_some() => "<p id=a>",
                    None => "<p>",
                }
            );
            spans += 1;
        }
    }
    assert_eq!(spans, 4);
    assert_eq!(of_bytes.encoding(), Some(tokenwright_tree::encoding::UTF_8));
    assert_eq!(of_reader.encoding(), None);
    Ok(())
}

/// 13.4: a fragment has the mode of the document of its context element.
#[test]
fn a_fragment_may_be_in_quirks_mode() {
    let of = |quirks_mode| {
        let context = Some(Context {
            quirks_mode,
            ..Context::new("div", Namespace::Html)
        });
        let fragment = parse_with("<p>1<table>", &with(|it| it.context = context));
        (fragment.to_string(), fragment.quirks_mode())
    };
    let closed = "<p>1</p><table></table>".to_owned();
    let [limited, quirks] = [QuirksMode::LimitedQuirks, QuirksMode::Quirks].map(Some);
    assert_eq!(of(None), (closed.clone(), None));
    assert_eq!(of(limited), (closed, limited));
    assert_eq!(of(quirks), ("<p>1<table></table></p>".to_owned(), quirks));
}
