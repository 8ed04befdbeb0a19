//! The suites of html5lib, each run by the revision of its time.
//!
//! One test is one file; the counts of each revision stand at the end.

use libtest_mimic::{Arguments, Failed, Trial};
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use tokenwright_codegen::diagnostic::{Sources, render_all};
use tokenwright_codegen::interpret::Interpreter;
use tokenwright_codegen::load::{self, Loaded};
use tokenwright_tests::html5lib::{
    Case, Counts, Exceptions, LoneSurrogates, Suite, SuiteError, interpreted, judge, suite,
};
use tokenwright_tests::shared;

type Totals = Arc<Mutex<Vec<(String, Counts)>>>;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::from_args();
    let totals = Totals::default();
    let mut trials = Vec::new();
    // The trials borrow from the revisions, and run as long as the process does.
    for loaded in revisions()?.leak() {
        trials.extend(trials_of(loaded, &totals)?);
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    for (revision, counts) in totals.lock().expect("no trial panics").iter() {
        println!("{revision}: {counts}");
    }
    Ok(conclusion.exit_code())
}

/// All revisions of `spec`.
fn revisions() -> Result<Vec<Loaded>, String> {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    let mut sources = Sources::default();
    load::all(&spec, &mut sources).map_err(|errors| render_all(&errors, &sources, false))
}

/// A test for each file of a revision's suite, or an ignored one where there is no suite.
fn trials_of(loaded: &'static Loaded, totals: &Totals) -> Result<Vec<Trial>, Box<dyn Error>> {
    let id = &loaded.revision.about.id;
    let suite = match suite(id) {
        Ok(suite) => suite,
        Err(absent @ SuiteError::Absent { .. }) => {
            if !shared::required() {
                eprintln!("{absent}");
            }
            let trial = Trial::test(id, move || Err(absent.into()));
            return Ok(vec![trial.with_ignored_flag(!shared::required())]);
        }
        Err(error) => return Err(error.into()),
    };
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references)?;
    let interpreter: &Interpreter = Box::leak(Box::new(interpreter));
    let exceptions: &Exceptions = Box::leak(Box::new(Exceptions::read(id)?));
    let lone = LoneSurrogates::read()?;
    let lists = lists_hold(&suite, exceptions, &lone);
    let total = (id.clone(), Counts::default());
    totals.lock().expect("nothing runs so far").push(total);
    let mut trials = vec![Trial::test(format!("{id}::lists"), move || lists)];
    for (file, cases) in suite.files {
        let totals = Arc::clone(totals);
        let kind = format!("{} runs", cases.len());
        let run = move || run_file(interpreter, &cases, exceptions, &totals);
        trials.push(Trial::test(format!("{id}::interpreted::{file}"), run).with_kind(kind));
    }
    Ok(trials)
}

fn run_file(
    interpreter: &Interpreter<'_>,
    cases: &[Case],
    exceptions: &Exceptions,
    totals: &Totals,
) -> Result<(), Failed> {
    let (counts, result) = judge(cases, exceptions, |case| interpreted(interpreter, case));
    let id = &interpreter.revision().about.id;
    let mut totals = totals.lock().map_err(|error| error.to_string())?;
    if let Some((_, total)) = totals.iter_mut().find(|(revision, _)| revision == id) {
        *total += counts;
    }
    result.map_err(Failed::from)
}

/// The lists in `data` name tests that are there, and all that have to be named.
fn lists_hold(suite: &Suite, exceptions: &Exceptions, lone: &LoneSurrogates) -> Result<(), Failed> {
    let mut count = 0;
    for (file, cases) in &suite.files {
        let cases: Vec<_> = cases.iter().filter(|case| case.input.is_none()).collect();
        count += cases.len();
        let mut found: Vec<_> = cases.into_iter().map(|case| &case.description).collect();
        found.dedup();
        let listed: Vec<_> = lone.descriptions(&suite.revision, file).iter().collect();
        if found != listed {
            return Err(format!("{file}: lone surrogates in {found:?}, listed: {listed:?}").into());
        }
    }
    if count != lone.count(&suite.revision) {
        return Err(format!("{count} runs have lone surrogates").into());
    }
    for entry in exceptions.iter() {
        if suite.files.iter().all(|(file, _)| *file != entry.file) {
            return Err(format!("an exception in {}, which is not there", entry.file).into());
        }
    }
    Ok(())
}
