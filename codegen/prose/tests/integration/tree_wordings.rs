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
            "If the current node is not an li element, then this is a parse error.",
            "If the current node is now other than an li element, then this is a parse error.",
        ),
        (
            "Pop the current node off the stack of open elements. Acknowledge the token's self-closing flag, if it is set.",
            "Pop the bottommost node off the stack of open elements. If the token's self-closing flag is set, acknowledge it.",
        ),
        (
            "If the parser was created as part of the HTML fragment parsing algorithm, then ignore the token.",
            "In the fragment case, the token is then ignored.",
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
            r#"Set the frameset-ok flag to "ok"."#,
            r#"Set the frameset-ok flag back to "ok"."#,
        ),
        (
            "Insert a processing instruction.",
            "Insert the processing instruction.",
        ),
        ("Insert a comment.", "Insert the comment."),
        ("Insert a comment.", "A comment is inserted."),
        ("Ignore the token.", "The token is ignored."),
        ("Ignore the token.", "Skip this token."),
        (
            "This is a parse error. Ignore the token.",
            "Report a parse error; the token must be ignored.",
        ),
        ("Reprocess the token.", "Process the token again."),
        (
            "If the stack of open elements has a p element in button scope, then close a p element.",
            "If there is a p element in button scope, close the p element.",
        ),
        (
            "If the stack of open elements does not have a p element in button scope, ignore the token.",
            "If no p element is in button scope on the stack of open elements, ignore the token.",
        ),
        (
            "If the current node is not a td or th element, this is a parse error.",
            "Unless the current node is a td or th element, this is a parse error.",
        ),
        (
            "If the current node is a td element, ignore the token. Otherwise, stop parsing.",
            "If the current node is a td element, the token is ignored. If not, parsing stops.",
        ),
        (
            "Acknowledge the token's self-closing flag, if it is set.",
            "If the token's self-closing flag is set, acknowledge it.",
        ),
        (
            "Immediately pop the current node off the stack of open elements.",
            "The current node is popped off the stack of open elements at once.",
        ),
        (
            "Insert a marker at the end of the list of active formatting elements.",
            "Add a marker to the list of active formatting elements.",
        ),
        (
            "Generate implied end tags.",
            "Implied end tags are generated.",
        ),
        (
            "Run the adoption agency algorithm for the token.",
            "Perform the adoption agency algorithm for the token.",
        ),
        (
            "If the next token is a U+000A LINE FEED (LF) character token, then ignore that token and move on to the next one.",
            "If the next token is a U+000A LINE FEED (LF) character token, ignore it and move on to the next one.",
        ),
        (
            "If the current node is a td element, then this is a parse error; ignore the token.",
            "If the current node is a td element, ignore the token; this is a parse error.",
        ),
        (
            "This is a parse error. Ignore the token.",
            "The parser must ignore the token. This is a parse error.",
        ),
        (
            "Let node be the current node. Pop the current node off the stack of open elements.",
            "Let node be the current node. Let node be the current node. The current node must immediately be popped off the stack of open elements.",
        ),
        (
            "If node is an li element, then ignore the token. Otherwise, if node is a p element, stop parsing.",
            "When node is an li element, ignore the token. Otherwise, when node is a p element, stop parsing.",
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
        "The token is not ignored.",
        "The token was ignored.",
        "The frameset-ok flag is set.",
        // Whether the error is one of the branch.
        "If the current node is a p element, ignore the token. This is a parse error.",
        "The parser should ignore the token.",
        "The user agent must not ignore the token.",
        "The tree must ignore the token.",
        // Which node it is.
        "If node is a p element, then pop that node off the stack of open elements.",
        // What depends on the condition.
        r#"Act as if an end tag with the tag name "p" had been seen, if that token wasn't ignored, reprocess the token."#,
        // They contradict themselves.
        r#"If the current node is an a element, then ignore the token. Otherwise, the stack of open elements will have a p element in table scope; act as if an end tag token with the tag name "a" had been seen."#,
        "If the stack of open elements has neither a td or a th element in scope, ignore the token.",
        "If the stack of open elements has no td or a th element in scope, ignore the token.",
        "Ignore the token unless there is a node in the stack of open elements that is not a p element.",
    ];
    for sentence in sentences {
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
    let rows: [(&str, &[&str]); 8] = [
        (
            "Create an element for the token. Append the new element to the current node and push it onto the stack \
             of open elements.",
            &[
                "let element be create an element for the token in the HTML namespace with the current node as the \
                 intended parent",
                "append element to the current node",
                "push element onto the stack of open elements",
            ],
        ),
        (
            "If the form element pointer is not null, then associate the select element with the form element \
             pointed to by the form element pointer.",
            &[
                "the form element pointer is not null",
                "associate the newly created element with the form element pointer",
            ],
        ),
        (
            "Switch the tokeniser's content model flag to the CDATA state.",
            &["switch the content model flag to the CDATA state"],
        ),
        (
            "Perform a shallow clone of the formatting element.",
            &[
                "let clone be a new element for the token for which formattingElement was created in the HTML \
                 namespace",
            ],
        ),
        (
            "If the tag name of the end tag token does not match the tag name of the current node, this is a parse \
             error.",
            &[
                "the tag name of the current node in lowercase is not the token's tag name",
                "parse error",
            ],
        ),
        (
            r#"Let the secondary insertion mode be the current insertion mode, and then switch the insertion mode to "in foreign content"."#,
            &[
                "set the secondary insertion mode to the current insertion mode",
                r#"switch the insertion mode to "in foreign content""#,
            ],
        ),
        (
            r#"If the DOCTYPE token's name does not case-insensitively match the string "HTML", or if the token's public identifier is not missing, then there is a parse error."#,
            &[
                r#"the name of the DOCTYPE token is not "HTML" ignoring ASCII case"#,
                "the public identifier is not missing",
                "parse error",
            ],
        ),
        // An element that is not open is no such node: the next sentence removes it from the list.
        (
            "If there is no such node, or, if that node is also in the stack of open elements but the element is \
             not in scope, then this is a parse error.",
            &[
                "formattingElement is null",
                "formattingElement is in the stack of open elements and the stack of open elements does not have \
                 formattingElement in scope",
                "parse error",
            ],
        ),
    ];
    for (sentence, expected) in rows {
        let (row, open) = row(sentence);
        assert_eq!(open, 0, "{sentence}");
        in_order(&row, expected);
    }
}

