//! The location that an inconclusive search reports.

use super::Inconclusive;
use tokenwright_interpreter::{Interpreter, Setup};
use tokenwright_tables::grammar::{Condition, Step};
use tokenwright_tables::load;
use tokenwright_tables::model::{Clause, Located, Revision, State, Test};

fn state<'r>(revision: &'r mut Revision, name: &str) -> &'r mut State {
    let found = revision.states.iter_mut().find(|s| s.name.value == name);
    found.unwrap_or_else(|| panic!("no {name} state; if it was renamed on purpose, adapt the test"))
}

/// After a text, what the two sides wait for: the newest revision, and the same with another condition
/// ahead in the row for `--`.
#[test]
fn the_message_names_the_state_the_row_and_the_question() {
    let mut all = load::checked_in();
    let from = all.pop().expect("there are revisions");
    let mut to = from.clone();
    let row = state(&mut to.revision, "markup declaration open")
        .rows
        .first_mut();
    let question = "the next characters are one or more ASCII digit then U+003B (;)";
    let error = Step::parse("parse error: incorrectly-opened-comment").expect("it is a step");
    let test = Test::Condition(Condition::parse(question).expect("it is a condition"));
    row.expect("it has rows").body.insert(
        1,
        Clause::If {
            any: vec![vec![Located::nowhere(test)]],
            then: vec![Clause::Step(Located::nowhere(error))],
            otherwise: Vec::new(),
        },
    );
    let machines = [&from, &to]
        .map(|side| Interpreter::new(&side.revision, &side.references).expect("it can be run"));
    let setup = Setup::default();
    let inputs = ["<a", "<!--1", "<!--12", "<!--123"].map(|input| ([&setup; 2], input));
    let inconclusive = Inconclusive::after("why".into(), machines.each_ref(), &inputs);
    let [a, b] = inconclusive
        .at
        .clone()
        .map(|location| location.expect("it has a location"));
    assert_eq!(a.to_string(), "in the comment state");
    assert_eq!(
        b.to_string(),
        format!("in the row `\"--\"` of the markup declaration open state, at `{question}`")
    );
    assert_eq!(
        a.place,
        state(&mut from.revision.clone(), "comment").name.place
    );
    assert_eq!(
        inconclusive.to_string(),
        format!("why; one side is {a}, the other {b}")
    );
}
