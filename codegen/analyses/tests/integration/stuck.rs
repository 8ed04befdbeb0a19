//! Runs that get stuck: what they give before that is compared, and no certificate covers them.

use crate::certificates::{certify, checked, comments, references};
use crate::edits::{drop_step, row, state, step};
use tokenwright_analyses::compare::{Grade, Verdict, compare};
use tokenwright_checker::certificate::{Claim, digest};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Clause;

/// The references of the newest revision, where the branch for surrogates has this step and does not change the code.
fn surrogates(sentence: &str) -> Loaded {
    let mut loaded = references();
    let end = state(&mut loaded.revision, "numeric character reference end");
    let branch = end.body.iter_mut().find_map(|clause| match clause {
        Clause::If { then, .. } if then.contains(&surrogate_error()) => Some(then),
        _ => None,
    });
    let branch = branch.expect("surrogates have a branch");
    drop_step(branch, "set the character reference code to 0xFFFD");
    branch.push(step(sentence));
    loaded
}

fn surrogate_error() -> Clause {
    step("parse error: surrogate-character-reference")
}

fn verdict(from: &Loaded, to: &Loaded) -> Verdict {
    let sides = [from, to].map(|side| (&side.revision, &side.references));
    compare(sides[0], sides[1]).expect("both can be run")
}

#[test]
fn what_is_given_before_a_code_that_is_no_character_is_compared() {
    let (from, to) = (surrogates("emit U+003C (<)"), surrogates("emit U+002F (/)"));
    let verdict = verdict(&from, &to);
    assert_eq!(verdict.grade(), Some(Grade::Tokens));
    let Verdict::Differs { witness, .. } = verdict else {
        panic!("they differ");
    };
    let texts = witness.outputs.map(|output| {
        let output = output.expect("it runs to the end");
        format!("{:?}", output.tokens)
    });
    assert!(texts[0].contains("<\u{FFFD}"), "{texts:?}");
    assert!(texts[1].contains("/\u{FFFD}"), "{texts:?}");
    assert!(certify(&from, &to, Claim::ErrorsOnly).is_err());
}

#[test]
fn a_certificate_of_one_side_does_not_hold_for_another() {
    let (from, to) = (surrogates("emit U+003C (<)"), surrogates("emit U+002F (/)"));
    let mut forged = certify(&from, &from, Claim::None).expect("it is itself");
    assert_eq!(checked(&forged, &from, &from), Ok(forged.pairs.len()));
    forged.sides[1].digest = digest(&to.revision, &to.references);
    let refused = checked(&forged, &from, &to).expect_err("they differ");
    assert!(
        refused.contains("the outputs of the sides differ"),
        "{refused}"
    );
}

/// The comments of the newest revision, where a comment's end gives this and then gets stuck.
fn stuck_after(sentence: &str) -> Loaded {
    let mut loaded = comments();
    let body = &mut row(&mut loaded.revision, "comment end", "U+003E").body;
    *body = vec![step(sentence), step("switch to the return state")];
    loaded
}

#[test]
fn two_sides_that_get_stuck_after_different_output_differ() {
    let (from, to) = (
        stuck_after("emit U+003C (<)"),
        stuck_after("emit U+002F (/)"),
    );
    assert_eq!(verdict(&from, &to).grade(), Some(Grade::Tokens));
    assert_eq!(verdict(&from, &from).grade(), Some(Grade::None));
    let (more, less) = (
        stuck_after("emit the current comment token"),
        stuck_after("ignore the character"),
    );
    assert_eq!(verdict(&more, &less).grade(), Some(Grade::Tokens));
    assert_eq!(verdict(&less, &more).grade(), Some(Grade::Tokens));
}

#[test]
fn a_side_that_gets_stuck_has_no_certificate() {
    let mut stuck = comments();
    let body = &mut row(&mut stuck.revision, "comment end", "U+003E").body;
    *body = vec![step("reconsume in the comment end state")];
    let refused = certify(&stuck, &stuck, Claim::None).expect_err("it gets stuck");
    assert!(refused.contains("the first side gets stuck"), "{refused}");
    assert!(
        refused.contains("follow each other without end"),
        "{refused}"
    );
    let whole = comments();
    let mut forged = certify(&whole, &whole, Claim::None).expect("it is itself");
    for side in &mut forged.sides {
        side.digest = digest(&stuck.revision, &stuck.references);
    }
    let refused = checked(&forged, &stuck, &stuck).expect_err("it gets stuck");
    assert!(refused.contains("gets stuck"), "{refused}");
}
