//! The outcome of a run over a sample.

use super::symbolic::Output;
use crate::ir::ErrorId;

/// The outcome of a run over a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) output: Vec<Output>,
    /// How many characters of the sample are consumed.
    pub(super) len: usize,
    /// Whether the run looked for a name.
    pub(super) matches_name: bool,
    /// Whether the outcome depends on the character after the sample.
    pub(super) depends_on_next: bool,
    /// The errors, all of them directly after the consumed input.
    pub(super) errors: Vec<ErrorId>,
    /// Whether they are reported before any output.
    pub(super) errors_first: bool,
}
