//! A pass that is wrong about a revision is left out, and the code is proved without it.

use tokenwright_compiler::compile_revision;
use tokenwright_compiler::optimise::{Pass, Passes};
use tokenwright_compiler::program::Program;
use tokenwright_prover::settle::{Settled, Unsettled, settle};
use tokenwright_tables::grammar::Step;
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::model::{Clause, Located};

/// The oldest revision, and the same with a wrong error in the row of its data state for `<`.
fn oldest() -> (Loaded, Loaded, usize) {
    let all = load::checked_in();
    let loaded = all.into_iter().next().expect("a revision");
    let mut broken = loaded.clone();
    let states = &mut broken.revision.states;
    let data = states.iter_mut().find(|state| state.name.value == "data");
    let rows = &mut data.expect("the data state").rows;
    let row = 2;
    let error = Clause::Step(Located::nowhere(Step::BareError));
    rows[row].body.insert(0, error);
    (loaded, broken, row)
}

/// Settles the oldest revision with a compiler that is wrong if `is_wrong` says so.
fn settled(
    is_wrong: &dyn Fn(&Passes) -> bool,
    keep_going: &mut dyn FnMut(usize) -> bool,
) -> Result<Settled, Unsettled> {
    let (loaded, broken, _) = oldest();
    let compile = |passes: &Passes| -> Result<Program, String> {
        match is_wrong(passes) {
            true => compile_revision(&broken, passes),
            false => compile_revision(&loaded, passes),
        }
    };
    settle(&loaded, Passes::all(), &compile, keep_going)
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn a_wrong_pass_is_left_out_alone() {
    let (_, _, row) = oldest();
    let settled = settled(&|passes| passes.has(Pass::References), &mut |_| true).expect("settled");
    assert!(settled.is_closed, "{settled:?}");
    let [(Pass::References, fault)] = &settled.left_out[..] else {
        panic!("{settled:?}");
    };
    assert_eq!(fault.row, Some(("data".to_owned(), row)));
}

#[test]
fn each_of_several_wrong_passes_is_left_out_with_a_witness_at_its_row() {
    let (_, _, row) = oldest();
    let wrong = |passes: &Passes| passes.has(Pass::LikelyFirst) || passes.has(Pass::References);
    let settled = settled(&wrong, &mut |_| true).expect("settled");
    let left_out: Vec<Pass> = settled.left_out.iter().map(|(pass, _)| *pass).collect();
    assert!(left_out.contains(&Pass::LikelyFirst) && left_out.contains(&Pass::References));
    assert!(!left_out.contains(&Pass::HotPath), "{left_out:?}");
    let mut rows = settled.left_out.iter().map(|(_, fault)| &fault.row);
    assert!(rows.all(|it| *it == Some(("data".to_owned(), row))));
    assert!(settled.is_closed, "{settled:?}");
}

#[test]
fn a_wrong_lowering_is_an_error_with_a_witness() {
    let (_, _, row) = oldest();
    let Err(Unsettled::Lowering(fault)) = settled(&|_| true, &mut |_| true) else {
        panic!("every program is wrong");
    };
    assert_eq!(fault.row, Some(("data".to_owned(), row)));
}

#[test]
fn a_search_beyond_its_budget_is_no_proof() {
    let settled = settled(&|_| false, &mut |pairs| pairs <= 500).expect("settled");
    assert!(!settled.is_closed && settled.pairs > 500, "{settled:?}");
    assert_eq!(settled.left_out, []);
}
