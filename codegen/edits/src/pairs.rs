//! The comparison of revisions tested on random pairs of mutants.
//!
//! Where it says that two mutants give the same, random documents search for one that contradicts it. Where it says that
//! they differ, its witness is run again.

use crate::documents::Documents;
use crate::refusal;
use fastrand::Rng;
use tokenwright_analyses::compare::{Grade, Verdict, Witness, compare};
use tokenwright_analyses::mutate::{self, Mutant, Sites};
use tokenwright_interpreter::{Interpreter, Output, Refusal, Setup};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Revision;

/// The number of documents that search for a contradiction to each proof.
const DOCUMENTS: usize = 200;
/// One in this many pairs is of any two mutants; the others are of mutants that the comparison found alike before.
const ANY_TWO: usize = 4;

/// The number of pairs of each verdict, and the contradictions.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Pairs that are equal in everything.
    pub equal: usize,
    /// Pairs that are proved to give the same tokens, and differ in errors or their places.
    pub same_tokens: usize,
    /// Pairs that differ in tokens.
    pub differ: usize,
    /// Pairs whose comparison was inconclusive.
    pub unknown: usize,
    /// The documents that were run to contradict a proof.
    pub documents: usize,
    /// The contradictions: both mutants, and an input.
    pub contradictions: Vec<String>,
}

impl Report {
    /// The pairs with a proof that they give the same, or the same tokens.
    pub fn proved(&self) -> usize {
        self.equal + self.same_tokens
    }

    /// The pairs with a witness.
    pub fn witnessed(&self) -> usize {
        self.same_tokens + self.differ
    }
}

/// A mutant that `check` accepts.
struct Side {
    description: String,
    revision: Revision,
}

/// Compares random pairs of mutants of a revision until `pairs` of them are proved to give the same tokens and as many
/// have a witness. `progress` is called after each pair.
///
/// # Errors
/// If a mutant that `check` accepts cannot be run.
pub fn verify(
    loaded: &Loaded,
    seed: u64,
    pairs: usize,
    progress: &dyn Fn(&Report),
) -> Result<Report, Refusal> {
    let mut random = Rng::with_seed(seed);
    let mutants = all(&loaded.revision);
    let original = Side {
        description: "the original".to_owned(),
        revision: loaded.revision.clone(),
    };
    let mut report = Report::default();
    // Mutants that give the original's tokens: few of all, and any two of them give the same.
    let mut alike = vec![original];
    while report.proved() < pairs || report.witnessed() < pairs {
        let wants_proof = report.proved() < pairs && alike.len() > 2;
        if wants_proof && random.usize(..ANY_TWO) > 0 {
            let (a, b) = (random.usize(..alike.len()), random.usize(..alike.len()));
            pair(loaded, [&alike[a], &alike[b]], &mut random, &mut report)?;
        } else {
            let Some(side) = accepted(
                &loaded.revision,
                random.choice(&mutants).expect("not empty"),
            ) else {
                continue;
            };
            let other = random.usize(..alike.len());
            let grade = pair(loaded, [&alike[other], &side], &mut random, &mut report)?;
            if matches!(grade, Some(Grade::None | Grade::Places | Grade::Errors)) {
                alike.push(side);
            }
        }
        progress(&report);
    }
    Ok(report)
}

fn all(revision: &Revision) -> Vec<Mutant> {
    let sites = Sites::new(revision);
    let parts = mutate::parts(revision).into_iter();
    parts
        .flat_map(|part| mutate::mutants(revision, &sites, part))
        .collect()
}

fn accepted(original: &Revision, mutant: &Mutant) -> Option<Side> {
    let revision = mutant.revision(original);
    let site = mutant.site.describe(original);
    refusal(&revision).is_none().then(|| Side {
        description: format!("{site}: {}", mutant.description),
        revision,
    })
}

/// Compares a pair and tries to contradict the verdict.
fn pair(
    loaded: &Loaded,
    sides: [&Side; 2],
    random: &mut Rng,
    report: &mut Report,
) -> Result<Option<Grade>, Refusal> {
    let references = &loaded.references;
    let [from, to] = sides.map(|side| (&side.revision, references));
    let verdict = compare(from, to)?;
    let [first, second] = sides.map(|side| Interpreter::new(&side.revision, references));
    let both = [&first?, &second?];
    let mut contradict = |input: &str, message: &str| {
        let [a, b] = sides.map(|side| side.description.as_str());
        report
            .contradictions
            .push(format!("{a}\n{b}\n{message}: {input:?}"));
    };
    if let Some(witness) = verdict.witness()
        && let Err(message) = replay(both, witness, verdict.grade())
    {
        contradict(&witness.input, message);
    }
    let proved = match &verdict {
        Verdict::Equal(_) => Some(Grade::None),
        Verdict::Differs {
            grade,
            proof: Some(_),
            ..
        } => Some(*grade),
        Verdict::Differs { .. } | Verdict::Unknown(_) => None,
    };
    if let Some(proved) = proved {
        let documents = Documents::of(loaded, &[]);
        for _ in 0..DOCUMENTS {
            let (setup, input) = documents.next(random);
            if difference(both, [&setup; 2], &input) > proved {
                contradict(&format!("{setup:?} {input}"), "the proof is contradicted");
            }
        }
        report.documents += DOCUMENTS;
    }
    match verdict.grade() {
        Some(Grade::None) => report.equal += 1,
        Some(Grade::Places | Grade::Errors) => report.same_tokens += 1,
        Some(Grade::Tokens) => report.differ += 1,
        None => report.unknown += 1,
    }
    Ok(verdict.grade())
}

/// Runs a witness again.
fn replay(
    both: [&Interpreter<'_>; 2],
    witness: &Witness,
    grade: Option<Grade>,
) -> Result<(), &'static str> {
    match difference(both, witness.entry.sides.each_ref(), &witness.input) {
        found if Some(found) == grade => Ok(()),
        _ => Err("the witness does not show the grade"),
    }
}

/// How the outputs of both differ for an input; a run that gets stuck counts as one that ends with another token.
fn difference(both: [&Interpreter<'_>; 2], setups: [&Setup; 2], input: &str) -> Grade {
    let outputs = [0, 1].map(|at| both[at].run_until_stuck(setups[at], input));
    let [Ok((from, stuck)), Ok((to, also_stuck))] = outputs else {
        return Grade::Tokens;
    };
    let codes = |output: &Output| -> Vec<_> {
        let errors = output.errors.iter();
        errors.map(|error| error.code.clone()).collect()
    };
    if from.tokens != to.tokens || stuck.is_some() != also_stuck.is_some() {
        Grade::Tokens
    } else if codes(&from) != codes(&to) {
        Grade::Errors
    } else if from.errors != to.errors {
        Grade::Places
    } else {
        Grade::None
    }
}
