//! Sentences on trees in other words than the standard's: each pair means the same, and what would be open is not read.

use tokenwright_prose::{TreeReading, read_trees};
use tokenwright_tables::tree::writer;

/// A page with one row, and a sentence after it, so that an "if" governs no other row.
fn reading(sentence: &str) -> TreeReading {
    let page = format!(
        r#"<h2>13.2.6 Tree construction</h2>
<h5>13.2.6.4.7 The "<dfn>in body</dfn>" insertion mode</h5>
<p>When the user agent is to apply the rules for the "in body" insertion mode, the user agent must handle the token as follows:</p>
<dl class="switch"><dt>A start tag whose tag name is "a"</dt><dd><p>{sentence}</p></dd></dl>"#
    );
    read_trees(&page).expect("an insertion mode")
}

fn row(sentence: &str) -> (String, usize) {
    let reading = reading(sentence);
    let open = reading.report.not_understood().count();
    (writer::row(&reading.tables.modes[0].rows[0]), open)
}

#[test]
fn other_words_mean_the_same() {
    let pairs = [
        (
            r#"If the frameset-ok flag is set to "not ok", ignore the token."#,
            r#"Ignore the token if the frameset-ok flag is set to "not ok"."#,
        ),
        (
            "If the stack of open elements does not have a p element in scope, ignore the token.",
            "Ignore the token unless the stack of open elements has a p element in scope.",
        ),
        (
            "If the current node is not a td element, then this is a parse error. Otherwise, ignore the token.",
            "This is a parse error unless the current node is a td element. Otherwise, ignore the token.",
        ),
        (
            "If there is a template element on the stack of open elements, then ignore the token.",
            "If the stack of open elements contains a template element, ignore the token.",
        ),
        (
            "If there is no template element on the stack of open elements, then ignore the token.",
            "If the stack of open elements does not contain a template element, ignore the token.",
        ),
        (
            "If the current node is not an li element, then this is a parse error.",
            "If the current node is something other than an li element, this is a parse error.",
        ),
        (
            r#"Switch the insertion mode to "after body"."#,
            r#"Set the insertion mode to "after body"."#,
        ),
        (
            "Switch the insertion mode to the original insertion mode.",
            "Switch the insertion mode back to the original insertion mode.",
        ),
        (
            r#"Process the token using the rules for the "in head" insertion mode."#,
            r#"Process the token by using the rules of the "in head" insertion mode."#,
        ),
        (
            r#"Set the frameset-ok flag to "not ok"."#,
            r#"The frameset-ok flag is set to "not ok"."#,
        ),
        (
            "Insert a processing instruction.",
            "Insert the processing instruction.",
        ),
        ("Insert a comment.", "Insert the comment."),
        (
            "Run the adoption agency algorithm for the token.",
            "Perform the adoption agency algorithm for the token.",
        ),
        (
            "If the next token is a U+000A LINE FEED (LF) character token, then ignore that token and move on to the next one.",
            "If the next token is a U+000A LINE FEED (LF) character token, ignore it and move on to the next one.",
        ),
    ];
    for (standard, other) in pairs {
        let (expected, open) = row(standard);
        assert_eq!(open, 0, "{standard}");
        assert_eq!(row(other), (expected, 0), "{other}");
    }
}

#[test]
fn what_is_open_is_not_read() {
    let sentences = [
        // Which steps the condition governs.
        "Parse error and ignore the token if the current node is a p element.",
        // What is denied.
        "Ignore the token unless the current node is a p element and the current node is an li element.",
        "Ignore the token if the moon is full.",
        "Set the insertion mode.",
    ];
    for sentence in sentences {
        assert_eq!(row(sentence).1, 1, "{sentence}");
    }
}
