//! Pauses at scripts, and what scripts write: the tree is that of the page with the text spliced in.

use crate::with;
use fastrand::Rng;
use tokenwright_tests::tree_construction::random;
use tokenwright_tree::{Context, Namespace, Options, ParseError, Parser, parse_with};

/// What the script `1` writes: half of it comes after another script.
const WRITTEN: [&str; 2] = ["<b>1<script>2</script>", "c<td>&am"];
/// What that one writes.
const NESTED: &str = "p;<i>2<p";

/// A page with such scripts anywhere, in tags and comments too.
fn page(random: &mut Rng) -> String {
    let mut html = random::document(random);
    for _ in 0..3 {
        let mut places = html.char_indices().map(|(at, _)| at);
        let at = places.nth(random.usize(..html.len())).unwrap_or(0);
        html.insert_str(at, "<script>1</script>");
    }
    html
}

fn options(spans: bool) -> Options {
    with(|it| (it.scripting, it.pauses, it.spans) = (true, true, spans))
}

/// What was written, and where: only with spans.
type Written = Vec<(usize, String)>;

/// Runs the scripts at which a parser is paused.
fn run_scripts(parser: &mut Parser, all: &mut Written) {
    while let Some(script) = parser.script() {
        let (id, spans) = (script.id(), script.spans());
        if script.text_content() == "1" {
            let mut written = WRITTEN.concat();
            parser.insert(&written);
            while let Some(other) = parser.script().filter(|other| other.id() != id) {
                assert_eq!(other.text_content(), "2");
                written = [WRITTEN[0], NESTED, WRITTEN[1]].concat();
                parser.insert(NESTED);
                parser.resume();
            }
            if let Some(end) = spans.end {
                all.push((end.end, written));
            }
        }
        parser.resume();
    }
}

fn run(parts: &[&str], spans: bool, at_once: bool) -> (String, Written) {
    let mut parser = Parser::new(&options(spans));
    let mut written = Written::new();
    for part in parts {
        parser.feed(part);
        if !at_once {
            run_scripts(&mut parser, &mut written);
        }
    }
    run_scripts(&mut parser, &mut written);
    assert!(parser.script().is_none());
    (parser.finish().to_html5lib(), written)
}

#[test]
fn written_text_is_as_if_it_were_in_the_page() {
    let (mut scripts, mut nested) = (0, 0);
    for seed in 0..40 {
        let html = page(&mut Rng::with_seed(seed));
        let (tree, written) = run(&[&html], true, false);
        scripts += written.len();
        nested += written
            .iter()
            .filter(|(_, text)| text.contains(NESTED))
            .count();
        let mut spliced = html.clone();
        for (at, text) in written.iter().rev() {
            spliced.insert_str(*at, text);
        }
        let expected = parse_with(&spliced, &options(false)).to_html5lib();
        assert_eq!(tree, expected, "seed {seed}: {html:?} {spliced:?}");
        for (at, _) in html.char_indices() {
            let (one, other) = html.split_at(at);
            for (spans, at_once) in [(false, false), (false, true), (true, false)] {
                let (found, _) = run(&[one, other], spans, at_once);
                assert_eq!(found, tree, "seed {seed}, at {at}, {at_once}: {html:?}");
            }
        }
    }
    assert!(
        scripts > 15 && nested > 15,
        "{scripts} and {nested} scripts"
    );
}

/// 13.2.7: the parser does not pause after the end, and fragments have no scripts that run.
#[test]
fn nothing_pauses_at_the_end_or_in_a_fragment() {
    let mut parser = Parser::new(&options(false));
    parser.feed("<script>1");
    assert!(parser.script().is_none());
    assert_eq!(parser.finish().root().text_content(), "1");
    let mut options = options(false);
    options.context = Some(Context::new("div", Namespace::Html));
    let mut parser = Parser::new(&options);
    parser.feed("<script>1</script>2");
    assert!(parser.script().is_none());
    assert_eq!(parser.finish().root().text_content(), "12");
}

/// The tree in a pause is that of what came before.
#[test]
fn the_tree_in_a_pause_is_built_up_to_the_script() {
    let mut parser = Parser::new(&options(false));
    parser.feed("<p>a<svg><script>1</script><script/><b>c");
    let mut before = Vec::new();
    while let Some(script) = parser.script() {
        before.push(script.document().to_string());
        parser.resume();
    }
    let page =
        |inside| format!("<html><head></head><body><p>a<svg>{inside}</svg></p></body></html>");
    let one = "<script>1</script>";
    assert_eq!(
        before,
        [page(one), page("<script>1</script><script></script>")]
    );
    let whole = "<html><head></head><body><p>a<svg><script>1</script><script></script></svg><b>c</b></p></body></html>";
    assert_eq!(parser.finish().to_string(), whole);
}

/// Errors are known as far as the page is parsed, and none is lost or there twice.
#[test]
fn errors_are_there_in_a_pause() {
    let mut options = options(false);
    options.errors = true;
    let mut parser = Parser::new(&options);
    parser.feed("<!DOCTYPE html>\n<p></x><script>1</script>\n</y><script>2</script></z>");
    let mut seen: Vec<Vec<String>> = Vec::new();
    let texts = |errors: &[ParseError]| errors.iter().map(ToString::to_string).collect();
    while let Some(script) = parser.script() {
        seen.push(texts(script.document().errors()));
        parser.insert("</w>");
        parser.resume();
    }
    seen.push(texts(parser.finish().errors()));
    let all: Vec<String> = seen[2].clone();
    assert_eq!(all[0], "2:4: unexpected-end-tag");
    assert_eq!(seen, [all[..1].to_vec(), all[..3].to_vec(), all.clone()]);
    assert_eq!(all.len(), 5, "{all:?}");
}
