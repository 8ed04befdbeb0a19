//! Sentences of the section on trees in one spelling: that of the tokenizer's sentences, without the glosses of this section.

use crate::lexicon::Words;
use crate::outline::Text;
use crate::replace::{Wordings, reworded, wordings};
use crate::sentence::{Sentence, sentences_in};

/// Remarks inside sentences that do not change the meaning. Those that after other words would contradict them are with the words
/// that they explain.
static GLOSSES: Wordings = wordings!("rules/glosses.txt");

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
    reworded(reworded(text.to_owned(), &GLOSSES), &WORDINGS)
}
