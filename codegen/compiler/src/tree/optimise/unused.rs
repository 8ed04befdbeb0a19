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
        let reads = |it: &Statement| {
            let mut reads = matches!(it, Statement::Increment(of, _) if *of == variable);
            it.expressions(&mut |of| reads |= of.uses(variable) > 0);
            reads
        };
        !body.statements().any(|it| it.any(reads))
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
    program.algorithms_where(|algorithm, pure| {
        let is_impure = |it: &Statement| {
            let mut is_impure = matches!(
                it,
                Statement::While(..)
                    | Statement::Do(_)
                    | Statement::Act(..)
                    | Statement::Run(_)
                    | Statement::RunQuiet(_)
                    | Statement::RunPending(..)
            );
            it.expressions(&mut |of| is_impure |= !is_pure(of, pure));
            is_impure
        };
        algorithm.body.segments.len() == 1
            && !algorithm.body.statements().any(|it| it.any(is_impure))
    })
}

/// Whether computing a value changes nothing that a rule sees.
fn is_pure(expression: &E, pure: &[bool]) -> bool {
    expression.all(|it| match it {
        E::Call(primitive, _) => primitive.changes_nothing(),
        E::Algorithm(at, _) => pure[*at],
        E::Definition(..) | E::Question(..) | E::Output(..) => false,
        _ => true,
    })
}
