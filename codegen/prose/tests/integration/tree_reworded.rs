//! Whole pages of the section on trees in an editor's other words, which give the tables of the standard's.

use crate::tree_pages::page;
use tokenwright_prose::read_trees;
use tokenwright_tables::tree::writer;

/// The standard's words, and others that mean the same, in four pages.
const OTHER_WORDS: [&[(&str, &str)]; 4] = [
    &[
        (
            r#"A start tag whose tag name is one of: "b", "big","#,
            r#"Any start tag named "b", "big","#,
        ),
        (
            r#"An end tag whose tag name is one of: "tbody", "tfoot", "thead""#,
            r#"An end tag with the tag name "tbody", "tfoot" or "thead""#,
        ),
        ("Any other end tag", "Any end tag not covered above"),
        ("A comment token", "Comment tokens"),
        ("Anything else", "Any other token"),
        (
            r#"Act as described in the "anything else" entry below."#,
            r#"Follow the "anything else" entry below."#,
        ),
        ("Insert a comment.", "Insert a comment node."),
        (
            "Insert the token's character.",
            "The character of the token is inserted.",
        ),
        (
            "Set the head element pointer to",
            "Make the head element pointer point to",
        ),
        (
            r#"Switch the insertion mode to "in table body""#,
            r#"The insertion mode is set to "in table body""#,
        ),
        (
            "Clear the stack back to a table context.",
            "The stack is cleared back to a table context.",
        ),
        (
            "Reset the insertion mode appropriately",
            "The insertion mode is reset appropriately",
        ),
        (
            "Generate all implied end tags thoroughly",
            "Thoroughly generate all implied end tags",
        ),
        ("If the current node is not", "If the current node isn't"),
        (
            "Pop elements from the stack of open elements until",
            "Pop elements off the stack of open elements until",
        ),
        (
            "Increment outerLoopCounter by 1.",
            "Increment outerLoopCounter.",
        ),
        (
            "If outerLoopCounter is greater than or equal to 8",
            "If outerLoopCounter is at least 8",
        ),
        (
            "If innerLoopCounter is greater than 3",
            "If innerLoopCounter exceeds 3",
        ),
        (
            "Let innerLoopCounter be 0.",
            "Set innerLoopCounter to zero.",
        ),
        (
            "If formattingElement is not in the stack of open elements",
            "If the stack of open elements does not contain formattingElement",
        ),
        (
            "If node is formattingElement, then break.",
            "If node is formattingElement, then exit the loop.",
        ),
        (
            "If there are no entries before entry in the list of active formatting elements",
            "If entry is the first entry in the list of active formatting elements",
        ),
        (
            "after its last child (if any)",
            "after its last child, if any",
        ),
        (
            "Replace the entry for entry in the list with",
            "Replace entry in the list with",
        ),
    ],
    &[
        ("Anything else", "Otherwise"),
        ("this is a parse error", "report a parse error"),
        (
            r#"Insert an HTML element for a "tbody" start tag token with no attributes"#,
            r#"Insert an HTML element for a start tag token "tbody" without attributes"#,
        ),
        (
            "Clear the list of active formatting elements up to the last marker.",
            "The list of active formatting elements is cleared back to the last marker.",
        ),
        (
            r#"Process the token using the rules for the "in body" insertion mode."#,
            r#"Use the rules of the "in body" insertion mode for the token."#,
        ),
        (
            "does not have a table element in table scope",
            "has no table element in table scope",
        ),
        (
            "Run the adoption agency algorithm for the token",
            "Run the adoption agency algorithm with the token",
        ),
        (
            "Increment outerLoopCounter by 1.",
            "Add 1 to outerLoopCounter.",
        ),
        (
            "If outerLoopCounter is greater than or equal to 8",
            "If outerLoopCounter is 8 or more",
        ),
        (
            "If node is a td or th element and last is false",
            "If node is a td or th element, and last is not true",
        ),
        (
            "If node is not in the list of active formatting elements",
            "If the list of active formatting elements does not contain node",
        ),
        (
            "If entry is neither a marker nor an element that is also in the stack of open elements",
            "If entry is not a marker and is not in the stack of open elements",
        ),
        ("but the element is not in scope", "but is not in scope"),
        ("If there is no such element", "If no such element exists"),
        ("then set last to true", "then let last be true"),
    ],
    &[
        (
            "Otherwise, for each attribute on the token, check to see if the attribute is already present on the top element of the stack of open elements. If it is not, add the attribute and its corresponding value to that element.",
            "Otherwise, add each attribute of the token that is not already present on the top element of the stack of open elements to that element.",
        ),
        (
            "If the stack of open elements has only one node on it,",
            "If there is only one node on the stack of open elements,",
        ),
        (
            "Otherwise, run the following steps:",
            "Otherwise, do the following:",
        ),
        (
            "Remove the second element on the stack of open elements from its parent node, if it has one.",
            "If the second element on the stack of open elements has a parent node, remove it from that node.",
        ),
        (
            "If the stack of template insertion modes is not empty",
            "Unless the stack of template insertion modes is empty",
        ),
        ("that is not either a dd element", "other than a dd element"),
        (
            "then ignore that token and move on to the next one.",
            "then that token is ignored.",
        ),
        (
            "If the form element pointer is not null, and",
            "If the form element pointer is set and",
        ),
        (
            "Generate implied end tags, except for li elements.",
            "Generate implied end tags other than for li elements.",
        ),
        ("Jump to the step labeled done below.", "Jump to done."),
        (
            "If node is in the special category, but is not an address, div, or p element",
            "If node is special, but not an address, div, or p element",
        ),
        (
            "does not have an element in scope that is an HTML element with the same tag name as that of the token",
            "has no element in scope that is an HTML element with the same tag name as the token",
        ),
        (
            "then this is a parse error; return and ignore the token.",
            "report a parse error, ignore the token and return.",
        ),
        (
            "Insert a marker at the end of the list of active formatting elements.",
            "Push a marker onto the list of active formatting elements.",
        ),
        (
            r#"Change the token's tag name to "img" and"#,
            r#"The token's tag name is changed to "img"; then"#,
        ),
    ],
    &[
        (
            "Increment outerLoopCounter by 1.",
            "Increase outerLoopCounter by one.",
        ),
        (
            "If outerLoopCounter is greater than or equal to 8",
            "If outerLoopCounter is not less than 8",
        ),
        (
            "If innerLoopCounter is greater than 3",
            "If innerLoopCounter is more than 3",
        ),
        (
            "Return the adjusted insertion location.",
            "Return adjusted insertion location.",
        ),
        (
            "Remove entry from the list of active formatting elements.",
            "Remove entry from the list.",
        ),
        (
            "If there was an override target specified, then",
            "If an override target was specified,",
        ),
        ("Otherwise,", "Else,"),
        ("Stop parsing.", "Parsing is stopped."),
    ],
];

