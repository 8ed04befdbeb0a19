//! Sentences on trees in other words than the standard's: each pair means the same, and what would be open is not read.

use crate::support::cases;
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
    for [standard, other] in cases("trees, the same") {
        let (expected, open) = row(standard);
        assert_eq!(open, 0, "{standard}");
        assert_eq!(row(other), (expected, 0), "{other}");
    }
}

#[test]
fn what_is_open_is_not_read() {
    for [sentence] in cases("trees, open") {
        assert_eq!(row(sentence).1, 1, "{sentence}");
    }
}

/// "That input element" is one of a row for its start tag.
#[test]
fn an_element_that_a_step_names_is_that_of_the_row() {
    let pop = |name: &str| format!("Pop that {name} element off the stack of open elements.");
    let own = "If the form element pointer is not null, then associate the a element with the form element pointed to by the form element pointer.";
    for (sentence, is_read) in [
        (pop("a"), true),
        (pop("b"), false),
        (own.to_owned(), true),
        (own.replace("the a element", "the input element"), false),
    ] {
        assert_eq!(reading(&sentence).open.is_empty(), is_read, "{sentence}");
    }
}

/// A value that is made of the variable, or that a step may have changed, is another one.
#[test]
fn what_is_done_twice_is_no_repetition() {
    let up = "Let node be the element immediately above node in the stack of open elements.";
    let current =
        "Let node be the current node. Pop the current node off the stack of open elements.";
    for once in [up, current] {
        let twice = format!("{once} {once}");
        assert_eq!(
            row(&twice).0.matches(" node ").count(),
            2 * row(once).0.matches(" node ").count(),
            "{once}"
        );
    }
}

