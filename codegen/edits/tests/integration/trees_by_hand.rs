//! Tables of tree construction that are edited by hand are sound, their inputs reach the edits, and their programs are proved.
//!
//! `.ci/edited-trees` compiles each of them to Rust, and compares the generated code with the interpreter.

use super::revision;
use std::path::{Path, PathBuf};
use tokenwright_compiler::compile_trees;
use tokenwright_compiler::optimise::Passes;
use tokenwright_edits::by_hand::ByHand;
use tokenwright_edits::trees::verify;
use tokenwright_interpreter::Interpreter;
use tokenwright_interpreter::tree::{Construction, Environment, steer};
use tokenwright_prover::trees::compare;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::{check, load, tree};

fn files() -> Vec<PathBuf> {
    files_in("trees_by_hand")
}

fn files_in(folder: &str) -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    ByHand::files(here.join("tests").join(folder)).expect("the edits")
}

/// The edited tables of a revision, in a folder of a test.
fn edited(of: &str, file: &Path, edit: &ByHand) -> Loaded {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("trees-by-hand")
        .join(of)
        .join(edit.id(file));
    // Left from an earlier run, or not there.
    let _ = std::fs::remove_dir_all(&dir);
    edit.write(&spec, &dir).expect("edited tables");
    let mut sources = Sources::default();
    let checked = check::folder(load::folder(&dir, &spec, &mut sources));
    let refused = || render_all(&checked.diagnostics, &sources, false);
    let loaded = checked.loaded.as_ref();
    let loaded = loaded.unwrap_or_else(|| panic!("{}: {}", file.display(), refused()));
    let tables = loaded.trees.as_ref().expect("tables of tree construction");
    let mut found = tree::check::check(tables);
    found.extend(tree::check::against(tables, &loaded.revision));
    assert!(found.is_empty(), "{}", render_all(&found, &sources, false));
    loaded.clone()
}

/// The tree and the errors of each input.
fn trees(loaded: &Loaded, inputs: &[String]) -> Vec<String> {
    let tables = loaded.trees.as_ref().expect("tables of tree construction");
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references).expect("sound");
    let trees = inputs.iter().map(|input| {
        let environment = Environment::of_test(None, false);
        let mut parser = Construction::new(tables, environment).expect("an initial mode");
        steer(&interpreter, &loaded.revision, &mut parser, input)
            .unwrap_or_else(|stuck| panic!("{input}: {stuck}"));
        format!("{:?} {:?}", parser.document, parser.errors)
    });
    trees.collect()
}

#[test]
fn the_inputs_reach_the_edits() {
    for file in files() {
        let edit = ByHand::read(&file).expect("an edit");
        let original = trees(&revision(&edit.revision), &edit.inputs);
        let edited = trees(&edited("inputs", &file, &edit), &edit.inputs);
        let others = original
            .iter()
            .zip(&edited)
            .filter(|(one, other)| one != other);
        assert!(
            others.count() * 2 > edit.inputs.len(),
            "{}: most inputs do not reach it",
            file.display()
        );
    }
}

/// `check` accepts tables by which a token is processed for ever; `.ci/edited-trees` runs their code.
#[test]
fn tables_without_end_are_accepted() {
    let files = files_in("trees_without_end");
    assert!(!files.is_empty());
    for file in files {
        edited("without-end", &file, &ByHand::read(&file).expect("an edit"));
    }
}

/// Each mutant of an edited row is compiled right, and is another program.
#[test]
fn mutants_of_rows_that_make_up_tokens_are_compiled_right() {
    let mut files = files().into_iter();
    let file = files.find(|file| file.ends_with("acts-as-if-seen.toml"));
    let file = file.expect("the edit");
    let edit = ByHand::read(&file).expect("an edit");
    let report = verify(&edited("mutants", &file, &edit), 211).expect("tables");
    assert!(report.failures.is_empty(), "{report:#?}");
    assert!(report.compiled >= 15, "{report:#?}");
}

#[test]
fn the_programs_of_edited_trees_are_proved() {
    let files = files();
    assert!(files.len() >= 2);
    for file in files {
        let edit = ByHand::read(&file).expect("an edit");
        let loaded = edited("programs", &file, &edit);
        let tables = loaded.trees.as_ref().expect("tables of tree construction");
        for passes in [Passes::all(), Passes::none()] {
            let program = compile_trees(&loaded, &passes).expect("a program");
            let program = program.expect("tables of tree construction");
            let found = compare(&loaded, tables, &program);
            assert_eq!(found.differences, [], "{}", file.display());
            // Of other tables, the program is another.
            let original = revision(&edit.revision);
            let of_original = original.trees.as_ref().expect("tables");
            let found = compare(&original, of_original, &program);
            assert_ne!(found.differences, [], "{}", file.display());
        }
    }
}
