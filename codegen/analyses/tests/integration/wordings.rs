//! Wordings of other years than those of the committed revisions: which of them mean the same.

use crate::pages::{page, side};
use tokenwright_analyses::compare::{self, Grade};
use tokenwright_analyses::diff;

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
        let side = side("page", &page);
        let page = side.page.as_ref().expect("a page");
        let open: Vec<String> = page
            .report
            .not_understood()
            .map(|t| t.original.clone())
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
        (
            "Switch to the comment state, reconsuming the current input character.",
            "Reconsume in the comment state.",
        ),
        (
            "Create a new comment token with empty data. Switch to the comment state.",
            "Create a comment token whose data is the empty string. Switch to the comment state.",
        ),
        (
            "Create a new start tag token whose tag name is the empty string. Switch to the comment state.",
            "Create a new start tag token, set its tag name to the empty string. Switch to the comment state.",
        ),
        (
            "Start a new attribute in the current tag token with an empty name and value.",
            "Start a new attribute in the current tag token. Set that attribute name and value to the empty string.",
        ),
        (
            "Parse error. Treat this as the \"anything else\" entry below.",
            "Parse error. Treat it as per the \"anything else\" entry below.",
        ),
        (
            "Set the current tag token's self-closing flag. Emit the current input character as character token.",
            "Set the self-closing flag of the current tag token. Emit the current input character as a character token.",
        ),
        (
            "Emit two U+005D RIGHT SQUARE BRACKET characters. Emit the current end tag token.",
            "Emit two U+005D RIGHT SQUARE BRACKET character tokens. Emit the current tag token.",
        ),
    ] {
        same(one, other);
    }
}

/// A comment that exists only if more than the end was consumed is another machine.
#[test]
fn a_bulk_that_may_have_nothing_in_it() {
    let always = page("consumed-in-bulk.html");
    let sometimes = always.replace(
        "Emit a comment",
        "If more than one character was consumed, then emit a comment",
    );
    assert_ne!(always, sometimes);
    let side = |page: &str| side("page", page);
    let compared = |from: &str, to: &str| {
        let difference = diff::compare(side(from), side(to));
        assert!(
            difference.is_complete(),
            "{}",
            diff::text(&difference, true)
        );
        let found = compare::behaviour(&difference, false, &|_, _| ()).expect("both can be run");
        let input = found.whole.witness().map(|w| w.input.clone());
        (found.whole.grade(), input)
    };
    assert_eq!(
        compared(&always, &sometimes),
        (Some(Grade::Tokens), Some("?".to_owned()))
    );
    assert_eq!(compared(&sometimes, &sometimes), (Some(Grade::None), None));
}