/// What ends an algorithm inside a row does not end the row.
#[test]
fn an_algorithm_in_a_row_ends_before_the_next_step() {
    let (row, open) = row(r"Run the following algorithm:</p><ol>
<li><p>If the current node is a p element, then stop this algorithm.</p></li>
<li><p>Generate implied end tags.</p></li></ol><p>Insert an HTML element for the token.");
    assert_eq!(open, 0, "{row}");
    let expected = [
        "the current node is a p element",
        "jump to the step labeled next",
        "generate implied end tags",
        r#"{ label = "next" }"#,
        "insert an HTML element for the token",
    ];
    in_order(&row, &expected);
}

#[test]
fn what_differs_is_not_read_as_the_same() {
    let both = "If the stack of open elements has an option element in scope or has an optgroup element in scope, ignore the token.";
    let other = both.replace(
        "optgroup element in scope",
        "optgroup element in table scope",
    );
    let rows = [row(both).0, row(&other).0];
    assert!(
        rows[0].contains("an option or optgroup element in scope"),
        "{}",
        rows[0]
    );
    assert!(rows[1].contains("in table scope"), "{}", rows[1]);
    // The heading and the sentence before the rows name two modes.
    let page = r#"<h2>13.2.6 Tree construction</h2>
<h5>13.2.6.4.7 The "<dfn>in body</dfn>" insertion mode</h5>
<p>When the user agent is to apply the rules for the "in head" insertion mode, the user agent must handle the token as follows:</p>
<dl class="switch"><dt>A comment token</dt><dd><p>Insert a comment.</p></dd></dl>"#;
    let reading = read_trees(page).expect("an insertion mode");
    let open = reading.report.not_understood();
    let open: Vec<&str> = open.map(|sentence| sentence.original.as_str()).collect();
    let lead = "When the user agent is to apply the rules for the \"in head\" insertion mode, the user agent must handle the token as follows:";
    assert_eq!(open, [lead, "A comment token"]);
    let same = page.replace(r#"the "in head" insertion"#, r#"the "in body" insertion"#);
    let reading = read_trees(&same).expect("an insertion mode");
    assert_eq!(reading.report.not_understood().count(), 0);
}

#[test]
fn the_oldest_pages_are_read() {
    let rows = cases("trees, read").into_iter().map(|[sentence]| {
        let (row, open) = row(sentence);
        assert_eq!(open, 0, "{sentence}");
        format!("{sentence}\n{row}\n")
    });
    insta::assert_snapshot!(rows.collect::<String>());
}

/// A row has these steps, one after the other.
fn in_order(row: &str, steps: &[&str]) {
    let mut rest = row;
    for step in steps {
        let at = rest.find(step);
        let at = at.unwrap_or_else(|| panic!("no `{step}` in its place in\n{row}"));
        rest = &rest[at + step.len()..];
    }
}

/// The steps of two scopes, one of which has ends of its own.
#[test]
fn two_scopes_have_the_same_steps() {
    let page = r#"<h2>8.2.4 Tree construction</h2>
<h5>8.2.4.1 The stack of open elements</h5>
<p>The stack of open elements is said to have an element in scope or have an element in table scope when the following
algorithm terminates in a match state:</p>
<ol>
<li><p>Initialise node to be the current node (the bottommost node of the stack).</p></li>
<li><p>If node is the target node, terminate in a match state.</p></li>
<li><p>Otherwise, if node is a table element, terminate in a failure state.</p></li>
<li><p>Otherwise, if the algorithm is the "has an element in scope" variant (rather than the "has an element in table
scope" variant), and node is one of the following, terminate in a failure state:</p>
<ul><li>applet</li><li>td</li></ul></li>
<li><p>Otherwise, if node is an html element, terminate in a failure state. (This can only happen if the node is the
topmost node of the stack of open elements, and prevents the next step from being invoked if there are no more elements
in the stack.)</p></li>
<li><p>Otherwise, set node to the previous entry in the stack of open elements and return to step 2.</p></li>
</ol>
<h5>8.2.4.7 The "<dfn>initial</dfn>" insertion mode</h5>
<p>When the insertion mode is "initial", tokens must be handled as follows:</p>
<dl class="switch"><dt>A comment token</dt><dd><p>Ignore the token.</p></dd></dl>"#;
    for (step, other) in [
        (
            "<li><p>If node is the target node, terminate in a match state.</p></li>\n",
            "",
        ),
        (
            "terminate in a match state.<",
            "terminate in a failure state.<",
        ),
        (
            "Initialise node to be the current node (the bottommost node of the stack).",
            "See below.",
        ),
        ("return to step 2", "return to step 3"),
        (
            "Otherwise, set node to the previous entry",
            "Set node to the previous entry",
        ),
    ] {
        assert!(page.contains(step), "{step}");
        let reading = read_trees(&page.replace(step, other)).expect("an insertion mode");
        assert!(reading.report.not_understood().next().is_some(), "{other}");
    }
    let reading = read_trees(page).expect("an insertion mode");
    let scopes = reading.tables.scopes.iter().map(|(name, ends)| {
        let ends = ends.iter().map(|end| end.value.to_string());
        (name.value.as_str(), ends.collect::<Vec<_>>().join(" "))
    });
    let expected = [
        ("scope", "table applet td html"),
        ("table scope", "table html"),
    ];
    assert_eq!(
        scopes.collect::<Vec<_>>(),
        expected.map(|(name, ends)| (name, ends.to_owned()))
    );
    let open: Vec<_> = reading.report.not_understood().collect();
    assert!(open.is_empty(), "{open:?}");
}

/// Each "step 1" is that of the list in which it is named.
#[test]
fn a_list_in_a_list_has_labels_of_its_own() {
    let (row, open) = row(r"Run these steps:</p><ol>
<li><p>Let node be the current node.</p></li>
<li><p>Run these steps:</p><ol>
<li><p>Let node be the element immediately above node in the stack of open elements.</p></li>
<li><p>Run these steps:</p><ol>
<li><p>If node is an li element, then go to the next step in the overall algorithm.</p></li>
<li><p>If node is a dd element, then return to step 1 of this inner set of steps.</p></li></ol></li>
<li><p>Return to step 1 of this inner set of steps.</p></li></ol></li>
<li><p>If node is not a p element, then return to step 1.</p></li></ol><p>");
    assert_eq!(open, 0, "{row}");
    let expected = [
        r#"{ label = "stepOne" }"#,
        r#"{ label = "innerStepOne" }"#,
        r#"{ label = "innerInnerStepOne" }"#,
        "jump to the step labeled next",
        "jump to the step labeled innerInnerStepOne",
        r#"{ label = "next" }"#,
        "jump to the step labeled innerStepOne",
        "jump to the step labeled stepOne",
    ];
    in_order(&row, &expected);
}
