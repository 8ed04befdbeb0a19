//! Text inserted in a pause, in one call and in several.

use crate::support::{each_revision, random_numbers};
use tokenwright::{
    Comment, ErrorCode, Next, Options, ParseError, Revision, Sink, Span, Tag, Tokenizer,
};

/// Text and comments, with a pause after each end tag.
#[derive(Default)]
struct Page(String);

impl Sink for Page {
    fn text(&mut self, text: &str, _: Span) {
        self.0.push_str(text);
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.0.push_str(&format!("<!--{}-->", comment.data));
    }

    fn end_tag(&mut self, _: &Tag<'_>) -> Next {
        Next::Pause
    }
}

/// The content after `</a>` with these texts inserted between it and `after`.
fn inserted<R: Revision>(texts: &[&str], after: &str) -> String {
    let mut tokenizer = Tokenizer::<_, R>::with_options(Page::default(), Options::default());
    tokenizer.feed_str("</a>");
    tokenizer.feed_str(after);
    assert!(tokenizer.is_paused());
    for text in texts {
        tokenizer.insert(text);
    }
    tokenizer.resume();
    tokenizer.finish().0
}

fn check_order<R: Revision>() {
    for (text, after, expected) in [
        ("\rb", "z", "\nbz"),
        ("\r\nb", "z", "\nbz"),
        ("&amp;", "z", "&z"),
        ("&am", "p;", "&"),
        ("<!-- x -->", "z", "<!-- x -->z"),
        ("<!-- x", " -->z", "<!-- x -->z"),
        ("a\0<!doctype", " html>z", "a\u{FFFD}z"),
        ("<p title='&amp;'>a", "<b", "a"),
    ] {
        // The newer revisions keep U+0000 in the data state.
        let expected = match R::ID {
            "whatwg-2008-03-09" | "whatwg-2009-02-07" => expected.to_owned(),
            _ => expected.replace('\u{FFFD}', "\0"),
        };
        let pairs = (1..text.len()).map(|at| Vec::from([&text[..at], &text[at..]]));
        let bytes = (0..text.len()).map(|at| &text[at..=at]).collect();
        for texts in pairs.chain([vec![text], bytes]) {
            let split = inserted::<R>(&texts, after);
            assert_eq!(split, expected, "{} {texts:?}", R::ID);
        }
    }
}

#[test]
fn texts_inserted_in_one_pause_keep_their_order() {
    each_revision!(check_order());
}

#[test]
fn texts_are_inserted_in_linear_time() {
    // Quadratic time would be 10^10 moves of pending chunks.
    let chunks = 100_000;
    let mut tokenizer = Tokenizer::new(Page::default());
    tokenizer.feed_str("</a>");
    for _ in 0..chunks {
        tokenizer.feed_str("x");
    }
    for _ in 0..chunks {
        tokenizer.insert("\r");
    }
    tokenizer.resume();
    let page = tokenizer.finish().0;
    assert_eq!(page, "\n".repeat(chunks) + &"x".repeat(chunks));
}

/// Names and texts with their spans, with a pause after each tag.
#[derive(Default)]
struct Places(Vec<(String, Span)>);

impl Sink for Places {
    fn text(&mut self, text: &str, span: Span) {
        self.0.push((text.to_owned(), span));
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.0.push((format!("<{}>", tag.name()), tag.span()));
        Next::Pause
    }
}

/// Inserts random texts in random pauses, some of them in pauses inside inserted text.
fn check_places<R: Revision>() {
    let mut random = random_numbers(5);
    let input: &[&[u8]] = &[b"<i>", b"\xFF", b"x", b"<ii>", b"\xE2\x82", b"<iii>"];
    let inserted = ["<j>", "y", "yy<jj>", "<j>y", "<jj><jj>y", "<j", ">"];
    for _ in 0..1500 {
        let pieces = (0..random(12)).map(|_| input[random(input.len())]);
        let input = pieces.collect::<Vec<_>>().concat();
        let mut tokenizer = Tokenizer::<_, R>::with_options(Places::default(), Options::default());
        let size = 1 + random(9);
        let mut inserts = 6;
        for chunk in input.chunks(size) {
            tokenizer.feed_bytes(chunk);
            while tokenizer.is_paused() && random(3) > 0 {
                while inserts > 0 && random(3) > 0 {
                    inserts -= 1;
                    tokenizer.insert(inserted[random(inserted.len())]);
                }
                tokenizer.resume();
            }
        }
        for (shown, span) in tokenizer.finish().0 {
            let source = String::from_utf8_lossy(&input[span.range()]);
            if shown.contains(['i', 'x', '\u{FFFD}']) && !shown.contains(['j', 'y', '<', '>'])
                || shown.starts_with("<i") && !shown.contains('j')
            {
                assert_eq!(source, shown, "{} {input:?} by {size}", R::ID);
            } else if shown.chars().all(|c| "<j>y".contains(c)) {
                assert_eq!(source, "", "{} {shown} {input:?} by {size}", R::ID);
            }
        }
    }
}

#[test]
fn spans_are_those_of_the_input_whatever_is_inserted_in_pauses() {
    each_revision!(check_places());
}

/// Joins text and tags, and pauses at the tags that are scripts: `<s0>` to `<s4>`.
#[derive(Default)]
struct Scripts {
    seen: String,
    pauses: bool,
    /// The number of the script that runs next.
    script: Option<usize>,
    /// The number of each script and the offset after it.
    ends: Vec<(usize, usize)>,
}

