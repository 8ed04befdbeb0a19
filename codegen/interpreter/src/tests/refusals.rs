//! Refused tables, and termination.

use super::*;

#[test]
fn states_that_follow_each_other_without_end_are_refused() {
    let a = state("a", &["switch to the b state"], vec![]);
    let b = state("b", &["switch to the a state"], vec![]);
    assert_eq!(refused([a, b], "x"), Reason::Stuck);

    let reconsumes = data(vec![on("x", &["reconsume in the data state"])]);
    assert_eq!(refused([reconsumes], "x"), Reason::Stuck);

    let deaf = state(
        "data",
        &[],
        vec![on("anything else", &["ignore the character"])],
    );
    assert_eq!(refused([deaf], "x"), Reason::Stuck);

    let idle = state("data", &[], vec![]);
    assert_eq!(refused([idle], ""), Reason::Stuck);
}

#[test]
fn steps_that_run_each_other_without_end_are_refused() {
    let mut circular = revision(vec![data(vec![on("x", &["do this"])])]);
    circular.definitions = vec![Definition::Step {
        name: here("do this".into()),
        body: clauses(&["do this"]),
    }];
    assert_eq!(stopped(run(&circular, "x")), Reason::TooDeep);

    let mut circular = revision(vec![state("data", &[], vec![])]);
    circular.states[0].body = vec![if_so("this holds", &[], &[])];
    circular.definitions = vec![Definition::Condition {
        name: here("this holds".into()),
        any: vec![conjunction("this holds")],
    }];
    assert_eq!(stopped(run(&circular, "x")), Reason::TooDeep);

    let mut doubling = revision(vec![data(vec![on("x", &["do 0"])])]);
    doubling.definitions = (0..30)
        .map(|n| {
            let next = format!("do {}", n + 1);
            Definition::Step {
                name: here(format!("do {n}")),
                body: clauses(&[&next, &next]),
            }
        })
        .collect();
    doubling.definitions.push(Definition::Step {
        name: here("do 30".into()),
        body: clauses(&["ignore the character"]),
    });
    assert_eq!(stopped(run(&doubling, "x")), Reason::TooDeep);

    let mut procedure = revision(vec![data(vec![on("&", &["attempt to try"])])]);
    procedure.procedures = vec![state("try", &["attempt to try"], vec![])];
    assert_eq!(stopped(run(&procedure, "&")), Reason::TooDeep);

    let rest = || on("anything else", &["treat as anything else"]);
    let twice = state("data", &[], vec![rest(), rest()]);
    assert_eq!(refused([twice], "x"), Reason::TooDeep);
    let once = state("data", &[], vec![rest()]);
    assert_eq!(refused([once], "x"), Reason::NoAnythingElse);
}

#[test]
fn what_a_step_needs_has_to_be_there() {
    for (step, reason) in [
        ("emit the current tag token", Reason::NoToken),
        (
            "start a new attribute in the current tag token",
            Reason::NoToken,
        ),
        ("switch to the return state", Reason::NoReturnState),
        (
            "switch back to the state that switched to this one",
            Reason::NoOrigin,
        ),
        ("emit the returned characters", Reason::NothingReturned),
        ("emit the consumed characters", Reason::NothingMatched),
        ("consume those characters", Reason::NothingMatched),
        (
            "unconsume every character after U+0026 (&)",
            Reason::NotInProcedure,
        ),
        ("return nothing", Reason::NotInProcedure),
        (
            "append each character in the temporary buffer to the temporary buffer",
            Reason::BufferOfItself,
        ),
    ] {
        let needs = data(vec![on("x", &[step])]);
        assert_eq!(refused([needs], "x"), reason, "{step}");
    }
    let at_eof = state(
        "data",
        &[],
        vec![on("EOF", &["emit the current input character"])],
    );
    assert_eq!(refused([at_eof.clone()], ""), Reason::NoCharacter);
    let looks = state(
        "data",
        &[],
        vec![peek("EOF", &["emit an end-of-file token"])],
    );
    assert_eq!(refused([looks], "x"), Reason::NoRow);
    assert_eq!(refused([at_eof], "x"), Reason::NoRow);
}

#[test]
fn names_that_are_not_there_are_refused_before_the_run() {
    for (step, refusal) in [
        (
            "switch to the date state",
            "there is no state `date`; the nearest is `data`",
        ),
        ("attempt to try", "there is no procedure `try`"),
        ("do as you like", "there is no step `do as you like`"),
        (
            "replace the character with U+FFFD",
            "`replace the character with U+FFFD` has no meaning here",
        ),
    ] {
        let unknown = run(&revision(vec![data(vec![on("x", &[step])])]), "");
        assert_eq!(unknown.map_err(|e| e.to_string()), Err(refusal.into()));
    }
    let mut classes = revision(vec![data(vec![])]);
    let own = vec![here(Matcher::Defined("own".into()))];
    classes.about.classes = vec![(here("own".into()), own.clone())];
    let any = On::Consumed {
        any: own,
        except: vec![],
    };
    classes.states[0].rows.insert(0, row(any, &[]));
    assert_eq!(run(&classes, ""), Err(Refusal::Circular("own".into())));
}

#[test]
fn a_setup_has_to_fit_the_revision() {
    let revision = revision(vec![data(vec![])]);
    let references = References::default();
    let interpreter = Interpreter::new(&revision, &references).expect("sound");
    let setup = |state: Option<&str>, content_model| Setup {
        state: state.map(str::to_owned),
        content_model,
        ..Setup::default()
    };
    let flag = setup(
        None,
        Some(tokenwright_tables::grammar::ContentModel::Rcdata),
    );
    assert_eq!(interpreter.run(&flag, ""), Err(Refusal::NoContentModelFlag));
    assert!(interpreter.run(&setup(Some("datum"), None), "").is_err());
    assert!(interpreter.run(&setup(Some("data"), None), "").is_ok());
}
