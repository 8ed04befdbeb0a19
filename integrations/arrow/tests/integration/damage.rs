//! A row that cannot be read changes no other.

use crate::rows::{self, everything};
use arrow_array::{Array, BinaryArray, BinaryViewArray, LargeBinaryArray, StringArray};
use std::num::NonZeroUsize;
use tokenwright_arrow::{Extractor, Links, Pages, Request};

const PAGE: &str = "<title>a</title><meta name=a content=b><a href=x b=c>d\0</a>";

#[test]
fn text_that_is_not_utf8_is_a_reason() {
    let values: [Option<&[u8]>; 5] = [
        Some(b"<p>a"),
        Some(b"<p>b\xFF"),
        None,
        Some(b"\xED\xA0\x80"),
        Some(b"<p>\xC3"),
    ];
    let arrays: [&dyn Array; 3] = [
        &BinaryArray::from_iter(values),
        &LargeBinaryArray::from_iter(values),
        &BinaryViewArray::from_iter(values),
    ];
    let extractor = Extractor::new(Request::default().text(true)).expect("a request");
    for html in arrays {
        let batch = extractor.extract(&Pages::new(html).expect("binary").text());
        let reason = |at: usize| Some(format!("the page is not UTF-8 at byte {at}"));
        assert_eq!(
            rows::strings(&batch, "reason"),
            [None, reason(4), None, reason(0), reason(3)]
        );
        assert_eq!(
            rows::strings(&batch, "text"),
            [Some("a".to_owned()), None, None, None, None]
        );
        // The same bytes in an unknown encoding are a page.
        let batch = extractor.extract(&Pages::new(html).expect("binary"));
        assert_eq!(rows::strings(&batch, "text")[1].as_deref(), Some("b\u{FF}"));
        for (pages, name) in [
            (Pages::new(html).and_then(|pages| pages.urls(html)), "URL"),
            (
                Pages::new(html).and_then(|pages| pages.content_types(html)),
                "content type",
            ),
        ] {
            let batch = extractor.extract(&pages.expect("binary"));
            let reason = Some(format!("the {name} is not UTF-8 at byte 4"));
            assert_eq!(rows::strings(&batch, "reason")[..2], [None, reason]);
        }
    }
}

#[test]
fn a_panic_stays_within_its_page() {
    let mut pages = vec![PAGE.to_owned(); 9];
    let good = StringArray::from(pages.clone());
    for row in [0, 4, 8] {
        pages[row].push_str("boom");
    }
    let html = StringArray::from(pages);
    for full in [true, false] {
        let mut request = match full {
            true => everything(),
            false => Request::default().links(Links::raw()).text(true),
        };
        let expected = Extractor::new(request.clone()).expect("a request");
        let expected = expected.extract(&Pages::new(&good).expect("strings"));
        request.panics_at = Some("boom".to_owned());
        let extractor = Extractor::new(request).expect("a request");
        let pages = [Pages::new(&html).expect("strings")];
        let threads = NonZeroUsize::new(2).expect("not 0");
        let batches = extractor
            .extract_on(threads, &pages, |_| true)
            .expect("not stopped");
        let (batch, begin) = (&batches[0], 1);
        assert_eq!(batch.num_rows(), 9);
        // The rows between are those of pages that do not panic.
        assert_eq!(batch.slice(begin, 3), expected.slice(begin, 3));
        assert_eq!(batch.slice(5, 3), expected.slice(5, 3));
        for row in [0, 4, 8] {
            let reason = rows::strings(batch, "reason")[row]
                .clone()
                .expect("a reason");
            assert_eq!(
                reason,
                "an error of the program, please report it: the page has `boom`"
            );
            let columns = batch.columns()[1..].iter();
            assert_eq!(columns.filter(|column| column.is_valid(row)).count(), 0);
        }
    }
}
