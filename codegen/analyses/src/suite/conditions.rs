//! The register contents that the conditions of a revision test.

use tokenwright_tables::grammar::{Condition, NumberRange};
use tokenwright_tables::kernel::Traverse;
use tokenwright_tables::model::Revision;

/// The words, numbers and texts that conditions compare with.
#[derive(Debug, Default)]
pub(super) struct QueriedConditions {
    /// Words that the temporary buffer, or the target taken from it, is compared with.
    pub(super) words: Vec<String>,
    /// The bounds of the ranges that conditions on the character reference code use.
    pub(super) codes: Vec<u32>,
    /// Texts that are looked behind for.
    pub(super) behind: Vec<String>,
    /// Whether anything depends on the current node.
    pub(super) foreign: bool,
}

impl QueriedConditions {
    pub(super) fn of(revision: &Revision) -> Self {
        let mut queried = QueriedConditions::default();
        let conditions = revision.nodes().conditions();
        conditions.for_each(|condition| queried.condition(condition));
        queried.codes.sort_unstable();
        queried.codes.dedup();
        queried.words.sort();
        queried.words.dedup();
        queried
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::TemporaryBuffer(_, text) => self.words.push(text.0.clone()),
            Condition::Target(_, text) => {
                self.words.push(text.0.to_ascii_lowercase());
                self.words.push(text.0.to_ascii_uppercase());
            }
            Condition::Behind(_, text) => self.behind.push(text.0.clone()),
            Condition::Code(_, numbers) => {
                let ranges = numbers.0.iter();
                let ranges = ranges.filter(|range| !matches!(range, NumberRange::Class(_)));
                let ranges = ranges.flat_map(|range| range.ranges());
                let ends = ranges.flat_map(|(first, last)| [Some(first), last.checked_add(1)]);
                self.codes.extend(ends.flatten());
            }
            Condition::AdjustedCurrentNode(_)
            | Condition::CurrentNode(_)
            | Condition::ForeignInsertionMode(_) => self.foreign = true,
            _ => {}
        }
    }
}
