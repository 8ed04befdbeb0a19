//! The first word of a sentence that no rule takes.
//!
//! A sentence is read as far as clauses and the words between them go; the word is where the rule that goes furthest from
//! there ends. It is looked for only after a sentence was not understood, so it may cost more than reading does.

use super::{LEADS, OTHERWISE, Reader};
use crate::report::Unfit;
use crate::rules::{CONDITIONS, OUTSIDE, STEPS, Table, WITHOUT_EFFECT};
use std::collections::BTreeSet;

/// The words between clauses.
const JOINERS: [&str; 19] = [
    ", and then ", ", then, ", ", then ", " and then ", " then ", ", and if ", ", or if ",
    ", and ", ", or ", " and ", " or ", ", unless ", " unless ", ", if ", " if ", "; ", ": ", ":",
    ", ",
];

/// What can precede a clause at its beginning.
const BEFORE: [&str; 6] = [
    "finally, ", "in any case, ", "either ", "if ", "unless ", "when ",
];

impl Reader {
    /// The first word of a normalised sentence that no rule takes; `None` for a sentence that is too long.
    pub(crate) fn unfit(&mut self, text: &str) -> Option<Unfit> {
        const LONGEST: usize = 600;
        if text.is_empty() || text.len() > LONGEST || self.attempts == 0 {
            return None;
        }
        self.forget();
        let mut furthest = reach(&OUTSIDE, text).max(reach(&WITHOUT_EFFECT, text));
        let mut starts = BTreeSet::from([0]);
        let mut seen = BTreeSet::new();
        while let Some(start) = starts.pop_first() {
            if !seen.insert(start) {
                continue;
            }
            let rest = &text[start..];
            let reached = reach(&STEPS, rest).max(reach(&CONDITIONS, rest));
            furthest = furthest.max(start + reached);
            let leads = LEADS.iter().map(|(words, _)| *words).chain(BEFORE);
            let leads = leads.filter(|words| rest.starts_with(words));
            starts.extend(leads.map(|words| start + words.len()));
            for joiner in JOINERS.into_iter().chain(OTHERWISE) {
                for (end, _) in rest.match_indices(joiner) {
                    if self.is_clause(&rest[..end]) {
                        starts.insert(start + end + joiner.len());
                    }
                }
            }
        }
        let mut words = text[furthest..].split([' ', ',', ';', ':']);
        let word = words.find(|word| !word.is_empty()).unwrap_or_default();
        let at = match word {
            "" => text.len(),
            _ => furthest + text[furthest..].find(word)?,
        };
        let before: Vec<&str> = text[..at].split_whitespace().collect();
        let after = before[before.len().saturating_sub(4)..].join(" ");
        Some(Unfit {
            word: word.to_owned(),
            after,
        })
    }

    fn is_clause(&mut self, text: &str) -> bool {
        self.whole_step(text).is_some()
            || self.token_with_parts(text).is_some()
            || self.list(text).is_some()
    }
}

/// How far into a text the rule of a table goes that goes furthest.
fn reach(table: &Table, text: &str) -> usize {
    let reaches = table
        .beginning(text)
        .map(|(pattern, _)| pattern.reach(text));
    reaches.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::Reader;

    #[test]
    fn the_first_word_that_no_rule_takes() {
        for (text, word, after) in [
            ("switch over to the data state", "over", "switch"),
            (
                "emit the current tag token, then switch to the moon",
                "",
                "switch to the moon",
            ),
            (
                "if the temporary buffer is the string \"a\", then paint it",
                "paint",
                "the string \"a\", then",
            ),
            (
                "if the temporary buffer was once \"a\", then emit it",
                "was",
                "if the temporary buffer",
            ),
            ("paint it", "paint", ""),
        ] {
            let unfit = Reader::new().unfit(text).expect(text);
            assert_eq!((&*unfit.word, &*unfit.after), (word, after), "{text}");
        }
    }
}
