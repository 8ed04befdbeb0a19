//! The programs of tables edited by hand implement the tables, at every split.

use fastrand::Rng;
use rayon::prelude::*;
use std::fs;
use std::path::Path;
use tokenwright_compiler::compile_revision;
use tokenwright_compiler::optimise::Passes;
use tokenwright_edits::by_hand::ByHand;
use tokenwright_edits::differential::{Sides, Split};
use tokenwright_edits::documents::{Documents, splits};
use tokenwright_interpreter::Interpreter;
use tokenwright_prover::evaluate::Evaluator;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::{check, load};

/// Random documents for each edit.
const DOCUMENTS: usize = 40;

/// One in so many edits in `cargo test`, which does not optimise the compiler.
const SAMPLE: usize = 8;

#[test]
fn some_tables_edited_by_hand_are_compiled_right() {
    run(SAMPLE);
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn tables_edited_by_hand_are_compiled_right() {
    run(1);
}

fn run(stride: usize) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = ByHand::files(here.join("tests/by_hand")).expect("the edits");
    let files: Vec<_> = files.into_iter().step_by(stride).collect();
    let failures = files.par_iter().filter_map(|file| {
        let name = file.file_stem().expect("a name").to_string_lossy();
        let why = compare(file, &name).err()?;
        Some(format!("{name}: {why}"))
    });
    let failures: Vec<_> = failures.collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(files.len() > 4, "{} edits", files.len());
}

fn compare(file: &Path, name: &str) -> Result<(), String> {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let edit = ByHand::read(file)?;
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("by-hand")
        .join(name);
    // Left from an earlier run, or not there.
    let _ = fs::remove_dir_all(&dir);
    edit.write(&spec, &dir)?;
    let mut sources = Sources::default();
    let checked = check::folder(load::folder(&dir, &spec, &mut sources));
    let refused = || render_all(&checked.diagnostics, &sources, false);
    let loaded = checked.loaded.as_ref().ok_or_else(refused)?;
    let program = compile_revision(loaded, &Passes::all())?;
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references);
    let interpreter = interpreter.map_err(|refusal| refusal.to_string())?;
    let sides = Sides {
        program: &program,
        evaluator: &Evaluator::new(&program, &loaded.references),
        interpreter: &interpreter,
    };
    let setup = edit.setup()?;
    for input in &edit.inputs {
        let mut splits = vec![Split::Whole, Split::Growing, Split::Characters];
        splits.extend((0..=input.chars().count()).map(|end| Split::After(vec![end])));
        if let Some(difference) = sides.difference(&setup, input, &splits) {
            return Err(sides.minimised(difference).to_string());
        }
    }
    let documents = Documents::of(loaded, &edit.inputs);
    let mut random = Rng::with_seed(1);
    for _ in 0..DOCUMENTS {
        let (setup, input) = documents.next(&mut random);
        let splits = splits(&input, &mut random);
        if let Some(difference) = sides.difference(&setup, &input, &splits) {
            return Err(sides.minimised(difference).to_string());
        }
    }
    Ok(())
}
