//! Whole pages in an editor's other words, which give the tables of the standard's, and words of another meaning, which do not.

use crate::support::columns;
use crate::tree_pages::page;
use tokenwright_prose::{Facts, Report, read, read_trees};
use tokenwright_tables::tree::writer;

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

#[test]
fn edits_of_real_pages_are_read_as_their_words() {
    let edits = columns(
        "there are already three elements => there are already two elements => there are already 2 elements like element in
         If there are no entries before entry => If there are entries before entry => entry is not the first entry in
         location is inside a template element => location is not inside a template element => location is not inside a template element
         inside last table's parent node, immediately before last table, and => inside last table's parent node, after its last child (if any), and => return inside the node of before, after its last child
         for the token for which the element entry was created, to obtain => for the token, to obtain => \"insert an HTML element for the token\"
         if it is an element that is in the stack => if it is an element that is not in the stack => entry is not in the stack of open elements",
    );
    let open = columns(
        // In the first, the list of steps has to end with a value.
        "inside the first element in the stack of open elements (the html element), after => inside target, after
         remove the earliest such element => remove the last such element",
    );
    let Some(page) = page("parsing/whatwg-2026-06-28.html") else {
        return;
    };
    let (page, _) = shown(&page, true);
    let expected = of_part(&page, true);
    let of = |words, other| {
        let edited = edited(&page, 0, words, other);
        of_part(&edited.unwrap_or_else(|| panic!("no {words}")), true)
    };
    for [words, other, line] in edits {
        let found = of(words, other);
        assert_eq!(found.1, expected.1, "{other}");
        let count = |files: &[String]| -> usize {
            files.iter().map(|file| file.matches(line).count()).sum()
        };
        assert!(count(&found.0) > count(&expected.0), "{other}");
    }
    for [words, other] in open {
        let found = of(words, other);
        assert_eq!(found.1.len(), expected.1.len() + 1, "{other}");
    }
}

/// A rule can have the meaning of a later sentence too, which then has to be there.
#[test]
fn sentences_that_are_left_out_are_missed() {
    let left_out = [
        "Append each attribute in the given token to element.",
        "Insert the newly created node at the adjusted insertion location.",
        "The system identifier and public identifier strings must be compared to the values given in the lists above in an ASCII case-insensitive manner.",
        "The current node is the bottommost node in this stack of open elements.",
        "Otherwise, if node is one of the element types in list, terminate in a failure state.",
        "If there was an override target specified, then let target be the override target.",
        "Otherwise, let target be the current node.",
        "Let data be the characters passed to the algorithm, or, if no characters were explicitly specified, the character of the character token being processed.",
        "Let data be the data given in the comment token being processed.",
        "If position was specified, then let the adjusted insertion location be position.",
        "Otherwise, let adjusted insertion location be the appropriate place for inserting a node.",
        "Let target be the target given in the processing instruction token being processed.",
        "Let data be the data given in the processing instruction token being processed.",
        "A system identifier whose value is the empty string is not considered missing for the purposes of the conditions above.",
        "For these purposes, the attributes must be compared as they were when the elements were created by the parser; two elements have the same attributes if all their parsed attributes can be paired such that the two attributes in each pair have identical names, namespaces, and values (the order of the attributes does not matter).",
    ];
    let Some(page) = page("parsing/whatwg-2026-06-28.html") else {
        return;
    };
    let (page, _) = shown(&page, true);
    for words in left_out {
        let edited = edited(&page, 0, words, "");
        let (_, open) = of_part(&edited.unwrap_or_else(|| panic!("no {words}")), true);
        let missed = |it: &&String| it.starts_with("no sentence after this one has the rule");
        assert_eq!(open.iter().filter(missed).count(), 1, "{words}: {open:#?}");
    }
}

/// Steps of which no sentence says when they run are no steps of the page.
#[test]
fn steps_without_an_announcement_are_an_error() {
    let Some(page) = page("parsing/whatwg-2026-06-28.html") else {
        return;
    };
    let (page, _) = shown(&page, true);
    let announcement = "The stack of open elements is said to have an element target node in a specific scope consisting of a list of element types list when the following algorithm terminates in a match state:";
    let open = |other| {
        let edited = edited(&page, 0, announcement, other).expect("the announcement");
        of_part(&edited, true).1
    };
    assert_eq!(open(""), ["no sentence leads to this list of steps"]);
    // A sentence that is there and was not understood may be the announcement.
    let other = "What the stack is asked for is found so:";
    assert_eq!(open(other), [other]);
}
