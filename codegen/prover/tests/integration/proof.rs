//! The proof closes for the programs of the tables, and finds the fault in a modified one.

use tokenwright_compiler::compile_revision;
use tokenwright_compiler::ir::{Action, Block, CharSet, End, State, StateId, StateKind, Test};
use tokenwright_compiler::optimise::Passes;
use tokenwright_compiler::program::{ConditionalStop, Pending, Program, Stmt};
use tokenwright_prover::blame::{by_program, by_tables};
use tokenwright_prover::prove::{Verdict, Witness, prove};
use tokenwright_tables::load::{self, Loaded};

fn newest() -> Loaded {
    load::newest_checked_in()
}

fn revisions() -> Vec<Loaded> {
    load::checked_in()
}

fn verdict(loaded: &Loaded, program: &Program) -> Verdict {
    prove(&loaded.revision, program, &mut |_| true).expect("the tables run")
}

#[test]
#[ignore = "slow; .ci/run runs `prove` for this revision"]
fn the_newest_program_does_what_its_tables_say() {
    let loaded = newest();
    for passes in [Passes::all(), Passes::none()] {
        let program = compile_revision(&loaded, &passes).expect("the tables compile");
        let verdict = verdict(&loaded, &program);
        assert!(matches!(verdict, Verdict::Equal { .. }), "{verdict:?}");
    }
}

/// A witness of a program's fault.
fn found(loaded: &Loaded, program: &Program) -> Witness {
    let Verdict::Differs(witness) = verdict(loaded, program) else {
        panic!("the program is broken, and the proof closes");
    };
    let (tables, program) = (
        by_tables(loaded, &witness),
        by_program(program, loaded, &witness),
    );
    assert_ne!(tables, program, "{witness:?}");
    *witness
}

fn state(program: &Program, name: &str) -> StateId {
    let mut states = program.machine.states.iter();
    states.position(|state| state.name == name).expect(name)
}

/// Replaces every statement of the hot path for which `change` returns a list.
fn rewrite(body: &mut Vec<Stmt>, change: &dyn Fn(&Stmt) -> Option<Vec<Stmt>>) {
    let mut out = Vec::new();
    for mut stmt in std::mem::take(body) {
        if let Some(changed) = change(&stmt) {
            out.extend(changed);
            continue;
        }
        match &mut stmt {
            Stmt::Loop(_, body)
            | Stmt::Block(_, body)
            | Stmt::If(_, body)
            | Stmt::Row(_, body)
            | Stmt::RestOfName {
                otherwise: body, ..
            } => rewrite(body, change),
            Stmt::Match(arms) => arms
                .iter_mut()
                .for_each(|arm| rewrite(&mut arm.body, change)),
            Stmt::References {
                then, otherwise, ..
            }
            | Stmt::LineEnding {
                then, otherwise, ..
            } => {
                rewrite(then, change);
                rewrite(otherwise, change);
            }
            _ => {}
        }
        out.push(stmt);
    }
    *body = out;
}

/// Calls a function with the actions of each block of a state, to change them.
fn blocks(state: &mut State, change: &mut dyn FnMut(&mut Vec<Action>)) {
    fn of(block: &mut Block, change: &mut dyn FnMut(&mut Vec<Action>)) {
        change(&mut block.actions);
        if let End::If(_, then, otherwise) = &mut block.end {
            of(then, change);
            of(otherwise, change);
        }
    }
    match &mut state.kind {
        StateKind::Act(block) => of(block, change),
        StateKind::Consume(rows) => rows.iter_mut().for_each(|row| of(&mut row.block, change)),
    }
}

#[test]
fn a_scan_beyond_a_text_that_matters_is_found() {
    let all = revisions();
    let loaded = all
        .iter()
        .find(|one| one.revision.about.id == "whatwg-2009-02-07");
    let loaded = loaded.expect("a revision with an escape flag");
    let whole = compile_revision(loaded, &Passes::all()).expect("the tables compile");
    let data = state(&whole, "data");
    let stop = whole.scans[&data].conditional.clone();
    let stop = stop.expect("a stop that is conditional");
    assert_eq!(
        (stop.byte, stop.text.as_str(), stop.reach),
        (b'-', "<!--", 3)
    );
    let broken = |change: fn(&mut ConditionalStop)| {
        let mut program = whole.clone();
        let scan = program.scans.get_mut(&data).expect("a scan");
        scan.conditional.as_mut().map(change);
        program
    };
    found(loaded, &broken(|stop| stop.text = "<!---".into()));
    // The program may pass over what it looks for, or over what is to be seen.
    for change in [
        |stop: &mut ConditionalStop| stop.reach = 2,
        |stop: &mut ConditionalStop| stop.others.ranges.retain(|range| range.0 != b'>'),
    ] {
        let verdict = verdict(loaded, &broken(change));
        assert!(!matches!(verdict, Verdict::Equal { .. }), "{verdict:?}");
    }
}

#[test]
fn a_broken_program_is_found() {
    let loaded = newest();
    let whole = compile_revision(&loaded, &Passes::all()).expect("the tables compile");
    let broken = |change: &dyn Fn(&mut Program)| {
        let mut program = whole.clone();
        change(&mut program);
        assert!(
            format!("{program:?}") != format!("{whole:?}"),
            "nothing was changed"
        );
        found(&loaded, &program)
    };
    let hot = |program: &mut Program, change: &dyn Fn(&Stmt) -> Option<Vec<Stmt>>| {
        let path = program.hot_path.as_mut().expect("a hot path");
        path.entries
            .iter_mut()
            .for_each(|(_, body)| rewrite(body, change));
    };
    // A scan that passes over a character with a separate row.
    let data = state(&whole, "data");
    let nul = CharSet::from_ranges([(0, 0)]);
    let witness = broken(&|program| {
        let scan = program.scans.get_mut(&data).expect("a scan");
        scan.stops = scan.stops.minus(&nul);
        scan.stop_bytes.ranges.retain(|range| *range != (0, 0));
    });
    assert!(witness.chunks.concat().contains('\0'), "{witness:?}");
    // An error that is not reported.
    broken(&|program| {
        hot(program, &|stmt| {
            matches!(stmt, Stmt::Act(Action::Error(..), _)).then(Vec::new)
        })
    });
    // An attribute whose value is lost at an exit.
    broken(&|program| {
        hot(program, &|stmt| {
            let named = || vec![Stmt::WriteAttribute(Pending::Named)];
            (*stmt == Stmt::WriteAttribute(Pending::Valued)).then(named)
        })
    });
    // A reference that is replaced by another character.
    broken(&|program| {
        for rules in program.references.values_mut() {
            rules.plain = rules.plain.union(&CharSet::from_ranges([(0x80, 0x9F)]));
        }
    });
    // An error of the input stream that is forgotten.
    broken(&|program| {
        program.machine.input_errors.pop();
    });
    // A condition that the lowering lost, so that the machine no longer reads the names of attributes.
    broken(&|program| {
        for state in &mut program.machine.states {
            blocks(state, &mut |actions| {
                actions
                    .retain(|action| !matches!(action, Action::If(Test::DuplicateAttribute, ..)));
            });
        }
        program.hot_path = None;
    });
    // A cursor that does not advance.
    broken(&|program| {
        hot(program, &|stmt| {
            matches!(stmt, Stmt::Advance(_)).then(Vec::new)
        })
    });
}
