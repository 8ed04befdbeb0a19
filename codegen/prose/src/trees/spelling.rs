//! Sentences of the section on trees in one spelling: that of the tokenizer's sentences, without the glosses of this section.

use crate::lexicon::Words;
use crate::outline::Text;
use crate::replace::reworded;
use crate::sentence::{Sentence, sentences_in};

/// Remarks inside sentences that do not change the meaning. Those that after other words would contradict them are with the words
/// that they explain.
const GLOSSES: [&str; 15] = [
    "current node (the bottommost node of the stack)",
    "current node (the bottommost node of the stack of open elements)",
    " (see below)",
    " (the html element)",
    "last (most recently added)",
    "lower (more recently added)",
    "higher (less recently added)",
    " (if any)",
    " (fragment case)",
    " (which will be the head element)",
    " (which will be a head element)",
    " (which will be a noscript element)",
    " (which will be a script element)",
    " (which will be a tr element)",
    " (which will be a tbody, thead, or tfoot element)",
];

/// Wordings that are otherwise in other places or years.
const WORDINGS: [(&str, &str); 6] = [
    (" below entry", " entry below"),
    ("after its last child, if any", "after its last child"),
    ("  ", " "),
    (" ;", ";"),
    ("tokenis", "tokeniz"),
    ("Tokenis", "Tokeniz"),
];

/// The sentences of a paragraph.
pub(super) fn sentences(paragraph: &Text) -> Vec<Sentence> {
    let mut found = sentences_in(paragraph, Words::Trees);
    for sentence in &mut found {
        sentence.text = plain(&sentence.text);
    }
    found
}

/// A normalised sentence without glosses.
pub(super) fn plain(text: &str) -> String {
    let explained = |gloss: &'static str| gloss.split_once(" (").map_or("", |(words, _)| words);
    let text = reworded(
        text.to_owned(),
        GLOSSES.map(|gloss| (gloss, explained(gloss))),
    );
    reworded(text, WORDINGS)
}
