//! html5lib's tree-construction tests, run by the tables of other revisions than the newest and the code made from them.
//!
//! The tests are those of today's standard. Where another one builds another tree, `data/overruled/older-trees.toml` says which of
//! its rules is the reason.

use crate::trees;
use libtest_mimic::{Failed, Trial};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::sync::Arc;
use tokenwright_tests::tree_construction::{Case, compiled_in, interpreted_in};
use tokenwright_tests::{data, tables};

/// A rule of revisions because of which they build other trees.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    revisions: Vec<String>,
    #[expect(dead_code, reason = "for readers")]
    rule: String,
    tests: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    rule: Vec<Rule>,
}

fn file(revision: &str, cases: &[Case], explained: &BTreeSet<String>) -> Result<(), Failed> {
    let mut as_expected = explained.clone();
    let result = trees::check(cases, |case, input| {
        let found = interpreted_in(revision, input);
        let generated = compiled_in(revision, input);
        if generated != found {
            return Err(format!("interpreted:\n{found}generated:\n{generated}"));
        }
        if found != case.document {
            as_expected.remove(&case.id);
            if !explained.contains(&case.id) {
                return Err(format!("expected:\n{}found:\n{found}", case.document));
            }
        }
        Ok(())
    });
    result?;
    let mut gone = cases.iter().filter(|case| as_expected.contains(&case.id));
    match gone.next() {
        Some(case) => Err(format!("{}: explained, and the tree is the test's", case.id).into()),
        None => Ok(()),
    }
}

pub(crate) fn trials(files: trees::Files) -> Result<Vec<Trial>, Box<dyn Error>> {
    let files = Arc::new(files);
    let newest = &tables::newest().revision.about.id;
    let others = tables::all().iter().filter(|one| one.trees.is_some());
    let others = others.map(|one| one.revision.about.id.as_str());
    let others: Vec<&str> = others.filter(|id| id != newest).collect();
    let mut explained: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for rule in data::read::<Rules>("overruled/older-trees.toml")?.rule {
        for id in &rule.revisions {
            let revision = others.iter().find(|known| *known == id);
            let revision = revision.ok_or_else(|| format!("no trees of a revision {id}"))?;
            let tests = explained.entry(revision).or_default();
            for test in &rule.tests {
                let name = test.split(' ').next().unwrap_or_default();
                let mut cases = files.get(name).into_iter().flatten();
                if !cases.any(|case| case.id == *test) {
                    return Err(format!("{test} is explained, and does not exist").into());
                }
                tests.insert(test.clone());
            }
        }
    }
    // A draft is compared with today's tests, as the newest revision is.
    for draft in tables::all()
        .iter()
        .filter(|one| one.revision.about.is_draft())
    {
        let tests = explained.entry(&draft.revision.about.id).or_default();
        tests.extend(trees::overruled()?);
    }
    let mut trials = Vec::new();
    for revision in others {
        let explained = Arc::new(explained.remove(revision).unwrap_or_default());
        for name in files.keys() {
            let (name, files, explained) =
                (name.clone(), Arc::clone(&files), Arc::clone(&explained));
            trials.push(Trial::test(
                format!("older trees: {revision}: {name}"),
                move || file(revision, &files[&name], &explained),
            ));
        }
    }
    Ok(trials)
}
