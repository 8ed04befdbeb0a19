//! Proves the code that `gen` writes.

use super::{describe, sentence};
use tokenwright_compiler::optimise::Passes;
use tokenwright_compiler::{Compiled, compile_revision};
use tokenwright_prover::blame::{by_program, by_tables};
use tokenwright_prover::settle::{Fault, Settled, Unsettled, settle};
use tokenwright_tables::diagnostic::Diagnostic;
use xtask::generate::NotWritten;
use xtask::progress::Progress;
use xtask::proofs::{self, LeftOut, Proof, Record};

/// Proves the code of a revision, within a budget of pairs. Compiles it again without the passes that are wrong about it.
///
/// # Errors
/// If the code is wrong without any pass.
pub(crate) fn prove_generated(
    compiled: &mut Compiled,
    index: usize,
    passes: &Passes,
    budget: usize,
) -> Result<Record, NotWritten> {
    let loaded = &compiled.revisions[index];
    let id = loaded.revision.about.id.clone();
    let folder = format!("spec/{id}");
    let refused = |error: String| NotWritten(Diagnostic::unread(&folder, error));
    let from = proofs::from(compiled, index);
    let progress = Progress::start(format!("proving {id}"));
    let mut keep_going = |pairs: usize| {
        progress.stage(format!("proving {id}: {pairs} pairs"));
        pairs <= budget
    };
    let compile = |passes: &Passes| compile_revision(loaded, passes);
    let settled = settle(loaded, passes.clone(), &compile, &mut keep_going);
    drop(progress);
    let Settled {
        is_closed,
        left_out,
        ..
    } = settled.map_err(|unsettled| match unsettled {
        Unsettled::Refused(why) => refused(format!("the tables cannot be proved: {why}")),
        Unsettled::Lowering(fault) => {
            let Fault { witness, row } = *fault;
            let without = compile(&Passes::none());
            let program = without.map(|program| describe(&by_program(&program, loaded, &witness)));
            let message = format!(
                "the generated code of {id} would differ from the tables: {}",
                sentence(loaded, &witness)
            );
            let row = row.and_then(|row| proofs::row(&loaded.revision, &row));
            let error = match row {
                Some(row) => Diagnostic::error(row.place.place, message),
                None => Diagnostic::unread(&folder, message),
            };
            NotWritten(error.help(format!(
                "the tables give {}, and the code {}; no pass is to blame: please report this bug",
                describe(&by_tables(loaded, &witness)),
                program.unwrap_or_default()
            )))
        }
    })?;
    let fewer = left_out
        .iter()
        .fold(passes.clone(), |all, (pass, _)| all.without(*pass));
    let left_out: Vec<LeftOut> = left_out
        .iter()
        .map(|(pass, fault)| LeftOut {
            pass: *pass,
            row: fault.row.clone(),
            witness: sentence(loaded, &fault.witness),
        })
        .collect();
    if !left_out.is_empty() {
        compiled.recompile(index, &fewer).map_err(refused)?;
    }
    let proof = match is_closed {
        true => Proof::Closed,
        false => Proof::Open,
    };
    Ok(Record::new(compiled, index, from, proof, left_out))
}
