//! Sentences after the rows of a state: `Then, if the name of the DOCTYPE token is ...`.

use super::Assembler;
use super::state::Building;
use crate::stmt::{Stmt, any};

const EMIT: &str = "emit the current DOCTYPE token";
const ANYTHING_ELSE: &str = "treat as anything else";

/// Whether a row still has the token when its last step has run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// Every path has it.
    Keeps,
    /// No path has it: the row emits it, or another row continues.
    Ends,
    /// That depends on a condition.
    Depends,
}

impl Assembler<'_> {
    /// Adds the steps after the rows to every row that still has the DOCTYPE token. A token that a row has emitted
    /// cannot change.
    pub(super) fn end_rows(&mut self, building: &mut Building, line: u32) {
        let after = std::mem::take(&mut building.after).finish();
        if after.is_empty() {
            return;
        }
        if !is_about_doctype(&after) {
            self.fault(
                line,
                "steps after the rows can only change the DOCTYPE token",
            );
            return;
        }
        for row in &mut building.rows {
            match ending(&row.body) {
                Ending::Keeps => row.body.extend(after.iter().cloned()),
                Ending::Ends => {}
                Ending::Depends => self.fault(
                    row.line,
                    "only some paths of this row have the DOCTYPE token that the steps after the rows change",
                ),
            }
        }
    }
}

fn ending(body: &[Stmt]) -> Ending {
    let each = body.iter().map(|stmt| match stmt {
        Stmt::Step(step) if step == EMIT || step == ANYTHING_ELSE => Ending::Ends,
        Stmt::Step(_) => Ending::Keeps,
        Stmt::If(choice) => match (ending(&choice.then), ending(&choice.otherwise)) {
            (a, b) if a == b => a,
            _ => Ending::Depends,
        },
    });
    each.fold(Ending::Keeps, |before, ending| match (before, ending) {
        (Ending::Ends, _) | (_, Ending::Ends) => Ending::Ends,
        (Ending::Keeps, after) => after,
        (Ending::Depends, _) => Ending::Depends,
    })
}

/// Whether all conditions and steps are about the DOCTYPE token.
fn is_about_doctype(stmts: &[Stmt]) -> bool {
    let other = |text: &str| !text.contains("the current DOCTYPE token");
    !any(stmts, &|step| step == EMIT || other(step), &other)
}
