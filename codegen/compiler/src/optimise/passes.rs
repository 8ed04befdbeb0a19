//! The passes by name, and which of them run.

use std::collections::BTreeSet;

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
}

impl Pass {
    /// All passes.
    pub const ALL: [Pass; 8] = [
        Pass::LikelyFirst,
        Pass::DeferAttributes,
        Pass::MixedCaseNames,
        Pass::BytewiseScan,
        Pass::References,
        Pass::ColdRows,
        Pass::HotPath,
        Pass::BulkScans,
    ];

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
