//! Pages with edits by hand: the difference is exactly the edit.

use crate::pages::{page as page_named, side};
use tokenwright_analyses::diff::{self, Difference, Side};

fn page() -> String {
    page_named("coded.html")
}

/// The difference between the page and the page with these replacements made.
fn edited(edits: &[(&str, &str)]) -> Difference {
    let before = page();
    let mut after = before.clone();
    for (from, to) in edits {
        assert!(after.contains(from), "{from}");
        after = after.replace(from, to);
    }
    between(&before, &after)
}

fn between(before: &str, after: &str) -> Difference {
    diff::compare(side("before.html", before), side("after.html", after))
}

fn difference_text(edits: &[(&str, &str)]) -> String {
    diff::text(&edited(edits), true)
}

const NULL_IN_DATA: &str = "<dt>U+0000 NULL\n<dd>This is an unexpected-null-character parse error. Emit the current input character as a character token.\n";
const EOF_IN_DATA: &str = "<dt>EOF\n<dd>Emit an end-of-file token.\n";

#[test]
fn the_same_page_is_no_difference() {
    let difference = edited(&[]);
    assert!(difference.is_empty() && difference.is_complete());
    assert_eq!(difference.editorial, []);
}

#[test]
fn a_row_removed() {
    insta::assert_snapshot!(difference_text(&[(NULL_IN_DATA, "")]));
}

#[test]
fn a_row_added() {
    let row = "<dt>U+003F QUESTION MARK (?)\n<dd>Switch to the comment state.\n";
    let both = format!("{row}{EOF_IN_DATA}");
    insta::assert_snapshot!(difference_text(&[(EOF_IN_DATA, &both)]));
}

#[test]
fn a_character_more_in_a_row() {
    insta::assert_snapshot!(difference_text(&[(
        "<dt>ASCII alpha\n",
        "<dt>ASCII alpha\n<dt>U+003F QUESTION MARK (?)\n"
    )]));
}

#[test]
fn a_code_renamed_everywhere() {
    insta::assert_snapshot!(difference_text(&[("eof-in-comment", "eof-inside-comment")]));
}

#[test]
fn a_row_with_a_code_of_its_own() {
    insta::assert_snapshot!(difference_text(&[(
        "<dd>Append the current input character to the comment token's data.\n</dl>\n<h4>9.2.1.5 Comment end state</h4>\n<p>Consume the next input character:</p>\n<dl class=\"switch\">\n",
        "<dd>Append the current input character to the comment token's data.\n</dl>\n<h4>9.2.1.5 Comment end state</h4>\n<p>Consume the next input character:</p>\n<dl class=\"switch\">\n<dt>U+0000 NULL\n<dd>This is a null-in-comment parse error. Switch to the comment state.\n",
    )]));
}

#[test]
fn the_earlier_of_two_attributes_removed() {
    let text = |name: &str, from: &str, to: &str| {
        let before = page_named(name);
        assert!(before.contains(from), "{name}");
        let after = before.replace(from, to);
        let difference = diff::compare(side("before", &before), side("after", &after));
        assert!(difference.is_complete());
        diff::text(&difference, true)
    };
    // The pages have their own numbers of sections.
    let outside = |text: String| text[text.find("Outside").expect("a rule changed")..].to_owned();
    let new = "the new attribute must be removed from the token";
    let removed = "the earlier attribute must be removed from the token";
    let whole = text("links.html", new, removed);
    insta::assert_snapshot!("the_earlier_of_two_attributes_removed", whole);
    let dropped = "the existing attribute must be dropped, along with its value (if any)";
    for (name, to) in [
        ("lines.txt", removed),
        ("lines.txt", dropped),
        ("generated.html", dropped),
    ] {
        assert_eq!(
            outside(text(name, new, to)),
            outside(whole.clone()),
            "{name}"
        );
    }
}

#[test]
fn a_state_renamed() {
    insta::assert_snapshot!(difference_text(&[
        ("Comment end state", "Comment closing state"),
        ("the comment end state", "the comment closing state"),
    ]));
}

#[test]
fn two_rows_swapped() {
    let swapped = format!("{EOF_IN_DATA}{NULL_IN_DATA}");
    let both = format!("{NULL_IN_DATA}{EOF_IN_DATA}");
    insta::assert_snapshot!(difference_text(&[(&both, &swapped)]));
}

