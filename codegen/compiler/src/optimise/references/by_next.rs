//! The outcomes of a sample by the character after it.

use super::ascii_set::AsciiSet;
use super::outcome::Outcome;

/// The outcomes of a sample. The ASCII characters after it are grouped: the machine behaves the same on those of a group.
#[derive(Debug)]
pub(super) struct ByNext(Vec<(AsciiSet, Option<Outcome>)>);

impl ByNext {
    /// Runs a sample once for each group. A run gives its outcome and the characters that lead to the same run.
    pub(super) fn of(mut run: impl FnMut(char) -> (Option<Outcome>, AsciiSet)) -> Self {
        let mut groups = Vec::new();
        let mut rest = AsciiSet::all();
        while let Some(c) = rest.first() {
            let (outcome, same) = run(c);
            debug_assert!(same.contains(c), "a run is the same as itself");
            rest = rest.minus(same);
            groups.push((same, outcome));
        }
        ByNext(groups)
    }

    /// The outcome before an ASCII character.
    pub(super) fn before(&self, next: char) -> Option<&Outcome> {
        let (_, outcome) = self.0.iter().find(|(group, _)| group.contains(next))?;
        outcome.as_ref()
    }
}
