//! Mutants: each is the tables with one thing wrong, and can say which.

use crate::edits::{CURRENT, EARLIER, newest, on_duplicate, step};
use crate::effort::effort;
use crate::made_from_tables;
use tokenwright_analyses::mutate::{self, Mutant, Operator, Part, Sites};
use tokenwright_interpreter::{Interpreter, Setup};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Revision;

fn of_state(loaded: &Loaded, name: &str) -> Vec<Mutant> {
    let revision = &loaded.revision;
    let state = revision.state_index(name);
    let part = Part::State(state.expect("a state"));
    mutate::mutants(revision, &Sites::new(revision), part)
}

#[test]
fn every_mutant_is_another_model() {
    let all = crate::tables();
    for loaded in all.iter().step_by(effort(all.len() - 1, 1)) {
        let revision = &loaded.revision;
        let sites = Sites::new(revision);
        let mut count = 0;
        for part in mutate::parts(revision) {
            for mutant in mutate::mutants(revision, &sites, part) {
                count += 1;
                // Most of them, and all operators, without a clone for every next state.
                if mutant.operator != Operator::NextState || count % 50 == 0 {
                    let id = &revision.about.id;
                    let site = mutant.site.describe(revision);
                    assert!(
                        mutant.revision(revision) != *revision,
                        "{id}: {site}: {}",
                        mutant.description
                    );
                }
            }
        }
        assert!(count > 1000, "{count}");
    }
}

#[test]
fn the_mutants_of_a_state() {
    let newest = &newest();
    let mut list = String::new();
    for mutant in of_state(newest, "end tag open") {
        // The other states are too many to read.
        if mutant.operator != Operator::NextState {
            let row = mutant.site.describe(&newest.revision);
            list.push_str(&format!(
                "{row}: {}: {}\n",
                mutant.operator, mutant.description
            ));
        }
    }
    made_from_tables(|| insta::assert_snapshot!(list));
    let other_states = of_state(newest, "end tag open");
    let other_states = other_states
        .iter()
        .filter(|m| m.operator == Operator::NextState);
    assert_eq!(other_states.count(), 3 * (newest.revision.states.len() - 1));
}

#[test]
fn a_mutant_does_what_it_says() {
    let newest = &newest();
    let interpreter = Interpreter::new(&newest.revision, &newest.references).expect("sound");
    let run = |state: &str, description: &str, input: &str| {
        let mutants = of_state(newest, state);
        let mutant = mutants
            .iter()
            .find(|mutant| mutant.description == description)
            .expect("a mutant");
        let model = mutant.model(&newest.revision);
        let changed = model.interpreter(&interpreter).expect("a model that runs");
        let whole = mutant.revision(&newest.revision);
        let other = interpreter
            .with_revision(&whole)
            .expect("a model that runs");
        let setup = Setup::default();
        let output = changed.run(&setup, input);
        assert_eq!(
            output,
            other.run(&setup, input),
            "one state, or the whole revision"
        );
        output.expect("an output")
    };
    let tokens = |input: &str| {
        interpreter
            .run(&Setup::default(), input)
            .expect("an output")
            .tokens
    };
    let larger = run("tag open", "also takes U+007B ({)", "<{>");
    assert_ne!(larger.tokens, tokens("<{>"));
    let smaller = run("tag open", "does not take U+007A (z)", "<z>");
    assert_eq!(
        smaller.tokens,
        tokens("<1>")
            .iter()
            .map(|token| match token {
                tokenwright_interpreter::Token::Characters(text) => {
                    tokenwright_interpreter::Token::Characters(text.replace('1', "z"))
                }
                other => other.clone(),
            })
            .collect::<Vec<_>>()
    );
    let dropped = run("tag name", "without \"parse error: eof-in-tag\"", "<a");
    assert!(dropped.errors.is_empty());
}

/// A rule that keeps the second of two duplicate attributes, which no revision has. Its step is dropped and
/// swapped like any other, and an input with several attributes of one name shows the mutant.
#[test]
fn the_mutants_of_a_rule_that_keeps_the_second_attribute() {
    let mut newest = crate::tables().last().expect("a revision").clone();
    let mut replaced = 0;
    for clause in on_duplicate(&mut newest.revision) {
        if *clause == step(CURRENT) {
            *clause = step(EARLIER);
            replaced += 1;
        }
    }
    assert_eq!(replaced, 1);
    let revision = &newest.revision;
    let sites = Sites::new(revision);
    let all = mutate::parts(revision).into_iter();
    let all = all.flat_map(|part| mutate::mutants(revision, &sites, part));
    let of_step: Vec<Mutant> = all
        .filter(|mutant| mutant.description.contains("earlier attribute"))
        .collect();
    let run = |revision: &Revision| {
        let interpreter = Interpreter::new(revision, &newest.references).expect("it can be run");
        let input = "<a b=1 b=2 c=3 b=4>";
        let output = interpreter.run(&Setup::default(), input);
        output.expect("it comes to an end").tokens
    };
    let kept = run(revision);
    let mut operators = Vec::new();
    for mutant in &of_step {
        let mutated = mutant.revision(revision);
        let differs = run(&mutated) != kept;
        operators.push((mutant.operator.to_string(), differs));
    }
    operators.sort();
    insta::assert_debug_snapshot!(operators);
}
