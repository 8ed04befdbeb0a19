//! `cargo xtask prove --mutants`: the compiler compiles every first-order mutant of a revision correctly.

use super::{DIFFERS, UNKNOWN};
use crate::progress::Progress;
use tokenwright_edits::mutants::{Report, tests, verify};
use tokenwright_tables::load::Loaded;

/// Compares the program of each mutant with its tables; gives the exit code.
pub(super) fn run(loaded: &Loaded) -> u8 {
    let id = &loaded.revision.about.id;
    let progress = Progress::start(format!("making the suite of {id}"));
    let parts = |done, all| progress.parts(done, all);
    let report = tests(loaded, &parts).and_then(|tests| {
        progress.stage(format!("compiling the mutants of {id}"));
        let report = verify(loaded, &tests, 1, &parts)?;
        Ok((tests.len(), report))
    });
    drop(progress);
    match report {
        Ok((tests, report)) => show(id, tests, &report),
        Err(refusal) => {
            eprintln!("error: the tables of {id} cannot be run: {refusal}");
            UNKNOWN
        }
    }
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
        println!("  stuck on some input  {mutants}: {reason}");
    }
    println!("  disagreements        {}", failures.len());
    for failure in failures {
        println!("\n{failure}");
    }
    match failures.is_empty() {
        true => 0,
        false => DIFFERS,
    }
}
