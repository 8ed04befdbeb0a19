//! Limits stop the tokenizer before the first token that exceeds them, wherever the input is split.

use crate::effort::effort;
use crate::inputs::INPUTS;
use crate::support::{Record, each_revision, feed, random_numbers, record, with_limits};
use tokenwright::{
    Follow, Limit, LimitExceeded, Limits, Next, Options, Revision, Sink, Tag, Token, Tokenizer,
    Tokens, revisions, tokens,
};

/// What a tokenizer with limits delivers, without a text at the end, and what it reports.
fn limited<R: Revision>(
    options: &Options,
    input: &str,
    size: usize,
) -> (Vec<String>, Option<LimitExceeded>) {
    let mut tokenizer = Tokenizer::<_, R>::with_options(Record::default(), options.clone());
    feed(&mut tokenizer, input.as_bytes(), size);
    tokenizer.end();
    let exceeded = tokenizer.limit_exceeded();
    assert_eq!(exceeded.is_some(), tokenizer.is_stopped());
    (tokenizer.finish().lines, exceeded)
}

/// The start of the first token beyond a limit.
fn start_of_first<R: Revision>(
    input: &str,
    options: &Options,
    is_beyond: impl Fn(&Token<'_>) -> bool,
) -> Option<usize> {
    Tokens::<R>::with_options(input, options.clone())
        .find(|token| is_beyond(token))
        .map(|token| token.span().start)
}

fn check_each_limit<R: Revision>() {
    let long = INPUTS
        .iter()
        .map(|input| input.replace(' ', "  a=bcdefghij "));
    let long = long.chain(
        INPUTS
            .iter()
            .map(|input| input.replace("--", &"-".repeat(66))),
    );
    let names: String = ('a'..'s').map(|c| format!(" {c}=1")).collect();
    let many = (0..4).map(|more| {
        format!(
            "x<A {names} {}>y<p {names}>z",
            &" k l m t u v w"[..2 * more]
        )
    });
    let inputs = INPUTS
        .iter()
        .map(|input| (*input).to_owned())
        .chain(long)
        .chain(many);
    // In the oldest revision, NUL is longer than in the input.
    let inputs = inputs.map(|input| input.replace('\0', "x"));
    for input in &inputs.collect::<Vec<_>>() {
        let whole = record::<R>(&Options::default(), [input.as_bytes()]);
        // The beginning of a CDATA section counts.
        let least = if input.contains("<![CDATA[") { 10 } else { 3 };
        for most in (least..12).chain([31, 63, 64, 65, 66, 71, 72, 99]) {
            let is_long = |token: &Token<'_>| {
                !matches!(token, Token::Text(_)) && token.span().range().len() > most
            };
            let options = with_limits(|limits| limits.token_bytes = most);
            check::<R>(input, &whole, &options, Limit::TokenBytes, is_long);
        }
        // Whether a tag counts that the input ends in depends on the split.
        let least = if input.contains('>') { 0 } else { 16 };
        for most in (least..4).chain(14..20) {
            let has_many = |token: &Token<'_>| match token {
                Token::StartTag(tag) | Token::EndTag(tag) => tag.attributes().len() > most,
                _ => false,
            };
            let options = with_limits(|limits| limits.attributes = most);
            check::<R>(input, &whole, &options, Limit::Attributes, has_many);
        }
    }
}

