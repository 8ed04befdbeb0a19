//! The tokens of html5lib's tree-construction tests and of real pages, compared with those of html5ever's tokenizer under
//! its tree builder. `docs/foreign-content.md` explains the differences.

use crate::absent;
use libtest_mimic::{Failed, Trial};
use std::error::Error;
use std::fs;
use tokenwright::{Follow, revisions::Newest};
use tokenwright_tests::folders;
use tokenwright_tests::shared;
use tokenwright_tests::tokens::Token;
use tokenwright_tests::tree_construction::{Case, Input, expected, followed, read};

/// The tests whose tokens differ although every element is followed, with the reason.
const DIFFERENCES: &[(&str, &str)] = &[(
    "tests1.dat 40",
    "html5ever has no processing instructions: `<?` at the end of the input is a bogus comment",
)];

/// How many runs differ if states are switched by the names of start tags alone. A run is a test in a scripting mode.
const BY_NAMES_ALONE: usize = 88;

/// The outcome of a comparison.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Outcome {
    Equal,
    /// Equal, although something was ambiguous.
    EqualDespiteAmbiguity,
    /// Different after an ambiguity.
    Reported,
    /// Different without an ambiguity before it.
    Silent,
}

/// Compares the tokens of a case; also returns the first tokens that differ.
fn compare(input: &Input, follow: Follow) -> (Outcome, String) {
    let theirs = expected(input).tokens;
    let ours = followed::<Newest>(input, follow);
    let tokens = ours.tokens.tokens;
    let is_ambiguous = !ours.ambiguities.is_empty();
    if tokens == theirs {
        let outcome = match is_ambiguous {
            true => Outcome::EqualDespiteAmbiguity,
            false => Outcome::Equal,
        };
        return (outcome, String::new());
    }
    let pairs = tokens.iter().zip(&theirs);
    let same = pairs.take_while(|(a, b)| a == b).count();
    let outcome = match ours.ambiguities.iter().any(|(before, _)| *before <= same) {
        true => Outcome::Reported,
        false => Outcome::Silent,
    };
    let show = |tokens: &[Token]| tokens.get(same).map_or("the end".into(), Token::to_string);
    let first = format!("ours {}, html5ever's {}", show(&tokens), show(&theirs));
    (outcome, first)
}

/// Runs all tests in the scripting modes that they are for. Returns the silent differences: the tests with both tokens.
fn run(cases: &[Case], follow: Follow) -> Vec<(&str, String)> {
    let mut silent = Vec::new();
    let mut counts = [0; 4];
    for case in cases {
        for input in case.inputs() {
            let (outcome, first) = compare(&input, follow);
            counts[outcome as usize] += 1;
            if outcome == Outcome::Silent {
                silent.push((case.id.as_str(), first));
            }
        }
    }
    let [equal, despite, reported, _] = counts;
    println!(
        "{follow:?}: {} tests, {} runs: {equal} equal, {despite} equal despite an ambiguity, {reported} different after \
         an ambiguity, {} different without one",
        cases.len(),
        counts.iter().sum::<usize>(),
        silent.len()
    );
    silent
}

/// Fails if a difference is not listed, or if one that is listed is gone.
fn follows(cases: &[Case], follow: Follow) -> Result<(), Failed> {
    let silent = run(cases, follow);
    let is_listed = |id: &str| DIFFERENCES.iter().any(|(listed, _)| *listed == id);
    let new = silent.iter().filter(|(id, _)| !is_listed(id));
    let new: Vec<String> = new.map(|(id, first)| format!("{id}: {first}")).collect();
    if !new.is_empty() {
        return Err(new.join("\n").into());
    }
    for (id, reason) in DIFFERENCES {
        if !silent.iter().any(|(silent, _)| silent == id) {
            return Err(format!("{id} does not differ any more: {reason}").into());
        }
    }
    Ok(())
}

fn by_names_alone(cases: &[Case]) -> Result<(), Failed> {
    let count = run(cases, Follow::TagNames).len();
    match count == BY_NAMES_ALONE {
        true => Ok(()),
        false => Err(format!("{count} runs differ, not {BY_NAMES_ALONE}").into()),
    }
}

/// Fails if a page has other tokens than html5ever's, without an ambiguity before.
fn page(page: &Case) -> Result<(), Failed> {
    let input = page.input(true);
    for follow in [Follow::ForeignContent, Follow::Everything] {
        let (outcome, first) = compare(&input, follow);
        println!("{}, {follow:?}: {outcome:?}", page.id);
        if outcome == Outcome::Silent {
            return Err(format!("{follow:?}: {first}").into());
        }
    }
    Ok(())
}

pub(crate) fn trials() -> Result<Vec<Trial>, Box<dyn Error>> {
    let mut trials = Vec::new();
    match shared::find("tree-construction") {
        Ok(folder) => {
            let cases = read(&folder)?;
            let mut add = |name: &str, test: fn(&[Case]) -> Result<(), Failed>| {
                let cases = cases.clone();
                let name = format!("tree-construction: {name}");
                trials.push(Trial::test(name, move || test(&cases)));
            };
            add("names alone", by_names_alone);
            add("foreign content", |cases| {
                follows(cases, Follow::ForeignContent)
            });
            add("everything", |cases| follows(cases, Follow::Everything));
        }
        Err(absent) => trials.push(absent::trial("tree-construction".into(), absent)),
    }
    match shared::find("corpus") {
        Ok(folder) => {
            for path in folders::files(&folder, &["html"])? {
                let name = path.file_stem().unwrap_or_default();
                let case = Case {
                    id: name.to_string_lossy().into(),
                    data: String::from_utf8_lossy(&fs::read(&path)?).into_owned(),
                    ..Case::default()
                };
                let name = format!("tree-construction: {}", case.id);
                trials.push(Trial::test(name, move || page(&case)));
            }
        }
        Err(absent) => trials.push(absent::trial("tree-construction: pages".into(), absent)),
    }
    Ok(trials)
}
