//! What tree construction does at a tag is an input.

use super::{equal, verdict};
use crate::edits::{NEWEST, PLANTED, loaded, row, step};
use crate::effort::effort;
use tokenwright_analyses::compare::{Grade, Verdict};
use tokenwright_interpreter::Response;
use tokenwright_tables::grammar::Mode;
use tokenwright_tables::model::{Clause, Revision};

/// Swaps two steps of a row that are next to each other.
fn swap(body: &mut [Clause], first: &str, second: &str) {
    let (first, second) = (step(first), step(second));
    let at = body
        .windows(2)
        .position(|pair| pair[0] == first && pair[1] == second);
    let at = at.unwrap_or_else(|| panic!("the row does not have both steps; {PLANTED}"));
    body.swap(at, at + 1);
}

fn swapped(id: &str, change: impl FnOnce(&mut Revision)) -> Verdict {
    let from = loaded(id);
    let mut to = from.clone();
    change(&mut to.revision);
    assert_ne!(from, to);
    verdict(&from, &to)
}

#[track_caller]
fn differs_by_response(verdict: &Verdict, input: &str, mode: Mode) {
    let Verdict::Differs { grade, witness, .. } = verdict else {
        panic!("no difference: {verdict:?}; {PLANTED}");
    };
    assert_eq!((*grade, witness.input.as_str()), (Grade::Tokens, input));
    let response = Response {
        switch: Some(mode),
        foreign: None,
    };
    for side in &witness.entry.sides {
        assert_eq!(side.responses.last(), Some(&response));
    }
}

const EMIT: &str = "emit the current tag token";
const DATA: &str = "switch to the data state";

#[test]
fn a_switch_after_a_tag_undoes_that_of_tree_construction() {
    let verdict = swapped(NEWEST, |revision| {
        swap(&mut row(revision, "tag name", "U+003E").body, DATA, EMIT);
    });
    differs_by_response(&verdict, "<a>\0", Mode::Rcdata);
    let verdict = swapped(NEWEST, |revision| {
        swap(
            &mut row(revision, "self-closing start tag", "U+003E").body,
            DATA,
            EMIT,
        );
    });
    differs_by_response(&verdict, "<a/>\0", Mode::Rcdata);
}

#[test]
fn a_switch_after_another_token_is_the_same_as_before_it() {
    let rows = [
        ("comment end", "U+003E", "emit the current comment token"),
        ("DOCTYPE name", "U+003E", "emit the current DOCTYPE token"),
        ("bogus comment", "U+003E", "emit the current comment token"),
        (
            "processing instruction data",
            "U+003E",
            "emit the current processing instruction token",
        ),
        (
            "processing instruction questionable",
            "U+003E",
            "emit the current processing instruction token",
        ),
    ];
    for (state, on, emit) in rows.into_iter().step_by(effort(4, 1)) {
        let verdict = swapped(NEWEST, |revision| {
            swap(&mut row(revision, state, on).body, DATA, emit);
        });
        equal(&verdict);
    }
}

#[test]
fn a_state_that_a_flag_accompanies_may_be_set_after_the_tag() {
    // Tree construction sets the content model flag, and the row sets the state.
    let verdict = swapped("whatwg-2009-02-07", |revision| {
        swap(&mut row(revision, "tag name", "U+003E").body, EMIT, DATA);
    });
    equal(&verdict);
}

#[test]
fn a_flag_that_is_set_after_a_tag_undoes_tree_construction() {
    let set = step("set the content model flag to PCDATA");
    let with = |place: usize| {
        let mut loaded = loaded("whatwg-2009-02-07");
        row(&mut loaded.revision, "tag name", "U+003E")
            .body
            .insert(place, set.clone());
        loaded
    };
    let (before, after) = (with(0), with(1));
    let Verdict::Differs { grade, witness, .. } = verdict(&before, &after) else {
        panic!("no difference");
    };
    assert_eq!(grade, Grade::Tokens);
    assert!(!witness.entry.sides[0].responses.is_empty(), "{witness:?}");
}
