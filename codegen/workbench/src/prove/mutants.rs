//! `cargo xtask prove --mutants`: the compiler compiles every first-order mutant of a revision correctly.

use super::DIFFERS;
use tokenwright_edits::mutants::{Report, tests, verify};
use tokenwright_tables::load::Loaded;
use xtask::progress::Progress as ProgressLine;

/// Compares the program of one in `sample` mutants with its tables, and returns the exit code.
///
/// # Errors
/// If the tables cannot be run.
pub(super) fn run(loaded: &Loaded, sample: usize) -> Result<u8, String> {
    let id = &loaded.revision.about.id;
    let line = ProgressLine::start(format!("making the suite of {id}"));
    let tests = tests(loaded, &|done, all| line.parts(done, all));
    let report = tests.and_then(|tests| {
        line.stage(format!("compiling the mutants of {id}"));
        let report = verify(loaded, &tests, sample, &|progress| {
            // Now, so that an interrupted run has shown them.
            for failure in progress.failures {
                line.print(&format!("{failure}\n"));
            }
            let Report {
                refused, evaluated, ..
            } = progress.report;
            let found = progress.report.failures.len();
            // Short enough for a terminal of 80 columns.
            line.stage(format!(
                "mutants: {refused} refused, {evaluated} inputs, {found} disagree"
            ));
            line.parts(progress.done, progress.mutants);
        })?;
        Ok((tests.len(), report))
    });
    drop(line);
    let report = report.map(|(tests, report)| show(id, tests, &report));
    report.map_err(|refusal| format!("the tables of {id} cannot be run: {refusal}"))
}

fn show(id: &str, tests: usize, report: &Report) -> u8 {
    let Report {
        compiled,
        refused,
        killed,
        evaluated,
        killing,
        stuck,
        failures,
    } = report;
    let mutants = compiled + refused;
    println!("{id}: {mutants} mutants, {tests} inputs in the suite");
    println!("  refused by `check`   {refused}");
    println!("  compiled             {compiled}, of which {killed} are killed");
    println!("  inputs compared      {evaluated}, of which {killing} kill");
    for (reason, mutants) in stuck {
        println!("  stuck on some input  {}: {reason}", mutants.len());
        for mutant in mutants {
            println!("    {mutant}");
        }
    }
    println!("  disagreements        {}", failures.len());
    match failures.is_empty() {
        true => 0,
        false => DIFFERS,
    }
}
