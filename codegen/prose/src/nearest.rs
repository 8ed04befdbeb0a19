//! The rule that is nearest to a sentence that no rule matches.
//!
//! An edit distance takes time proportional to the product of two lengths, so it is taken only for the candidates that
//! have the most words in common with the sentence.

use super::rules::{self, Rule};
use super::understand::LONGEST;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;
use tokenwright_tables::grammar;

/// The number of sentences of a page for which the nearest rule is looked up; more hints would be too many to read.
const SENTENCES: usize = 500;
/// The number of candidates that are compared letter by letter.
const COMPARED: usize = 8;
/// The part of the words of both that they must have in common, where no candidate is similar letter by letter.
const ENOUGH: f64 = 0.3;

/// What a sentence can be similar to.
pub(super) struct Nearest {
    words: Words,
    /// The patterns of all rules.
    patterns: Vec<Candidate>,
    /// The sentences of this page that were understood, with the name of their first rule.
    known: Vec<Candidate>,
    /// The sentences for which a rule was looked up, with what was found.
    found: HashMap<String, Option<&'static str>>,
}

struct Candidate {
    text: Cow<'static, str>,
    /// Its words as numbers, ascending.
    words: Vec<u32>,
    /// What is given if it is the nearest.
    value: &'static str,
}

/// The numbers of words, without regard to case.
#[derive(Default)]
struct Words(HashMap<String, u32>);

impl Words {
    fn of(&mut self, text: &str) -> Vec<u32> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        let mut numbers: Vec<u32> = words
            .filter(|word| !word.is_empty())
            .map(|word| {
                let next = self.0.len() as u32;
                *self.0.entry(word.to_ascii_lowercase()).or_insert(next)
            })
            .collect();
        numbers.sort_unstable();
        numbers
    }
}

impl Default for Nearest {
    fn default() -> Self {
        let mut words = Words::default();
        let candidate = |rule: &'static Rule| Candidate {
            text: rule.pattern.into(),
            words: words.of(rule.pattern),
            value: rule.pattern,
        };
        let patterns = rules::sentences().map(candidate).collect();
        Nearest {
            words,
            patterns,
            known: Vec::new(),
            found: HashMap::new(),
        }
    }
}

impl Nearest {
    /// Adds a sentence that the rule named `rule` matched.
    pub(super) fn add(&mut self, text: &str, rule: &'static str) {
        if text.len() <= LONGEST && self.found.len() < SENTENCES {
            self.known.push(Candidate {
                text: text.to_owned().into(),
                words: self.words.of(text),
                value: rule,
            });
        }
    }

    /// The pattern of the rule that is nearest to a sentence.
    pub(super) fn of(&mut self, text: &str) -> Option<&'static str> {
        if let Some(found) = self.found.get(text) {
            return *found;
        }
        if text.len() > LONGEST || self.found.len() == SENTENCES {
            return None;
        }
        let words = self.words.of(text);
        let found = self.search(text, &words);
        self.found.insert(text.to_owned(), found);
        found
    }

    fn search(&self, text: &str, words: &[u32]) -> Option<&'static str> {
        // A similar sentence of this page is more useful than a pattern with holes.
        if let Some(rule) = most_similar(text, words, &self.known) {
            let named = rules::sentences().find(|known| known.name == rule);
            return named.map(|known| known.pattern);
        }
        most_similar(text, words, &self.patterns).or_else(|| {
            let scored = similar_in_length(text, &self.patterns).map(|pattern| {
                let all = (words.len() + pattern.words.len()).max(1);
                let common = common(words, &pattern.words);
                (2.0 * common as f64 / all as f64, pattern.value)
            });
            let (score, pattern) = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
            (score >= ENOUGH).then_some(pattern)
        })
    }
}

/// The value of the candidate that is most similar to a text, if one is similar enough.
fn most_similar(text: &str, words: &[u32], candidates: &[Candidate]) -> Option<&'static str> {
    let near = similar_in_length(text, candidates);
    let mut near: Vec<_> = near.map(|it| (common(words, &it.words), it)).collect();
    near.sort_by_key(|(common, _)| Reverse(*common));
    near.truncate(COMPARED);
    let nearest = grammar::nearest(text, near.iter().map(|(_, it)| &*it.text))?;
    let found = near.iter().find(|(_, it)| it.text == nearest);
    found.map(|(_, it)| it.value)
}

/// The candidates without those of a very different length, which are not near.
fn similar_in_length<'c>(
    text: &str,
    candidates: &'c [Candidate],
) -> impl Iterator<Item = &'c Candidate> {
    let length = text.len();
    let is_similar =
        move |it: &&Candidate| length < 2 * it.text.len() && it.text.len() < 2 * length;
    candidates.iter().filter(is_similar)
}

/// How many words two texts have in common, both ascending.
fn common(a: &[u32], b: &[u32]) -> usize {
    let (mut at, mut other, mut count) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(at), b.get(other)) {
        at += usize::from(x <= y);
        other += usize::from(y <= x);
        count += usize::from(x == y);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::{Nearest, SENTENCES, common};

    #[test]
    fn a_slip_is_near_the_sentence_that_was_meant() {
        let mut nearest = Nearest::default();
        let rule = nearest.of("swich to the data state").expect("a rule");
        assert!(rule.contains("switch to the {state} state"), "{rule}");
        assert_eq!(nearest.of("colourless green ideas sleep"), None);
    }

    #[test]
    fn hints_end_after_some_sentences() {
        let mut nearest = Nearest::default();
        for n in 0..SENTENCES {
            let text = format!("swich to the data{n} state");
            assert!(nearest.of(&text).is_some(), "{text}");
        }
        assert_eq!(nearest.of("swich to the data state"), None);
        assert!(nearest.of("swich to the data7 state").is_some());
    }

    #[test]
    fn words_in_common() {
        assert_eq!(common(&[1, 1, 2, 5], &[1, 2, 3, 5, 5]), 3);
        assert_eq!(common(&[], &[1]), 0);
    }
}
