//! Generated and interpreted agree on the inputs of the tables edited by hand, at every split.
//!
//! `.ci/edited-tables` adds revisions with these tables; without it the test runs none.

use std::path::Path;
use tokenwright_edits::by_hand::ByHand;
use tokenwright_interpreter::Interpreter;
use tokenwright_tests::generated::{Chunks, check_agreement, cuts};
use tokenwright_tests::tables;

#[test]
fn generated_and_interpreted_agree_on_edits_by_hand() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut failures = Vec::new();
    let files = ByHand::files(root.join("codegen/edits/tests/by_hand")).expect("the edits");
    assert!(!files.is_empty(), "no edits");
    let mut missing = Vec::new();
    for file in &files {
        let edit = ByHand::read(file).expect("an edit");
        let id = edit.id(file);
        let Some(loaded) = tables::all()
            .iter()
            .find(|loaded| loaded.revision.about.id == id)
        else {
            missing.push(id);
            continue;
        };
        let interpreter = Interpreter::new(&loaded.revision, &loaded.references).expect("sound");
        let setup = edit.setup().expect("a content model");
        for input in &edit.inputs {
            let interpreted = interpreter.run(&setup, input).expect("sound");
            let cuts = cuts(input);
            let split = cuts
                .iter()
                .flat_map(|cut| [Chunks::At(cut), Chunks::Paused(cut)]);
            let ways = split.chain([Chunks::Bytes]);
            if let Err(why) = check_agreement(&id, &setup, input, &interpreted, ways) {
                failures.push(format!("{id}: {input:?}, {why}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let are_revisions = missing.len() < files.len();
    assert!(
        !are_revisions || missing.is_empty(),
        "no revisions: {missing:?}"
    );
}
