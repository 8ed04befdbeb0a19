//! The iterator returns what a sink receives, and borrows verbatim text from the input.

use crate::effort::effort;
use crate::inputs::INPUTS;
use crate::support::{each_revision, random_numbers, record, source_line, tag_line, text_line};
use std::borrow::Cow;
use tokenwright::{ErrorCode, Follow, Options, Revision, Token, Tokens, tokens};

/// A token in the words of [`support::Record`](crate::support::Record).
fn line(token: &Token<'_>) -> String {
    match token {
        Token::Doctype(doctype) => format!("{doctype:?}"),
        Token::StartTag(tag) | Token::EndTag(tag) => tag_line(tag),
        Token::Comment(comment) => format!("{comment:?}"),
        Token::ProcessingInstruction(instruction) => format!("{instruction:?}"),
        Token::Text(text) => text_line(&text.text, text.span, text.is_cdata),
    }
}

/// Asserts that the iterator, with errors and without, returns what a sink receives.
fn compare<R: Revision>(input: &str, options: &Options) {
    let mut expected = record::<R>(options, [input.as_bytes()]);
    expected.lines.pop();
    let kept: Vec<_> = Tokens::<R>::with_options(input, options.clone()).collect();
    let lines: Vec<_> = kept.iter().map(line).collect();
    assert_eq!(lines, expected.lines, "{} {input:?}", R::ID);
    let tags = kept.iter().filter_map(|token| match token {
        Token::StartTag(tag) | Token::EndTag(tag) => {
            assert_eq!(tag.source(), &input[tag.span().range()], "{}", R::ID);
            Some(source_line(tag))
        }
        _ => None,
    });
    // The oldest revision replaces NUL in the text that a sink sees; a tag of the iterator borrows from the document.
    let replaced = |line: &str| line.replace("\\0", "\u{FFFD}");
    let tags: Vec<_> = tags.map(|line| replaced(&line)).collect();
    let sources: Vec<_> = expected.sources.iter().map(|line| replaced(line)).collect();
    assert_eq!(tags, sources, "{} {input:?}", R::ID);

    let both = Tokens::<R>::with_options(input, options.clone()).with_errors();
    let (lines, errors): (Vec<_>, Vec<_>) = both.partition(Result::is_ok);
    let lines: Vec<_> = lines.into_iter().flatten().map(|t| line(&t)).collect();
    let errors: Vec<_> = errors.into_iter().filter_map(Result::err).collect();
    assert_eq!(lines, expected.lines, "{} {input:?}", R::ID);
    assert_eq!(errors, expected.errors, "{} {input:?}", R::ID);
}

fn check_inputs<R: Revision>() {
    let long = INPUTS[..12].concat().repeat(40);
    let long_bom = format!("\u{FEFF}{}", "\r\n".repeat(5000));
    for input in INPUTS.iter().copied().chain([&*long, &long_bom]) {
        for options in [Follow::default(), Follow::Nothing].map(|follow| Options {
            follow,
            strip_bom: follow != Follow::Nothing,
            ..Options::default()
        }) {
            compare::<R>(input, &options);
        }
    }
}

#[test]
fn the_iterator_returns_what_a_sink_receives() {
    each_revision!(check_inputs());
}

/// One of some strings, now and then over and over.
fn one_of(random: &mut impl FnMut(usize) -> usize, parts: &[&str]) -> String {
    let part = parts[random(parts.len())];
    match random(40) {
        0 => part.repeat([62, 63, 64, 126, 127][random(5)]),
        1 => part.repeat(8189 + random(4)),
        _ => part.to_owned(),
    }
}

