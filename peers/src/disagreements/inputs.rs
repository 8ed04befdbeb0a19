//! What the peers are run over.

use std::collections::BTreeSet;
use tokenwright_analyses::suite::Suite;
use tokenwright_tests::tokens::{Entry, Start};

/// An input, and how a tokenizer begins on it.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Input {
    /// How it begins.
    pub start: Start,
    /// The input.
    pub input: String,
}

/// What every short input is made of: the characters that rows of a page's beginning tell apart, and
/// one that only an input in pieces has to do with.
const SHORT: [char; 24] = [
    'a', 'A', 'x', '1', ' ', '\n', '\r', '\0', '<', '>', '/', '!', '?', '-', '=', '"', '\'', '`',
    '&', '#', ';', '[', ']', '\u{FEFF}',
];

/// The elements after whose start tags text follows that is no markup, and one after which it does
/// not.
const ELEMENTS: [&str; 11] = [
    "title",
    "textarea",
    "style",
    "xmp",
    "iframe",
    "noembed",
    "noframes",
    "noscript",
    "script",
    "plaintext",
    "p",
];

/// The tests of a suite, and what they begin with; the same as pages, where they begin in a state of their own, with the start tag that
/// leads there and without; every input
/// of at most three characters; and the elements that switch the tokenizer.
pub(super) fn all(suite: &Suite) -> Vec<Input> {
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
                // Who settles the state by themselves begin where the page does.
                all.insert(Input {
                    start: Start::default(),
                    input: format!("<{name}>{}", page.input),
                });
            }
            all.insert(page);
        }
        all.extend(switching(&start, &test.input));
        // The end of the input is a case of its own everywhere.
        let ends = test.input.char_indices().map(|(at, c)| at + c.len_utf8());
        all.extend(ends.map(|end| Input {
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
        all.extend(longest.iter().map(|input| Input {
            start: Start::default(),
            input: input.clone(),
        }));
    }
    for name in ELEMENTS {
        for inside in ["<b>", "&lt;", "</p>", "<!--</", "\0"] {
            all.insert(Input {
                start: Start::default(),
                input: format!("<{name}>{inside}</{name}><b>"),
            });
        }
    }
    all.into_iter().collect()
}

/// A test that begins with a tag, where the tag is one that switches the tokenizer, and markup comes
/// after it.
fn switching(start: &Start, input: &str) -> Vec<Input> {
    let tag = input
        .strip_prefix('<')
        .filter(|_| *start == Start::default());
    let Some(tag) = tag.filter(|tag| tag.starts_with(|c: char| c.is_ascii_alphabetic())) else {
        return Vec::new();
    };
    let rest =
        tag.trim_start_matches(|c: char| !matches!(c, '\t' | '\n' | '\x0C' | ' ' | '/' | '>'));
    let names = ["script", "textarea"].into_iter();
    let inputs =
        names.flat_map(|name| ["<b>", "><b>"].map(|after| format!("<{name}{rest}{after}")));
    let input = |input| Input {
        start: start.clone(),
        input,
    };
    inputs.map(input).collect()
}

/// A test where the last start tag is that of an element which leads to the state in a page.
fn as_page(entry: Entry, start: &Start, input: &str) -> Input {
    let element = match entry {
        Entry::CdataSection => "svg",
        Entry::Text(_) => entry.element(),
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
        foreign: entry == Entry::CdataSection,
    };
    Input { start, input }
}
