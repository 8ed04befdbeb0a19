//! The data that the searches of one revision share.

use super::alphabet::Alphabet;
use super::probes::Probes;
use crate::mutate::Sites;
use tokenwright_interpreter::{Interpreter, Refusal, Setup};
use tokenwright_tables::load::Loaded;
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

impl<'r> SearchContext<'r> {
    /// Prepares the searches of a revision.
    ///
    /// # Errors
    /// If the revision cannot be run to an end.
    pub(super) fn new(loaded: &'r Loaded) -> Result<Self, Refusal> {
        let revision = &loaded.revision;
        let interpreter = Interpreter::new(revision, &loaded.references)?;
        let sites = Sites::new(revision);
        let alphabet = Alphabet::of(revision, &loaded.references);
        let probes = Probes::of(&interpreter, &loaded.references, &sites, &alphabet)?;
        Ok(SearchContext {
            interpreter,
            references: &loaded.references,
            sites,
            alphabet,
            probes,
            named: revision.about.named_errors,
        })
    }
}

/// An input, and how the tokenizer is started for it.
pub(super) type SetupInput = (Setup, String);
