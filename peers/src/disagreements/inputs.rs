//! The inputs for the peers.

use std::collections::BTreeSet;
use tokenwright_analyses::suite::Suite;
use tokenwright_tests::tokens::{EntryState, Start};

/// An input, and its setup.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct PeerInput {
    /// The setup.
    pub start: Start,
    /// The characters to feed.
    pub input: String,
}

/// The alphabet of the short inputs: the characters that rows near the data state distinguish, and one
/// that matters only in chunks.
const SHORT: [char; 24] = [
    'a', 'A', 'x', '1', ' ', '\n', '\r', '\0', '<', '>', '/', '!', '?', '-', '=', '"', '\'', '`',
    '&', '#', ';', '[', ']', '\u{FEFF}',
];

/// The elements whose start tags switch to a text state, and one that does not.
const ELEMENTS: [&str; 11] = [
    "title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "noscript", "script",
    "plaintext", "p",
];

/// The tests of a suite with their setups; the tests of other entry states as pages too, with and without
/// the start tag that leads there; every input of at most three characters; and the elements that switch
/// the tokenizer.
pub(super) fn all(suite: &Suite) -> Vec<PeerInput> {
    let mut all = BTreeSet::new();
    for test in &suite.tests {
        let Some(start) = Start::of(&test.setup) else {
            continue;
        };
        if let Some(entry) = start.state {
            let page = as_page(entry, &start, &test.input);
            if let Some(name) = page
                .start
                .last_start_tag
                .as_ref()
                .filter(|_| !page.start.foreign)
            {
                // Peers that choose the state themselves start in the data state.
                all.insert(page_of(format!("<{name}>{}", page.input)));
            }
            all.insert(page);
        }
        all.extend(switching(&start, &test.input));
        // Every state has a separate case for the end of the input.
        let ends = test.input.char_indices().map(|(at, c)| at + c.len_utf8());
        all.extend(ends.map(|end| PeerInput {
            start: start.clone(),
            input: test.input[..end].to_owned(),
        }));
    }
    let mut longest = vec![String::new()];
    for _ in 0..3 {
        let longer = longest
            .iter()
            .flat_map(|input| SHORT.iter().map(move |c| format!("{input}{c}")));
        longest = longer.collect();
        all.extend(longest.iter().cloned().map(page_of));
    }
    for name in ELEMENTS {
        for inside in ["<b>", "&lt;", "</p>", "<!--</", "\0"] {
            all.insert(page_of(format!("<{name}>{inside}</{name}><b>")));
        }
    }
    all.into_iter().collect()
}

fn page_of(input: String) -> PeerInput {
    let start = Start::default();
    PeerInput { start, input }
}

/// A test that begins with a tag that switches the tokenizer, followed by markup.
fn switching(start: &Start, input: &str) -> Vec<PeerInput> {
    let tag = input.strip_prefix('<');
    let tag = tag.filter(|tag| tag.starts_with(|c: char| c.is_ascii_alphabetic()));
    let Some(tag) = tag.filter(|_| *start == Start::default()) else {
        return Vec::new();
    };
    let rest =
        tag.trim_start_matches(|c: char| !matches!(c, '\t' | '\n' | '\x0C' | ' ' | '/' | '>'));
    let names = ["script", "textarea"].into_iter();
    let inputs =
        names.flat_map(|name| ["<b>", "><b>"].map(|after| format!("<{name}{rest}{after}")));
    inputs.map(page_of).collect()
}

/// A test whose last start tag is an element that leads to the state in a page.
fn as_page(entry: EntryState, start: &Start, input: &str) -> PeerInput {
    let element = match entry {
        EntryState::CdataSection => "svg",
        EntryState::Text(_) => entry.element(),
    };
    let last = start.last_start_tag.as_deref().unwrap_or("a");
    let lower = format!("</{last}");
    let upper = lower.to_ascii_uppercase();
    let input = input
        .replace(&lower, &format!("</{element}"))
        .replace(&upper, &format!("</{}", element.to_ascii_uppercase()));
    let start = Start {
        state: Some(entry),
        last_start_tag: Some(element.to_owned()),
        foreign: entry == EntryState::CdataSection,
    };
    PeerInput { start, input }
}
