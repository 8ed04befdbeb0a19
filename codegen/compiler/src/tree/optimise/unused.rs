//! Drops values that nothing reads.
//!
//! The section computes the place of an element to know its intended parent, which matters to custom elements alone. A value is
//! dropped if computing it changes nothing: it is made of primitives that only read, and of algorithms that are.

use super::super::ir::{Body, Expression as E, Statement, TreeProgram};

/// Drops assignments to variables that are never read.
pub(super) fn drop(program: &mut TreeProgram) {
    let pure = pure(program);
    for body in program.bodies_mut() {
        while drop_one(body, &pure) {}
    }
}

fn drop_one(body: &mut Body, pure: &[bool]) -> bool {
    let unread = |variable: usize| {
        let mut reads = 0;
        for statement in body.segments.iter().flatten() {
            statement.each(&mut |it| {
                it.expressions(&mut |of| {
                    of.each(&mut |of| reads += usize::from(*of == E::Variable(variable)));
                });
                reads += usize::from(matches!(it, Statement::Increment(of, _) if *of == variable));
            });
        }
        reads == 0
    };
    let unread: Vec<bool> = (0..body.variables.len()).map(unread).collect();
    let mut dropped = false;
    for segment in &mut body.segments {
        dropped |= drop_in(segment, &unread, pure);
    }
    dropped
}

fn drop_in(statements: &mut Vec<Statement>, unread: &[bool], pure: &[bool]) -> bool {
    let before = statements.len();
    statements.retain(|statement| match statement {
        Statement::Set(variable, value) => !(unread[*variable] && is_pure(value, pure)),
        _ => true,
    });
    let mut dropped = statements.len() != before;
    for statement in statements {
        match statement {
            Statement::If(_, then, otherwise) => {
                dropped |= drop_in(then, unread, pure);
                dropped |= drop_in(otherwise, unread, pure);
            }
            Statement::While(_, body) => dropped |= drop_in(body, unread, pure),
            _ => {}
        }
    }
    dropped
}

/// The algorithms that change nothing and end: those without loops whose expressions are pure.
pub(crate) fn pure(program: &TreeProgram) -> Vec<bool> {
    let mut pure = vec![false; program.algorithms.len()];
    loop {
        let before = pure.clone();
        for (at, algorithm) in program.algorithms.iter().enumerate() {
            let mut is = algorithm.body.segments.len() == 1;
            for statement in algorithm.body.segments.iter().flatten() {
                statement.each(&mut |it| {
                    is &= !matches!(
                        it,
                        Statement::While(..)
                            | Statement::Do(_)
                            | Statement::Act(..)
                            | Statement::Run(_)
                            | Statement::RunQuiet(_)
                            | Statement::RunPending(..)
                    );
                    it.expressions(&mut |of| is &= is_pure(of, &before));
                });
            }
            pure[at] = is;
        }
        if pure == before {
            return pure;
        }
    }
}

/// Whether computing a value changes nothing that a rule sees.
fn is_pure(expression: &E, pure: &[bool]) -> bool {
    let mut is = true;
    expression.each(&mut |it| {
        is &= match it {
            E::Call(primitive, _) => primitive.changes_nothing(),
            E::Algorithm(at, _) => pure[*at],
            E::Definition(..) | E::Question(..) | E::Output(..) => false,
            _ => true,
        };
    });
    is
}
