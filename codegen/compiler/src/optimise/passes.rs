//! The passes by name, and which of them run.

use std::collections::BTreeSet;

/// What is compiled of a revision. Each part is compiled and proved alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The states of the tokenizer.
    Tokenizer,
    /// Tree construction.
    Trees,
}

impl Part {
    /// The passes over this part.
    pub fn passes(self) -> impl Iterator<Item = Pass> {
        Pass::ALL
            .into_iter()
            .filter(move |pass| pass.part() == self)
    }
}

/// A pass that can be switched off. The order is the one in which `prove` looks for the pass to blame: a pass comes
/// before those that it builds on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pass {
    /// Tests for the likely branch of a state before all others.
    LikelyFirst,
    /// Holds an attribute in local variables until its value is read.
    DeferAttributes,
    /// Reads the rest of a name that contains capitals or rare characters as one piece.
    MixedCaseNames,
    /// Scans names byte by byte, so that the processor predicts where they end.
    BytewiseScan,
    /// Resolves character references inside the hot path.
    References,
    /// Adds cold rows to the states of the hot path.
    ColdRows,
    /// Turns the rows that documents take most into one loop without a dispatch.
    HotPath,
    /// Consumes runs of characters of one row in bulk.
    BulkScans,
    /// Processes a class of characters as another, once that does the same.
    TreeImplied,
    /// Appends a run of characters at once.
    TreeQuiet,
    /// Skips the elements for which a loop up the stack does nothing.
    TreeWalk,
    /// Drops values that nothing reads.
    TreeUnused,
    /// Joins "append to the Text node before a place, or insert one" to one primitive.
    TreeText,
}

impl Pass {
    /// All passes.
    pub const ALL: [Pass; 13] = [
        Pass::LikelyFirst,
        Pass::DeferAttributes,
        Pass::MixedCaseNames,
        Pass::BytewiseScan,
        Pass::References,
        Pass::ColdRows,
        Pass::HotPath,
        Pass::BulkScans,
        Pass::TreeImplied,
        Pass::TreeQuiet,
        Pass::TreeWalk,
        Pass::TreeUnused,
        Pass::TreeText,
    ];

    /// What the pass is over.
    #[must_use]
    pub fn part(self) -> Part {
        match self {
            Pass::LikelyFirst
            | Pass::DeferAttributes
            | Pass::MixedCaseNames
            | Pass::BytewiseScan
            | Pass::References
            | Pass::ColdRows
            | Pass::HotPath
            | Pass::BulkScans => Part::Tokenizer,
            Pass::TreeImplied
            | Pass::TreeQuiet
            | Pass::TreeWalk
            | Pass::TreeUnused
            | Pass::TreeText => Part::Trees,
        }
    }

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Pass::LikelyFirst => "likely-first",
            Pass::DeferAttributes => "defer-attributes",
            Pass::MixedCaseNames => "mixed-case-names",
            Pass::BytewiseScan => "bytewise-scan",
            Pass::References => "references",
            Pass::ColdRows => "cold-rows",
            Pass::HotPath => "hot-path",
            Pass::BulkScans => "bulk-scans",
            Pass::TreeImplied => "tree-implied",
            Pass::TreeQuiet => "tree-quiet",
            Pass::TreeWalk => "tree-walk",
            Pass::TreeUnused => "tree-unused",
            Pass::TreeText => "tree-text",
        }
    }
}

/// Which passes run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passes(BTreeSet<Pass>);

impl Passes {
    /// All passes.
    #[must_use]
    pub fn all() -> Self {
        Passes(BTreeSet::from(Pass::ALL))
    }

    /// No pass: the program is the states as lowered.
    #[must_use]
    pub fn none() -> Self {
        Passes(BTreeSet::new())
    }

    /// Whether a pass runs.
    #[must_use]
    pub fn has(&self, pass: Pass) -> bool {
        self.0.contains(&pass)
    }

    /// These passes without one.
    #[must_use]
    pub fn without(mut self, pass: Pass) -> Self {
        self.0.remove(&pass);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, Pass};

    #[test]
    fn a_pass_over_tree_construction_has_a_name_that_says_so() {
        for part in [Part::Tokenizer, Part::Trees] {
            for pass in part.passes() {
                let is_of_trees = pass.name().starts_with("tree-");
                assert_eq!(is_of_trees, part == Part::Trees, "{}", pass.name());
            }
        }
        assert!(Part::Trees.passes().any(|pass| pass == Pass::TreeImplied));
    }
}
