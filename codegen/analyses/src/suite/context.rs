//! The data that the searches of one revision share.

use super::alphabet::Alphabet;
use super::probes::Probes;
use crate::mutate::Sites;
use tokenwright_interpreter::{Interpreter, Setup};
use tokenwright_tables::references::References;

/// The revision, and data that is computed once for all of its mutants.
#[derive(Debug)]
pub(super) struct SearchContext<'r> {
    pub(super) interpreter: Interpreter<'r>,
    pub(super) references: &'r References,
    pub(super) sites: Sites,
    pub(super) alphabet: Alphabet,
    pub(super) probes: Probes,
    pub(super) named: bool,
}

/// An input, and how the tokenizer is started for it.
pub(super) type SetupInput = (Setup, String);
