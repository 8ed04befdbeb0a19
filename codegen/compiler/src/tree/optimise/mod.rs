//! Passes over tree construction, each of which can be switched off. Each leaves what the rules do as it is.

mod implied;
mod quiet;
mod text;
pub(crate) mod tree_only;
pub(crate) mod unused;
mod walk;

pub use tree_only::TreeOnlyBranches;

use super::ir::{Body, Expression, Primitive, Statement, TreeProgram};
use crate::optimise::{Pass, Passes};

/// Runs passes, and finds what the emitter asks of every program.
pub fn run(program: &mut TreeProgram, passes: &Passes) {
    if passes.has(Pass::TreeText) {
        for body in program.bodies_mut() {
            for segment in &mut body.segments {
                text::join(segment);
            }
        }
    }
    if passes.has(Pass::TreeUnused) {
        unused::drop(program);
    }
    if passes.has(Pass::TreeWalk) {
        walk::run(program);
    }
    match passes.has(Pass::TreeQuiet) {
        true => quiet::add(program),
        false => quiet::never(program),
    }
    match passes.has(Pass::TreeImplied) {
        true => implied::add(program),
        false => implied::none(program),
    }
    program.tree_only = tree_only::algorithms(program);
    let reads_text = program.bodies().any(|body| {
        let reads = |it| calls(it, Primitive::TextBefore) || calls(it, Primitive::NewestText);
        body.statements().any(reads)
    });
    program.reads_text = reads_text;
    program.following = [false, true].map(|scripting| super::follow::find(program, scripting));
}

/// Whether a statement, or one in it, has a primitive as its own condition, step or value.
pub(super) fn calls(statement: &Statement, primitive: Primitive) -> bool {
    let mut found = false;
    statement.each_expression(&mut |of| {
        found |= matches!(of, Expression::Call(it, _) if *it == primitive);
    });
    found
}

impl TreeProgram {
    pub(super) fn bodies(&self) -> impl Iterator<Item = &Body> {
        let rows = self
            .all_modes()
            .flat_map(|mode| mode.rows.iter().map(|row| &row.body));
        rows.chain(self.algorithms.iter().map(|it| &it.body))
    }

    fn bodies_mut(&mut self) -> impl Iterator<Item = &mut Body> {
        let modes = self.modes.iter_mut().chain([&mut self.foreign_content]);
        let rows = modes.flat_map(|mode| mode.rows.iter_mut().map(|row| &mut row.body));
        rows.chain(self.algorithms.iter_mut().map(|it| &mut it.body))
    }
}
