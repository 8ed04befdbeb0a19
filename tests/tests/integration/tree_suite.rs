//! The suite of trees that is made from the tables: it is the same each time, the generated code passes it, and it can be read again.

use fastrand::Rng;
use std::fs;
use std::path::Path;
use tokenwright_analyses::compare::trees::{Machine, Start};
use tokenwright_analyses::suite::trees::{
    Goal, TreeSuite, build, contradictions, dat, measure, runs,
};
use tokenwright_interpreter::Interpreter;
use tokenwright_tables::tree::grammar::ElementType;
use tokenwright_tests::effort::effort;
use tokenwright_tests::tables;
use tokenwright_tests::tree_construction::{Case, check_details, compiled, random, read};

/// Does something with the machine of the newest revision.
fn with_machine<T>(act: impl FnOnce(&Machine<'_>) -> T) -> T {
    let newest = tables::newest();
    let interpreter = Interpreter::new(&newest.revision, &newest.references);
    let interpreter = interpreter.expect("tables that can be run");
    act(&Machine::new(
        tables::of_trees(),
        &newest.revision,
        &interpreter,
    ))
}

/// The suite for every goal, and for one in `stride` of the mutants.
fn made(machine: &Machine<'_>, stride: usize) -> TreeSuite {
    build(machine, stride, &|_, _| ()).expect("tables that can be run")
}

/// What another reader of the form reads.
fn read_again(suite: &TreeSuite, name: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("suite.dat"), dat(suite)).expect("a file");
    read(&folder).expect("a folder of tests")
}

fn check(suite: &TreeSuite, name: &str) {
    let cases = read_again(suite, name);
    assert_eq!(cases.len(), suite.tests.len());
    for (case, test) in cases.iter().zip(&suite.tests) {
        let run = &test.run;
        assert_eq!(case.data, run.text);
        assert_eq!(case.document, run.expected.tree, "{:?}", run.text);
        assert_eq!(case.errors.len(), run.expected.errors.len());
        assert_eq!(
            (&case.context, case.scripting),
            (&run.start.context, test.scripting)
        );
        for input in case.inputs() {
            assert_eq!(compiled(&input), run.expected.tree, "{input}");
            assert_eq!(check_details(&input, false), Ok(()), "{input}");
        }
    }
    let rows = suite.missed.iter();
    let rows: Vec<&Goal> = rows.filter(|it| matches!(it, Goal::Row(..))).collect();
    assert_eq!(rows, [] as [&Goal; 0], "every row has a test");
}

/// Random documents and fragments find no effect of a mutant that is left out of a suite because it is proved to have none.
#[test]
fn what_is_proved_to_have_no_effect_has_none() {
    const CONTEXTS: [&str; 6] = ["div", "table", "tr", "select", "template", "frameset"];
    let mut random = Rng::with_seed(0x5EED_0E0E);
    let documents: Vec<(Start, String)> = (0..effort(100, 300))
        .map(|_| {
            let is_fragment = random.u8(..4) == 0;
            let context = random.choice(CONTEXTS).filter(|_| is_fragment);
            let start = Start {
                scripting: random.bool(),
                context: context.map(ElementType::html),
            };
            (start, random::document(&mut random))
        })
        .collect();
    with_machine(|machine| {
        let runs = runs(machine, documents).expect("tables that can be run");
        let found = contradictions(machine, &runs).expect("tables that can be run");
        assert!(found.proved > 300, "{} are proved", found.proved);
        assert_eq!(found.killed, [] as [&str; 0]);
    });
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn a_suite_of_some_mutants_is_passed_by_the_generated_code() {
    with_machine(|machine| {
        let suite = made(machine, 499);
        check(&suite, "some-trees");
        let (left, all) = (suite.left.len(), suite.mutants);
        assert!(
            all >= 10 && left * 2 < all,
            "{left} of {all}: {:?}",
            suite.left
        );
    });
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn the_suite_is_passed_by_the_generated_code_and_kills_most_mutants() {
    with_machine(|machine| {
        let suite = made(machine, 1);
        check(&suite, "all-trees");
        assert_eq!(dat(&suite), dat(&made(machine, 1)), "the same each time");
        let runs: Vec<_> = suite.tests.iter().map(|it| it.run.clone()).collect();
        let measure = measure(machine, &runs, &|_, _| ()).expect("tables that can be run");
        let (killed, possible) = (measure.all_killed(), measure.possible());
        assert!(killed * 100 >= possible * LEAST, "{killed} of {possible}");
    });
}

/// The share of the mutants, in percent, that the suite has to kill.
const LEAST: usize = 92;
