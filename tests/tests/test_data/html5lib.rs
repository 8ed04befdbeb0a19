//! The suites of html5lib, each run by the revision of its time, interpreted and generated.
//!
//! One test is one file; the counts of each revision are at the end.

use crate::absent;
use libtest_mimic::{Failed, Trial};
use std::env;
use std::error::Error;
use std::process::Command;
use std::sync::{Arc, Mutex};
use tokenwright_analyses::suite::Case;
use tokenwright_interpreter::{Interpreter, Output};
use tokenwright_tables::load::Loaded;
use tokenwright_tests::html5lib::{
    Counts, Exceptions, LoneSurrogates, Suite, SuiteError, generated, interpreted, judge, suite,
};
use tokenwright_tests::shared::{FOLDER_VARIABLE, REQUIRE_VARIABLE};
use tokenwright_tests::tables;

/// The results of the cases of a revision, by tokenizer.
pub(crate) type Totals = Arc<Mutex<Vec<(String, Counts)>>>;
/// A tokenizer that runs a case.
type Voice = dyn Fn(&Case) -> Result<Output, String> + Send + Sync;

/// One test for each file of each suite and each tokenizer.
pub(crate) fn trials(totals: &Totals) -> Result<Vec<Trial>, Box<dyn Error>> {
    let mut trials = vec![
        Trial::test("html5lib::absent::is skipped with one line", || {
            absent(false)
        }),
        Trial::test("html5lib::absent::fails if required", || absent(true)),
    ];
    for loaded in tables::all() {
        trials.extend(trials_of(loaded, totals)?);
    }
    Ok(trials)
}

/// Prints the counts of each revision.
pub(crate) fn print(totals: &Totals) {
    for (voice, counts) in totals.lock().expect("no trial panics").iter() {
        println!("{voice}: {counts}");
    }
}

/// Runs this binary on a data folder that does not exist, as a hosted CI service would.
fn absent(required: bool) -> Result<(), Failed> {
    let run = Command::new(env::current_exe()?)
        .args(["html5lib::", "--skip", "absent::"])
        .env("CI", "true")
        .env(FOLDER_VARIABLE, "no/such/folder")
        .env(REQUIRE_VARIABLE, if required { "1" } else { "0" })
        .output()?;
    let (out, err) = (
        String::from_utf8(run.stdout)?,
        String::from_utf8(run.stderr)?,
    );
    let count = |end: &str| out.lines().filter(|line| line.ends_with(end)).count();
    let (ignored, failed) = (count("... ignored"), count("... FAILED"));
    let lines = err.lines();
    let lines = lines.filter(|line| line.contains("cargo xtask test-data"));
    let revisions = tables::all().len();
    let holds = match required {
        false => run.status.success() && ignored == revisions && lines.count() == 1,
        true => {
            let way_out = format!("{REQUIRE_VARIABLE}=0");
            !run.status.success() && failed == revisions && out.contains(&way_out)
        }
    };
    match holds {
        true => Ok(()),
        false => Err(format!("{}\n{out}\n{err}", run.status).into()),
    }
}

/// Two tests for each file of a revision's suite, or an ignored one where there is no suite.
fn trials_of(loaded: &'static Loaded, totals: &Totals) -> Result<Vec<Trial>, Box<dyn Error>> {
    let about = &loaded.revision.about;
    let id = &about.id;
    // A draft has no tests of its own.
    let of_time = about.base_id();
    let suite = match suite(of_time) {
        Ok(suite) => suite,
        Err(SuiteError::Absent(absent)) => {
            return Ok(vec![absent::trial(format!("html5lib::{id}"), absent)]);
        }
        Err(error) => return Err(error.into()),
    };
    let exceptions: &Exceptions = Box::leak(Box::new(Exceptions::read(of_time)?));
    let lists = lists_hold(&suite, exceptions, &LoneSurrogates::read()?);
    let mut trials = vec![Trial::test(format!("html5lib::{id}::lists"), move || lists)];
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references)?;
    let voices: [(&str, Arc<Voice>); 2] = [
        (
            "interpreted",
            Arc::new(move |case| interpreted(&interpreter, case)),
        ),
        ("generated", Arc::new(|case| generated(id, case))),
    ];
    for (name, voice) in voices {
        let name = format!("{id}::{name}");
        let total = (name.clone(), Counts::default());
        totals.lock().expect("nothing runs so far").push(total);
        for file in &suite.files {
            let lone: usize = file.lone.iter().map(|test| test.runs).sum();
            let kind = format!("{} runs", file.cases.len() + lone);
            let (name, tests) = (name.clone(), file.clone());
            let (voice, totals) = (Arc::clone(&voice), Arc::clone(totals));
            let trial = Trial::test(format!("html5lib::{name}::{}", file.name), move || {
                let (counts, result) = judge(&tests, exceptions, &*voice);
                let mut totals = totals.lock().map_err(|error| error.to_string())?;
                if let Some((_, total)) = totals.iter_mut().find(|(voice, _)| *voice == name) {
                    *total += counts;
                }
                result.map_err(|why| Failed::from(advice(id) + &why))
            });
            trials.push(trial.with_kind(kind));
        }
    }
    Ok(trials)
}

/// The advice if tests fail.
fn advice(id: &str) -> String {
    format!(
        "html5lib and {id} disagree; compare each test with the document of the revision: a test that the \
         document contradicts belongs in tests/data/overruled/{id}.toml, and a row that it contradicts is \
         wrong. A suite that `cargo xtask test-data` has based on an older one is made again by it. Where only \
         the generated code fails, it is out of date (`cargo xtask gen`) or the generator has a bug\n"
    )
}

/// The lists in `data` name only existing tests, and all that need an entry.
fn lists_hold(suite: &Suite, exceptions: &Exceptions, lone: &LoneSurrogates) -> Result<(), Failed> {
    let mut count = 0;
    for tests in &suite.files {
        let file = &tests.name;
        count += tests.lone.iter().map(|test| test.runs).sum::<usize>();
        let mut found: Vec<_> = tests.lone.iter().map(|test| &test.description).collect();
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
        if suite.files.iter().all(|file| file.name != entry.file) {
            return Err(format!("an exception in {}, which is not there", entry.file).into());
        }
    }
    Ok(())
}
