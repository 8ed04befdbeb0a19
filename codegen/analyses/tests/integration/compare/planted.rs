//! Changes whose shortest witness needs particular characters: the search finds it only if its alphabet
//! distinguishes the characters that the planted state does.

use super::{differs, equal, verdict};
use crate::edits::{
    CURRENT, EARLIER, newest, on, on_duplicate, rename, row, state, step, steps, when,
};
use tokenwright_analyses::compare::{Grade, Verdict};
use tokenwright_interpreter::{Interpreter, Setup};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Clause, Located, Revision, Row, State};
use tokenwright_tables::references::References;

/// Rows: what they take, and what they do.
pub(super) type Rows<'a> = &'a [(&'a str, &'a [&'a str])];

pub(super) fn block(revision: &mut Revision, name: &str, body: Vec<Clause>, rows: Rows<'_>) {
    let row = |(text, body): &(&str, &[&str])| Row {
        on: on(text),
        when: Vec::new(),
        body: steps(body),
        ..revision.states[0].rows[0].clone()
    };
    let new = State {
        name: Located::nowhere(name.into()),
        was: None,
        body,
        rows: rows.iter().map(row).collect(),
        ..revision.states[0].clone()
    };
    revision.states.push(new);
}

/// The newest revision, with a transition from `<~` to a planted state.
pub(super) fn with(plant: impl FnOnce(&mut Revision)) -> Loaded {
    let mut loaded = newest();
    let revision = &mut loaded.revision;
    let mut way = row(revision, "tag open", "U+003F").clone();
    way.on = on("U+007E (~)");
    way.body = steps(&["switch to the planted state"]);
    state(revision, "tag open").rows.insert(0, way);
    plant(revision);
    loaded
}

fn planted(rows: Rows<'_>, more: &[(&str, Rows<'_>)]) -> Loaded {
    with(|revision| {
        block(revision, "planted", Vec::new(), rows);
        for (name, rows) in more {
            block(revision, name, Vec::new(), rows);
        }
    })
}

/// An error, or none.
pub(super) fn reported(reports: bool) -> &'static [&'static str] {
    match reports {
        true => &["parse error: eof-in-tag"],
        false => &[],
    }
}

#[test]
fn a_character_that_became_another_is_not_that_character() {
    // `x` becomes `a` with an error, and only the order of errors differs.
    let side = |body: &[&str]| {
        let mut loaded = with(|revision| block(revision, "planted", steps(body), &[]));
        let stream = &mut loaded.revision.input_stream.rows;
        let mut replaced = stream[0].clone();
        replaced.on = on("U+0078 (x)");
        replaced.body = steps(&[
            "parse error: control-character-in-input-stream",
            "replace the character with U+0061 (a)",
        ]);
        stream.push(replaced);
        loaded
    };
    let next = "consume the next input character";
    let error = "parse error: eof-in-tag";
    let data = "switch to the data state";
    let a = side(&[next, error, next, next, data]);
    let b = side(&[next, next, error, next, data]);
    differs(&verdict(&a, &b), Grade::Errors, "<~ax");
}

#[test]
fn two_sequences_are_not_one() {
    let side = |then: &str| {
        with(|revision| {
            let condition = format!("the next characters are one or more ASCII digit then {then}");
            let body = vec![when(
                &condition,
                &["switch to the first state"],
                &["switch to the other state"],
            )];
            block(revision, "planted", body, &[]);
            let on = ["ASCII digit", "anything else"];
            let out: &[&str] = &["reconsume in the data state"];
            let rows: Rows<'_> = &[(on[0], &["switch to the second state"]), (on[1], out)];
            block(revision, "first", Vec::new(), rows);
            let reported: &[&str] = &["parse error: eof-in-tag", "switch to the data state"];
            block(
                revision,
                "second",
                Vec::new(),
                &[(on[0], reported), (on[1], out)],
            );
            let rows: Rows<'_> = &[(on[0], &["switch to the another state"]), (on[1], out)];
            block(revision, "other", Vec::new(), rows);
            let rows: Rows<'_> = &[(on[0], &["switch to the data state"]), (on[1], out)];
            block(revision, "another", Vec::new(), rows);
        })
    };
    let verdict = verdict(&side("U+003B (;)"), &side("U+003D (=)"));
    differs(&verdict, Grade::Errors, "<~00;");
}

