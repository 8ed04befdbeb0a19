//! Spans refer to the source of their tokens.

use crate::inputs::INPUTS;
use crate::support::{Record, each_revision, record};
use tokenwright::{Options, Revision, Span, Token, revisions, tokens};

/// Checks that the source of every token equals its text, except where the spec rewrites it.
fn check_spans<R: Revision>() {
    for input in INPUTS {
        let Record { texts, parts, .. } = record::<R>(&Options::default(), [input.as_bytes()]);
        let mut verbatim = 0;
        for (text, span) in texts.iter().chain(&parts) {
            let source = &input[span.range()];
            if !source.contains(['&', '\r', '\0']) {
                assert!(
                    source == text || source.to_ascii_lowercase() == *text,
                    "{}: {text:?} at {span}, but the input has {source:?} there: {input:?}",
                    R::ID
                );
                verbatim += 1;
            }
        }
        assert!(verbatim > 0 || parts.is_empty(), "{input:?}");
    }
}

#[test]
fn the_input_at_a_span_is_what_the_span_is_of() {
    each_revision!(check_spans());
}

#[test]
fn an_empty_value_has_a_place() {
    let html = "<a b=\"\" c='' d e= >";
    let record = record::<revisions::Newest>(&Options::default(), [html.as_bytes()]);
    let spans: Vec<_> = record.parts.iter().map(|(_, span)| *span).collect();
    let expected = [
        (1, 2),
        (3, 4),
        (6, 6),
        (8, 9),
        (11, 11),
        (13, 14),
        (14, 14),
        (15, 16),
        (16, 16),
    ];
    assert_eq!(spans, expected.map(|(start, end)| Span { start, end }));
}

#[test]
fn spans_count_the_bytes_of_the_input_whatever_they_decode_to() {
    let bytes = b"\xFF<a\xFF \xF0\x9F\x98=\"\xFF\xFF\">\xE2\x82";
    let record = record::<revisions::Newest>(&Options::default(), [&bytes[..]]);
    assert_eq!(
        record.lines,
        [
            "text \"\u{FFFD}\" 0..1",
            "start \"a\u{FFFD}\" 2..4 1..14 \"\u{FFFD}\" 5..8 = \"\u{FFFD}\u{FFFD}\" 10..12",
            "text \"\u{FFFD}\" 14..16",
            "end of file 16..16",
        ]
    );
}

#[test]
fn a_token_of_many_malformed_bytes_in_many_chunks_keeps_its_span() {
    let mut bytes = b"\xFFx<p a=1 b='".to_vec();
    bytes.extend(b"\xFFy".repeat(500));
    bytes.extend(b"' c>z");
    let options = Options::default();
    let whole = record::<revisions::Newest>(&options, [&bytes[..]]);
    assert!(
        whole.lines[1].ends_with("\"\" 1015..1015"),
        "{}",
        whole.lines[1]
    );
    for size in [1, 3, 64, 257] {
        let chunked = record::<revisions::Newest>(&options, bytes.chunks(size));
        assert_eq!(chunked, whole, "in chunks of {size}");
    }
}

/// The parts of a DOCTYPE and of a processing instruction, at every split.
#[test]
fn parts_of_rare_tokens_have_spans() {
    let html = "é<!DOCTYPE Html PUBLIC 'p\r\n' \"s\"><!doctype x system ''><?a-b  c?d?><?e?><?F>";
    let expected = [("Html", Some("p\r\n"), Some("s")), ("x", None, None)];
    let instructions = [("a-b", "c?d"), ("e", ""), ("F", "")];
    for size in 1..=html.len() {
        let split = record::<revisions::Newest>(&Options::default(), html.as_bytes().chunks(size));
        let whole = record::<revisions::Newest>(&Options::default(), [html.as_bytes()]);
        assert_eq!(split.lines, whole.lines);
    }
    let (mut doctypes, mut found) = (Vec::new(), Vec::new());
    for token in tokens(html) {
        match token {
            Token::Doctype(doctype) => doctypes.push((
                &html[doctype.name_span.expect("a name").range()],
                doctype
                    .public_identifier_span
                    .map(|span| &html[span.range()]),
                doctype
                    .system_identifier_span
                    .map(|span| &html[span.range()]),
            )),
            Token::ProcessingInstruction(instruction) => found.push((
                &html[instruction.target_span.range()],
                &html[instruction.data_span.range()],
            )),
            _ => {}
        }
    }
    assert_eq!(doctypes, expected);
    assert_eq!(found, instructions);
}
