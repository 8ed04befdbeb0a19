//! Wordings of other years than those of the committed revisions, in small pages of our own.

use std::fs;
use std::path::Path;
use tokenwright_codegen::diff::{self, Side};
use tokenwright_codegen::prose::{self, Facts, Reading};
use tokenwright_codegen::tables;

fn read(text: &str) -> Reading {
    prose::read(text, 0, &Facts::of_id("small-2016-11-01"), &[]).expect("a section with states")
}

/// What was not understood, one a line.
fn told(reading: &Reading) -> String {
    let open = reading.report.not_understood().map(ToString::to_string);
    let faults = reading.report.faults.iter().map(ToString::to_string);
    open.chain(faults).collect::<Vec<_>>().join("\n")
}

/// The tables of the states.
fn states(reading: &Reading) -> String {
    let files = tables::write(&reading.revision);
    let states = files.into_iter().filter(|(name, _)| {
        name.starts_with(|c: char| c.is_ascii_digit()) && !name.starts_with("00")
    });
    states.map(|(_, text)| text).collect::<Vec<_>>().join("\n")
}

/// The markup of 2017, and the states of references of that winter: the longest match begins with a
/// character that has been consumed, a state chooses by the return state, and an "if" that has
/// switched has an "otherwise" that is not said.
#[test]
fn a_source_in_the_markup_of_bikeshed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages/bikeshed.include");
    let reading = read(&fs::read_to_string(path).expect("a page of the project's own"));
    assert_eq!(told(&reading), "");
    insta::assert_snapshot!(states(&reading));
}

/// The wordings of 2007: the tag open state looks ahead, the guard of the close tag open state is two
/// sentences, and permitted slashes come with their elements.
#[test]
fn a_page_of_the_oldest_kind() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages/oldest.html");
    let reading = read(&fs::read_to_string(path).expect("a page of the project's own"));
    assert_eq!(told(&reading), "");
    let names = &reading.revision.about.names;
    assert_eq!(names[0].1, ["base", "link", "input"]);
    insta::assert_snapshot!(states(&reading));
}

/// An error that is found after something has been returned is reported before it, whether or not the
/// page says "additionally".
#[test]
fn an_error_after_a_return() {
    let page = |lead: &str| {
        format!(
            "<h3>1.1 Tokenization</h3><p>The state machine must start in the data state.</p>\n\
             <h4>1.1.1 Data state</h4><p>Consume the next input character:</p>\n\
             <dl><dt>U+0026 AMPERSAND (&amp;)<dd>Attempt to consume a character reference. Switch to the data state.\n\
             <dt>Anything else<dd>Emit the current input character as a character token.</dl>\n\
             <h4>1.1.2 Tokenizing character references</h4>\n\
             <p>The behavior depends on the identity of the next character (the one immediately after the U+0026 AMPERSAND character):</p>\n\
             <dl><dt>Anything else<dd><p>Consume as many characters as match the range of characters given above.\n\
             <p>If the number is greater than 0x10FFFF, then this is a parse error. Return a U+FFFD REPLACEMENT CHARACTER.\n\
             <p>Otherwise, return a character token for the Unicode character whose code point is that number. {lead} the number is 0x0B, then this is a parse error.</dl>"
        )
    };
    let read_page = |lead: &str| {
        let reading = read(&page(lead));
        assert_eq!(told(&reading), "", "{lead}");
        states(&reading)
    };
    let tables = read_page("If");
    assert_eq!(tables, read_page("Additionally, if"));
    insta::assert_snapshot!(tables);
}

/// A page of two states, the first of which has this row.
fn with_row(term: &str, steps: &str) -> String {
    format!(
        "<h3>1.1 Tokenization</h3><p>The state machine must start in the data state.</p>\n\
         <h4>1.1.1 Data state</h4><p>Consume the next input character:</p>\n<dl>\n\
         <dt>{term}\n<dd>{steps}\n<dt>Anything else\n<dd>Emit the current input character as a character token.\n</dl>\n\
         <h4>1.1.2 Comment state</h4><p>Consume the next input character:</p>\n<dl>\n\
         <dt>Anything else\n<dd>Switch to the data state.\n</dl>\n"
    )
}

/// Both wordings say the same.
fn same(one: &str, other: &str) {
    let side = |steps: &str| {
        let page = with_row("EOF", steps);
        let side = Side::of_page("page", "page", &page, 0, None, &[]).expect("a section");
        let page = side.page.as_ref().expect("a page");
        let open: Vec<String> = page
            .report
            .not_understood()
            .map(|t| t.said.clone())
            .collect();
        assert_eq!(open, [""; 0], "{steps}");
        side
    };
    let difference = diff::compare(side(one), side(other));
    assert!(difference.is_empty(), "{}", diff::text(&difference, true));
}

#[test]
fn wordings_that_say_the_same() {
    for (one, other) in [
        (
            "Reconsume in the comment state.",
            "Reconsume in comment state.",
        ),
        (
            "Create a DOCTYPE token. Set its correctness flag to incorrect. Emit the token. Switch to the data state.",
            "Create a DOCTYPE token. Set its force-quirks flag to on. Emit the token. Switch to the data state.",
        ),
        (
            "Reprocess the current input character in the comment state.",
            "Reconsume the current input character in the comment state.",
        ),
        (
            "Parse error. Emit an end-of-file token.",
            "This is an easy parse error. Emit an end-of-file token.",
        ),
        (
            "Switch to the comment state. Emit a U+003C LESS-THAN SIGN character token. Reconsume the current input character.",
            "Emit a U+003C LESS-THAN SIGN character token. Reconsume in the comment state.",
        ),
    ] {
        same(one, other);
    }
}
