//! The suites generated from the tables are small and deterministic, and the generated code passes them.

use std::collections::HashSet;
use tokenwright_analyses::suite::{self, Suite, TestRun};
use tokenwright_tables::load::Loaded;
use tokenwright_tests::generated::check_agreement;
use tokenwright_tests::html5lib::generated;
use tokenwright_tests::tables;

fn made(loaded: &Loaded) -> Suite {
    suite::build(loaded, &|_, _| ()).expect("tables that can be run")
}

fn passes(id: &str) {
    let loaded = tables::of(id);
    let suite = made(loaded);
    assert!(
        (300..2000).contains(&suite.tests.len()),
        "{} tests",
        suite.tests.len()
    );
    let names: HashSet<&String> = suite.tests.iter().map(|test| &test.name).collect();
    assert_eq!(names.len(), suite.tests.len(), "no name twice");

    // Writing and reading the suite is lossless.
    let json = suite::json(&suite);
    let (cases, lone) = suite::read(&json).expect("the form");
    assert_eq!((cases.len(), lone.len()), (suite.tests.len(), 0));
    for case in cases {
        let output = generated(id, &case).expect("a known state");
        assert!(case.accepts(&output), "{id}: {case:?}\n{output:?}");
    }
    // Facts that the format cannot express are equal too.
    for test in &suite.tests {
        let result = check_agreement(id, &test.setup, &test.input, &test.output, []);
        result.unwrap_or_else(|why| panic!("{id}: {}: {why}", test.name));
    }
}

macro_rules! revisions {
    ($($name:ident = $id:literal),+ $(,)?) => { $(
        #[test]
        #[ignore = "slow; .ci/scheduled runs it"]
        fn $name() { passes($id); }
    )+ };
}

revisions! {
    whatwg_2008_03_09 = "whatwg-2008-03-09",
    whatwg_2009_02_07 = "whatwg-2009-02-07",
    w3c_2012 = "w3c-2012",
    whatwg_2014_05_23 = "whatwg-2014-05-23",
    whatwg_2020_05_22 = "whatwg-2020-05-22",
    whatwg_2026_07_19 = "whatwg-2026-07-19",
    whatwg_draft = "whatwg-draft",
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn the_same_each_time_and_better_than_half_of_it() {
    let loaded = tables::of("whatwg-2008-03-09");
    let suite = made(loaded);
    assert_eq!(suite, made(loaded));
    let of = |tests: &[suite::Test]| -> Vec<TestRun> {
        let run = |test: &suite::Test| TestRun {
            setup: test.setup.clone(),
            input: test.input.clone(),
            expected: test.output.clone(),
        };
        tests.iter().map(run).collect()
    };
    let shown = |runs: &[TestRun]| {
        let measure = suite::measure(loaded, runs, &|_, _| ()).expect("tests that can be run");
        measure.mutants()
    };
    let (all, whole) = shown(&of(&suite.tests));
    let (again, half) = shown(&of(&suite.tests[..suite.tests.len() / 2]));
    assert_eq!(all, again);
    assert!(half < whole && whole < all, "{half} < {whole} < {all}");
    // An empty suite kills only mutants that cannot be run.
    let (_, none) = shown(&[]);
    assert!(none < all / 50, "{none} of {all}");
}
