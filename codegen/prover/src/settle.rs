//! Leaves out the passes that are wrong about a revision, until its program is proved.

use crate::blame::{blame, row_at_fault};
use crate::prove::{Verdict, Witness, prove};
use tokenwright_compiler::optimise::{Pass, Passes};
use tokenwright_compiler::program::Program;
use tokenwright_tables::load::Loaded;

/// The passes without which the program of a revision implements its tables, as far as the search went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Whether the search closed, so that the program is proved.
    pub is_closed: bool,
    /// The number of pairs that the last search found.
    pub pairs: usize,
    /// The passes that were left out, and why.
    pub left_out: Vec<(Pass, Fault)>,
}

/// Why a program does not implement its tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// An input that shows it.
    pub witness: Witness,
    /// The row of the tables that the program does not do: the name of its state or procedure, and its index.
    pub row: Option<(String, usize)>,
}

/// Why no program of a revision is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsettled<F = Fault> {
    /// The program differs from the tables without any pass.
    Lowering(Box<F>),
    /// The tables cannot be compiled or run.
    Refused(String),
}

/// What a check says of the program that is right, and the passes that were left out, each with the fault that it causes.
type Right<R, F> = (R, Vec<(Pass, F)>);

/// Checks the program that passes make. As long as it has a fault, the passes to blame for it are left out.
pub(crate) fn leave_out<R, F: Clone>(
    mut passes: Passes,
    mut check: impl FnMut(&Passes) -> Result<Result<R, F>, String>,
    blame: impl Fn(&Passes, &F) -> Option<Vec<Pass>>,
) -> Result<Right<R, F>, Unsettled<F>> {
    let mut left_out: Vec<(Pass, F)> = Vec::new();
    loop {
        let fault = match check(&passes).map_err(Unsettled::Refused)? {
            Ok(right) => return Ok((right, left_out)),
            Err(fault) => fault,
        };
        let Some(blamed) = blame(&passes, &fault) else {
            return Err(Unsettled::Lowering(Box::new(fault)));
        };
        // Every round leaves out a pass at least, so this ends.
        for pass in blamed {
            passes = passes.without(pass);
            left_out.push((pass, fault.clone()));
        }
    }
}

/// Proves the program that `compile` makes of a revision with `passes`. As long as it differs from the tables, the
/// pass to blame is left out.
///
/// The search calls `keep_going` with the number of pairs from time to time, and ends if it returns `false`.
///
/// # Errors
/// If the program differs without any pass, or if the tables cannot be compiled or run.
pub fn settle(
    loaded: &Loaded,
    passes: Passes,
    compile: &dyn Fn(&Passes) -> Result<Program, String>,
    keep_going: &mut dyn FnMut(usize) -> bool,
) -> Result<Settled, Unsettled> {
    let check = |passes: &Passes| {
        let program = compile(passes)?;
        let verdict = prove(&loaded.revision, &program, keep_going);
        Ok(match verdict.map_err(|refusal| refusal.to_string())? {
            Verdict::Equal { pairs } => Ok((true, pairs)),
            Verdict::Inconclusive { pairs } => Ok((false, pairs)),
            Verdict::Differs(witness) => Err(Fault {
                row: row_at_fault(loaded, &program, &witness),
                witness: *witness,
            }),
        })
    };
    let ((is_closed, pairs), left_out) = leave_out(passes, check, |passes, fault: &Fault| {
        blame(loaded, passes, compile, &fault.witness)
    })?;
    Ok(Settled {
        is_closed,
        pairs,
        left_out,
    })
}
