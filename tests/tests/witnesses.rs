//! What tells two revisions apart, run through the generated tokenizers: they give what the
//! interpreter gives, for every pair of revisions.

use std::path::Path;
use tokenwright_codegen::compare::{self, Verdict};
use tokenwright_codegen::diagnostic::{Sources, render_all};
use tokenwright_codegen::load;
use tokenwright_tests::generated::{Chunks, run};

#[test]
fn the_generated_code_shows_what_is_told_of_two_revisions() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    let mut sources = Sources::default();
    let all = load::all(&spec, &mut sources);
    let all = all.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)));
    let mut shown = 0;
    for (at, from) in all.iter().enumerate() {
        for to in &all[at + 1..] {
            let sides = [from, to].map(|side| (&side.revision, &side.references));
            let verdict = compare::compare(sides[0], sides[1]).expect("both can be run");
            let Verdict::Differs { witness, .. } = verdict else {
                panic!("no two revisions are the same: {verdict:?}");
            };
            for (side, (setup, output)) in [from, to]
                .into_iter()
                .zip(witness.setting.sides.iter().zip(&witness.outputs))
            {
                let id = &side.revision.about.id;
                let output = output.as_ref().expect("it runs to the end");
                for chunks in [Chunks::Whole, Chunks::Bytes] {
                    let generated = run(id, setup, &witness.input, chunks);
                    let generated = generated.unwrap_or_else(|| panic!("{id} has no such start"));
                    assert_eq!(
                        generated.tokens(),
                        output.tokens,
                        "{id} {:?}",
                        witness.input
                    );
                    assert_eq!(
                        generated.errors(),
                        output.errors,
                        "{id} {:?}",
                        witness.input
                    );
                }
            }
            shown += 1;
        }
    }
    assert_eq!(shown, all.len() * (all.len() - 1) / 2);
}
