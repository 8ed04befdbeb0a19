//! Lines and columns of the index, compared with those of errors and of the text.

use crate::inputs::INPUTS;
use crate::support::record;
use tokenwright::{ColumnUnit, LineIndex, Options, ParseError, revisions::Newest, tokens};

/// The inputs, and malformed bytes.
fn inputs() -> impl Iterator<Item = Vec<u8>> {
    let malformed: &[u8] =
        b"\xFF\xF0\x9F\x98\0\n\xE4\xB8\xAD\xED\xA0\x80\r&x; \xF0\x9F\x98\x80\x01\xC3";
    let inputs = INPUTS.iter().map(|input| input.as_bytes().to_vec());
    inputs.chain([malformed.to_vec()])
}

#[test]
fn the_index_agrees_with_parse_errors() {
    let mut errors = 0;
    for input in inputs() {
        for size in [1, 3, input.len()] {
            let mut lines = LineIndex::default();
            for chunk in input.chunks(size) {
                lines.push_bytes(chunk);
            }
            for error in record::<Newest>(&Options::default(), [&input[..]]).errors {
                let place = lines.line_column(error.span.start, ColumnUnit::Utf16);
                assert_eq!(place, (error.line, error.column));
                errors += 1;
            }
        }
    }
    assert!(errors > 100);
}

#[test]
fn places_are_right_where_errors_are_far_apart() {
    for ending in ["\n", "\r\n", "\r", "é\n", "\n😀", " "] {
        for distance in [3_000, 5_000, 9_000] {
            let far =
                format!("some words{ending}&x;") + &format!("0123456{ending}").repeat(distance);
            let document = ["<p>\u{1}", &far, "</p/>", &far, "\u{1}&copy", ending, &far].concat();
            let lines = LineIndex::new(&document);
            let expect = |error: &ParseError| {
                let place = lines.line_column(error.span.start, ColumnUnit::Utf16);
                assert_eq!((error.line, error.column), place);
            };
            for size in [1_460, 20_000, 70_000, document.len()] {
                let chunks = document.as_bytes().chunks(size);
                let errors = record::<Newest>(&Options::default(), chunks).errors;
                assert_eq!(errors.len(), 7);
                errors.iter().for_each(expect);
            }
            let errors = tokens(&document).with_errors().filter_map(Result::err);
            assert_eq!(errors.inspect(expect).count(), 7);
        }
    }
}

#[test]
fn columns_count_what_the_text_before_has() {
    for input in INPUTS {
        let lines = LineIndex::new(input);
        for (offset, _) in input.char_indices() {
            let place = lines.line_column(offset, ColumnUnit::Bytes);
            let span = lines.line_span(place.0).expect("the offset's line");
            assert!(span.start <= offset && offset < span.end);
            let before = &input[span.start..offset];
            let columns = [ColumnUnit::Bytes, ColumnUnit::Utf16, ColumnUnit::Chars]
                .map(|unit| lines.line_column(offset, unit).1);
            let expected = [
                before.len(),
                before.encode_utf16().count(),
                before.chars().count(),
            ];
            assert_eq!(
                columns,
                expected.map(|len| len + 1),
                "{input:?} at {offset}"
            );
            for inside in 1..input[offset..].chars().next().map_or(1, char::len_utf8) {
                let inside = lines.line_column(offset + inside, ColumnUnit::Chars);
                assert_eq!(inside.1, columns[2], "{input:?} at {offset}");
            }
        }
        let end = lines.line_column(usize::MAX, ColumnUnit::Bytes);
        assert_eq!(end, lines.line_column(input.len(), ColumnUnit::Bytes));
        assert_eq!(end.0, (1..).map_while(|line| lines.line_span(line)).count());
    }
}

#[test]
fn blocks_change_nothing() {
    for what in ["\r\n", "\n\r", "\r\r", "é\n", "\r😀\n", "é中\r", "\n"] {
        for at in 0..70 {
            let text = [
                "x".repeat(at),
                what.into(),
                "y".repeat(130 - at),
                what.into(),
            ]
            .concat();
            let whole = LineIndex::new(&text);
            for size in [1, 63, 64, 65] {
                let mut parts = LineIndex::default();
                text.as_bytes()
                    .chunks(size)
                    .for_each(|part| parts.push_bytes(part));
                for offset in 0..=text.len() {
                    for unit in [ColumnUnit::Bytes, ColumnUnit::Utf16, ColumnUnit::Chars] {
                        let place = whole.line_column(offset, unit);
                        assert_eq!(
                            parts.line_column(offset, unit),
                            place,
                            "{text:?} at {offset}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn text_and_bytes_come_in_turn() {
    let mut lines = LineIndex::default();
    let mut text = String::new();
    for part in INPUTS.iter().cycle().take(3 * INPUTS.len()) {
        lines.push_str(part);
        lines.push_bytes(part.as_bytes());
        text += &part.repeat(2);
    }
    let whole = LineIndex::new(&text);
    for offset in 0..=text.len() {
        let of = |lines: &LineIndex| lines.line_column(offset, ColumnUnit::Utf16);
        assert_eq!(of(&lines), of(&whole), "{offset}");
    }
    lines.push_bytes(b"\n\xE6\x97");
    lines.push_str("b");
    let (line, column) = lines.line_column(usize::MAX, ColumnUnit::Chars);
    assert_eq!(
        (
            lines.line_span(line).map(|span| span.end - span.start),
            column
        ),
        (Some(3), 3)
    );
}
