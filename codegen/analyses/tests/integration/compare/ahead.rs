//! A look ahead over any number of characters, against a state that takes them one by one and against
//! other look aheads.

use super::planted::{Rows, block, with};
use super::{differs, equal, verdict};
use crate::edits::{newest, state, step, steps, when};
use tokenwright_analyses::compare::Grade;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Clause, Revision};

const OUT: &[&str] = &["reconsume in the data state"];
const EMIT: &str = "emit the current input character";
const REPORTED: &[&str] = &["parse error: eof-in-tag", EMIT, "switch to the data state"];

/// Digits and a `;` are an error at the `;`: it is known before the first digit.
fn looks_ahead(question: &str) -> Loaded {
    with(|revision| {
        let body = when(
            question,
            &["switch to the digits state"],
            &["switch to the data state"],
        );
        block(revision, "planted", vec![body], &[]);
        let rows: Rows<'_> = &[("U+003B (;)", REPORTED), ("anything else", &[EMIT])];
        block(revision, "digits", Vec::new(), rows);
    })
}

/// Tables that look ahead for digits one state a digit, and decide at the `;`: from `least` digits on, up to `most`.
fn one_by_one(least: usize, most: usize) -> Loaded {
    with(|revision| {
        let name = |digits: usize| match digits {
            0 => "planted".to_owned(),
            digits => format!("digit {digits}"),
        };
        for digits in 0..=most + 1 {
            let next = name((digits + 1).min(most + 1));
            let on_digit = [EMIT.to_owned(), format!("switch to the {next} state")];
            let on_digit = on_digit.each_ref().map(String::as_str);
            let rows: Rows<'_> = &[
                ("ASCII digit", &on_digit),
                ("U+003B (;)", REPORTED),
                ("anything else", OUT),
            ];
            let is_reported = (least..=most).contains(&digits);
            let rows = if is_reported {
                rows.to_vec()
            } else {
                vec![rows[0], rows[2]]
            };
            block(revision, &name(digits), Vec::new(), &rows);
        }
    })
}

const DIGITS: &str = "the next characters are one or more ASCII digit then U+003B (;)";

#[test]
fn what_is_known_at_once_and_what_is_known_at_the_end_are_equal() {
    let ahead = looks_ahead(DIGITS);
    // Any number of digits leads to one state.
    let by_one = with(|revision| {
        let rows: Rows<'_> = &[
            ("ASCII digit", &[EMIT, "switch to the digits state"]),
            ("anything else", OUT),
        ];
        block(revision, "planted", Vec::new(), rows);
        let rows: Rows<'_> = &[
            ("ASCII digit", &[EMIT]),
            ("U+003B (;)", REPORTED),
            ("anything else", OUT),
        ];
        block(revision, "digits", Vec::new(), rows);
    });
    equal(&verdict(&ahead, &by_one));
    equal(&verdict(&by_one, &ahead));
}

#[test]
fn a_look_ahead_that_differs_far_away() {
    let ahead = looks_ahead(DIGITS);
    let far = one_by_one(1, 7);
    differs(&verdict(&ahead, &far), Grade::Errors, "<~00000000;");
    differs(&verdict(&far, &ahead), Grade::Errors, "<~00000000;");
    differs(&verdict(&ahead, &one_by_one(2, 7)), Grade::Errors, "<~0;");
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn two_questions_at_one_place() {
    let hex = "the next characters are one or more ASCII hex digit then U+003B (;)";
    let other = "the next characters are one or more ASCII hex digit then U+003D (=)";
    let to = |to: &str, question: &str, otherwise: Vec<Clause>| {
        let Clause::If { any, .. } = when(question, &[], &[]) else {
            unreachable!("it is a condition");
        };
        Clause::If {
            any,
            then: vec![step(&format!("switch to the {to} state"))],
            otherwise,
        }
    };
    let side = |body: Vec<Clause>| {
        with(|revision| {
            block(revision, "planted", body, &[]);
            let rows: Rows<'_> = &[("U+003B (;)", REPORTED), ("anything else", &[EMIT])];
            block(revision, "digits", Vec::new(), rows);
        })
    };
    let data = || steps(&["switch to the data state"]);
    let plain = looks_ahead(DIGITS);
    // No input makes the second question of any of these hold, or what hangs on it is the same.
    let equal_ones = [
        vec![to("digits", DIGITS, vec![to("data", hex, data())])],
        vec![to("data", other, vec![to("digits", DIGITS, data())])],
    ];
    for body in equal_ones {
        equal(&verdict(&plain, &side(body)));
    }
    let body = vec![to("digits", DIGITS, vec![to("digits", hex, data())])];
    differs(&verdict(&plain, &side(body)), Grade::Errors, "<~a;");
    let body = vec![to("data", hex, vec![to("digits", DIGITS, data())])];
    differs(&verdict(&plain, &side(body)), Grade::Errors, "<~0;");
}

/// Text that is not a reference name leads to a look-ahead, in place of the ambiguous ampersand state.
#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn an_ambiguous_ampersand_that_is_looked_ahead_for() {
    fn go(clauses: &mut Vec<Clause>) {
        let switch = step("switch to the ambiguous ampersand state");
        if let Some(at) = clauses.iter().position(|clause| *clause == switch) {
            let question = "the next characters are one or more ASCII alphanumeric then U+003B (;)";
            let reported = &["parse error: unknown-named-character-reference"];
            clauses[at] = when(question, reported, &[]);
            clauses.insert(at + 1, step("switch to the return state"));
        }
        for clause in clauses {
            if let Clause::If {
                then, otherwise, ..
            } = clause
            {
                go(then);
                go(otherwise);
            }
        }
    }
    let from = newest();
    let mut to = from.clone();
    go(&mut state(&mut to.revision, "named character reference").body);
    assert_ne!(from, to);
    differs(&verdict(&from, &to), Grade::Places, "&a;");
    differs(&verdict(&to, &from), Grade::Places, "&a;");
}

/// A letter behind a name that a longer name may go on with, or behind an `&`.
#[test]
fn a_letter_that_may_go_on_with_a_name_is_not_every_such_letter() {
    let side = |plant: &dyn Fn(&mut Revision), reports: bool| {
        let mut loaded = newest();
        let revision = &mut loaded.revision;
        plant(revision);
        let back = "reconsume in the return state";
        let reported = ["parse error: eof-in-tag", back];
        let rows: Rows<'_> = &[
            (
                "U+0064 (d)",
                if reports { &reported } else { &reported[1..] },
            ),
            ("anything else", &[back]),
        ];
        block(revision, "planted", Vec::new(), rows);
        loaded
    };
    let matched = |revision: &mut Revision| {
        let body = &mut state(revision, "named character reference").body;
        replace(body, "switch to the return state");
    };
    let none = |revision: &mut Revision| {
        let body = &mut state(revision, "named character reference").body;
        replace(body, "switch to the ambiguous ampersand state");
    };
    differs(
        &verdict(&side(&matched, false), &side(&matched, true)),
        Grade::Errors,
        "&gtd",
    );
    differs(
        &verdict(&side(&none, false), &side(&none, true)),
        Grade::Errors,
        "&d",
    );
}

/// Puts a switch to the planted state in the place of every step that is such a switch.
fn replace(clauses: &mut [Clause], sentence: &str) {
    for clause in clauses {
        if *clause == step(sentence) {
            *clause = step("switch to the planted state");
        } else if let Clause::If {
            then, otherwise, ..
        } = clause
        {
            replace(then, sentence);
            replace(otherwise, sentence);
        }
    }
}
