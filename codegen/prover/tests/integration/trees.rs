//! The program of tree construction against its tables, and faults planted in the program of the newest revision.

use crate::support::{compared, compiled, newest, program};
use std::collections::BTreeSet;
use tokenwright_compiler::optimise::{Part, Passes};
use tokenwright_compiler::tree::ir::{
    Body, Expression as E, Primitive as P, Rows, Statement, TreeProgram,
};
use tokenwright_compiler::tree::lower;
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::tree::model::{Clause, IGNORED, Tokens};
use tokenwright_tables::tree::{check, sentences};

#[test]
fn the_program_is_that_of_the_tables() {
    let all = load::checked_in();
    let with_trees: Vec<&Loaded> = all.iter().filter(|it| it.trees.is_some()).collect();
    assert!(with_trees.len() >= 2);
    for loaded in with_trees {
        let found = compared(loaded, &program(loaded));
        assert_eq!(found.differences, [], "{}", loaded.revision.about.id);
        let tables = loaded.trees.as_ref().expect("tables");
        let modes: Vec<_> = tables.modes.iter().chain(&tables.foreign_content).collect();
        let rows = || modes.iter().flat_map(|mode| &mode.rows);
        let algorithms = tables.algorithms.len() + tables.definitions.len();
        assert_eq!((found.rows, found.algorithms), (rows().count(), algorithms));
        let names = rows().flat_map(|row| &row.on);
        let names = names.filter_map(|on| match &on.tokens.value {
            Tokens::StartTags(names) | Tokens::EndTags(names) => Some(names),
            _ => None,
        });
        let names: BTreeSet<_> = names.flatten().map(|name| &name.value).collect();
        // In each mode, a start tag and an end tag of each name, and characters and other tokens.
        let tags = modes.len() * 2 * (names.len() + 1);
        assert!(found.tokens > tags, "{found:?}");
    }
}

#[test]
fn the_program_before_the_passes_is_that_of_the_tables() {
    let loaded = newest();
    let program = lower::program(loaded).expect("a program").expect("tables");
    assert_eq!(compared(loaded, &program).differences, []);
}

#[test]
fn the_program_without_a_pass_is_that_of_the_tables() {
    let loaded = newest();
    let all = program(loaded);
    let mut without: Vec<_> = Part::Trees
        .passes()
        .map(|pass| (pass.name(), Passes::all().without(pass)))
        .collect();
    without.push(("none", Passes::none()));
    for (name, passes) in without {
        let program = compiled(loaded, &passes);
        assert_ne!(format!("{program:?}"), format!("{all:?}"), "{name}");
        assert_eq!(compared(loaded, &program).differences, [], "{name}");
    }
}

/// Every body of a program.
fn bodies(program: &mut TreeProgram) -> Vec<&mut Body> {
    let modes = program
        .modes
        .iter_mut()
        .chain([&mut program.foreign_content]);
    let rows = modes.flat_map(|mode| mode.rows.iter_mut().map(|row| &mut row.body));
    // Algorithms that the pass `quiet` adds are none of the tables.
    let algorithms = program.algorithms.iter_mut();
    let algorithms = algorithms.filter(|it| !it.name.ends_with(" returns at once"));
    let algorithms = algorithms.map(|it| &mut it.body);
    rows.chain(algorithms).collect()
}