impl Sink for Scripts {
    fn text(&mut self, text: &str, _: Span) {
        self.seen.push_str(text);
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.seen.extend(["<", tag.name(), ">"]);
        let names = ["s0", "s1", "s2", "s3", "s4"];
        let Some(number) = names.iter().position(|name| *name == tag.name()) else {
            return Next::Continue;
        };
        self.ends.push((tag.span().end, number));
        if !self.pauses {
            return Next::Continue;
        }
        self.script = Some(number);
        Next::Pause
    }
}

/// Runs the scripts that the tokenizer has paused for: they write their texts, and other scripts run inside these.
fn run_scripts(tokenizer: &mut Tokenizer<Scripts>, scripts: &mut [Vec<&str>]) {
    while let Some(number) = tokenizer.sink_mut().script.take() {
        for text in std::mem::take(&mut scripts[number]) {
            tokenizer.insert(text);
            run_scripts(tokenizer, scripts);
        }
        tokenizer.resume();
    }
}

/// The input with what each script writes after its tag; a script writes once.
fn expand(mut input: String, scripts: &mut [Vec<&str>]) -> Scripts {
    let mut at = 0;
    loop {
        let mut tokenizer = Tokenizer::new(Scripts::default());
        tokenizer.feed_str(&input);
        let seen = tokenizer.finish();
        let Some((end, number)) = seen.ends.iter().find(|(end, _)| *end > at) else {
            return seen;
        };
        at = *end;
        input.insert_str(at, &std::mem::take(&mut scripts[*number]).concat());
    }
}

#[test]
fn what_scripts_write_inside_written_text_stays_in_order() {
    let mut random = random_numbers(9);
    let pieces = [
        "a", "b<", "<s0>", "<s1>c", "<s2>", "d<s3><s4>", "<s", "4>", "1>e", "&am", "p;",
    ];
    for _ in 0..3000 {
        let mut some = |most| -> Vec<&str> {
            let count = random(most);
            (0..count).map(|_| pieces[random(pieces.len())]).collect()
        };
        let input = format!("{}.", some(6).concat());
        let scripts: Vec<_> = (0..5).map(|_| some(4)).collect();
        let size = 1 + random(8);
        let mut tokenizer = Tokenizer::new(Scripts {
            pauses: true,
            ..Scripts::default()
        });
        let mut unread = scripts.clone();
        for chunk in input.as_bytes().chunks(size) {
            tokenizer.feed_bytes(chunk);
            run_scripts(&mut tokenizer, &mut unread);
        }
        assert!(!tokenizer.is_paused(), "{input} {scripts:?} by {size}");
        let seen = tokenizer.finish().seen;
        let expected = expand(input.clone(), &mut scripts.clone()).seen;
        assert_eq!(seen, expected, "{input} {scripts:?} by {size}");
    }
}

/// The codes of the errors, with a pause after each end tag.
#[derive(Default)]
struct Codes(Vec<ErrorCode>);

impl Sink for Codes {
    fn end_tag(&mut self, _: &Tag<'_>) -> Next {
        Next::Pause
    }

    fn error(&mut self, error: &ParseError) {
        self.0.push(error.code);
    }
}

fn check_errors<R: Revision>() {
    const PIECES: [&str; 16] = [
        "\u{1}", "\u{FDD0}", "\0", "&", "&am", "&not", "p;", "<!-", "-", "--!>", "<!doctyp", "e",
        "\r", "x", "<a b='", "]]",
    ];
    let mut next = random_numbers(7);
    for _ in 0..2_000 {
        let mut text = |most: usize| -> String {
            (0..next(most))
                .map(|_| PIECES[next(PIECES.len())])
                .collect()
        };
        let (inserted, after) = ([text(4), text(4)], text(8));
        let mut tokenizer = Tokenizer::<_, R>::with_options(Codes::default(), Options::default());
        tokenizer.feed_str("</a>");
        tokenizer.feed_str(&after);
        for text in &inserted {
            tokenizer.insert(text);
        }
        tokenizer.resume();
        let found = tokenizer.finish().0;
        let mut whole = Tokenizer::<_, R>::with_options(Codes::default(), Options::default());
        whole.feed_str("</a>");
        whole.resume();
        whole.feed_str(&[&*inserted.concat(), &*after].concat());
        let expected = whole.finish().0;
        assert_eq!(found, expected, "{} {inserted:?} {after:?}", R::ID);
    }
}

#[test]
fn errors_of_inserted_text_and_of_the_text_after_it_are_reported_once() {
    each_revision!(check_errors());
}

#[test]
fn text_goes_before_look_ahead_that_is_not_read_yet() {
    for (chunks, expected) in [
        (&["x&am"][..], "x&p;amy"),
        (&["x&a", "m"], "x&p;amy"),
        (&["x", "&am"], "x&p;amy"),
        (&["x&am", "b"], "x&ambp;y"),
        (&["x"], "xp;y"),
    ] {
        let mut tokenizer = Tokenizer::new(Page::default());
        chunks.iter().for_each(|chunk| tokenizer.feed_str(chunk));
        tokenizer.insert("p;");
        tokenizer.feed_str("y");
        assert_eq!(tokenizer.finish().0, expected, "{chunks:?}");
    }
}
