//! The output of `cargo xtask suite --score`, and the page that `cargo xtask scores` writes.
//!
//! A share of killed mutants says little, as some mutants equal the tables. So each survivor is judged: proved equal,
//! refused by the checks, or really missed, and a missed one gets a test. Only then is a score complete. Judging
//! takes far longer than running the tests; that is why the page is checked in and a command renews it.

pub(crate) mod trees;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;
use tokenwright_analyses::mutate::Operator;
use tokenwright_analyses::suite::{self, Judgement, Measure, Suite, Survivor};
use tokenwright_interpreter::Refusal;
use tokenwright_tables::load::Loaded;
use xtask::progress::Progress;

/// The verdicts on the mutants that no test kills.
const KINDS: [&str; 7] = [
    "independent",
    "proved locally",
    "proved by search",
    "refused by the checks",
    "not in the format",
    "missed",
    "not decided",
];
const MISSED: usize = 5;
const UNKNOWN: usize = 6;

/// A suite, its score, and the verdicts on the surviving mutants.
pub(crate) struct Score {
    pub(crate) suite: Suite,
    pub(crate) measure: Measure,
    /// For each operator, the number of survivors of each of the [`KINDS`].
    kinds: BTreeMap<Operator, [usize; 7]>,
    /// Survivors that need an explanation, one per paragraph.
    listed: String,
    /// The number of tests found by comparing the machines.
    added: usize,
}

/// Scores a suite by the mutants of its revision, and judges the survivors. A test is added to the suite
/// for each survivor that an input can show.
///
/// # Errors
/// If a test cannot be run.
pub(crate) fn proved(loaded: &Loaded, suite: Suite, progress: &Progress) -> Result<Score, Refusal> {
    let id = &loaded.revision.about.id;
    let report = |done, all| progress.parts(done, all);
    progress.stage(format!("{id}: running the mutants"));
    let mut measure = suite::measure(loaded, &suite.runs(), &report)?;
    progress.stage(format!("{id}: judging the surviving mutants"));
    let mut judgements = suite::judge(loaded, &measure.survivors, &report);
    let mut more = Vec::new();
    for (survivor, judgement) in measure.survivors.iter().zip(&judgements) {
        if let Judgement::Missed { setup, input } = judgement {
            more.push((survivor.site, setup.clone(), input.clone()));
        }
    }
    let before = suite.tests.len();
    let suite = match more.is_empty() {
        true => suite,
        false => {
            progress.stage(format!("{id}: running the mutants again"));
            let suite = suite.with(loaded, &more)?;
            let old = std::mem::replace(
                &mut measure,
                suite::measure(loaded, &suite.runs(), &report)?,
            );
            let all = old.survivors.iter().zip(&judgements);
            let left = all.filter(|(survivor, _)| measure.survivors.contains(survivor));
            judgements = left.map(|(_, judgement)| judgement.clone()).collect();
            suite
        }
    };
    let mut score = Score {
        added: suite.tests.len() - before,
        suite,
        kinds: BTreeMap::new(),
        listed: String::new(),
        measure,
    };
    for (survivor, judgement) in score.measure.survivors.iter().zip(&judgements) {
        let (kind, why) = kind(judgement);
        score.kinds.entry(survivor.operator).or_default()[kind] += 1;
        if let Some(why) = why {
            let description = describe(loaded, survivor);
            let _ = writeln!(score.listed, "{description}\n  {why}");
        }
    }
    Ok(score)
}

/// The number of the kind of a judgement, and what needs an explanation.
pub(crate) fn kind(judgement: &Judgement) -> (usize, Option<String>) {
    match judgement {
        Judgement::Independent => (0, None),
        Judgement::Local => (1, None),
        Judgement::Equal => (2, None),
        Judgement::Refused(message) => (3, Some(format!("refused by the checks: {message}"))),
        Judgement::Unshown { input, .. } => (
            4,
            Some(format!(
                "differs for {input:?} in what the form does not show"
            )),
        ),
        Judgement::Missed { setup, input } => {
            let state = setup.state.as_deref();
            let state = state.map(|state| format!(" from the {state} state"));
            let state = state.unwrap_or_default();
            (MISSED, Some(format!("differs for {input:?}{state}")))
        }
        Judgement::Unknown(why) => (UNKNOWN, Some(format!("not decided: {why}"))),
    }
}

impl Score {
    /// Whether every mutant is killed or proved equivalent.
    pub(crate) fn is_complete(&self) -> bool {
        let open = |counts: &[usize; 7]| counts[MISSED] + counts[UNKNOWN] > 0;
        !self.kinds.values().any(open)
    }

    /// The number of survivors of a kind.
    fn of_kind(&self, kind: usize) -> usize {
        self.kinds.values().map(|counts| counts[kind]).sum()
    }

    /// A table with a row for each operator.
    pub(crate) fn table(&self) -> String {
        let used: Vec<usize> = (0..KINDS.len())
            .filter(|kind| self.of_kind(*kind) > 0 || *kind == UNKNOWN)
            .collect();
        let mut out = String::from("| operator | mutants | killed |");
        out.extend(used.iter().map(|kind| format!(" {} |", KINDS[*kind])));
        out.push_str("\n|---|---|---|");
        out.push_str(&"---|".repeat(used.len()));
        for (operator, (all, shown)) in &self.measure.operators {
            let _ = write!(out, "\n| {operator} | {all} | {shown} |");
            let counts = self.kinds.get(operator).copied().unwrap_or_default();
            out.extend(used.iter().map(|kind| format!(" {} |", counts[*kind])));
        }
        let (all, shown) = self.measure.mutants();
        let _ = write!(out, "\n| all | {all} | {shown} |");
        let counts = used.iter().map(|kind| self.of_kind(*kind));
        out.extend(counts.map(|count| format!(" {count} |")));
        out.push('\n');
        out
    }
}

/// Measures a suite, and prints the result.
pub(crate) fn run(
    loaded: &Loaded,
    suite: Suite,
    prove: bool,
) -> Result<(Suite, ExitCode), Refusal> {
    let start = Instant::now();
    if prove {
        let progress = Progress::start("");
        let score = proved(loaded, suite, &progress)?;
        drop(progress);
        print!("{}", score.table());
        let seconds = start.elapsed().as_secs_f64();
        println!("measured and proved in {seconds:.1} s");
        if score.added > 0 {
            println!("{} tests were found by comparing the machines", score.added);
        }
        print!("{}", score.listed);
        let code = match score.is_complete() {
            true => {
                println!("complete: every mutant is killed or proved equivalent");
                ExitCode::SUCCESS
            }
            false => ExitCode::FAILURE,
        };
        return Ok((score.suite, code));
    }
    let progress = Progress::start("running the mutants");
    let report = |done, all| progress.parts(done, all);
    let measure = suite::measure(loaded, &suite.runs(), &report)?;
    drop(progress);
    for (operator, (all, shown)) in &measure.operators {
        println!("{operator:<22} {shown:>6} of {all:>6}");
    }
    let (all, shown) = measure.mutants();
    println!("{:<22} {shown:>6} of {all:>6}", "killed");
    println!("measured in {:.1} s", start.elapsed().as_secs_f64());
    for survivor in &measure.survivors {
        println!("{}", describe(loaded, survivor));
    }
    Ok((suite, ExitCode::SUCCESS))
}

fn describe(loaded: &Loaded, survivor: &Survivor) -> String {
    let row = survivor.site.describe(&loaded.revision);
    format!("{row}: {}: {}", survivor.operator, survivor.description)
}
