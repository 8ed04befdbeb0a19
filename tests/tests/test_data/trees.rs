//! html5lib's tree-construction tests, run by the tables of tree construction.

use libtest_mimic::{Failed, Trial};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write;
use std::io;
use std::sync::Arc;
use tokenwright_tests::tree_construction::{Case, Input, interpreted, read};
use tokenwright_tests::{data, shared, tables};

/// A test that a sentence of the section overrules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Overruled {
    test: String,
    #[expect(dead_code, reason = "for readers")]
    sentence: String,
    #[expect(dead_code, reason = "for readers")]
    why: String,
}

/// The ids of those tests.
pub(crate) fn overruled() -> Result<BTreeSet<String>, Box<dyn Error>> {
    let mut tables: BTreeMap<String, Vec<Overruled>> = data::read("overruled/trees.toml")?;
    let all = tables.remove("overruled").ok_or("no test is overruled")?;
    Ok(all.into_iter().map(|one| one.test).collect())
}

fn file(cases: &[Case], overruled: &BTreeSet<String>) -> Result<(), Failed> {
    check(cases, |case, input| {
        let found = interpreted(tables::of_trees(), input);
        let is_expected = found == case.document;
        match is_expected == overruled.contains(&case.id) {
            true => Err(format!("expected:\n{}found:\n{found}", case.document)),
            false => Ok(()),
        }
    })
}

/// Checks each test in each scripting mode that it is for. Fails with all that is wrong.
pub(crate) fn check(
    cases: &[Case],
    mut test: impl FnMut(&Case, &Input) -> Result<(), String>,
) -> Result<(), Failed> {
    let mut failures = String::new();
    let mut runs = 0;
    for case in cases {
        for input in case.inputs() {
            runs += 1;
            if let Err(wrong) = test(case, &input) {
                let _ = writeln!(failures, "{}: {input}\n{wrong}", case.id);
            }
        }
    }
    println!("{runs} runs");
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.into()),
    }
}

/// The tests by their files.
pub(crate) type Files = BTreeMap<String, Vec<Case>>;

/// The tests, or what is absent.
pub(crate) fn files() -> io::Result<Result<Files, shared::Absent>> {
    let folder = match shared::find("tree-construction") {
        Ok(folder) => folder,
        Err(absent) => return Ok(Err(absent)),
    };
    let mut files = Files::new();
    for case in read(&folder)? {
        let file = case.file().to_owned();
        files.entry(file).or_default().push(case);
    }
    Ok(Ok(files))
}

pub(crate) fn trials(files: Files) -> Result<Vec<Trial>, Box<dyn Error>> {
    let cases = || files.values().flatten();
    let overruled = Arc::new(overruled()?);
    for id in &*overruled {
        if !cases().any(|case| case.id == *id) {
            return Err(format!("{id} is overruled, and does not exist").into());
        }
    }
    let trials = files.into_iter().map(|(name, cases)| {
        let overruled = Arc::clone(&overruled);
        Trial::test(format!("trees: {name}"), move || file(&cases, &overruled))
    });
    Ok(trials.collect())
}
