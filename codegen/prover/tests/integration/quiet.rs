//! Runs of characters that are only appended: faults planted in what the passes derive, and tables that tempt the passes.

use crate::support::{compared, newest, program};
use tokenwright_compiler::tree::ir::{Body, Expression as E, Mode, Statement, TreeProgram};
use tokenwright_prover::trees::Difference;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::model::{Test, TreeTables};

fn differences(loaded: &Loaded, program: &TreeProgram) -> Vec<Difference> {
    compared(loaded, program).differences
}

fn yes() -> Statement {
    Statement::Return(Some(E::Flag(true)))
}

fn named(mode: &str) -> String {
    match mode {
        "" => "foreign content, ".to_owned(),
        mode => format!("\"{mode}\", "),
    }
}

fn mode(program: &mut TreeProgram, at: usize) -> &mut Mode {
    match at < program.modes.len() {
        true => &mut program.modes[at],
        false => &mut program.foreign_content,
    }
}

#[test]
fn the_conditions_are_compared() {
    let loaded = newest();
    let found = compared(loaded, &program(loaded));
    assert!(found.quiet > 50, "{}", found.quiet);
}

#[test]
fn a_row_that_does_more_than_append_is_found() {
    let loaded = newest();
    let sound = program(loaded);
    let mut planted = 0;
    for at in 0..=sound.modes.len() {
        let mut program = sound.clone();
        let mode = mode(&mut program, at);
        let row = mode.characters.iter().flatten().map(|it| it.row);
        let Some(row) = row.into_iter().find(|row| mode.rows[*row].quiet.is_none()) else {
            continue;
        };
        mode.rows[row].quiet = Some(Body {
            variables: Vec::new(),
            segments: vec![vec![yes()]],
        });
        mode.quiet.clone_from(&mode.characters);
        let of = named(&mode.name);
        let found = differences(loaded, &program);
        assert!(
            found
                .iter()
                .any(|it| it.of.starts_with(&of) && it.of.contains("characters")),
            "{of}{row}: {found:?}"
        );
        planted += 1;
    }
    assert!(planted >= 15, "{planted}");
}

#[test]
fn a_condition_that_is_lost_is_found() {
    let loaded = newest();
    let sound = program(loaded);
    let mut planted = 0;
    for at in 0..=sound.modes.len() {
        for row in 0..mode(&mut sound.clone(), at).rows.len() {
            let quiet = mode(&mut sound.clone(), at).rows[row].quiet.clone();
            let count = quiet.map_or(0, |it| it.segments[0].len());
            for statement in 0..count {
                let mut program = sound.clone();
                let mode = mode(&mut program, at);
                let of = named(&mode.name);
                let quiet = mode.rows[row].quiet.as_mut().expect("conditions");
                if quiet.segments[0][statement] == yes() {
                    continue;
                }
                quiet.segments[0].remove(statement);
                let found = differences(loaded, &program);
                assert!(
                    found.iter().any(|it| it.of.starts_with(&of)),
                    "{of}{row}, {statement}"
                );
                planted += 1;
            }
        }
    }
    assert!(planted > 8, "{planted}");
}

#[test]
fn an_algorithm_that_does_not_return_at_once_is_found() {
    let loaded = newest();
    let sound = program(loaded);
    let quick: Vec<usize> = sound.quick_returns.iter().flatten().copied().collect();
    assert!(!quick.is_empty());
    for at in quick {
        let mut program = sound.clone();
        let of = program.algorithms[at].name.clone();
        *program.algorithms[at].body.segments[0]
            .last_mut()
            .expect("an answer") = yes();
        let found = differences(loaded, &program);
        assert!(found.iter().any(|it| it.of == of), "{of}: {found:?}");
    }
}

#[test]
fn a_lost_condition_of_the_dispatcher_is_found() {
    let loaded = newest();
    let sound = program(loaded);
    for at in 0..sound.quiet_dispatch.len() {
        let mut program = sound.clone();
        if program.quiet_dispatch.remove(at) == yes() {
            program.quiet_dispatch.clear();
            program.quiet_dispatch.push(yes());
        }
        assert!(!differences(loaded, &program).is_empty(), "statement {at}");
    }
}

#[test]
fn a_class_too_many_is_found() {
    let loaded = newest();
    let sound = program(loaded);
    let classes = sound.classes.len() + 1;
    let mut planted = 0;
    for at in 0..=sound.modes.len() {
        for class in 0..classes {
            for other in 0..=classes {
                let mut program = sound.clone();
                let of = named(&mode(&mut program, at).name);
                let mask = &mut program.processed_as[at][class];
                if *mask >> other & 1 != 0 {
                    continue;
                }
                *mask |= 1 << other;
                let found = differences(loaded, &program);
                assert!(
                    found.iter().any(|it| it.of.starts_with(&of)),
                    "{of}{class} as {other}"
                );
                planted += 1;
            }
        }
    }
    assert!(planted > 100, "{planted}");
}

#[test]
fn a_class_that_is_processed_as_a_wrong_one_is_found() {
    let loaded = newest();
    let sound = program(loaded);
    for at in 0..=sound.modes.len() {
        for class in 0..=sound.classes.len() {
            let mut program = sound.clone();
            let of = named(&mode(&mut program, at).name);
            program.widest[at][class] = match class {
                0 => 1,
                _ => 0,
            };
            let found = differences(loaded, &program);
            assert!(found.iter().any(|it| it.of.starts_with(&of)), "{of}{class}");
        }
    }
}

/// Compiles edited tables and compares them with their program.
fn holds(edit: impl Fn(&mut TreeTables)) {
    let mut loaded = newest().clone();
    edit(loaded.trees.as_mut().expect("tables of tree construction"));
    let program = program(&loaded);
    assert_eq!(differences(&loaded, &program), []);
}

#[test]
fn a_text_that_takes_the_place_of_each_character_is_not_inserted_once() {
    holds(|tables| {
        let foreign = tables.foreign_content.as_mut().expect("foreign content");
        let row = foreign.rows.iter_mut().find(|row| row.body.len() == 2);
        row.expect("the row for U+0000").body.remove(0);
    });
}

#[test]
fn a_character_that_is_appended_twice_is_not_in_a_run() {
    holds(|tables| {
        let mode = tables.mode("text").expect("a mode");
        let body = &mut tables.modes[mode].rows[0].body;
        body.push(body[0].clone());
    });
}

#[test]
fn a_definition_that_asks_the_document_is_no_condition_of_a_run() {
    holds(|tables| {
        let question = tables.questions.iter().map(|it| it.name.value.clone());
        let question = question.into_iter().find(|it| !it.contains('{'));
        let test = Test::Defined {
            sentence: question.expect("a question"),
            negated: false,
        };
        let definition = tables.definitions.iter_mut();
        let mut definition = definition.filter(|it| it.name.contains("integration point"));
        let definition = definition.next().expect("a definition");
        definition.any.push(vec![Located::nowhere(test)]);
    });
}
