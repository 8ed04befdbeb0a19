//! The score of a suite of trees: which mutants of the tables of tree construction its tests kill.

use std::fmt::Write;
use tokenwright_analyses::compare::trees::Machine;
use tokenwright_analyses::suite::trees::{TreeMeasure, TreeRun, Verdict, measure};
use tokenwright_interpreter::tree::Stuck;
use xtask::progress::Progress;

/// Runs the mutants over tests.
///
/// # Errors
/// If the tables cannot be run.
pub(crate) fn measured(machine: &Machine<'_>, runs: &[TreeRun]) -> Result<TreeMeasure, Stuck> {
    let progress = Progress::start("running the mutants");
    measure(machine, runs, &|done, all| progress.parts(done, all))
}

/// The score as a table in Markdown, with the share of the mutants that a test may kill.
pub(crate) fn table(measure: &TreeMeasure) -> String {
    let [by_tree, by_count, by_place] = measure.killed;
    let mut out = String::from("| | mutants |\n|---|---|\n");
    for (what, number) in [
        ("killed by a tree", by_tree),
        ("killed by the number of errors alone", by_count),
        ("killed by places or names of errors alone", by_place),
        ("refused by the checks", measure.with(Verdict::Refused)),
        ("equal to the tables", measure.with(Verdict::Equal)),
        ("not seen by a test", measure.with(Verdict::Unseen)),
        ("not run by any test", measure.with(Verdict::NotRun)),
        ("not killed", measure.with(Verdict::Open)),
        ("all", measure.mutants),
    ] {
        let _ = writeln!(out, "| {what} | {number} |");
    }
    let (killed, possible) = (measure.all_killed(), measure.possible());
    let _ = writeln!(
        out,
        "\n{killed} of {possible} are killed ({:.1} %), those left out that are refused, equal or not seen.",
        share(killed, possible)
    );
    out
}

#[expect(clippy::cast_precision_loss, reason = "a share with one digit")]
fn share(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// The mutants that a test might kill, and none does, an item each.
pub(crate) fn survivors(measure: &TreeMeasure) -> String {
    let mut out = String::new();
    for (verdict, heading) in [
        (Verdict::Open, "Mutants that no test kills"),
        (Verdict::NotRun, "Mutants of what no test runs"),
    ] {
        let all = measure.survivors.iter();
        let mut all = all.filter(|it| it.verdict == verdict).peekable();
        if all.peek().is_some() {
            let _ = writeln!(out, "\n## {heading}\n");
        }
        for survivor in all {
            let _ = writeln!(out, "- {}", crate::markdown::sentence(&survivor.edit));
        }
    }
    out
}
