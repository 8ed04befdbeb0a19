//! A pass that is wrong about tree construction of a revision is left out, and the program is compared without it.

use crate::support::{newest, program};
use tokenwright_compiler::compile_trees;
use tokenwright_compiler::optimise::{Part, Pass, Passes};
use tokenwright_compiler::tree::ir::{Expression as E, Statement, TreeProgram};
use tokenwright_prover::trees::settle::{Settled, Unsettled, settle};

/// Settles the newest revision with a compiler whose programs `fault` changes.
fn settled(fault: &dyn Fn(&Passes, &mut TreeProgram)) -> Result<Settled, Unsettled> {
    let loaded = newest();
    let tables = loaded.trees.as_ref().expect("tables of tree construction");
    let compile = |passes: &Passes| {
        let program = compile_trees(loaded, passes)?;
        let mut program = program.expect("tables of tree construction");
        fault(passes, &mut program);
        Ok(program)
    };
    settle((loaded, tables), Passes::all(), &compile)
}

/// Loses the last step of the first row that has several, and returns its mode and its index.
fn lose_a_step(program: &mut TreeProgram) -> (String, usize) {
    for mode in &mut program.modes {
        for (at, row) in mode.rows.iter_mut().enumerate() {
            if let [segment] = &mut row.body.segments[..]
                && segment.len() > 1
            {
                segment.pop();
                return (mode.name.clone(), at);
            }
        }
    }
    panic!("no row has several steps");
}

fn row_that_loses() -> (String, usize) {
    lose_a_step(&mut program(newest()))
}

#[test]
fn each_pass_that_is_wrong_is_left_out_with_its_row() {
    let row = row_that_loses();
    for pass in Part::Trees.passes() {
        let settled = settled(&|passes, program| {
            if passes.has(pass) {
                lose_a_step(program);
            }
        });
        let settled = settled.expect("settled");
        assert_eq!(settled.compared.differences, []);
        let [(left_out, difference)] = &settled.left_out[..] else {
            panic!("{}: {:?}", pass.name(), settled.left_out);
        };
        assert_eq!(*left_out, pass);
        assert_eq!(difference.row.as_ref(), Some(&row), "{difference:?}");
    }
}

#[test]
fn each_of_several_wrong_passes_is_left_out() {
    let settled = settled(&|passes, program| {
        if passes.has(Pass::TreeImplied) || passes.has(Pass::TreeUnused) {
            lose_a_step(program);
        }
    });
    let left_out = settled.expect("settled").left_out;
    let left_out: Vec<Pass> = left_out.iter().map(|(pass, _)| *pass).collect();
    assert!(left_out.contains(&Pass::TreeImplied) && left_out.contains(&Pass::TreeUnused));
    assert!(!left_out.contains(&Pass::TreeText), "{left_out:?}");
}

#[test]
fn two_faults_of_two_passes_are_left_out_one_after_the_other() {
    let settled = settled(&|passes, program| {
        if passes.has(Pass::TreeText) {
            lose_a_step(program);
        }
        if passes.has(Pass::TreeQuiet) {
            program.quiet_dispatch = vec![Statement::Return(Some(E::Flag(true)))];
        }
    });
    let left_out = settled.expect("settled").left_out;
    let passes: Vec<Pass> = left_out.iter().map(|(pass, _)| *pass).collect();
    assert_eq!(passes, [Pass::TreeText, Pass::TreeQuiet]);
    let (_, difference) = &left_out[1];
    assert_eq!(difference.row, Some(("dispatch the token".to_owned(), 0)));
}

#[test]
fn a_jump_too_far_is_blamed_on_its_pass() {
    let settled = settled(&|_, program| {
        if let Some(walk) = program.walks.iter_mut().find(|walk| !walk.is_empty()) {
            walk.clear();
        }
    });
    let left_out = settled.expect("settled").left_out;
    let [(Pass::TreeWalk, difference)] = &left_out[..] else {
        panic!("{left_out:?}");
    };
    assert!(difference.row.is_some(), "{difference:?}");
}

#[test]
fn a_wrong_lowering_is_an_error_with_its_row() {
    let Err(Unsettled::Lowering(difference)) = settled(&|_, program| {
        lose_a_step(program);
    }) else {
        panic!("every program is wrong");
    };
    assert_eq!(difference.row, Some(row_that_loses()));
}

#[test]
fn a_token_that_gets_another_row_has_the_row_of_the_tables() {
    let Err(Unsettled::Lowering(difference)) = settled(&|_, program| {
        let tags = &mut program.modes[6].start_tags;
        let (names, _) = tags.named.first_mut().expect("names");
        names.remove(0);
    }) else {
        panic!("every program is wrong");
    };
    let (mode, row) = difference.row.expect("a row");
    let tables = newest()
        .trees
        .as_ref()
        .expect("tables of tree construction");
    let found = tables.modes.iter().find(|it| it.name.value == mode);
    assert!(row < found.expect("the mode").rows.len());
}
