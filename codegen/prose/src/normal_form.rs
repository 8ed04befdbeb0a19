//! The normal form of sentences, in which those that differ in a comma, an article or a plural are equal.
//!
//! A sentence that no rule matches as it is may match one in this form. The words that the form drops or unites cannot
//! change what a sentence demands. The values of holes are read from the sentence itself, not from its normal form. The
//! form is a second attempt and not the only one, as it costs more and a sentence of the standard does not need it.

use super::hole::{Kind, agree};
use super::pattern::{Filling, Item, Pattern};
use super::replace::{Wordings, wordings};
use std::collections::HashSet;

/// Words that a sentence can have or not.
const DROPPED: [&str; 15] = [
    "a", "an", "the", "this", "that", "which", "new", "then", "also", "just", "simply", "now",
    "either", "immediately", "any",
];

/// Words that mean the same in the sentences of the rules.
static UNITED: Wordings = wordings!("rules/united.txt");

/// A token of a sentence: a word without the punctuation around it.
struct Word<'t> {
    /// The word that it counts as.
    form: &'t str,
    /// Where it is in the sentence, in bytes.
    start: usize,
    end: usize,
}

/// A sentence in normal form.
pub(super) struct Form<'t> {
    text: &'t str,
    words: Vec<Word<'t>>,
}

impl<'t> Form<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut words = Vec::new();
        let mut at = 0;
        for spaced in text.split(' ') {
            push(spaced, at, &mut words);
            at += spaced.len() + 1;
        }
        Form { text, words }
    }

    /// The first word of the sentence.
    pub(super) fn first_word(&self) -> &'t str {
        self.words.first().map_or("", |word| word.form)
    }

    /// The text of some words: alone, and with the dropped words and the parentheses around them.
    fn spans(&self, from: usize, to: usize) -> impl Iterator<Item = &'t str> {
        let text = self.text;
        let (start, end) = (self.words[from].start, self.words[to - 1].end);
        let before = from.checked_sub(1).map_or(0, |last| self.words[last].end);
        let between = &text[before..start];
        let first = before + between.len()
            - between
                .trim_start_matches([' ', ',', ':', ';', '.', ')'])
                .len();
        let close = text[end..].len() - text[end..].trim_start_matches(')').len();
        let starts = std::iter::once(start).chain((first < start).then_some(first));
        starts.flat_map(move |start| {
            let ends = std::iter::once(end).chain((close > 0).then_some(end + close));
            ends.map(move |end| &text[start..end])
        })
    }
}

/// Adds the words of a part of a sentence without spaces: punctuation around it are words of their own.
fn push<'t>(spaced: &'t str, at: usize, words: &mut Vec<Word<'t>>) {
    let mark = |c: char| matches!(c, ',' | ';' | ':' | '.' | '(' | ')');
    let bare = spaced.trim_matches(mark);
    if bare.is_empty() {
        return;
    }
    let start = spaced.len() - spaced.trim_start_matches(mark).len();
    let form = UNITED
        .iter()
        .find(|(word, _)| *word == bare)
        .map_or(bare, |(_, form)| form);
    if !DROPPED.contains(&form) {
        words.push(Word {
            form,
            start: at + start,
            end: at + start + bare.len(),
        });
    }
}

/// A pattern in normal form: each of its wordings.
#[derive(Clone, Debug)]
pub(super) struct Normal(Vec<Vec<Part>>);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Part {
    Word(String),
    Hole(Kind),
}

impl Normal {
    /// The normal form of a pattern.
    pub(super) fn of(pattern: &Pattern) -> Self {
        let mut seen = HashSet::new();
        let wordings = pattern.wordings().iter();
        let wordings = wordings.filter_map(|items| parts(items));
        Normal(
            wordings
                .filter(|parts| seen.insert(parts.clone()))
                .collect(),
        )
    }

    /// The first word of each wording, `None` for a hole.
    pub(super) fn first_words(&self) -> Vec<Option<String>> {
        let first = |parts: &Vec<Part>| match parts.first()? {
            Part::Word(word) => Some(word.clone()),
            Part::Hole(_) => None,
        };
        self.0.iter().map(first).collect()
    }

