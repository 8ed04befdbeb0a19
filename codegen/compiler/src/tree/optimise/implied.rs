//! Classes of characters that are processed as another, whenever that leaves the state as it is.
//!
//! In most modes the row for white space is that for other characters without its last step, which sets the frameset-ok flag to "not ok".
//! Once the longer row changes nothing, the flag is set already, so the shorter row does the same. A run of words then needs one
//! row and not two.

use super::super::ir::{Candidate, Expression, Mode, Primitive, Row, Rows, Statement, TreeProgram};

/// Adds these classes to a program.
pub(super) fn add(program: &mut TreeProgram) {
    set(program, masks(program));
}

/// Says of each class that it is processed as itself alone.
pub(super) fn none(program: &mut TreeProgram) {
    let classes = 0..=program.classes.len();
    let alone: Vec<u32> = classes.map(|class| 1 << class).collect();
    set(program, vec![alone; program.modes.len() + 1]);
}

fn set(program: &mut TreeProgram, masks: Vec<Vec<u32>>) {
    let widest = |of_mode: &Vec<u32>| {
        let widest = (0..of_mode.len()).map(|class| {
            let all = (0..of_mode.len()).filter(|other| of_mode[*other] >> class & 1 != 0);
            let widest = all.max_by_key(|other| of_mode[*other].count_ones());
            widest.unwrap_or(class)
        });
        widest.collect()
    };
    program.widest = masks.iter().map(widest).collect();
    program.processed_as = masks;
}

fn masks(program: &TreeProgram) -> Vec<Vec<u32>> {
    let modes = 0..=program.modes.len();
    let classes = 0..=program.classes.len();
    let foreign = program.modes.len();
    modes
        .map(|mode| {
            let of = |class: usize| {
                let others = classes.clone().filter(|other| {
                    *other == class
                        || implies(program, mode, class, *other)
                            && implies(program, foreign, class, *other)
                });
                others.fold(0u32, |mask, other| mask | 1 << other)
            };
            classes.clone().map(of).collect()
        })
        .collect()
}

fn only(mode: &Mode, class: usize) -> Option<&Row> {
    match mode.characters[class].as_slice() {
        [Candidate { when: None, row }] => Some(&mode.rows[*row]),
        _ => None,
    }
}

fn implies(program: &TreeProgram, at: usize, class: usize, other: usize) -> bool {
    let of = program.mode(at);
    if of.characters[class] == of.characters[other] {
        let mut rows = of.characters[class].iter().map(|it| &of.rows[it.row]);
        return rows.all(|row| {
            let mut steps = row.body.statements();
            steps.all(|step| is_independent(program, at, step, class, other))
        });
    }
    let (Some(longer), Some(shorter)) = (only(of, class), only(of, other)) else {
        return false;
    };
    let ([longer], [shorter]) = (&longer.body.segments[..], &shorter.body.segments[..]) else {
        return false;
    };
    let is_independent = |step| is_independent(program, at, step, class, other);
    let sets = |step: &Statement| {
        matches!(
            step,
            Statement::Do(Expression::Call(Primitive::SetFramesetNotOk, _))
        )
    };
    longer
        .strip_prefix(shorter.as_slice())
        .is_some_and(|more| more.iter().all(sets))
        && shorter.iter().all(is_independent)
}

/// Whether a step does for both classes what it does for one, if the rows that it runs do. Those that its algorithms run are among
/// them; no algorithm calls itself.
fn is_independent(
    program: &TreeProgram,
    at: usize,
    step: &Statement,
    class: usize,
    other: usize,
) -> bool {
    let runs_others = |step: &Statement| match step {
        Statement::Run(Rows::Mode(mode)) => *mode == at || !implies(program, *mode, class, other),
        Statement::Run(_)
        | Statement::RunQuiet(_)
        | Statement::RunPending(..)
        | Statement::Act(..) => true,
        _ => false,
    };
    let mut is_independent = !step.any(runs_others);
    step.each_expression(&mut |of| {
        if let Expression::Algorithm(algorithm, _) = of {
            let mut steps = program.algorithms[*algorithm].body.statements();
            is_independent &=
                steps.all(|step| self::is_independent(program, at, step, class, other));
        }
    });
    is_independent
}
