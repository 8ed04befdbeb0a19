//! Disagreements of other tokenizers with the tables, each with a minimal input and the deciding row.
//!
//! The inputs are the generated suite and every short input (`inputs.rs`). The output of a peer is
//! compared with that of the generated tokenizer, which other tests compare with the tables.

mod decide;
mod document;
mod inputs;
mod judge;
mod page;
mod shrink;

pub use document::{document, file};
pub use judge::Kind;
pub use page::page;

use crate::{HTML5TOKENIZER, ON_THEIR_OWN, PEERS, Peer};
use decide::Decider;
use inputs::PeerInput;
use judge::Judge;
use std::collections::BTreeMap;
use tokenwright_analyses::suite;
use tokenwright_interpreter::Refusal;
use tokenwright_tables::load::Loaded;
use tokenwright_tests::tokens::Start;

/// A disagreement of a peer with the newest revision.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// What differs.
    pub kind: Kind,
    /// Whether the peer agrees with the previous revision.
    pub outdated: bool,
    /// The setup of both.
    pub start: Start,
    /// The input, from which no character can be left out.
    pub input: String,
    /// The deciding row, by its test name, and its steps.
    pub decided: (String, String),
    /// Whether one side treats text as tags, or tags as text.
    pub markup: bool,
    /// The minimum number of inputs that show it.
    pub shown: usize,
}

/// The result of running one peer over all inputs.
#[derive(Debug, Default)]
pub struct Findings {
    /// The number of inputs that the peer could run.
    pub inputs: usize,
    /// The number of disagreements, by kind.
    pub disagreed: BTreeMap<Kind, usize>,
    /// One for each row and kind, in the order of the kinds and the rows.
    pub disagreements: Vec<Disagreement>,
}

/// Runs all peers over the inputs generated from the newest revision's tables, each on a separate thread.
///
/// # Errors
/// If the tables cannot be run.
pub fn find_all(loaded: &Loaded) -> Result<Vec<(&'static Peer, Findings)>, Refusal> {
    let inputs = inputs(loaded)?;
    std::thread::scope(|scope| {
        let peers = PEERS.iter().chain([&HTML5TOKENIZER]).chain(&ON_THEIR_OWN);
        let runs: Vec<_> = peers
            .map(|peer| (peer, scope.spawn(|| find(loaded, peer, &inputs))))
            .collect();
        let joined = runs.into_iter().map(|(peer, run)| {
            let findings = run.join();
            let findings = findings.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok((peer, findings?))
        });
        joined.collect()
    })
}

/// The inputs generated from the tables of the newest revision.
///
/// # Errors
/// If the tables cannot be run.
pub fn inputs(loaded: &Loaded) -> Result<Vec<PeerInput>, Refusal> {
    let suite = suite::build(loaded, &|_, _| ())?;
    Ok(inputs::all(&suite))
}

/// Runs a peer over all inputs.
///
/// # Errors
/// If the tables cannot be run.
pub fn find(loaded: &Loaded, peer: &Peer, inputs: &[PeerInput]) -> Result<Findings, Refusal> {
    let judge = Judge { peer };
    let decider = Decider::new(loaded, &judge)?;
    let mut findings = Findings::default();
    let mut found: BTreeMap<_, Disagreement> = BTreeMap::new();
    for PeerInput { start, input } in inputs {
        let Some(verdict) = judge.judge(start, input) else {
            continue;
        };
        findings.inputs += 1;
        let Some(verdict) = verdict else { continue };
        *findings.disagreed.entry(verdict.kind).or_default() += 1;
        let row = decider.row(verdict.kind, start, input)?;
        let same = |start: &Start, input: &str| {
            judge.judge(start, input) == Some(Some(verdict))
                && decider
                    .row(verdict.kind, start, input)
                    .is_ok_and(|other| other.order == row.order)
        };
        let (start, input) = shrink::shrink(same, start, input);
        let key = (verdict.kind, verdict.outdated, row.order);
        let smaller = |old: &Disagreement| {
            let size = |start: &Start, input: &str| {
                let length = input.chars().count();
                (
                    *start != Start::default(),
                    length,
                    input.to_owned(),
                    start.clone(),
                )
            };
            size(&start, &input) < size(&old.start, &old.input)
        };
        let shown = found.get(&key).map_or(0, |old| old.shown);
        if found.get(&key).is_none_or(smaller) {
            let new = Disagreement {
                kind: verdict.kind,
                outdated: verdict.outdated,
                start,
                input,
                decided: row.texts,
                markup: false,
                shown,
            };
            found.insert(key.clone(), new);
        }
        if let Some(kept) = found.get_mut(&key) {
            kept.shown = shown + 1;
        }
    }
    findings.disagreements = found.into_values().collect();
    for found in &mut findings.disagreements {
        let whole = found.kind == Kind::Tokens;
        found.markup = whole && judge.other_tags(&found.start, &found.input);
    }
    Ok(findings)
}
