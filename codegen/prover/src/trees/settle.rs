//! Leaves out the passes that are wrong about tree construction of a revision, until its program is that of the tables.

use super::{Compared, Difference, compare};
use crate::blame::to_leave_out;
use tokenwright_compiler::optimise::{Part, Pass, Passes};
use tokenwright_compiler::tree::ir::TreeProgram;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::tree::model::TreeTables;

/// The passes without which the program of a revision is that of its tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// What was compared of the last program.
    pub compared: Compared,
    /// The passes that were left out, and why.
    pub left_out: Vec<(Pass, Difference)>,
}

/// Why no program of a revision is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsettled {
    /// The program differs from the tables without any pass.
    Lowering(Box<Difference>),
    /// The tables cannot be compiled.
    Refused(String),
}

/// Compares the program that `compile` makes of tree construction with `passes`. As long as it differs from the tables,
/// the pass to blame is left out.
///
/// # Errors
/// If the program differs without any pass, or if the tables cannot be compiled.
pub fn settle(
    (loaded, tables): (&Loaded, &TreeTables),
    mut passes: Passes,
    compile: &dyn Fn(&Passes) -> Result<TreeProgram, String>,
) -> Result<Settled, Unsettled> {
    let compared = |passes: &Passes| {
        let program = compile(passes).map_err(Unsettled::Refused)?;
        Ok(compare(loaded, tables, &program))
    };
    let mut left_out: Vec<(Pass, Difference)> = Vec::new();
    loop {
        let compared_now = compared(&passes)?;
        let Some(difference) = compared_now.differences.first().cloned() else {
            return Ok(Settled {
                compared: compared_now,
                left_out,
            });
        };
        let is_gone = |passes: &Passes| {
            let found = compared(passes);
            found.is_ok_and(|found| found.differences.iter().all(|it| it.of != difference.of))
        };
        let Some(blamed) = to_leave_out(Part::Trees, &passes, is_gone) else {
            return Err(Unsettled::Lowering(Box::new(difference)));
        };
        // Every round leaves out a pass at least, so this ends.
        for pass in blamed {
            passes = passes.without(pass);
            left_out.push((pass, difference.clone()));
        }
    }
}
