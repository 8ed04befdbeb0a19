//! Runs witnesses through the generated tokenizers: they give the same output as the interpreter, for every
//! pair of revisions and for each change between neighbours.

use tokenwright_analyses::compare::{self, Alone, Verdict, Witness};
use tokenwright_analyses::diff::{self, Change, Side};
use tokenwright_tables::load::Loaded;
use tokenwright_tests::generated::{Chunks, check_agreement};
use tokenwright_tests::tables;

/// Runs the generated code of one side over a witness.
fn replay(revision: &Loaded, witness: &Witness, side: usize) {
    let id = &revision.revision.about.id;
    let setup = &witness.entry.sides[side];
    let output = witness.outputs[side].as_ref().expect("it runs to the end");
    let result = check_agreement(id, setup, &witness.input, output, [Chunks::Bytes]);
    result.unwrap_or_else(|why| panic!("{id} {:?}: {why}", witness.input));
}

#[test]
fn the_generated_code_confirms_the_witness_of_two_revisions() {
    let all: Vec<&Loaded> = tables::without_drafts().collect();
    let mut shown = 0;
    for (at, from) in all.iter().enumerate() {
        for to in &all[at + 1..] {
            let sides = [from, to].map(|side| (&side.revision, &side.references));
            let verdict = compare::compare(sides[0], sides[1]).expect("both can be run");
            let Verdict::Differs { witness, .. } = verdict else {
                panic!("no two revisions are the same: {verdict:?}");
            };
            replay(from, &witness, 0);
            replay(to, &witness, 1);
            shown += 1;
        }
    }
    assert_eq!(shown, all.len() * (all.len() - 1) / 2);
}

#[test]
fn the_generated_code_confirms_the_witnesses_between_the_newest_two() {
    let all: Vec<&Loaded> = tables::without_drafts().collect();
    shows_each_change(&all[all.len() - 2..]);
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn the_generated_code_confirms_the_witness_of_each_change() {
    let all: Vec<&Loaded> = tables::all().iter().collect();
    shows_each_change(&all);
}

fn shows_each_change(revisions: &[&Loaded]) {
    for pair in revisions.windows(2) {
        let side = |loaded: &Loaded| {
            Side::of_tables(loaded.revision.clone(), Some(loaded.references.clone()))
        };
        // Single changes are applied to the older revision.
        let difference = diff::compare(side(pair[0]), side(pair[1]));
        let changes: Vec<&Change> = difference.changes().filter(|c| c.can_be_made()).collect();
        let found = compare::of_changes(&difference, &changes).expect("both can be run");
        let witnesses = found
            .changes
            .iter()
            .filter_map(|(_, alone)| Alone::witness(alone));
        let witnesses: Vec<&Witness> = witnesses.collect();
        witnesses
            .iter()
            .for_each(|witness| replay(pair[0], witness, 0));
        let [from, to] = [pair[0], pair[1]].map(|side| &side.revision.about.id);
        assert!(!witnesses.is_empty(), "{from} to {to}");
    }
}
