//! Errors and places of html5lib's tree-construction tests: those of the tables, whether a document comes in one piece or in bytes.

use crate::{absent, trees};
use libtest_mimic::{Failed, Trial};
use std::error::Error;
use std::fmt::Write;
use tokenwright_tests::tree_construction::{Case, check_details};

fn file(cases: &[Case], every_split: bool) -> Result<(), Failed> {
    let mut failures = String::new();
    for case in cases {
        for scripting in [false, true] {
            if case.scripting.is_some_and(|only| only != scripting) {
                continue;
            }
            let (html, context) = (case.data.as_str(), case.context.as_ref());
            if let Err(wrong) = check_details(html, context, scripting, every_split) {
                let _ = writeln!(
                    failures,
                    "{}, scripting {scripting}: {html}\n{wrong}\n",
                    case.id
                );
            }
        }
    }
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.into()),
    }
}

pub(crate) fn trials() -> Result<Vec<Trial>, Box<dyn Error>> {
    let files = match trees::files()? {
        Ok(files) => files,
        Err(absent) => return Ok(vec![absent::trial("details of trees".into(), absent)]),
    };
    let mut trials = Vec::new();
    for (name, cases) in files {
        let of_slow = cases.clone();
        trials.push(Trial::test(
            format!("details of trees: {name}"),
            move || file(&cases, false),
        ));
        let slow = Trial::test(
            format!("details of trees at every split: {name}"),
            move || file(&of_slow, true),
        );
        // Slow; .ci/scheduled runs it.
        trials.push(slow.with_ignored_flag(true));
    }
    Ok(trials)
}
