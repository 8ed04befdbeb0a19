//! Runs of both sides: over random inputs, and over every short one.

use super::generate::{self, Calls};
use super::{Call, Comparison, Log, Seam, sets};
use crate::Revision;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use fastrand::Rng;
use tokenwright_compiler::ir::Action;
use tokenwright_compiler::lower;
use tokenwright_compiler::program::{Program, Through};
use tokenwright_prover::alphabet::alphabet;
use tokenwright_prover::evaluate::Evaluator;
use tokenwright_prover::prove;
use tokenwright_tables::load::Loaded;

/// The lengths near which runs end.
const BOUNDARIES: [usize; 8] = [0, 0, 0, 16, 32, 64, 192, 8192];

/// The first and last characters of each width, and of some first bytes.
const WIDTHS: [char; 10] = [
    '\u{7F}', '\u{80}', '\u{7FF}', '\u{800}', '\u{FFF}', '\u{1000}', '\u{D7FF}', '\u{10000}',
    '\u{40000}', '\u{10FFFF}',
];

fn program(tables: &Loaded) -> Program {
    let mut machine = lower::machine(tables).expect("the tables compile");
    machine
        .names
        .push(["a", "x", "xa"].map(String::from).into());
    Program {
        machine,
        scans: sets::scans(),
        references: sets::references(),
        hot_path: None,
    }
}

/// The tables of a revision, with the scans of [`sets`].
pub(crate) struct Inputs<'t> {
    tables: &'t Loaded,
    program: Program,
    /// What random inputs are made of.
    pieces: Vec<String>,
    /// The names of references.
    names: Vec<String>,
}

impl<'t> Inputs<'t> {
    pub(crate) fn new(tables: &'t Loaded) -> Self {
        let mut pieces = alphabet(&tables.revision, &tables.references);
        pieces.extend(WIDTHS.map(String::from));
        pieces.extend(["<!--", "-->", "@Aa ", "&lt", "&gt;", "a ="].map(String::from));
        let names = tables.references.names.iter();
        Inputs {
            tables,
            program: program(tables),
            pieces,
            names: names.map(|(name, _)| name.clone()).collect(),
        }
    }

    pub(crate) fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::new(&self.program, &self.tables.references)
    }

    /// A character of each class that the tables and the scans distinguish.
    pub(crate) fn alphabet<R: Revision>(&self) -> Vec<char> {
        let revision = &self.tables.revision;
        let mut all = prove::characters(revision, &self.tables.references, &self.program);
        all.retain(|c| R::replacement(*c).is_none());
        all
    }

    /// Random calls on a random input.
    pub(crate) fn random<R: Revision>(&self, evaluator: &Evaluator<'_>, seed: u64) -> Log {
        let mut random = Rng::with_seed(seed);
        let boundary = BOUNDARIES[random.usize(..BOUNDARIES.len())];
        let mut input = generate::input(&mut random, &self.pieces, &self.names, boundary);
        // The machine receives text in which they are replaced.
        input.retain(|c| R::replacement(c).is_none());
        let chunks = generate::split(&mut random, &input);
        let calls = Calls::new(random, evaluator.program());
        match seed % 4 {
            0 => run::<R, true, false>(evaluator, &chunks, calls, seed),
            1 => run::<R, false, true>(evaluator, &chunks, calls, seed),
            _ => run::<R, true, true>(evaluator, &chunks, calls, seed),
        }
    }

    /// Calls from a seed on one input.
    pub(crate) fn short<R: Revision>(
        &self,
        evaluator: &Evaluator<'_>,
        chunks: &[&str],
        seed: u64,
    ) -> Log {
        let calls = Calls::new(Rng::with_seed(seed), evaluator.program());
        run::<R, true, true>(evaluator, chunks, calls, seed)
    }
}

fn run<R: Revision, const ERRORS: bool, const SPANS: bool>(
    evaluator: &Evaluator<'_>,
    chunks: &[&str],
    mut calls: Calls,
    seed: u64,
) -> Log {
    let mut comparison = Comparison::<R, ERRORS, SPANS>::new(evaluator);
    comparison.log.note(format!("{} {seed}", R::ID));
    comparison.accepts_ranges = seed.is_multiple_of(3);
    let last = chunks.len() - 1;
    for (at, chunk) in chunks.iter().enumerate() {
        calls.left += match calls.many {
            true => 2 * chunk.len(),
            false => 12 + chunk.len().min(60),
        };
        let seam = match calls.random.bool() {
            true => Seam::Suspend,
            false => Seam::Grow,
        };
        comparison.piece(chunk, at == last, seam, &mut |model| calls.next(model));
    }
    let mut end = Vec::from([Call::Act(Action::EmitEof, Through::Position)]);
    comparison.piece("", true, Seam::Suspend, &mut |_| end.pop());
    comparison.log
}
