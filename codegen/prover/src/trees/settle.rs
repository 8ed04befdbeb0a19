//! Leaves out the passes that are wrong about tree construction of a revision, until its program is that of the tables.

use super::{Compared, Difference, compare};
use crate::blame::to_leave_out;
use crate::settle;
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
pub type Unsettled = settle::Unsettled<Difference>;

/// Compares the program that `compile` makes of tree construction with `passes`. As long as it differs from the tables,
/// the pass to blame is left out.
///
/// # Errors
/// If the program differs without any pass, or if the tables cannot be compiled.
pub fn settle(
    (loaded, tables): (&Loaded, &TreeTables),
    passes: Passes,
    compile: &dyn Fn(&Passes) -> Result<TreeProgram, String>,
) -> Result<Settled, Unsettled> {
    let compared = |passes: &Passes| Ok(compare(loaded, tables, &compile(passes)?));
    let check = |passes: &Passes| {
        let compared: Compared = compared(passes)?;
        Ok(match compared.differences.first() {
            Some(difference) => Err(difference.clone()),
            None => Ok(compared),
        })
    };
    let blame = |passes: &Passes, difference: &Difference| {
        to_leave_out(Part::Trees, passes, |passes| {
            let found: Result<Compared, String> = compared(passes);
            found.is_ok_and(|found| found.differences.iter().all(|it| it.of != difference.of))
        })
    };
    let (compared, left_out) = settle::leave_out(passes, check, blame)?;
    Ok(Settled { compared, left_out })
}
