//! An index of rules by the first word of their wordings, so that a clause is compared with few of them.

use std::collections::BTreeMap;

/// The numbers of the rules, ascending, by the first words that they allow.
#[derive(Debug, Default)]
pub(super) struct FirstWords {
    by_word: BTreeMap<String, Vec<usize>>,
    /// The rules with a wording that begins with a hole.
    others: Vec<usize>,
}

impl FirstWords {
    /// An index of rules; each has the first words of its wordings, `None` for a hole.
    pub(super) fn of(rules: impl Iterator<Item = Vec<Option<String>>>) -> Self {
        let mut index = FirstWords::default();
        for (number, words) in rules.enumerate() {
            for word in words {
                let numbers = match word {
                    Some(word) => index.by_word.entry(word).or_default(),
                    None => &mut index.others,
                };
                if numbers.last() != Some(&number) {
                    numbers.push(number);
                }
            }
        }
        for numbers in index.by_word.values_mut() {
            numbers.extend(&index.others);
            numbers.sort_unstable();
            numbers.dedup();
        }
        index
    }

    /// The rules that a clause with this first word can match.
    pub(super) fn rules(&self, word: &str) -> &[usize] {
        self.by_word.get(word).unwrap_or(&self.others)
    }
}

#[cfg(test)]
mod tests {
    use super::FirstWords;

    #[test]
    fn rules_keep_their_order() {
        let word = |word: &str| Some(word.to_owned());
        let rules = [
            vec![word("emit"), word("append")],
            vec![None],
            vec![word("append"), None],
        ];
        let index = FirstWords::of(rules.into_iter());
        assert_eq!(index.rules("emit"), [0, 1, 2]);
        assert_eq!(index.rules("append"), [0, 1, 2]);
        assert_eq!(index.rules("switch"), [1, 2]);
    }
}
