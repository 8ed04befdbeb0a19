//! Joins "if there is a Text node before a place, append to it, otherwise insert one" to one primitive.
//!
//! A builder looks the place up once instead of twice. And a row that inserts characters then leaves the state as it was already for the
//! first of a run, so that the rest is inserted at once.

use super::super::ir::{Expression as E, Primitive as P, Statement};

pub(super) fn join(statements: &mut [Statement]) {
    for statement in statements {
        if let Some(joined) = joined(statement) {
            *statement = joined;
        }
        match statement {
            Statement::If(_, then, otherwise) => {
                join(then);
                join(otherwise);
            }
            Statement::While(_, body) => join(body),
            _ => {}
        }
    }
}

fn joined(statement: &Statement) -> Option<Statement> {
    let Statement::If(E::Call(P::TextBefore, place), then, otherwise) = statement else {
        return None;
    };
    let (
        [E::Variable(place)],
        [Statement::Do(E::Call(P::AppendText, append))],
        [Statement::Do(E::Call(P::InsertText, insert))],
    ) = (&place[..], &then[..], &otherwise[..])
    else {
        return None;
    };
    let is_same = append == insert && append.first() == Some(&E::Variable(*place));
    is_same.then(|| Statement::Do(E::Call(P::InsertCharacters, append.clone())))
}