#[test]
fn two_letters_in_another_order() {
    let side = |body: &[&str]| {
        let first: &[&str] = &[
            "set the temporary buffer to the empty string",
            "append the current input character to the temporary buffer",
            "switch to the second state",
        ];
        let out: &[&str] = &["reconsume in the data state"];
        planted(
            &[("ASCII lower alpha", first), ("anything else", out)],
            &[(
                "second",
                &[("ASCII lower alpha", body), ("anything else", out)],
            )],
        )
    };
    let (buffer, current) = (
        "emit each character in the temporary buffer",
        "emit the current input character",
    );
    let data = "switch to the data state";
    let verdict = verdict(
        &side(&[buffer, current, data]),
        &side(&[current, buffer, data]),
    );
    differs(&verdict, Grade::Tokens, "<~ab");
}

#[test]
fn a_number_of_which_only_one_side_knows() {
    let side = |by: &str, reports: bool| {
        with(|revision| {
            let body = steps(&[
                "set the character reference code to 0x0000",
                "switch to the digits state",
            ]);
            block(revision, "planted", body, &[]);
            let multiply = format!("multiply the character reference code by {by}");
            let add =
                "add the current input character minus 0x0030 to the character reference code";
            let rows: Rows<'_> = &[
                ("ASCII digit", &[&multiply, add]),
                ("anything else", &["reconsume in the end of digits state"]),
            ];
            block(revision, "digits", Vec::new(), rows);
            let reported = when(
                "the character reference code is 0x1D",
                &["parse error: eof-in-tag"],
                &[],
            );
            let mut body = if reports { vec![reported] } else { Vec::new() };
            body.push(step("switch to the data state"));
            block(revision, "end of digits", body, &[]);
        })
    };
    let verdict = verdict(&side("10", false), &side("11", true));
    differs(&verdict, Grade::Errors, "<~27");
}

#[test]
fn a_text_that_is_set_to_what_it_may_be() {
    let side = |sets: bool| {
        let mut body = vec![
            "create a comment token with data \"\"",
            "append the current input character to the current comment token's data",
            "set the current comment token's data to U+0061 (a)",
            "emit the current comment token",
            "switch to the data state",
        ];
        if !sets {
            body.remove(2);
        }
        let out: &[&str] = &["reconsume in the data state"];
        planted(&[("ASCII lower alpha", &body), ("anything else", out)], &[])
    };
    differs(&verdict(&side(false), &side(true)), Grade::Tokens, "<~b");
}

#[test]
fn names_that_begin_like_no_other_text() {
    let mut a = newest();
    a.references = References {
        names: vec![("zq".into(), vec![0x2260])],
        replacements: a.references.replacements.clone(),
    };
    let mut b = a.clone();
    let body = &mut state(&mut b.revision, "named character reference").body;
    *body = without_missing_semicolon(body);
    assert_ne!(a, b);
    differs(&verdict(&a, &b), Grade::Errors, "&zq");
}

fn without_missing_semicolon(body: &[Clause]) -> Vec<Clause> {
    let error = step("parse error: missing-semicolon-after-character-reference");
    let clauses = body.iter().filter(|clause| **clause != error);
    let clauses = clauses.map(|clause| match clause {
        Clause::If {
            any,
            then,
            otherwise,
        } => Clause::If {
            any: any.clone(),
            then: without_missing_semicolon(then),
            otherwise: without_missing_semicolon(otherwise),
        },
        other => other.clone(),
    });
    clauses.collect()
}

#[test]
fn a_last_start_tag_that_is_a_text_of_the_tables() {
    // Only an end tag that is both appropriate and named `script` shows the change.
    let side = |reports: bool| {
        let mut loaded = newest();
        let row = row(&mut loaded.revision, "RCDATA end tag name", "U+003E");
        let Clause::If { then, .. } = &mut row.body[0] else {
            panic!("a condition tests whether the end tag is appropriate");
        };
        let reported = reported(reports);
        then.insert(0, when("the temporary buffer is \"script\"", reported, &[]));
        loaded
    };
    let verdict = verdict(&side(false), &side(true));
    let Verdict::Differs { witness, .. } = &verdict else {
        panic!("{verdict:?}");
    };
    let name = witness.entry.sides[0].last_start_tag.as_deref();
    assert_eq!(name, Some("script"));
    differs(&verdict, Grade::Errors, "</script>");
}

