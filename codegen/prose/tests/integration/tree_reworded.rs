//! Whole pages of the section on trees in an editor's other words, which give the tables of the standard's.

use crate::tree_pages::page;
use tokenwright_prose::{Facts, Report, read, read_trees};
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

/// Replaces the first place where a page has these words, with whatever markup; `None` if it has them nowhere.
fn edited(page: &str, from: usize, words: &str, other: &str) -> Option<String> {
    let mut plain = String::new();
    let mut places = Vec::new();
    let mut in_tag = false;
    for (at, c) in page[from..].char_indices() {
        let at = from + at;
        let shown = if c.is_whitespace() { ' ' } else { c };
        in_tag |= c == '<';
        let repeats = shown == ' ' && plain.ends_with(' ');
        if !in_tag && !repeats {
            plain.push(shown);
            places.resize(plain.len(), at..at + c.len_utf8());
        }
        in_tag &= c != '>';
    }
    let at = plain.find(words)?;
    let end = places[at + words.len() - 1].end;
    Some([&page[..places[at].start], other, &page[end..]].concat())
}

fn reworded(page: &str, words: &str, other: &str) -> String {
    edited(page, 0, words, other).unwrap_or_else(|| panic!("no {words}"))
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

/// The edits of a page: the part of it that they are in, whether they keep the meaning, its name, and the words.
struct Edits<'t> {
    of_trees: bool,
    keep: bool,
    file: &'t str,
    words: Vec<(&'t str, &'t str)>,
}

fn all_edits(text: &str) -> impl Iterator<Item = Edits<'_>> {
    text.split("\n[").skip(1).map(|part| {
        let (head, lines) = part.split_once('\n').expect("a head");
        let (what, file) = head.split_once("] ").expect("a file");
        let pair = |line| str::split_once(line, " => ");
        Edits {
            of_trees: what.starts_with("trees"),
            keep: what.ends_with("the same"),
            file,
            words: lines.lines().filter_map(pair).collect(),
        }
    })
}

/// The tables of a part of a page, and what was not read.
fn of_part(page: &str, of_trees: bool) -> (Vec<String>, Vec<String>) {
    let words = |report: &Report| {
        let open = report.not_understood().map(|it| it.original.clone());
        let faults = report.faults.iter().map(|it| it.message.clone());
        open.chain(faults).collect()
    };
    if of_trees {
        let reading = read_trees(page).expect("the sections");
        let files = writer::write(&reading.tables).into_iter();
        return (files.map(|it| it.1).collect(), words(&reading.report));
    }
    let reading = read(page, 0, &Facts::of_id("whatwg-2016-11-01"), &[]).expect("the section");
    let files = tokenwright_tables::writer::write(&reading.revision).into_iter();
    (files.map(|it| it.1).collect(), words(&reading.report))
}

/// The page without what it does not show, and where the part begins.
fn shown(page: &str, of_trees: bool) -> (String, usize) {
    let mut parts = page.split("<!--");
    let first = parts.next().unwrap_or_default().to_owned();
    let page = parts.fold(first, |page, part| {
        page + part.split_once("-->").map_or("", |(_, rest)| rest)
    });
    let states = page.find("used the following state machine");
    let from = states.filter(|_| !of_trees).unwrap_or(0);
    (page, from)
}

#[test]
fn edits_of_real_pages_have_the_meaning_that_they_say() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/other_words.txt"
    ));
    for edits in all_edits(&text.expect("the file is part of the package")) {
        let Some(page) = page(edits.file) else {
            return;
        };
        let (page, from) = shown(&page, edits.of_trees);
        let expected = of_part(&page, edits.of_trees);
        // Edits that keep the meaning are made together, each in the first copy of the page that still has its words.
        let mut copies = Vec::new();
        for (words, other) in edits.words {
            if edits.keep {
                let edit = |page: &String| edited(page, from, words, other);
                let made = copies.iter_mut().find_map(|copy: &mut (String, Vec<_>)| {
                    let is_new = !copy.1.contains(&words);
                    copy.0 = edit(&copy.0).filter(|_| is_new)?;
                    copy.1.push(words);
                    Some(())
                });
                if made.is_none() {
                    let copy = edit(&page).unwrap_or_else(|| panic!("no {words}"));
                    copies.push((copy, vec![words]));
                }
                continue;
            }
            let other_page = edited(&page, from, words, other);
            let other_page = other_page.unwrap_or_else(|| panic!("no {words}"));
            let found = of_part(&other_page, edits.of_trees);
            assert!(found != expected, "{}: {other}", edits.file);
        }
        for (copy, words) in copies {
            let found = of_part(&copy, edits.of_trees);
            assert_eq!(found.1, expected.1, "{}: {words:#?}", edits.file);
            for (found, expected) in found.0.iter().zip(&expected.0) {
                assert_eq!(found, expected, "{}: {words:#?}", edits.file);
            }
        }
    }
}
