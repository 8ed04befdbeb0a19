//! Corrects misspelt sentences.
//!
//! A message with the nearest form helps little if the sentence has to be written anew. So a sentence is aligned with
//! each form word by word, as in an edit distance, and what fills the holes is kept; the result is offered as an edit
//! if it parses. The alignment is quadratic in the words for each form, so it runs only for a message, and not for
//! long texts.

use super::form::{Form, LONGEST_SLIP};
use super::phrase::split_outside_texts;
use std::ops::Range;

/// The correction of a misspelt sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended {
    /// The form, `switch to the {state} state`.
    pub pattern: String,
    /// The corrected sentence.
    pub sentence: String,
    /// The bytes of the misspelt sentence that are wrong.
    pub wrong: Range<usize>,
}

/// The cost of a word too many or too few.
const MISSING: f64 = 1.0;
/// The maximum cost of a correction for each word.
const TOLERANCE: f64 = 0.4;

/// Finds the form, or the sentence among `others`, with the smallest edit distance in words, and fills it
/// with the values of `text`. `reads` says whether a sentence is in the language.
pub fn mend<'a>(
    text: &str,
    forms: &[Form],
    others: impl IntoIterator<Item = &'a str>,
    reads: impl Fn(&str) -> bool,
) -> Option<Mended> {
    if text.len() > LONGEST_SLIP {
        return None;
    }
    let words = words(text);
    let limit = TOLERANCE * words.len() as f64 + 0.25;
    forms
        .iter()
        .map(|form| form.pattern)
        .chain(others)
        .filter_map(|pattern| {
            let (cost, sentence) = align(pattern, text, &words)?;
            (cost <= limit && (reads(&sentence) || sentence == pattern))
                .then_some((cost, pattern, sentence))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, pattern, sentence)| Mended {
            pattern: pattern.into(),
            wrong: differing(text, &sentence),
            sentence,
        })
}

/// The words of a text as byte ranges; quoted text is one word.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let parts = split_outside_texts(text, " ").into_iter().map(|word| {
        let start = at;
        at += word.len() + 1;
        start..start + word.len()
    });
    parts.filter(|word| !word.is_empty()).collect()
}

/// Aligns `text` with `pattern`. Returns the cost, and the text with the words of the pattern.
fn align(pattern: &str, text: &str, words: &[Range<usize>]) -> Option<(f64, String)> {
    let parts: Vec<&str> = pattern.split(' ').collect();
    let (n, m) = (parts.len(), words.len());
    // best[i][j]: the least cost of aligning words[j..] with parts[i..], and how many words parts[i]
    // takes: none for a missing word, `Skip` for a superfluous one.
    #[derive(Clone, Copy)]
    enum Move {
        Take(usize),
        Skip,
    }
    let mut best = vec![vec![(f64::INFINITY, Move::Skip); m + 1]; n + 1];
    for i in (0..=n).rev() {
        for j in (0..=m).rev() {
            if i == n {
                best[i][j] = ((m - j) as f64 * MISSING, Move::Skip);
                continue;
            }
            let mut found = (f64::INFINITY, Move::Skip);
            let mut offer = |cost: f64, step: Move| {
                if cost < found.0 {
                    found = (cost, step);
                }
            };
            if let Some((open, close)) = hole_of(parts[i]) {
                for taken in 1..=m - j {
                    let last = &text[words[j + taken - 1].clone()];
                    let first = &text[words[j].clone()];
                    if first.starts_with(open) && last.ends_with(close) {
                        let longer = (taken - 1) as f64 * 0.01;
                        offer(longer + best[i + 1][j + taken].0, Move::Take(taken));
                    }
                }
            } else {
                if j < m {
                    let word = &text[words[j].clone()];
                    let alike = strsim::normalized_damerau_levenshtein(word, parts[i]);
                    let cost = match word == parts[i] {
                        true => 0.0,
                        false if alike > 0.4 => 1.0 - alike * 0.9,
                        false => 1.5 * MISSING,
                    };
                    offer(cost + best[i + 1][j + 1].0, Move::Take(1));
                }
                offer(MISSING + best[i + 1][j].0, Move::Take(0));
            }
            if j < m {
                offer(MISSING + best[i][j + 1].0, Move::Skip);
            }
            best[i][j] = found;
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut sentence: Vec<&str> = Vec::new();
    while i < n {
        match best[i][j].1 {
            Move::Take(taken) => {
                match hole_of(parts[i]) {
                    Some(_) => {
                        sentence.push(&text[words[j].start..words[j + taken - 1].end]);
                    }
                    None => sentence.push(parts[i]),
                }
                i += 1;
                j += taken;
            }
            Move::Skip if j < m => j += 1,
            Move::Skip => return None,
        }
    }
    Some((best[0][0].0, sentence.join(" ")))
}

/// The text before and after the hole in a part of a pattern; `None` if it has no hole.
fn hole_of(part: &str) -> Option<(&str, &str)> {
    let (open, rest) = part.split_once('{')?;
    let (_, close) = rest.split_once('}')?;
    Some((open, close))
}

/// The words of `text` between the beginning and the end that it shares with `right`.
fn differing(text: &str, right: &str) -> Range<usize> {
    let words = words(text);
    let rights: Vec<&str> = right.split(' ').collect();
    let lefts: Vec<&str> = text.split(' ').collect();
    if words.is_empty() || lefts.len() != words.len() {
        return 0..text.len();
    }
    let same = |a: &&str, b: &&str| a == b;
    let before = lefts
        .iter()
        .zip(&rights)
        .take_while(|(a, b)| same(a, b))
        .count();
    let room = lefts.len().min(rights.len()) - before;
    let after = lefts
        .iter()
        .rev()
        .zip(rights.iter().rev())
        .take(room)
        .take_while(|(a, b)| same(a, b))
        .count();
    let last = lefts.len() - after;
    if before < last {
        words[before].start..words[last - 1].end
    } else {
        // A word is missing: the place is between two words.
        let at = words.get(before).map_or(text.len(), |word| word.start);
        at..at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::Step;

    fn mended(text: &str) -> Option<(String, &str)> {
        mend(text, Step::FORMS, [], |s| Step::parse(s).is_ok())
            .map(|mended| (mended.sentence, &text[mended.wrong]))
    }

    #[test]
    fn a_slip_in_a_word_is_mended_and_found() {
        assert_eq!(
            mended("swich to the before attribute name state"),
            Some(("switch to the before attribute name state".into(), "swich"))
        );
        assert_eq!(
            mended("emit the current tag"),
            Some(("emit the current tag token".into(), ""))
        );
        assert_eq!(
            mended("switch to the data state now"),
            Some(("switch to the data state".into(), "now"))
        );
    }

    #[test]
    fn what_is_like_nothing_is_left_alone() {
        assert_eq!(mended("go home"), None);
        assert_eq!(mended(""), None);
    }
}
