//! Generated and interpreted agree on every step.
//!
//! The possible steps are read from the rows: for each state, each ASCII character, a member of every other
//! class, and EOF as the next character, with every combination of answers of the conditions on the path.
//! Contradictory answers are left out: a flag that is set and not set, a name that no table has, an
//! attribute on a tag without any. A search then finds an input for each step and compares the interpreter
//! with the generated code. A step that the search does not find is a failure, and so is one that the rows
//! do not have.

use std::collections::BTreeMap;
use tokenwright_tables::load;
use tokenwright_tests::steps::{Alphabet, Conditions, Search, Step, expected};

fn every_step_is_the_same(id: &str) {
    let all = load::checked_in();
    let mut all = all.iter();
    let loaded = all.find(|loaded| loaded.revision.about.id == id);
    let loaded = loaded.expect("a revision of the tables");
    let revision = &loaded.revision;
    let alphabet = Alphabet::new(revision);
    let conditions = Conditions::new(revision);
    let expected = expected(revision, &loaded.references, &alphabet, &conditions);
    let mut search = Search::new(loaded, &alphabet, &conditions);
    search.run(&expected);
    let known: Vec<&Step> = expected.steps.iter().collect();
    let missed: Vec<&Step> = known
        .into_iter()
        .filter(|step| !search.seen.contains(*step))
        .collect();
    let unknown: Vec<&Step> = search.seen.difference(&expected.steps).collect();
    println!(
        "{id}: {} steps, all found on {} inputs from {} places",
        expected.steps.len(),
        search.inputs,
        search.places
    );
    for (steps, what) in [(missed, "no input found"), (unknown, "not of the rows")] {
        let mut groups: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (state, c, trace) in &steps {
            let name = &revision.states[*state].name.value;
            let key = (name, conditions.describe(trace));
            groups.entry(key).or_default().push(alphabet.seen[*c]);
        }
        for ((state, trace), chars) in groups.iter().take(20) {
            eprintln!("{what}: {state} state at {chars:?}: {trace:#?}");
        }
        assert!(steps.is_empty(), "{id}: {} steps: {what}", steps.len());
    }
}

macro_rules! revisions {
    ($($name:ident = $id:literal),+ $(,)?) => { $(
        #[test]
        #[ignore = "slow; .ci/scheduled runs it"]
        fn $name() { every_step_is_the_same($id); }
    )+ };
}

revisions! {
    whatwg_2008_03_09 = "whatwg-2008-03-09",
    whatwg_2009_02_07 = "whatwg-2009-02-07",
    w3c_2012 = "w3c-2012",
    whatwg_2014_05_23 = "whatwg-2014-05-23",
    whatwg_2020_05_22 = "whatwg-2020-05-22",
    whatwg_2026_07_19 = "whatwg-2026-07-19",
}
