//! What is serialized is deserialized to the same.

use crate::inputs::INPUTS;
use crate::support::{source_line, with_limits};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use tokenwright::{ErrorCode, Follow, LimitExceeded, Options, Tag, Token, Tokens, tokens};

fn round_trip<T: Debug + DeserializeOwned + PartialEq + Serialize>(value: &T) -> String {
    let json = serde_json::to_string(value).expect("it can be written");
    let read: T = serde_json::from_str(&json).expect("it can be read");
    assert_eq!(&read, value, "{json}");
    json
}

#[test]
fn tokens_and_errors_are_read_back() {
    for input in INPUTS {
        for item in tokens(input).with_errors() {
            match item {
                Ok(token) => {
                    let json = round_trip(&token.clone().into_owned());
                    let read: Token<'_> = serde_json::from_str(&json).expect("it can be read");
                    if let (Token::StartTag(tag), Token::StartTag(read)) = (&token, &read) {
                        assert_eq!(source_line(read), source_line(tag));
                    }
                }
                Err(error) => {
                    round_trip(&error);
                }
            }
        }
    }
}

#[test]
fn the_form_is_stable() {
    let Some(Token::StartTag(tag)) = tokens("<a b=&lt;>").next() else {
        panic!("a start tag");
    };
    let json = serde_json::to_value(&tag).expect("it can be written");
    let expected = serde_json::json!({
        "is_end_tag": false,
        "is_self_closing": false,
        "name": "a",
        "name_span": { "start": 1, "end": 2 },
        "attributes": [{
            "name": "b",
            "name_span": { "start": 3, "end": 4 },
            "value": "<",
            "value_span": { "start": 5, "end": 9 },
        }],
        "duplicates": [],
        "source": "<a b=&lt;>",
        "span": { "start": 0, "end": 10 },
    });
    assert_eq!(json, expected);
    assert_eq!(round_trip(&ErrorCode::EofInTag), "\"eof-in-tag\"");
    let error = serde_json::from_str::<ErrorCode>("\"eof\"").expect_err("no code");
    let message = "no parse error has the code `eof`";
    assert!(error.to_string().starts_with(message), "{error}");
}

#[test]
fn options_are_read_with_defaults() {
    let mut options = with_limits(|limits| limits.attributes = 20);
    options.follow = Follow::Everything;
    assert!(round_trip(&options).contains(r#""limits":{"attributes":20}"#));
    let read: Options = serde_json::from_str(r#"{"scripting":true}"#).expect("options");
    assert_eq!(
        read,
        Options {
            scripting: true,
            ..Options::default()
        }
    );
    let options = with_limits(|limits| limits.token_bytes = 100);
    let html = format!("<a {}>", "b".repeat(200));
    let mut tokens: Tokens<'_> = Tokens::with_options(&html, options);
    assert_eq!(tokens.next(), None);
    let exceeded: LimitExceeded = tokens.limit_exceeded().expect("a limit");
    round_trip(&exceeded);
}

/// Spans that do not fit the source are given as they are; what is written is then not known.
#[test]
fn a_tag_with_any_spans_can_be_used() {
    let ends = [0, 1, 5, 9, 10, 11, usize::MAX];
    for start in ends {
        for end in ends {
            let span = serde_json::json!({ "start": start, "end": end });
            for whole in [(0, 10), (0, 0), (5, 2), (0, usize::MAX)] {
                let json = serde_json::json!({
                    "is_end_tag": false,
                    "is_self_closing": true,
                    "name": "a",
                    "name_span": span,
                    "attributes": [{
                        "name": "b", "name_span": span, "value": "<", "value_span": span,
                    }],
                    "duplicates": [span],
                    "source": "<a b=&lt;>",
                    "span": { "start": whole.0, "end": whole.1 },
                });
                let tag: Tag<'_> = serde_json::from_value(json).expect("a tag");
                assert_eq!(tag.to_string(), "<a b=\"&lt;\" />");
                assert!(sources_are_parts(&tag));
            }
        }
    }
}

/// Whether the attributes as written are parts of the source.
fn sources_are_parts(tag: &Tag<'_>) -> bool {
    let attributes = tag.attributes().map(|attribute| attribute.source());
    let mut all = attributes.chain(tag.duplicate_attributes());
    all.all(|written| {
        [written.name, written.value]
            .iter()
            .all(|part| tag.source().contains(part))
    })
}
