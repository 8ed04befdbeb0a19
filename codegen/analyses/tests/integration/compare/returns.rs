//! What a state reads only when it is returned to.

use super::planted::{Rows, block, reported, with};
use super::{differs, verdict};
use crate::edits::{step, steps, when};
use tokenwright_analyses::compare::Grade;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Clause;

const OUT: &[&str] = &["reconsume in the data state"];

/// `<~` leads to the state planted for two return states; the second distinguishes an `x` in the temporary
/// buffer.
fn side(reports: bool, body: Vec<Clause>, rows: Rows<'_>) -> Loaded {
    with(|revision| {
        block(revision, "planted", body, rows);
        let between: &[&str] = &[
            "set the temporary buffer to the empty string",
            "append the current input character to the temporary buffer",
            "switch to the return state",
        ];
        let rows: Rows<'_> = &[("ASCII lower alpha", between), ("anything else", OUT)];
        block(revision, "between", Vec::new(), rows);
        block(revision, "first", Vec::new(), &[("anything else", OUT)]);
        let body = vec![
            when("the temporary buffer is \"x\"", reported(reports), &[]),
            step("switch to the data state"),
        ];
        block(revision, "second", body, &[]);
    })
}

#[test]
fn what_one_of_two_return_states_reads() {
    let first: &[&str] = &[
        "set the return state to the first state",
        "switch to the between state",
    ];
    let second: &[&str] = &[
        "switch to the between state",
        "set the return state to the second state",
    ];
    let rows: Rows<'_> = &[
        ("U+0061 (a)", first),
        ("U+0062 (b)", second),
        ("anything else", OUT),
    ];
    let [silent, reports] = [false, true].map(|reports| side(reports, Vec::new(), rows));
    differs(&verdict(&silent, &reports), Grade::Errors, "<~bx");
    differs(&verdict(&reports, &silent), Grade::Errors, "<~bx");
}

#[test]
fn a_return_state_that_is_set_on_one_way_alone() {
    let body = || {
        let mut body = steps(&["set the return state to the first state"]);
        let second = ["set the return state to the second state"];
        body.push(when("the next input character is U+0062 (b)", &second, &[]));
        body.extend(steps(&[
            "consume the next input character",
            "switch to the between state",
        ]));
        body
    };
    let [silent, reports] = [false, true].map(|reports| side(reports, body(), &[]));
    differs(&verdict(&silent, &reports), Grade::Errors, "<~bx");
}

#[test]
fn a_return_state_that_is_asked_for_once_it_is_set_anew() {
    // The condition does not read the previous return state.
    let body = || {
        let mut body = steps(&["set the return state to the second state"]);
        body.push(when(
            "the return state is the second state",
            &[
                "consume the next input character",
                "switch to the between state",
            ],
            &["switch to the data state"],
        ));
        body
    };
    let [silent, reports] = [false, true].map(|reports| side(reports, body(), &[]));
    differs(&verdict(&silent, &reports), Grade::Errors, "<~ax");
}