/// Changes a list, or one in it, at the place where the counter is at 0; returns whether it is another list then, if it has
/// the place.
fn change_list(
    list: &mut Vec<Statement>,
    at: &mut usize,
    change: &dyn Fn(&mut Vec<Statement>, usize),
    is_undone: bool,
) -> Option<bool> {
    for place in 0..list.len() {
        if *at == 0 {
            let before = list.clone();
            change(list, place);
            let is_other = *list != before;
            if is_undone {
                *list = before;
            }
            return Some(is_other);
        }
        *at -= 1;
        let inner = match &mut list[place] {
            Statement::If(_, then, otherwise) => vec![then, otherwise],
            Statement::While(_, body) => vec![body],
            _ => Vec::new(),
        };
        let mut inner = inner.into_iter();
        let found = inner.find_map(|list| change_list(list, at, change, is_undone));
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Makes the change at a statement, by its number; returns whether the program is another then, if it has the statement.
fn plant(
    program: &mut TreeProgram,
    mut number: usize,
    change: &dyn Fn(&mut Vec<Statement>, usize),
    is_undone: bool,
) -> Option<bool> {
    let bodies = bodies(program).into_iter();
    let mut segments = bodies.flat_map(|body| &mut body.segments);
    segments.find_map(|segment| change_list(segment, &mut number, change, is_undone))
}

/// Plants faults of a kind, and expects that each is found.
fn all_found(kind: &str, least: usize, change: &dyn Fn(&mut Vec<Statement>, usize)) {
    let loaded = newest();
    let sound = program(loaded);
    let mut tried = sound.clone();
    let numbers =
        (0..).map_while(|number| Some((number, plant(&mut tried, number, change, true)?)));
    let others = numbers.filter(|(_, is_other)| *is_other);
    let faults: Vec<usize> = others.map(|(number, _)| number).collect();
    assert!(
        faults.len() >= least,
        "{kind}: only {} faults",
        faults.len()
    );
    for number in faults.iter().step_by(faults.len() / 60 + 1) {
        let mut program = sound.clone();
        plant(&mut program, *number, change, false);
        let found = compared(loaded, &program);
        assert!(
            !found.differences.is_empty(),
            "{kind}: fault {number} is not found"
        );
    }
}

/// Whether a statement jumps over elements for which a loop does nothing.
fn is_jump(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::Set(_, E::Call(P::NearestUp | P::NearestForeign, _))
    )
}

#[test]
fn a_step_that_is_lost_is_found() {
    all_found("lost", 500, &|list, at| {
        // A jump over elements may be lost: the loop is then slower.
        let is_guarded = matches!(&list[at], Statement::If(_, then, _) if matches!(then.first(), Some(Statement::Set(_, E::Call(P::NearestUp, _)))));
        if !is_jump(&list[at]) && !is_guarded {
            list.remove(at);
        }
    });
}

#[test]
fn steps_that_are_swapped_are_found() {
    all_found("swapped", 200, &|list, at| {
        let is_other = at + 1 < list.len() && list[at] != list[at + 1];
        if is_other && !is_jump(&list[at]) {
            list.swap(at, at + 1);
        }
    });
}

#[test]
fn a_condition_that_is_reversed_is_found() {
    all_found("reversed", 150, &|list, at| {
        if let Statement::If(test, ..) = &mut list[at] {
            *test = E::Not(Box::new(test.clone()));
        }
    });
}

#[test]
fn branches_that_are_swapped_are_found() {
    all_found("branches", 100, &|list, at| {
        if let Statement::If(_, then, otherwise) = &mut list[at] {
            std::mem::swap(then, otherwise);
        }
    });
}

#[test]
fn rows_of_another_mode_are_found() {
    all_found("rows", 60, &|list, at| {
        if let Statement::Run(rows) = &mut list[at] {
            *rows = match *rows {
                Rows::Dispatched => Rows::CurrentMode,
                Rows::CurrentMode | Rows::SecondaryMode => Rows::Dispatched,
                Rows::Mode(mode) => Rows::Mode((mode + 1) % 20),
                Rows::Row(mode, row) => Rows::Row(mode, row.saturating_sub(1)),
            };
        }
    });
}

/// Changes each argument that is a constant or a variable.
fn change_argument(list: &mut [Statement], at: usize) {
    let change = |of: &mut E| {
        let E::Call(_, arguments) = of else { return };
        for argument in arguments {
            match argument {
                E::Mode(mode) => *mode = (*mode + 1) % 20,
                E::Scope(scope) => *scope = (*scope + 1) % 4,
                E::Types(types) if types.len() > 1 => drop(types.pop()),
                E::Variable(variable) if *variable > 0 => *variable -= 1,
                E::Call(primitive @ P::CurrentNode, _) => *primitive = P::AdjustedCurrentNode,
                _ => {}
            }
        }
    };
    match &mut list[at] {
        Statement::Do(of) | Statement::Set(_, of) | Statement::If(of, ..) => match of {
            E::Not(of) => change(of),
            of => change(of),
        },
        _ => {}
    }
}

#[test]
fn an_argument_that_is_another_is_found() {
    all_found("argument", 200, &|list, at| change_argument(list, at));
}

#[test]
fn a_jump_too_far_is_found() {
    let loaded = newest();
    let sound = program(loaded);
    assert!(!sound.walks.is_empty());
    for walk in 0..sound.walks.len() {
        for kind in 0..sound.walks[walk].len() {
            let mut program = sound.clone();
            let lost = program.walks[walk].remove(kind);
            let found = compared(loaded, &program);
            assert!(
                !found.differences.is_empty(),
                "a jump over {lost} is not found"
            );
        }
    }
}

#[test]
fn a_token_that_gets_another_row_is_found() {
    let loaded = newest();
    let sound = program(loaded);
    for mode in 0..sound.modes.len() {
        let mut program = sound.clone();
        let tags = &mut program.modes[mode].start_tags;
        let Some((names, _)) = tags
            .named
            .iter_mut()
            .find(|(names, rows)| !names.is_empty() && *rows != tags.others)
        else {
            continue;
        };
        let name = names.remove(0);
        let found = compared(loaded, &program);
        assert!(!found.differences.is_empty(), "{name} in mode {mode}");
    }
}

/// The newest tables, in which the row for a start tag acts as if other tokens had been seen.
fn acting() -> Loaded {
    let mut loaded = newest().clone();
    let tables = loaded.trees.as_mut().expect("tables");
    let step = |text: &str| sentences::step(tables, text).expect(text);
    let condition = sentences::conjunction(tables, "that token was not ignored");
    let body = vec![
        step("act as if a \"li\" end tag token had been seen"),
        step("act as if an end tag token with the tag name of the current node had been seen"),
        Clause::If {
            any: vec![condition.expect("a condition")],
            then: vec![step(
                "act as if a \"p\" start tag token with no attributes had been seen",
            )],
            otherwise: Vec::new(),
        },
    ];
    let at = tables.mode("in body").expect("a mode");
    let mut rows = tables.modes[at].rows.iter_mut();
    let row = rows.find(|row| {
        row.on.iter().any(
            |on| matches!(&on.tokens.value, Tokens::StartTags(names) if names[0].value == "hr"),
        )
    });
    row.expect("a row").body = body;
    assert_eq!(check::check(tables), []);
    loaded
}

#[test]
fn a_program_that_acts_as_if_tokens_had_been_seen_is_that_of_the_tables() {
    let loaded = acting();
    for passes in [Passes::all(), Passes::none()] {
        let found = compared(&loaded, &compiled(&loaded, &passes));
        assert_eq!(found.differences, []);
    }
    let ignores = |program: &TreeProgram| format!("{program:?}").matches("Call(Ignore,").count();
    assert_eq!(ignores(&program(newest())), 0);
    assert!(ignores(&program(&loaded)) > 20);
}

/// A change of a statement of a list.
type Fault<'f> = &'f dyn Fn(&mut Vec<Statement>, usize);

#[test]
fn a_token_that_is_made_up_otherwise_is_found() {
    let loaded = acting();
    let sound = program(&loaded);
    let faults: [Fault<'_>; 4] = [
        &|list, at| {
            if let Statement::Act(_, E::Call(primitive @ P::ActAsEndTag, _)) = &mut list[at] {
                *primitive = P::ActAsStartTag;
            }
        },
        &|list, at| {
            if let Statement::Act(_, E::Call(P::ActAsStartTag, of)) = &mut list[at] {
                of[0] = E::Names(vec!["hr".to_owned()]);
            }
        },
        &|list, at| {
            if let Statement::Act(_, E::Call(P::ActAsEndTagOf, of)) = &mut list[at] {
                of[0] = E::Call(P::FormPointer, Vec::new());
            }
        },
        &|list, at| {
            if matches!(&list[at], Statement::Do(E::Call(P::Ignore, _))) {
                list.remove(at);
            }
        },
    ];
    for (kind, change) in faults.into_iter().enumerate() {
        let mut tried = sound.clone();
        let numbers = 0..;
        let mut places = numbers.map_while(|number| {
            let is_other = plant(&mut tried, number, change, true)?;
            Some((number, is_other))
        });
        let (number, _) = places.find(|(_, is_other)| *is_other).expect("a place");
        let mut program = sound.clone();
        plant(&mut program, number, change, false);
        assert!(
            !compared(&loaded, &program).differences.is_empty(),
            "fault {kind} is not found"
        );
    }
    // The variable that the condition reads.
    let mut program = sound.clone();
    let bodies = bodies(&mut program).into_iter();
    let mut variables = bodies.flat_map(|body| &mut body.variables);
    let ignored = variables.find(|it| it.name == IGNORED).expect("a variable");
    ignored.name = "other".to_owned();
    assert!(!compared(&loaded, &program).differences.is_empty());
}