    /// Matches a whole sentence; returns the values of the holes, in order.
    pub(super) fn fit(&self, form: &Form<'_>) -> Option<Vec<Filling>> {
        let ends = |parts: &&Vec<Part>| match parts.last() {
            Some(Part::Word(word)) => form.words.last().is_some_and(|last| last.form == word),
            _ => true,
        };
        self.0.iter().filter(ends).find_map(|parts| {
            let mut fillings = Vec::new();
            (fit(parts, form, 0, &mut fillings) && agree(&fillings)).then_some(fillings)
        })
    }
}

/// The parts of a wording; `None` if a hole is part of a word.
fn parts(items: &[Item]) -> Option<Vec<Part>> {
    const HOLE: char = '\u{1}';
    let mut kinds = Vec::new();
    let mut text = String::new();
    for item in items {
        match item {
            Item::Words(words) => text.push_str(words),
            Item::Hole(kind) => {
                kinds.push(*kind);
                text.push(HOLE);
            }
        }
    }
    let mut kinds = kinds.into_iter();
    let form = Form::of(&text);
    let parts = form.words.iter().map(|word| {
        if word.form.chars().eq([HOLE]) {
            return kinds.next().map(Part::Hole);
        }
        (!word.form.contains(HOLE)).then(|| Part::Word(word.form.to_owned()))
    });
    parts.collect()
}

fn fit(parts: &[Part], form: &Form<'_>, at: usize, fillings: &mut Vec<Filling>) -> bool {
    let Some((first, rest)) = parts.split_first() else {
        return at == form.words.len();
    };
    match first {
        Part::Word(word) => {
            form.words.get(at).is_some_and(|found| found.form == word)
                && fit(rest, form, at + 1, fillings)
        }
        Part::Hole(kind) => {
            // A hole takes as little as it can.
            for end in at + 1..=form.words.len() {
                let next = form.words.get(end);
                if let (Some(Part::Word(word)), next) = (rest.first(), next)
                    && next.is_none_or(|next| next.form != word)
                {
                    continue;
                }
                for text in form.spans(at, end) {
                    let values = kind
                        .read(text)
                        .or_else(|| kind.read(&with_one_article(text)));
                    let Some(values) = values else {
                        continue;
                    };
                    fillings.push((*kind, values));
                    if fit(rest, form, end, fillings) {
                        return true;
                    }
                    fillings.pop();
                }
            }
            false
        }
    }
}

/// The words with `the` for each article and demonstrative.
fn with_one_article(text: &str) -> String {
    let words = text.split(' ').map(|word| match word {
        "this" | "that" | "a" | "an" => "the",
        word => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Form, Normal};
    use crate::pattern::Pattern;

    fn fits(pattern: &str, text: &str) -> Option<Vec<String>> {
        let fillings = Normal::of(&Pattern::new(pattern)).fit(&Form::of(text))?;
        Some(
            fillings
                .into_iter()
                .flat_map(|(_, values)| values)
                .collect(),
        )
    }

    #[test]
    fn commas_articles_and_plurals() {
        let pattern = "when a token is emitted, it must immediately be handled by the stage";
        for text in [
            "when a token is emitted it must be handled immediately by the stage",
            "when the token is emitted, then it must be handled by this stage",
            "when tokens is emitted it must be handled by the stage",
        ] {
            assert_eq!(fits(pattern, text), Some(Vec::new()), "{text}");
        }
        for text in [
            "when a token is emitted, it must not be handled by the stage",
            "when a token is emitted, it must be handled by the stage later",
            "when a token is emitted, it must be handled by no stage",
        ] {
            assert_eq!(fits(pattern, text), None, "{text}");
        }
    }

    #[test]
    fn holes_are_read_from_the_sentence() {
        assert_eq!(
            fits(
                "switch to the {state} state",
                "switch then, to that tag name states"
            ),
            Some(vec!["tag name".to_owned()])
        );
        assert_eq!(
            fits(
                "append {sources} to {field}",
                "then append the current input character to the temporary buffer"
            ),
            Some(vec![
                "the current input character".to_owned(),
                "the temporary buffer".to_owned()
            ])
        );
        assert_eq!(
            fits(
                "if the content model flag is set to {models}[,|] examine",
                "if the content model flag is set to the RCDATA or CDATA states examine"
            ),
            Some(vec!["RCDATA or CDATA".to_owned()])
        );
    }
}