#[test]
fn tokens_that_are_acted_as_if_seen_are_read() {
    let end = r#"act as if a "p" end tag token had been seen"#;
    let start = r#"act as if a "body" start tag token with no attributes had been seen"#;
    let of_node = "act as if an end tag token with the tag name of the current node had been seen";
    let (ignored, reprocess) = ("that token was not ignored", "reprocess the token");
    let rows: [(&str, &[&str]); 13] = [
        (
            r#"Act as if an end tag token with the tag name "p" had been seen, then, if that token wasn't ignored, reprocess the current token."#,
            &[end, ignored, reprocess],
        ),
        (
            r#"Act as if an end tag with tag name "p" had been seen, and then, if that token was not ignored, reprocess the token."#,
            &[end, ignored, reprocess],
        ),
        (
            r#"If the current node is a p element, act as if an end tag with the tag name "p" had been seen. Otherwise, ignore the token."#,
            &["the current node is a p element", end, "else", "ignore"],
        ),
        (
            "Act as if an end tag with the tag name p had been seen.",
            &[end],
        ),
        (
            r#"Act as if the token had been an end tag with the tag name "p" instead."#,
            &[end],
        ),
        (
            r#"Act as if a start tag token with the tag name "body" and no attributes had been seen, and then reprocess the current token."#,
            &[start, reprocess],
        ),
        (
            r#"This is a parse error; act as if a start tag with the tag name "body" had been seen, then reprocess the current token."#,
            &["parse error", start, reprocess],
        ),
        (
            "Act as if an end tag with the same tag name as the current node had been seen.",
            &[of_node],
        ),
        (
            r#"Act as if an end tag with the same tag name as the current node ("tbody", "tfoot", or "thead") had been seen, then reprocess the current token."#,
            &[of_node, reprocess],
        ),
        (
            r#"First, if the current node is an option element, and the node immediately before it in the stack of open elements is an optgroup element, then act as if an end tag with the tag name "p" had been seen."#,
            &[
                "the current node is an option element and the element immediately above the current node in the stack of \
                 open elements is an optgroup element",
                end,
            ],
        ),
        (
            r#"If the current node is an a element, then ignore the token. Otherwise, the stack of open elements will have a p element in table scope; act as if an end tag token with the tag name "p" had been seen."#,
            &["ignore the token", "else", end],
        ),
        // Only where there is such an element, there is something to end.
        (
            "If the stack of open elements has a p element in scope, then this is a parse error. Act as if an end tag with the \
             tag name p had been seen, then once again reconstruct the active formatting elements, if any.",
            &[
                "if = \"the stack of open elements has a p element in scope\"",
                "parse error",
                end,
                "reconstruct the active formatting elements",
                "] }",
            ],
        ),
        (
            "If the stack of open elements has a p element in scope, then pop elements from this stack until the stack no longer \
             has a p element in scope.",
            &["while", "until a p element has been popped"],
        ),
    ];
    for (sentence, expected) in rows {
        let (row, open) = row(sentence);
        assert_eq!(open, 0, "{sentence}");
        in_order(&row, expected);
    }
    // The tables make up no text and no attributes, and the condition of an error may not be that of what follows it.
    for sentence in [
        "Act as if a stream of character tokens had been seen.",
        r#"Act as if a start tag token with the tag name "input" had been seen, with all the attributes of the token."#,
        r#"If the stack of open elements has a p element in scope, then this is a parse error. Act as if an end tag with the tag name "a" had been seen."#,
    ] {
        assert_eq!(row(sentence).1, 1, "{sentence}");
    }
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
