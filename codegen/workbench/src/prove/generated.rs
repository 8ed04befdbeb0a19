//! Proves the code that `gen` writes.

use super::{describe, sentence};
use tokenwright_compiler::optimise::{Part, Passes};
use tokenwright_compiler::{Compiled, compile_revision, compile_trees};
use tokenwright_prover::blame::{by_program, by_tables};
use tokenwright_prover::settle::{Fault, Settled, Unsettled, settle};
use tokenwright_prover::trees::Difference;
use tokenwright_prover::trees::settle::{Unsettled as UnsettledTrees, settle as settle_trees};
use tokenwright_tables::diagnostic::Diagnostic;
use tokenwright_tables::source::Place;
use xtask::generate::{NotWritten, PartOf};
use xtask::progress::Progress;
use xtask::proofs::{self, LeftOut, Proof, Record};

/// Proves the code of a part of a revision, within a budget of pairs. Compiles it again without the passes that are wrong about it.
///
/// # Errors
/// If the code is wrong without any pass.
pub(crate) fn prove_generated(
    compiled: &mut Compiled,
    (index, part): PartOf,
    passes: &Passes,
    budget: usize,
) -> Result<Record, NotWritten> {
    match part {
        Part::Tokenizer => tokenizer(compiled, index, passes, budget),
        Part::Trees => trees(compiled, index, passes),
    }
}

fn tokenizer(
    compiled: &mut Compiled,
    index: usize,
    passes: &Passes,
    budget: usize,
) -> Result<Record, NotWritten> {
    let loaded = &compiled.revisions[index];
    let id = loaded.revision.about.id.clone();
    let folder = format!("spec/{id}");
    let refused = |error: String| NotWritten(Diagnostic::unread(&folder, error));
    let from = proofs::from(compiled, index, Part::Tokenizer);
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
            let says = format!(
                "the tables give {}, and the code {}",
                describe(&by_tables(loaded, &witness)),
                program.unwrap_or_default()
            );
            miscompiled(&folder, row.map(|row| row.place.place), message, &says)
        }
    })?;
    let left_out = left_out.into_iter().map(|(pass, fault)| LeftOut {
        pass,
        witness: sentence(loaded, &fault.witness),
        row: fault.row,
    });
    let left_out = left_out.collect();
    let proof = match is_closed {
        true => Proof::Closed,
        false => Proof::Open,
    };
    let part = (index, Part::Tokenizer);
    record(compiled, part, from, proof, passes, left_out).map_err(refused)
}

fn trees(compiled: &mut Compiled, index: usize, passes: &Passes) -> Result<Record, NotWritten> {
    let loaded = &compiled.revisions[index];
    let id = loaded.revision.about.id.clone();
    let folder = format!("spec/{id}");
    let refused = |error: String| NotWritten(Diagnostic::unread(&folder, error));
    let none = || refused("there are no tables of tree construction".to_owned());
    let tables = loaded.trees.as_ref().ok_or_else(none)?;
    let from = proofs::from(compiled, index, Part::Trees);
    let progress = Progress::start(format!("proving tree construction of {id}"));
    let compile = |passes: &Passes| {
        let program = compile_trees(loaded, passes)?;
        program.ok_or_else(|| "there is no program of tree construction".to_owned())
    };
    let settled = settle_trees((loaded, tables), passes.clone(), &compile);
    drop(progress);
    let settled = settled.map_err(|unsettled| match unsettled {
        UnsettledTrees::Refused(why) => refused(format!("the tables cannot be compiled: {why}")),
        UnsettledTrees::Lowering(difference) => {
            let message = format!(
                "the generated code of tree construction of {id} would differ from the tables in {}",
                difference.of
            );
            let row = difference.row.as_ref();
            let row = row.and_then(|row| proofs::tree_row(tables, row));
            let Difference {
                tables, program, ..
            } = &*difference;
            let says = format!("the tables say {tables}, and the code {program}");
            miscompiled(&folder, row, message, &says)
        }
    })?;
    let left_out = settled.left_out.into_iter().map(|(pass, difference)| {
        let Difference {
            of,
            row,
            tables,
            program,
        } = difference;
        LeftOut {
            pass,
            row,
            witness: format!("in {of}, the tables say `{tables}`, and the program `{program}`"),
        }
    });
    let left_out = left_out.collect();
    let part = (index, Part::Trees);
    record(compiled, part, from, Proof::Closed, passes, left_out).map_err(refused)
}

/// The error about code that is wrong without any pass, at the row or else about the folder.
fn miscompiled(folder: &str, row: Option<Place>, message: String, says: &str) -> NotWritten {
    let error = match row {
        Some(row) => Diagnostic::error(row, message),
        None => Diagnostic::unread(folder, message),
    };
    NotWritten(error.help(format!(
        "{says}; no pass is to blame: please report this bug"
    )))
}

/// Compiles a part of a revision without the passes that are left out, and records that it is proved.
fn record(
    compiled: &mut Compiled,
    (index, part): PartOf,
    from: String,
    proof: Proof,
    passes: &Passes,
    left_out: Vec<LeftOut>,
) -> Result<Record, String> {
    if !left_out.is_empty() {
        let left_out = left_out.iter();
        let fewer = left_out.fold(passes.clone(), |all, one| all.without(one.pass));
        compiled.recompile(index, part, &fewer)?;
    }
    Ok(Record::new(compiled, (index, part), from, proof, left_out))
}
