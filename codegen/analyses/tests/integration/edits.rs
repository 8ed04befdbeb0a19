//! The tables that tests edit, and the edits.

use tokenwright_analyses::diff;
use tokenwright_tables::grammar::{Condition, Matcher, Step};
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::model::{Clause, Located, On, Revision, Row, State, Test};

/// Why a test can fail after an edit of the tables.
pub(crate) const PLANTED: &str = "this test plants a change in the newest tables of `spec`; if a row that it changes was \
                                  edited on purpose, adapt the test";

pub(crate) const NEWEST: &str = "whatwg-2026-07-19";

pub(crate) fn newest() -> Loaded {
    load::newest_of(crate::tables())
        .expect("there are revisions")
        .clone()
}

pub(crate) fn loaded(id: &str) -> Loaded {
    let found = crate::tables().iter().find(|l| l.revision.about.id == id);
    found.unwrap_or_else(|| panic!("no revision {id}")).clone()
}

pub(crate) fn state<'r>(revision: &'r mut Revision, name: &str) -> &'r mut State {
    let found = revision.states.iter_mut().find(|s| s.name.value == name);
    found.unwrap_or_else(|| panic!("no {name} state; {PLANTED}"))
}

/// The row of a state whose `on` starts like this.
pub(crate) fn row<'r>(revision: &'r mut Revision, name: &str, on: &str) -> &'r mut Row {
    let rows = &mut state(revision, name).rows;
    let starts = |row: &&mut Row| match &row.on {
        On::Consumed { any, .. } | On::Peeked(any) => any[0].value.to_string().starts_with(on),
        On::Ahead { text, .. } => text.value.starts_with(on),
    };
    rows.iter_mut()
        .find(starts)
        .unwrap_or_else(|| panic!("no row {on} in the {name} state; {PLANTED}"))
}

pub(crate) fn step(sentence: &str) -> Clause {
    let step = Step::parse(sentence).unwrap_or_else(|_| panic!("`{sentence}` is no step"));
    Clause::Step(Located::nowhere(step))
}

pub(crate) fn steps(sentences: &[&str]) -> Vec<Clause> {
    sentences.iter().map(|sentence| step(sentence)).collect()
}

/// A branch.
pub(crate) fn when(condition: &str, then: &[&str], otherwise: &[&str]) -> Clause {
    let Ok(condition) = Condition::parse(condition) else {
        panic!("`{condition}` is no condition");
    };
    Clause::If {
        any: vec![vec![Located::nowhere(Test::Condition(condition))]],
        then: steps(then),
        otherwise: steps(otherwise),
    }
}

/// What a row matches.
pub(crate) fn on(text: &str) -> On {
    let matcher = Matcher::parse(text).unwrap_or_else(|| panic!("`{text}` is no matcher"));
    On::Consumed {
        any: vec![Located::nowhere(matcher)],
        except: Vec::new(),
    }
}

pub(crate) fn drop_step(body: &mut Vec<Clause>, sentence: &str) {
    let before = body.len();
    let gone = step(sentence);
    body.retain(|clause| *clause != gone);
    assert_eq!(
        body.len() + 1,
        before,
        "the row does not have `{sentence}` once; {PLANTED}"
    );
}

/// What the first rule does with a duplicate attribute.
pub(crate) fn on_duplicate(revision: &mut Revision) -> &mut Vec<Clause> {
    match revision.rules[0].body.first_mut() {
        Some(Clause::If { then, .. }) => then,
        _ => panic!("the first rule asks for a duplicate; {PLANTED}"),
    }
}

/// Removes the earlier of two attributes of one name.
pub(crate) const EARLIER: &str =
    "remove the earlier attribute of the same name from the current tag token";

/// Removes the later one.
pub(crate) const CURRENT: &str = "remove the current attribute from the current tag token";

/// Puts back the state that was there for the first decimal digit.
pub(crate) fn put_back(revision: &mut Revision) {
    for on in ["ASCII digit", "anything else"] {
        let numeric = row(revision, "numeric character reference", on);
        numeric.body = steps(&["reconsume in the decimal character reference start state"]);
    }
    let digit = &state(revision, "decimal character reference").rows[0];
    let digit = digit.on.clone();
    let mut start = state(revision, "hexadecimal character reference start").clone();
    start.name.value = "decimal character reference start".into();
    start.rows[0].on = digit;
    start.rows[0].body = steps(&["reconsume in the decimal character reference state"]);
    revision.states.push(start);
}

/// Renames a state at every use in steps.
pub(crate) fn rename(revision: &mut Revision, from: &str, to: &str) {
    assert!(revision.state(from).is_some(), "no {from} state; {PLANTED}");
    let name = |_, name: &str| match name == from {
        true => to.to_owned(),
        false => name.to_owned(),
    };
    let renamed = diff::renamed(revision, name, |_, code| code.to_owned());
    *revision = Revision {
        about: revision.about.clone(),
        ..renamed
    };
}
