//! html5lib's tree-construction tests, run by the tables of tree construction.

use crate::absent;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use tokenwright_tests::tree_construction::{Case, interpreted, read};
use tokenwright_tests::{shared, tables};

/// The tests that a sentence of the section overrules, with the sentence.
const OVERRULED: &[(&str, &str)] = &[
    ("html5test-com.dat 12", INSTRUCTION),
    ("tests1.dat 40", INSTRUCTION),
    ("tests1.dat 44", INSTRUCTION),
    ("tests1.dat 47", INSTRUCTION),
    ("webkit02.dat 45", SELECTED_CONTENT),
    ("webkit02.dat 46", SELECTED_CONTENT),
    ("webkit02.dat 47", SELECTED_CONTENT),
    ("webkit02.dat 48", SELECTED_CONTENT),
];

const INSTRUCTION: &str = "13.2.6.4.1: \"A processing instruction token: Insert a processing instruction as the last child of the Document object\"; the test expects a comment";

/// The element clones the selected option when that is inserted; its rules are outside of the section.
const SELECTED_CONTENT: &str = "13.2.6.4.7, any other start tag: \"Insert an HTML element for the token\"; no step copies the children of an option";

fn file(cases: &[Case]) -> Result<(), Failed> {
    let mut failures = String::new();
    let mut runs = 0;
    for case in cases {
        for scripting in [false, true] {
            if case.scripting.is_some_and(|only| only != scripting) {
                continue;
            }
            runs += 1;
            let found = interpreted(
                tables::of_trees(),
                &case.data,
                case.context.as_ref(),
                scripting,
            );
            let overruled = OVERRULED.iter().find(|(id, _)| *id == case.id);
            let is_expected = found == case.document;
            if is_expected == overruled.is_some() {
                let _ = write!(
                    failures,
                    "{}, scripting {scripting}: {}\nexpected:\n{}found:\n{found}",
                    case.id, case.data, case.document
                );
            }
        }
    }
    println!("{runs} runs");
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.into()),
    }
}

pub(crate) fn trials() -> Result<Vec<Trial>, Box<dyn Error>> {
    let folder = match shared::find("tree-construction") {
        Ok(folder) => folder,
        Err(absent) => return Ok(vec![absent::trial("trees".into(), absent)]),
    };
    let mut files: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for case in read(&folder)? {
        let name = case.id.split(' ').next().unwrap_or_default().to_owned();
        files.entry(name).or_default().push(case);
    }
    let cases = || files.values().flatten();
    for (id, _) in OVERRULED {
        if !cases().any(|case| case.id == *id) {
            return Err(format!("{id} is overruled, and does not exist").into());
        }
    }
    let trials = files
        .into_iter()
        .map(|(name, cases)| Trial::test(format!("trees: {name}"), move || file(&cases)));
    Ok(trials.collect())
}
