//! What `cargo xtask suite --score` prints.

use crate::suite::progress;
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;
use tokenwright_codegen::load::Loaded;
use tokenwright_codegen::suite::{self, Judgement, Run, Suite, Survivor};

/// Measures a suite by the mutants of its revision.
pub(crate) fn run(loaded: &Loaded, suite: &Suite, prove: bool) -> ExitCode {
    let start = Instant::now();
    let runs = suite.tests.iter().map(|test| Run {
        setup: test.setup.clone(),
        input: test.input.clone(),
        expected: test.output.clone(),
    });
    let runs: Vec<Run> = runs.collect();
    let told = |done, all| progress("mutants", done, all);
    let measure = match suite::measure(loaded, &runs, &told) {
        Ok(measure) => measure,
        Err(refusal) => {
            eprintln!("error: {}: {refusal}", loaded.revision.about.id);
            return ExitCode::FAILURE;
        }
    };
    for (operator, (all, shown)) in &measure.operators {
        println!("{operator:<22} {shown:>6} of {all:>6}");
    }
    let (all, shown) = measure.mutants();
    println!(
        "{:<22} {shown:>6} of {all:>6}, {} of them refused by the interpreter",
        "killed", measure.refused
    );
    println!("measured in {:.1} s", start.elapsed().as_secs_f64());
    if prove {
        return judged(loaded, &measure.survivors);
    }
    for survivor in &measure.survivors {
        println!("{}", told_of(loaded, survivor));
    }
    ExitCode::SUCCESS
}

fn told_of(loaded: &Loaded, survivor: &Survivor) -> String {
    let row = survivor.site.told(&loaded.revision);
    format!("{row}: {}: {}", survivor.operator, survivor.said)
}

/// Says of each survivor why no test shows it.
fn judged(loaded: &Loaded, survivors: &[Survivor]) -> ExitCode {
    let start = Instant::now();
    let told = |done, all| progress("survivors", done, all);
    let judgements = suite::judge(loaded, survivors, &told);
    let mut counts = [0; 5];
    let mut listed = String::new();
    for (survivor, judgement) in survivors.iter().zip(&judgements) {
        let (kind, why) = match judgement {
            Judgement::Equal => (0, None),
            Judgement::Refused(message) => (1, Some(format!("refused by the checks: {message}"))),
            Judgement::Unshown { input, .. } => (
                2,
                Some(format!(
                    "differs for {input:?} in what the form does not show"
                )),
            ),
            Judgement::Missed { setup, input } => {
                let state = setup
                    .state
                    .as_deref()
                    .map(|state| format!(" from the {state} state"));
                (
                    3,
                    Some(format!(
                        "differs for {input:?}{}",
                        state.unwrap_or_default()
                    )),
                )
            }
            Judgement::Unknown(why) => (4, Some(format!("not decided: {why}"))),
        };
        counts[kind] += 1;
        if let Some(why) = why {
            let row = survivor.site.told(&loaded.revision);
            let _ = writeln!(
                listed,
                "{row}: {}: {}\n  {why}",
                survivor.operator, survivor.said
            );
        }
    }
    let kinds = [
        "proved equal",
        "refused by the checks",
        "not in the form",
        "missed",
        "not decided",
    ];
    for (kind, count) in kinds.iter().zip(counts) {
        println!("{kind:<22} {count:>6}");
    }
    println!("judged in {:.1} s", start.elapsed().as_secs_f64());
    print!("{listed}");
    if counts[3] + counts[4] == 0 {
        println!("complete: every mutant is killed, or shown to be none");
        return ExitCode::SUCCESS;
    }
    ExitCode::FAILURE
}