fn check<R: Revision>(
    input: &str,
    whole: &Record,
    options: &Options,
    limit: Limit,
    is_beyond: impl Fn(&Token<'_>) -> bool,
) {
    let start = start_of_first::<R>(input, &Options::default(), is_beyond);
    let (lines, exceeded) = limited::<R>(options, input, input.len());
    let case = format!("{} {input:?} {:?}", R::ID, options.limits);
    // A tag that the input ends in is no token, but may exceed a limit.
    match (start, exceeded) {
        (Some(start), Some(exceeded)) => {
            assert_eq!(
                (exceeded.limit, exceeded.span.start),
                (limit, start),
                "{case}"
            );
        }
        (Some(start), None) => panic!("{case}: the token at {start} was delivered"),
        (None, Some(exceeded)) => {
            let last = Tokens::<R>::with_options(input, Options::default()).last();
            let end = last.map_or(0, |token| token.span().end);
            assert!(exceeded.span.start >= end, "{case}: {exceeded}");
        }
        (None, None) => {}
    }
    assert!(whole.lines.starts_with(&lines), "{case}: {lines:?}");
    for size in [1, 3, 8] {
        let split = limited::<R>(options, input, size);
        assert_eq!(split, (lines.clone(), exceeded), "{case} by {size}");
    }
    let mut tokens = Tokens::<R>::with_options(input, options.clone());
    let yielded: Vec<_> = tokens.by_ref().collect();
    assert_eq!(tokens.limit_exceeded(), exceeded, "{case}");
    let expected: Vec<_> = Tokens::<R>::with_options(input, Options::default())
        .take_while(|token| exceeded.is_none_or(|exceeded| token.span().end <= exceeded.span.start))
        .collect();
    assert_eq!(yielded, expected, "{case}");
}

#[test]
fn everything_before_the_first_token_beyond_a_limit_is_delivered() {
    each_revision!(check_each_limit());
}

/// Parts of markup, also of characters of several bytes.
const PARTS: &[&str] = &[
    "<", ">", "</", "<!", "<!--", "-->", "-", "<?", "?>", "<b>", "<b ", "a", "=", "'", "/", " ",
    "\r\n", "&", "&amp;", "<title>", "</title", "<script>", "<!doctype ", "<svg>", "<![CDATA[",
    "]]>", "é", "日", "😀",
];

fn check_ends<R: Revision>() {
    let mut random = random_numbers(1);
    for _ in 0..effort(600, 50_000) {
        let parts = (0..random(7)).map(|_| PARTS[random(PARTS.len())]);
        let html: String = parts.collect();
        let token_bytes = random(20);
        let options = with_limits(|limits| limits.token_bytes = token_bytes);
        let case = format!("{} {html:?} {token_bytes}", R::ID);
        let exceeded = limited::<R>(&options, &html, html.len().max(1)).1;
        assert_eq!(limited::<R>(&options, &html, 1).1, exceeded, "{case}");
        let mut tokens = Tokens::<R>::with_options(&html, options);
        for token in tokens.by_ref() {
            let len = token.span().range().len();
            assert!(
                matches!(token, Token::Text(_)) || len <= token_bytes,
                "{case} {token:?}"
            );
        }
        assert_eq!(tokens.limit_exceeded(), exceeded, "{case}");
        if token_bytes == 0 {
            let start = exceeded.map(|exceeded| exceeded.span.start);
            assert_eq!(start, html.find('<'), "{case}");
        }
    }
}

#[test]
fn the_iterator_stops_where_a_tokenizer_does() {
    each_revision!(check_ends());
}

/// Pauses at each end tag.
#[derive(Default)]
struct Pauses;

impl Sink for Pauses {
    fn end_tag(&mut self, _: &Tag<'_>) -> Next {
        Next::Pause
    }
}

#[test]
fn text_that_arrives_in_a_pause_is_limited() {
    let options = with_limits(|limits| limits.memory = 1000);
    let mut tokenizer = Tokenizer::<_, revisions::Newest>::with_options(Pauses, options);
    tokenizer.feed_str("</a>");
    let mut fed = 0;
    while !tokenizer.is_stopped() {
        assert!(tokenizer.is_paused());
        tokenizer.feed_str("x");
        fed += 1;
    }
    assert_eq!(fed, 1001);
    let exceeded = tokenizer.limit_exceeded().expect("a limit");
    let message = "more than 1000 bytes of memory are needed at byte 4";
    assert_eq!(exceeded.to_string(), message);
}

/// The memory that the last token needs is not compared with the limit after the end of the input.
#[test]
fn the_iterator_ends_once_at_the_end_of_the_input() {
    for html in [
        "</-->b</title<!DOCTYPE html",
        "--><p></style ><?",
        "a<!--b",
        "<p a=b",
    ] {
        let all: Vec<_> = tokens(html).collect();
        for memory in 0..40 {
            let options = with_limits(|limits| limits.memory = memory);
            let limited: Vec<_> =
                Tokens::<revisions::Newest>::with_options(html, options).collect();
            assert_eq!(limited, all[..limited.len()], "{html:?} in {memory} bytes");
        }
    }
}

/// Every element of the body is followed; `html` and `body` are open too.
#[test]
fn nesting_is_limited_where_elements_are_followed() {
    let html = "<!DOCTYPE html><p>a<div><b>c</b><i><u><s>d";
    for size in 1..html.len() {
        for (nesting, tokens) in [(3, "<b>"), (5, "<s>"), (6, "")] {
            let mut options = with_limits(|limits| limits.nesting = nesting);
            options.follow = Follow::Everything;
            let (lines, exceeded) = limited::<revisions::Newest>(&options, html, size);
            let start = html.find(tokens).filter(|_| !tokens.is_empty());
            assert_eq!(
                exceeded.map(|exceeded| exceeded.span.start),
                start,
                "{lines:?}"
            );
            if let Some(exceeded) = exceeded {
                assert_eq!(
                    (exceeded.limit, exceeded.maximum),
                    (Limit::Nesting, nesting)
                );
                let mut all: Tokens<'_> = Tokens::with_options(html, options);
                let last = all.by_ref().last().expect("a token before");
                assert_eq!(Some(last.span().end), start);
                assert_eq!(all.limit_exceeded(), Some(exceeded));
            }
        }
    }
    let exceeded = |html| {
        let options = with_limits(|limits| limits.nesting = 3);
        let mut tokens: Tokens<'_> = Tokens::with_options(html, options);
        tokens.by_ref().for_each(drop);
        tokens.limit_exceeded()
    };
    // Only foreign content is followed by default.
    assert_eq!(exceeded("<body><p><div><b><i><u>"), None);
    let message = exceeded("<body><svg><g><g><g>")
        .expect("a limit")
        .to_string();
    assert_eq!(
        message,
        "more than 3 elements are open at the tag at byte 17"
    );
}

/// Text that only resembles markup, or that is a reference, is not limited.
#[test]
fn small_limits_are_exact() {
    let html =
        "a < b &CounterClockwiseContourIntegral; AT&T &#65 <!x></ y>&notin<a b=c d=e></a b c d>";
    let start_tag = html.find("<a").expect("a tag");
    let end_tag = html.find("</a").expect("an end tag");
    for size in 1..=html.len() {
        let limited = |limit: &dyn Fn(&mut Limits)| {
            limited::<revisions::Newest>(&with_limits(limit), html, size).1
        };
        for most in 0..=1 {
            let exceeded = limited(&|it| it.attributes = most).expect("a tag has more");
            assert_eq!((exceeded.span.start, exceeded.maximum), (start_tag, most));
        }
        let exceeded = limited(&|it| it.attributes = 2).expect("the end tag has three");
        assert_eq!(exceeded.span.start, end_tag);
        assert_eq!(limited(&|it| it.attributes = 3), None);
        for (most, first) in [(3, "<!x>"), (4, "</ y>"), (5, "<a"), (10, "<a")] {
            let exceeded = limited(&|it| it.token_bytes = most).expect("a token is longer");
            let expected = (html.find(first), Limit::TokenBytes, most);
            let LimitExceeded {
                limit,
                maximum,
                span,
            } = exceeded;
            assert_eq!((Some(span.start), limit, maximum), expected);
        }
        assert_eq!(limited(&|it| it.token_bytes = 11), None);
        for most in 0..=1 {
            let exceeded = limited(&|it| it.token_bytes = most).expect("markup is longer");
            assert_eq!(exceeded.span.start, html.find('<').expect("a tag"));
        }
    }
    let text = "no markup, &amp; no &zigrarr; limit";
    let options = with_limits(|limits| (limits.token_bytes, limits.attributes) = (0, 0));
    assert_eq!(limited::<revisions::Newest>(&options, text, 1).1, None);
}