/// Replaces the first place where a page has these words, with whatever markup.
fn reworded(page: &str, words: &str, other: &str) -> String {
    let mut plain = String::new();
    let mut places = Vec::new();
    let mut in_tag = false;
    for (at, c) in page.char_indices() {
        let shown = if c.is_whitespace() { ' ' } else { c };
        in_tag |= c == '<';
        let repeats = shown == ' ' && plain.ends_with(' ');
        if !in_tag && !repeats {
            plain.push(shown);
            places.resize(plain.len(), at..at + c.len_utf8());
        }
        in_tag &= c != '>';
    }
    let at = plain.find(words).unwrap_or_else(|| panic!("no {words}"));
    let end = places[at + words.len() - 1].end;
    [&page[..places[at].start], other, &page[end..]].concat()
}

#[test]
fn a_page_in_other_words_has_the_same_tables() {
    let Some(standard) = page("parsing/whatwg-2026-06-28.html") else {
        return;
    };
    let tables = |page: &str| {
        let reading = read_trees(page).expect("the sections");
        let open = reading.report.not_understood();
        let open: Vec<&str> = open.map(|sentence| sentence.original.as_str()).collect();
        assert_eq!(open, [""; 0]);
        writer::write(&reading.tables)
    };
    let expected = tables(&standard);
    for words in OTHER_WORDS {
        let other = words.iter().fold(standard.clone(), |page, (words, other)| {
            reworded(&page, words, other)
        });
        let found = tables(&other);
        for ((file, text), (_, other)) in expected.iter().zip(&found) {
            assert_eq!(text, other, "{file}");
        }
    }
}
