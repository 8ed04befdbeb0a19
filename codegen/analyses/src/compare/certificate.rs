//! Writes a certificate: the closed set of pairs in the form that [`tokenwright_checker::verify`] checks, with
//! the live registers that the search computed.

use super::collect::collect;
use super::facts::{RevisionFacts, StateFacts};
use super::location::{Location, locate};
use super::revision_ref::RevisionRef;
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use tokenwright_checker::certificate::{
    Carries, Certificate, CertificatePair, Claim, Named, VERSION, digest,
};
use tokenwright_checker::verify::{Checker, Failure, MachinePair as Reached};
use tokenwright_interpreter::effects::{self as e, CARRIED};
use tokenwright_interpreter::{Interpreter, Unknown};
use tokenwright_tables::kernel::effects::RegisterSet as R;
use tokenwright_tables::model::{Revision, State};

/// The maximum number of pairs in a certificate.
const PAIRS: usize = 20_000;
/// The number of pairs that run in parallel.
const AT_ONCE: usize = 64;

/// The registers of the search, and those of certificates.
const NAMES: [(R, u32); 19] = [
    (R::BUFFER, e::BUFFER),
    (R::RETURN_STATE, e::RETURN),
    (R::LAST_START_TAG, e::LAST),
    (R::ADDITIONAL, e::ADDITIONAL),
    (R::CODE, e::CODE),
    (R::RANGE, e::DIGITS),
    (R::BASE, e::BASE),
    (R::TARGET, e::TARGET),
    (R::REFERENCE, e::REFERENCE),
    (R::RETURNED, e::RETURNED),
    (R::TAG, e::TAG),
    (R::ASKS_TAG_NAME, e::TAG),
    (R::ASKS_TAG_LIST, e::TAG),
    (R::GROWS_TAG_NAME, e::TAG),
    (R::ASKS_DUPLICATE, e::TAG),
    (R::COMMENT, e::COMMENT),
    (R::DOCTYPE.or(R::ASKS_DOCTYPE_NAME), e::DOCTYPE),
    (R::INSTRUCTION, e::INSTRUCTION),
    (R::ORIGIN, e::ORIGIN),
];

/// The certificate of two revisions that differ in no more than is claimed; `names` are their names on the
/// command line.
///
/// # Errors
/// If the sides differ, with the place, or if a certificate cannot express the proof.
pub fn certificate(
    from: RevisionRef<'_>,
    to: RevisionRef<'_>,
    claim: Claim,
    names: [String; 2],
) -> Result<Certificate, Unwritten> {
    let sides = [from, to];
    let first = Interpreter::new(from.0, from.1).map_err(Failure::from)?;
    let second = Interpreter::new(to.0, to.1).map_err(Failure::from)?;
    let carries = sides.map(|(revision, _)| live(revision, &collect(revision)));
    let references = sides.map(|(_, references)| references);
    let checker = Checker::new([&first, &second], references, claim, &carries)?;
    let pairs = close(&checker).map_err(|why| {
        let unknown = checker.take_unknown();
        let of = |(side, unknown): (usize, Unknown)| {
            let (revision, _) = sides[side];
            Some((side, locate(revision, unknown.place, &unknown.sentence)?))
        };
        Unwritten {
            why,
            at: unknown.and_then(of),
        }
    })?;
    let mut names = names.into_iter();
    let named = sides.map(|(revision, references)| Named {
        name: names.next().unwrap_or_default(),
        digest: digest(revision, references),
    });
    Ok(Certificate {
        certificate: VERSION,
        differs_in: claim,
        sides: named,
        carries,
        pairs,
    })
}

/// Why no certificate was written.
#[derive(Debug)]
pub struct Unwritten {
    /// The failure, with the input.
    pub why: Failure,
    /// The side, and the place in its tables that a certificate cannot express.
    pub at: Option<(usize, Location)>,
}

impl From<Failure> for Unwritten {
    fn from(why: Failure) -> Self {
        Unwritten { why, at: None }
    }
}

impl std::fmt::Display for Unwritten {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.why.fmt(f)
    }
}

/// The pairs that every input stays within.
fn close(checker: &Checker<'_>) -> Result<Vec<CertificatePair>, Failure> {
    let mut found = ReachedPairs::default();
    for start in checker.starts()? {
        found.place(start);
    }
    let mut at = 0;
    while at < found.pairs.len() {
        let some = found.open[at..].iter_mut().filter_map(Option::take);
        let mut tasks: Vec<_> = some.take(AT_ONCE).map(|from| (from, None)).collect();
        tasks
            .par_iter_mut()
            .for_each(|(from, next)| *next = from.next(checker).ok());
        for (from, next) in tasks {
            let next = match next {
                Some(next) => next,
                None => {
                    // Of several failures the first is reported, independent of the order of the threads.
                    drop(checker.take_unknown());
                    from.next(checker)?
                }
            };
            let to: BTreeSet<usize> = next.into_iter().map(|next| found.place(next)).collect();
            found.pairs[at].to = to.into_iter().collect();
            at += 1;
            if found.pairs.len() > PAIRS {
                let last = found.pairs.last().map(|pair| &pair.sides);
                let why = format!("it would have more than {PAIRS} pairs, such as {last:?}");
                return Err(why.into());
            }
        }
    }
    Ok(found.pairs)
}

/// The pairs so far, and the machines of those whose successors are not known yet.
#[derive(Default)]
struct ReachedPairs<'m> {
    places: HashMap<[String; 2], usize>,
    open: Vec<Option<Reached<'m>>>,
    pairs: Vec<CertificatePair>,
}

impl<'m> ReachedPairs<'m> {
    /// The index of a pair, which may be a new one.
    fn place(&mut self, pair: Reached<'m>) -> usize {
        *self.places.entry(pair.words.clone()).or_insert_with(|| {
            self.pairs.push(CertificatePair {
                input: pair.input.clone(),
                sides: pair.words.clone(),
                to: Vec::new(),
            });
            self.open.push(Some(pair));
            self.pairs.len() - 1
        })
    }
}

/// The live registers of each state, for any content model.
fn live(revision: &Revision, tables: &RevisionFacts) -> Carries {
    let states = revision.states.iter().zip(&tables.states);
    let of = |(state, facts): (&State, &StateFacts)| {
        let live = |register| facts.live.may_have(register);
        let kept = NAMES.iter().filter(|(register, _)| live(*register));
        let kept = kept.fold(0, |all, (_, register)| all | register);
        let names = CARRIED.iter().filter(|(register, _)| kept & register != 0);
        let names = names.map(|(_, name)| (*name).to_owned()).collect();
        (state.name.value.clone(), names)
    };
    states
        .map(of)
        .filter(|(_, names): &(_, Vec<_>)| !names.is_empty())
        .collect()
}
