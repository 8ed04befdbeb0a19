//! Small changes of a revision, and what the search says of them.

mod ahead;
mod planted;
mod responses;
mod returns;
mod together;

use crate::edits::{
    CURRENT, PLANTED, drop_step, loaded, newest, on, on_duplicate, put_back, rename, row, state,
    step, steps,
};
use crate::effort::effort;
use tokenwright_analyses::compare::{Alone, Grade, Verdict, behaviour, compare, shortest_document};
use tokenwright_analyses::diff::{self, Side};
use tokenwright_interpreter::Token;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Located, Revision, State};

fn all() -> Vec<Loaded> {
    crate::tables().to_vec()
}

fn verdict(a: &Loaded, b: &Loaded) -> Verdict {
    compare((&a.revision, &a.references), (&b.revision, &b.references)).expect("both can be run")
}

/// The verdict on a change of the newest revision.
fn changed(change: impl FnOnce(&mut Revision)) -> Verdict {
    let from = newest();
    let mut to = from.clone();
    change(&mut to.revision);
    assert_ne!(from, to, "the tables have the change already; {PLANTED}");
    verdict(&from, &to)
}

#[track_caller]
fn differs(verdict: &Verdict, expected: Grade, input: &str) {
    let Verdict::Differs {
        grade,
        witness,
        proof,
    } = verdict
    else {
        panic!("no difference: {verdict:?}; {PLANTED}");
    };
    assert_eq!(
        (*grade, witness.input.as_str()),
        (expected, input),
        "{PLANTED}"
    );
    let outputs = witness.outputs.each_ref();
    let outputs = outputs.map(|output| output.as_ref().expect("runs"));
    let same_tokens = outputs[0].tokens == outputs[1].tokens;
    assert_eq!(same_tokens, *grade != Grade::Tokens);
    assert_eq!(proof.is_some(), *grade != Grade::Tokens);
}

