//! The compiler does not depend on names of states and error codes: renamed tables have the same program.

use crate::support::oldest_and_newest;
use tokenwright_analyses::diff::renamed;
use tokenwright_compiler::optimise::Passes;
use tokenwright_compiler::{compile_revision, emit};
use tokenwright_interpreter::{Interpreter, Setup};
use tokenwright_prover::alphabet::alphabet;
use tokenwright_prover::evaluate::{Evaluator, Halt};
use tokenwright_prover::sides::{output, start};
use tokenwright_tables::check;
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::load::Loaded;

/// A name that no table has, and that is not a Rust identifier.
fn name(kind: &str, at: usize) -> String {
    format!("9 {kind}q{at:03}")
}

fn with_other_names(loaded: &Loaded) -> Loaded {
    Loaded {
        revision: renamed(
            &loaded.revision,
            |at, _| name("state", at),
            |at, _| name("code", at),
        ),
        references: loaded.references.clone(),
        trees: None,
    }
}

/// Text with the new names replaced by the old.
fn with_old_names(text: &str, loaded: &Loaded) -> String {
    let states = loaded.revision.states.iter().map(|state| &state.name);
    let codes = loaded.revision.errors.iter().map(|error| &error.code);
    let mut text = text.to_owned();
    for (at, old) in states.enumerate() {
        text = text.replace(&name("state", at), old);
    }
    for (at, old) in codes.enumerate() {
        text = text.replace(&name("code", at), old);
    }
    text
}

#[test]
fn renamed_tables_have_the_same_program() {
    for loaded in &oldest_and_newest() {
        let other = with_other_names(loaded);
        let messages = check::revision(&other.revision);
        assert_eq!(messages.len(), 0, "{messages:?}");
        let program = compile_revision(loaded, &Passes::all()).expect("the tables compile");
        let renamed = compile_revision(&other, &Passes::all()).expect("the renamed tables compile");
        let id = &loaded.revision.about.id;
        assert_ne!(format!("{renamed:?}"), format!("{program:?}"), "{id}");
        let old = with_old_names(&format!("{renamed:?}"), loaded);
        assert!(old == format!("{program:?}"), "{id}: the programs differ");
        let files = emit::files(&[other], &[renamed], &Descriptions::default());
        files.expect("the renamed program can be printed");
    }
}

#[test]
fn renamed_tables_have_the_same_output() {
    for loaded in &oldest_and_newest() {
        let other = with_other_names(loaded);
        let program = compile_revision(&other, &Passes::all()).expect("the renamed tables compile");
        let evaluator = Evaluator::new(&program, &other.references);
        let interpreter = Interpreter::new(&loaded.revision, &loaded.references).expect("sound");
        let pieces = alphabet(&loaded.revision, &loaded.references);
        let setups = Setup::all(&loaded.revision.about);
        let others = Setup::all(&other.revision.about);
        for (at, window) in pieces.windows(6).step_by(4).enumerate() {
            let (setup, renamed) = (&setups[at % setups.len()], &others[at % setups.len()]);
            let input = window.concat();
            let expected = interpreter.run(setup, &input).expect("the tables run");
            let errors = expected.errors.iter();
            let errors: Vec<_> = errors.map(|e| (e.code.clone(), e.offset)).collect();
            let mut run = start(&evaluator, renamed);
            input.chars().for_each(|c| run.feed(c));
            run.close();
            assert_eq!(run.go_on(), Halt::Finished, "{input:?}");
            let (tokens, codes) = output(&program, &run.take_events());
            let codes = codes.into_iter();
            let codes: Vec<_> = codes
                .map(|(code, offset)| (with_old_names(&code, loaded), offset))
                .collect();
            assert_eq!(
                (tokens, codes),
                (expected.tokens, errors),
                "{setup:?} {input:?}"
            );
        }
    }
}

#[test]
fn keywords_and_names_of_states_that_were_split_are_no_panic() {
    let loaded = oldest_and_newest().pop().expect("a revision");
    for names in [
        ["self", "type"],
        ["crate", "9 lives"],
        ["data part 1", "rcdata part 1"],
    ] {
        let state =
            |at: usize, old: &str| names.get(at).map_or(old.to_owned(), |n| (*n).to_owned());
        let other = Loaded {
            revision: renamed(&loaded.revision, state, |_, old| old.to_owned()),
            references: loaded.references.clone(),
            trees: None,
        };
        let program = compile_revision(&other, &Passes::all()).expect("the tables compile");
        let files = emit::files(&[other], &[program], &Descriptions::default());
        files.expect("the program can be printed");
    }
}