#[test]
fn two_rows_swapped_where_it_matters() {
    let swap = |text: String| {
        let upper = "<dt>ASCII upper alpha\n<dd>Append the lowercase version of the current input character (add 0x0020 to the character's code point) to the current tag token's tag name.\n";
        let alpha = "<dt>ASCII alpha\n<dd>Append the current input character to the current tag token's tag name.\n";
        let both = format!("{upper}{alpha}");
        (text.replace(upper, &both), format!("{alpha}{upper}"), both)
    };
    let (before, turned, both) = swap(page());
    let after = before.replace(&both, &turned);
    assert_ne!(before, after);
    let difference = between(&before, &after);
    insta::assert_snapshot!(diff::text(&difference, true));
}

#[test]
fn a_not_inserted() {
    insta::assert_snapshot!(difference_text(&[(
        "buffer is the string",
        "buffer is not the string"
    )]));
}

#[test]
fn a_sentence_reworded_that_says_the_same() {
    let difference = edited(&[
        (
            "Create a comment token whose data is the empty string. Switch",
            "Create a comment token whose data is the empty string, then switch",
        ),
        ("(add 0x0020 to the character's code point) ", ""),
    ]);
    assert!(difference.is_empty() && difference.is_complete());
    insta::assert_snapshot!(diff::text(&difference, true));
    assert_eq!(
        diff::text(&difference, false),
        "before.html (section 9.2.1) → after.html (section 9.2.1)\n  states          5 → 5\n  no difference\n"
    );
}

#[test]
fn a_sentence_reworded_beyond_the_rules() {
    let difference = edited(&[
        (
            "This is an eof-in-tag parse error. Emit an end-of-file token.",
            "This is an eof-in-tag parse error. Hand over an end-of-file token, at long last.",
        ),
        (NULL_IN_DATA, ""),
    ]);
    assert!(!difference.is_complete());
    insta::assert_snapshot!(diff::text(&difference, true));
    let markdown = diff::markdown(&difference);
    insta::assert_snapshot!(format!(
        "{}\n{}",
        markdown.not_understood,
        markdown.changes.join("\n")
    ));
}

#[test]
fn a_head_of_a_row_beyond_the_rules_is_no_row_removed() {
    let difference = edited(&[("<dt>U+002D HYPHEN-MINUS (-)", "<dt>A dash of any kind")]);
    assert!(difference.is_empty(), "{}", diff::text(&difference, true));
    insta::assert_snapshot!(diff::text(&difference, true));
}

#[test]
fn a_heading_beyond_the_rules_is_no_state_removed() {
    let difference = edited(&[(
        "9.2.1.5 Comment end state",
        "9.2.1.5 At the end of comments",
    )]);
    assert!(difference.is_empty(), "{}", diff::text(&difference, true));
    insta::assert_snapshot!(diff::text(&difference, true));
}

/// Generated pages have a whole list on one line.
#[test]
fn rows_of_one_line_are_distinguished() {
    let joined = |text: &str| text.replace("\n<d", "<d").replace("\n</dl", "</dl");
    let before = page();
    let after = before
        .replace(
            "Emit the current tag token.",
            "Hand the current tag token over.",
        )
        .replace("This is an eof-in-tag parse error. ", "");
    let difference = between(&joined(&before), &joined(&after));
    insta::assert_snapshot!(diff::text(&difference, true));
}

#[test]
fn an_unread_sentence_before_the_rows_takes_none_of_them_away() {
    let difference = edited(&[(
        "<h4>9.2.1.4 Comment state</h4>\n<p>Consume the next",
        "<h4>9.2.1.4 Comment state</h4>\n<p>Take up the next",
    )]);
    assert!(difference.is_empty(), "{}", diff::text(&difference, true));
    assert_eq!(difference.open.len(), 1);
    assert_eq!(
        difference.open[0].original,
        "Take up the next input character:"
    );
}

#[test]
fn one_change_made_alone() {
    let difference = edited(&[
        (NULL_IN_DATA, ""),
        ("buffer is the string", "buffer is not the string"),
        ("eof-in-tag", "eof-within-tag"),
        ("Comment end state", "Comment closing state"),
        ("the comment end state", "the comment closing state"),
    ]);
    let changes: Vec<_> = difference.changes().collect();
    assert_eq!(changes.len(), 4);
    for change in &changes {
        let with = difference.apply(change).expect("an independent change");
        let rest = diff::compare(
            Side::of_tables(with, None),
            Side::of_tables(difference.to.revision.clone(), None),
        );
        let left: Vec<_> = rest.changes().collect();
        assert_eq!(left.len(), 3, "{}: {left:?}", change.id);
    }
}
