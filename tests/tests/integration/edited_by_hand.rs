//! Generated and interpreted agree on the inputs of the tables edited by hand, at every split.
//!
//! `.ci/edited-tables` adds revisions with these tables; without it the test runs none.

use std::path::Path;
use tokenwright_edits::by_hand::ByHand;
use tokenwright_interpreter::Interpreter;
use tokenwright_tests::generated::{self, Chunks};
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
            let run =
                |chunks: Chunks<'_>| generated::run(&id, &setup, input, chunks).expect("generated");
            let whole = run(Chunks::Whole);
            let mut runs = vec![("whole".to_owned(), run(Chunks::Whole))];
            runs.push(("by bytes".to_owned(), run(Chunks::Bytes)));
            for end in 0..=input.len() {
                runs.push((format!("split at {end}"), run(Chunks::At(&[end]))));
                let paused = run(Chunks::Paused(&[end]));
                // The end of the input ends the last pause.
                let [tags, pauses] = paused.paused;
                assert!(pauses <= tags && tags <= pauses + 1, "{id}: {input:?}");
                runs.push((format!("paused, split at {end}"), paused));
            }
            let differs = runs.iter().find(|(_, run)| {
                run.tokens() != interpreted.tokens
                    || run.errors() != interpreted.errors
                    || run.error_spans != whole.error_spans
            });
            if let Some((how, run)) = differs {
                failures.push(format!(
                    "{id}: {input:?}, {how}:\n  {:?}\n  {:?}\n  not {:?}\n  {:?}",
                    run.tokens(),
                    run.errors(),
                    interpreted.tokens,
                    interpreted.errors
                ));
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