#[test]
fn a_name_that_is_a_duplicate_with_its_last_character() {
    let side = |reports: bool| {
        let mut loaded = newest();
        let rows = &mut state(&mut loaded.revision, "attribute name").rows;
        let mut tilde = rows[0].clone();
        tilde.on = on("U+007E (~)");
        tilde.body = steps(&["append the current input character to the current attribute's name"]);
        let duplicate = "the current attribute's name is already on the current tag token";
        let reported = reported(reports);
        tilde.body.push(when(duplicate, reported, &[]));
        tilde
            .body
            .push(step("switch to the after attribute name state"));
        rows.insert(0, tilde);
        loaded
    };
    differs(&verdict(&side(false), &side(true)), Grade::Errors, "<a/~~");
}

#[test]
fn a_start_under_another_name() {
    let from = newest();
    let mut to = from.clone();
    rename(&mut to.revision, "RCDATA", "escapable raw text");
    for entry in &mut to.revision.about.entry_states {
        if entry.value == "RCDATA" {
            entry.value = "escapable raw text".into();
        }
    }
    equal(&verdict(&from, &to));
    // It is started there: what is wrong in it is seen.
    let null = row(&mut to.revision, "escapable raw text", "U+0000");
    null.body = steps(&["ignore the character"]);
    differs(&verdict(&from, &to), Grade::Tokens, "\0");
}

/// The newest revision, with something else done to a duplicate attribute once its error is reported.
fn on_duplicates(body: Vec<Clause>) -> Loaded {
    let mut loaded = newest();
    let then = on_duplicate(&mut loaded.revision);
    then.truncate(1);
    then.extend(body);
    loaded
}

#[test]
fn a_duplicate_attribute_of_which_the_second_stays() {
    let (first, second) = (newest(), on_duplicates(steps(&[EARLIER])));
    for (from, to) in [(&first, &second), (&second, &first)] {
        differs(&verdict(from, to), Grade::Tokens, "<a/a/a=a>");
    }
    // Nothing shorter shows it: neither a value nor the order does.
    let interpreter = Interpreter::new(&first.revision, &first.references).expect("it can be run");
    let other = interpreter
        .with_revision(&second.revision)
        .expect("it can be run");
    let setup = Setup::default();
    let mut inputs = vec!["<a".to_owned()];
    for _ in "<a".len().."<a/a/a=a>".len() - 1 {
        let mut longer = Vec::new();
        for input in &inputs {
            longer.extend("ab/=> ".chars().map(|c| format!("{input}{c}")));
        }
        inputs = longer;
        for input in &inputs {
            let outputs = [&interpreter, &other].map(|side| side.run(&setup, input));
            let [a, b] = outputs.map(|output| output.expect("runs").tokens);
            assert_eq!(a, b, "{input}");
        }
    }
    assert_eq!(inputs.len(), 6_usize.pow(6));
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn an_earlier_attribute_that_is_removed_in_other_words() {
    let second = on_duplicates(steps(&[EARLIER]));
    equal(&verdict(
        &second,
        &on_duplicates(steps(&[EARLIER, EARLIER])),
    ));
    let mut always = on_duplicates(Vec::new());
    always.revision.rules[0].body.push(step(EARLIER));
    equal(&verdict(&second, &always));
    // Neither of the two stays.
    let none = on_duplicates(steps(&[EARLIER, CURRENT]));
    differs(&verdict(&second, &none), Grade::Tokens, "<a/a/a>");
    let turned = on_duplicates(steps(&[CURRENT, EARLIER]));
    equal(&verdict(&none, &turned));
}

#[test]
fn what_is_left_next_to_a_removed_attribute() {
    let branches = |then: &[&str], otherwise: &[&str]| {
        let mut body = steps(&[EARLIER, CURRENT]);
        body.push(when(
            "the current tag token has attributes",
            then,
            otherwise,
        ));
        on_duplicates(body)
    };
    let error: &[&str] = &["parse error: eof-in-tag"];
    let silent = branches(&[], &[]);
    differs(
        &verdict(&silent, &branches(&[], error)),
        Grade::Errors,
        "<a/a/a",
    );
    differs(
        &verdict(&silent, &branches(error, &[])),
        Grade::Errors,
        "<a/a/0/a",
    );
}