#[track_caller]
fn equal(verdict: &Verdict) {
    match verdict {
        Verdict::Equal(proof) => assert!(proof.pairs.len() > 1000, "{}", proof.pairs.len()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_revision_is_equal_to_itself() {
    // The oldest and the newest, or each.
    let all = all();
    for loaded in all.iter().step_by(effort(all.len() - 1, 1)) {
        equal(&verdict(loaded, loaded));
    }
}

#[test]
fn the_decimal_start_state_can_go() {
    equal(&changed(put_back));
}

#[test]
fn a_bogus_comment_that_does_not_report_null() {
    let verdict = changed(|revision| {
        let body = &mut row(revision, "bogus comment", "U+0000").body;
        drop_step(body, "parse error: unexpected-null-character");
    });
    differs(&verdict, Grade::Errors, "<!\0");
}

#[test]
fn processing_instructions_that_are_comments() {
    // Both rows are written here: an edit of the tables changes nothing.
    let with = |sentences: &[&str]| {
        let mut loaded = newest();
        row(&mut loaded.revision, "tag open", "U+003F").body = steps(sentences);
        loaded
    };
    let instruction = with(&[
        "set the temporary buffer to the empty string",
        "switch to the processing instruction open state",
    ]);
    let comment = with(&[
        "parse error: invalid-first-character-of-tag-name",
        "create a comment token with data \"\"",
        "reconsume in the bogus comment state",
    ]);
    differs(&verdict(&instruction, &comment), Grade::Tokens, "<?");
}

#[test]
fn an_ampersand_that_is_lost() {
    let verdict = changed(|revision| {
        let rows = &mut state(revision, "character reference").rows;
        let mut asterisk = rows.last().expect("a last row").clone();
        asterisk.on = on("U+002A (*)");
        asterisk.body = steps(&["reconsume in the return state"]);
        rows.insert(0, asterisk);
    });
    differs(&verdict, Grade::Tokens, "&*");
}

#[test]
fn a_duplicate_attribute_that_is_kept() {
    let verdict = changed(|revision| {
        drop_step(on_duplicate(revision), CURRENT);
    });
    differs(&verdict, Grade::Tokens, "<a/a/a>");
}

#[test]
fn rows_that_do_not_overlap_in_another_order() {
    equal(&changed(|revision| {
        state(revision, "comment").rows.swap(0, 1);
    }));
}

#[test]
fn a_state_under_another_name() {
    equal(&changed(|revision| {
        rename(revision, "comment end", "comment about to end");
    }));
}

#[test]
fn a_comment_without_its_less_than_sign_states() {
    let verdict = changed(|revision| {
        drop_step(
            &mut row(revision, "comment", "U+003C").body,
            "switch to the comment less-than sign state",
        );
    });
    differs(&verdict, Grade::Errors, "<!--<!--a");
}

#[test]
fn an_error_that_comes_after_that_of_the_next_character() {
    let verdict = changed(|revision| {
        // Reported by a state that has consumed nothing, and so at the next character, whose own
        // error then comes first.
        let null = &mut row(revision, "comment end bang", "U+003E").body;
        drop_step(null, "parse error: incorrectly-closed-comment");
        null[0] = step("switch to the comment closed state");
        let closed = State {
            name: Located::nowhere("comment closed".into()),
            body: steps(&[
                "parse error: incorrectly-closed-comment",
                "switch to the data state",
            ]),
            rows: Vec::new(),
            ..state(revision, "comment").clone()
        };
        revision.states.push(closed);
    });
    differs(&verdict, Grade::Errors, "<!----!>\u{1}");
}

#[test]
fn an_error_that_is_reported_elsewhere() {
    let verdict = changed(|revision| {
        let body = &mut row(revision, "markup declaration open", "[CDATA[").body;
        // Not consumed yet, they are the next input characters.
        let consumed = body.remove(0);
        body.push(consumed);
    });
    differs(&verdict, Grade::Places, "<![CDATA[");
}

#[test]
fn a_row_behind_another_is_never_reached() {
    let with = |sentence: &str| {
        let mut loaded = newest();
        let rows = &mut state(&mut loaded.revision, "comment end dash").rows;
        let mut behind = rows[0].clone();
        behind.body = steps(&[sentence]);
        rows.insert(1, behind);
        Side::from(&loaded)
    };
    let difference = diff::compare(
        with("switch to the data state"),
        with("ignore the character"),
    );
    let found = behaviour(&difference, true, &|_, _| ()).expect("both can be run");
    assert!(matches!(found.whole, Verdict::Equal(_)));
    assert!(
        matches!(&found.changes[..], [(_, Alone::NeverReached)]),
        "{:?}",
        found.changes.iter().map(|(id, _)| id).collect::<Vec<_>>()
    );
}

#[test]
fn every_two_revisions_differ() {
    let mut all = all();
    all.retain(|it| !it.revision.about.is_draft());
    let grade = |a: &str, b: &str| {
        let verdict = verdict(&loaded(a), &loaded(b));
        match &verdict {
            Verdict::Differs { grade, witness, .. } => {
                let outputs = witness.outputs.iter().flatten();
                assert!(outputs.clone().count() == 2, "{a} {b}: {witness:?}");
                for output in outputs {
                    assert_eq!(output.tokens.last(), Some(&Token::EndOfFile), "{a} {b}");
                }
                (*grade, witness.input.clone())
            }
            other => panic!("{a} {b}: {other:?}"),
        }
    };
    let ids: Vec<&str> = all.iter().map(|l| l.revision.about.id.as_str()).collect();
    let mut table = String::new();
    for (at, a) in ids.iter().enumerate() {
        for b in &ids[at + 1..] {
            let (grade, input) = grade(a, b);
            table += &format!("{a} {b}: {grade}, {input:?}\n");
        }
    }
    let remake = "made from the tables; remake with `cargo xtask bless`";
    insta::with_settings!({description => remake}, { insta::assert_snapshot!(table) });
}

/// The shortest input of all is empty and read from the CDATA section state.
#[test]
fn the_shortest_document_is_read_from_the_initial_state() {
    let sides = ["whatwg-2014-05-23", "whatwg-2020-05-22"].map(loaded);
    let [from, to] = sides
        .each_ref()
        .map(|side| (&side.revision, &side.references));
    let shortest = |from, to, grade| shortest_document(from, to, grade).expect("both can be run");
    let document = shortest(from, to, Grade::Errors).expect("there is one");
    assert_eq!(document.input, "<!\0");
    for setup in &document.entry.sides {
        assert_eq!((&setup.state, setup.foreign), (&None, false));
    }
    assert_eq!(shortest(from, to, Grade::Tokens), None);
    assert_eq!(shortest(from, from, Grade::Errors), None);
}