/// Random tags with all combinations of lengths, white space and quotation marks.
fn tags(random: &mut impl FnMut(usize) -> usize) -> String {
    const NAMES: [&str; 7] = ["a", "br", "P", "a-b-c", "é", "\0x", "textarea"];
    const SPACES: [&str; 8] = [" ", " ", " ", " ", "  ", "\r\n", "\t", "/"];
    const VALUES: [&str; 9] = ["", "v", "w", "x y", "&amp;", "中", "A\r\nB", "\0", "a=b"];
    const BETWEEN: [&str; 12] = [
        "", "", "</", "</>", "text", "é", "\r\n", "\r", "&lt;", "\0", "<!--c-->", "<!x>",
    ];
    let mut html = String::new();
    for _ in 0..random(40) {
        html += BETWEEN[random(BETWEEN.len())];
        html += ["<", "<", "<", "</"][random(4)];
        html += &one_of(random, &NAMES);
        for _ in 0..[0, 1, 1, 2, 2, 3, 3, 4, 20][random(9)] {
            html += SPACES[random(SPACES.len())];
            html += &one_of(random, &NAMES);
            let [before, after] = [
                ["", ""],
                ["=", ""],
                ["=\"", "\""],
                ["='", "'"],
                [" = '", "'"],
                ["= ", ""],
            ][random(6)];
            if !before.is_empty() {
                html += before;
                html += &one_of(random, &VALUES);
                html += after;
            }
        }
        html += [">", ">", ">", "/>", " >", " />", "  >", "", "/ >"][random(9)];
    }
    html
}

fn check_tags<R: Revision>() {
    let mut random = random_numbers(1);
    for _ in 0..effort(12, 400) {
        compare::<R>(&tags(&mut random), &Options::default());
    }
}

#[test]
fn the_iterator_and_a_sink_agree_on_random_tags() {
    each_revision!(check_tags());
}

#[test]
fn verbatim_strings_are_borrowed_wherever_the_machine_stopped() {
    let piece = "a < b & c <p class='x&y' id=z>text<!-- comment --!x --><!x></p><?x y?>&amp;";
    let html = piece.repeat(1000);
    for token in tokens(&html) {
        let borrowed = match &token {
            Token::Text(text) => text.text.contains('&') || is_borrowed(&text.text),
            Token::StartTag(tag) => {
                tag.attributes().len() == 2 && tag.attributes().all(|a| is_borrowed(&a.to_value()))
            }
            Token::EndTag(_) => true,
            Token::Comment(comment) => is_borrowed(&comment.data),
            Token::ProcessingInstruction(i) => is_borrowed(&i.target) && is_borrowed(&i.data),
            Token::Doctype(_) => false,
        };
        assert!(borrowed, "{token:?}");
    }
}

#[allow(clippy::ptr_arg)] // whether it is borrowed is the question
fn is_borrowed(text: &Cow<'_, str>) -> bool {
    matches!(text, Cow::Borrowed(_))
}

#[test]
fn text_with_stray_markup_characters_is_borrowed() {
    let mut tokens = tokens("a < b & c &x; d</>");
    let Some(Token::Text(text)) = tokens.next() else {
        panic!("no text")
    };
    assert_eq!(text.text, Cow::Borrowed("a < b & c &x; d"));
    assert!(is_borrowed(&text.text));
    assert_eq!(tokens.next(), None);
    assert_eq!(tokens.next(), None);
}

#[test]
fn errors_come_before_the_token_that_contains_them() {
    let codes: Vec<_> = tokens("a\0b<!x>c<p a a>")
        .with_errors()
        .map(|item| item.map(|token| line(&token)).map_err(|error| error.code))
        .collect();
    assert_eq!(
        codes,
        [
            Err(ErrorCode::UnexpectedNullCharacter),
            Ok("text \"a\\0b\" 0..3".into()),
            Err(ErrorCode::IncorrectlyOpenedComment),
            Ok("Comment { data: \"x\", span: Span { start: 3, end: 7 } }".into()),
            Ok("text \"c\" 7..8".into()),
            Err(ErrorCode::DuplicateAttribute),
            Ok("start \"p\" 9..10 8..15 \"a\" 11..12 = \"\" 12..12".into()),
        ]
    );
}
