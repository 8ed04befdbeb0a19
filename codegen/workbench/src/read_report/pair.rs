//! What is known about two neighbouring pages.

use crate::revisions::{self, Names};
use std::path::Path;
use std::time::{Duration, Instant};
use tokenwright_analyses::compare::report::decision;
use tokenwright_analyses::compare::{self, Budget, Decision, Verdict};
use tokenwright_analyses::diff;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};

/// A pair of pages.
pub(super) struct PairReport {
    /// The names of the files.
    pub(super) names: [String; 2],
    /// What is known.
    pub(super) answer: Answer,
    /// The answer in words.
    pub(super) says: String,
    /// The shortest input that shows a difference.
    pub(super) witness: Option<String>,
    /// The time that reading and comparing took.
    pub(super) time: Duration,
}

/// What is known about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Both tokenizers are the same, or differ by a witness.
    Decided,
    /// The answer depends on a sentence that was not understood.
    Conditional,
    /// Neither.
    Undecided,
}

impl Answer {
    pub(super) fn word(self) -> &'static str {
        match self {
            Answer::Decided => "decided",
            Answer::Conditional => "conditional",
            Answer::Undecided => "undecided",
        }
    }
}

impl PairReport {
    /// Compares two pages.
    ///
    /// # Errors
    /// If one of them cannot be read.
    pub(super) fn of(paths: [&Path; 2]) -> Result<Self, Vec<Diagnostic>> {
        let start = Instant::now();
        let mut sources = Sources::default();
        let (from, to) = revisions::both(paths[0], paths[1], &Names::default(), &mut sources)?;
        let difference = diff::compare(from, to);
        let (answer, says, witness) = answer(&difference);
        Ok(PairReport {
            names: paths.map(|path| {
                let name = path.file_name().unwrap_or_default();
                name.to_string_lossy().into_owned()
            }),
            answer,
            says,
            witness,
            time: start.elapsed(),
        })
    }
}

fn answer(difference: &diff::Difference) -> (Answer, String, Option<String>) {
    if !difference.is_complete() {
        let decision = compare::decide(difference, Budget::standard());
        let answer = match &decision {
            Decision::Differs { .. } => Answer::Decided,
            Decision::Conditional { .. } => Answer::Conditional,
            Decision::Undecided(_) | Decision::Broken(_) => Answer::Undecided,
        };
        let witness = decision::witness(&decision).map(|witness| witness.input.clone());
        return (answer, decision::says(&decision), witness);
    }
    match compare::behaviour(difference, false, &|_, _| ()) {
        Ok(found) => {
            let answer = match &found.whole {
                Verdict::Unknown(_) => Answer::Undecided,
                _ => Answer::Decided,
            };
            let witness = found.whole.witness().map(|witness| witness.input.clone());
            (answer, compare::report::verdict(&found.whole), witness)
        }
        Err(refusal) => (Answer::Undecided, format!("cannot be run: {refusal}"), None),
    }
}
