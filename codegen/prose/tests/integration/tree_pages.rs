//! The sections on trees of real pages: how many of their sentences are read, and whether the rows are those of the tables.
//!
//! `tests/tree_pages.toml` has a page's numbers, and each row and algorithm that is not that of the committed tables with
//! the reason. A number may only grow, and an exception that is none any more is an error.

use crate::shared;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tokenwright_prose::{Owner, TreeReading, read_trees};
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::tree::english::matched;
use tokenwright_tables::tree::model::TreeTables;
use tokenwright_tables::tree::{load, writer};

/// The numbers and exceptions of a page.
struct Expected {
    file: String,
    read: usize,
    all: usize,
    /// The revision whose tables the rows are compared with.
    tables: Option<String>,
    /// What is otherwise in the tables, or is not read, with the reason.
    exceptions: BTreeMap<String, String>,
}

fn expected() -> Vec<Expected> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tree_pages.toml");
    let text = fs::read_to_string(&path).expect("the file is part of the package");
    let data: toml::Table = text.parse().expect("the file is TOML");
    let pages = data["page"].as_array().expect("a list of pages");
    let number = |page: &toml::Value, key: &str| {
        let number = page[key].as_integer().expect("a number");
        usize::try_from(number).expect("no negative number")
    };
    let page = |page: &toml::Value| {
        let text = |key: &str| page.get(key).and_then(|it| it.as_str()).map(str::to_owned);
        let exceptions = page.get("exceptions").and_then(|it| it.as_table());
        let exceptions = exceptions.into_iter().flatten();
        Expected {
            file: text("file").expect("a file"),
            read: number(page, "read"),
            all: number(page, "all"),
            tables: text("tables"),
            exceptions: exceptions
                .map(|(what, reason)| (what.clone(), reason.as_str().expect("a reason").to_owned()))
                .collect(),
        }
    };
    pages.iter().map(page).collect()
}

/// The page; `None` if the shared data are absent, and may be.
fn page(file: &str) -> Option<String> {
    match shared::find(file) {
        Ok(path) => Some(fs::read_to_string(path).expect("a page in UTF-8")),
        Err(absent) => {
            absent.skip().unwrap_or_else(|error| panic!("{error}"));
            None
        }
    }
}

#[test]
fn as_many_sentences_are_read_as_before() {
    for expected in expected() {
        let Some(page) = page(&expected.file) else {
            continue;
        };
        let reading = read_trees(&page).expect("a page with insertion modes");
        let (read, all) = reading.report.share();
        assert_eq!(all, expected.all, "{}", expected.file);
        assert!(
            read >= expected.read,
            "{}: {read} of {all} sentences and terms, not {}: {:?}",
            expected.file,
            expected.read,
            reading
                .report
                .not_understood()
                .next()
                .map(ToString::to_string)
        );
    }
}

#[test]
fn what_was_read_is_what_the_tables_have() {
    for expected in expected() {
        let (Some(page), Some(revision)) = (page(&expected.file), &expected.tables) else {
            continue;
        };
        let reading = read_trees(&page).expect("a page with insertion modes");
        let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
        let tables = load(&spec.join(revision), &mut Sources::default());
        let tables = tables.expect("sound tables").expect("tables of trees");
        // No page names the errors of tree construction.
        let mut read = reading.tables.clone();
        read.name_errors(&tables);
        let ours = parts(&read);
        let theirs = parts(&tables);
        let open = open(&reading);
        let mut others = Vec::new();
        for (what, text) in &ours {
            if open.contains(what) || theirs.get(what) != Some(text) {
                others.push(what.as_str());
            }
        }
        others.extend(
            theirs
                .keys()
                .filter(|what| !ours.contains_key(*what))
                .map(String::as_str),
        );
        others.sort_unstable();
        let listed: Vec<&str> = expected.exceptions.keys().map(String::as_str).collect();
        assert_eq!(others, listed, "{}", expected.file);
    }
}

/// What is open is in the tables as a call of its own, so that they load and `check` shows it.
#[test]
fn the_written_tables_are_read_again() {
    for expected in expected() {
        let Some(page) = page(&expected.file) else {
            continue;
        };
        let reading = read_trees(&page).expect("a page with insertion modes");
        let dir = std::env::temp_dir().join(format!("tree-pages-{}", std::process::id()));
        let folder = dir.join("tree-construction");
        fs::create_dir_all(&folder).expect("a folder");
        let files = writer::write(&reading.tables);
        for (name, text) in &files {
            fs::write(folder.join(name), text).expect("a file");
        }
        let mut sources = Sources::default();
        let read = load(&dir, &mut sources);
        fs::remove_dir_all(&dir).expect("the folder is there");
        let tables = match read {
            Ok(tables) => tables.expect("the folder has tables"),
            Err(errors) => panic!(
                "{}: {}",
                expected.file,
                tokenwright_tables::diagnostic::render_all(&errors, &sources, false)
            ),
        };
        assert!(writer::write(&tables) == files, "{}", expected.file);
    }
}

/// The rows and algorithms by their names, as they are written.
fn parts(tables: &TreeTables) -> BTreeMap<String, String> {
    let modes = tables.modes.iter().chain(&tables.foreign_content);
    let rows = modes.flat_map(|mode| {
        let each = mode.rows.iter();
        each.map(|row| (row_name(&mode.name, row), writer::row(row)))
    });
    let algorithms = tables.algorithms.iter();
    let algorithms = algorithms.map(|it| (it.name.value.clone(), writer::algorithm(it)));
    rows.chain(algorithms).collect()
}

fn row_name(mode: &str, row: &tokenwright_tables::tree::model::Row) -> String {
    format!("{mode}: {}", matched(row))
}

/// The names of what was not read whole.
fn open(reading: &TreeReading) -> Vec<String> {
    let tables = &reading.tables;
    let name = |owner: &Owner| match *owner {
        Owner::Row(mode, row) => {
            let mode = &tables.modes[mode];
            row_name(&mode.name, &mode.rows[row])
        }
        Owner::Foreign(row) => {
            let mode = tables.foreign_content.as_ref().expect("its rows are open");
            row_name(&mode.name, &mode.rows[row])
        }
        Owner::Algorithm(at) => tables.algorithms[at].name.value.clone(),
    };
    reading.open.iter().map(name).collect()
}

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
            "Immediately pop the current node off the stack of open elements.",
            "Immediately pop it off the stack of open elements.",
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
