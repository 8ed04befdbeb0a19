//! Generated and interpreted agree on every step.
//!
//! What steps there are is read off the rows: each state, each ASCII character, a member of every
//! other class, and the end of the file as the next character, and every way in which the conditions
//! that are asked on the way can be answered, but for those that contradict what is known: a flag that
//! is set and not set, a name that no table has, an attribute on a tag that has had none. A search then
//! finds an input for each step and compares both voices on it. A step that it does not find is a
//! failure, and so is one that the rows are not known to have.

use std::collections::BTreeMap;
use std::path::Path;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load;
use tokenwright_tests::steps::{Alphabet, Conditions, Search, Step, expected};

fn every_step_is_the_same(id: &str) {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    let mut sources = Sources::default();
    let all = load::all(&spec, &mut sources);
    let all = all.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)));
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
        let mut told: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (state, c, trace) in &steps {
            let name = &revision.states[*state].name.value;
            let key = (name, conditions.describe(trace));
            told.entry(key).or_default().push(alphabet.seen[*c]);
        }
        for ((state, trace), chars) in told.iter().take(20) {
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
