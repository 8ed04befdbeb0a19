//! The parts that edits are put together from.

use fastrand::Rng;
use tokenwright_tables::grammar::{Condition, Step, Word};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Clause, Conjunction, Located, On, Row, Test};

/// A row without a guard.
pub(super) fn row(on: On, body: Vec<Clause>) -> Row {
    Row {
        on,
        when: Vec::new(),
        body,
        note: None,
        place: Located::nowhere(()),
    }
}

/// A step in the words of the tables.
pub(super) fn step(sentence: &str) -> Option<Clause> {
    let step = Step::parse(sentence).ok()?;
    Some(Clause::Step(Located::nowhere(step)))
}

/// Steps under a condition in the words of the tables.
pub(super) fn when(sentence: &str, then: Vec<Clause>) -> Option<Clause> {
    let condition = Condition::parse(sentence).ok()?;
    Some(provided(Test::Condition(condition), then))
}

/// Steps under a condition.
pub(super) fn provided(test: Test, then: Vec<Clause>) -> Clause {
    let all: Conjunction = vec![Located::nowhere(test)];
    Clause::If {
        any: vec![all],
        then,
        otherwise: Vec::new(),
    }
}

/// A parse error of the revision.
pub(super) fn error(loaded: &Loaded, random: &mut Rng) -> Clause {
    let code = random.choice(&loaded.revision.errors);
    let step = match code.filter(|_| loaded.revision.about.named_errors) {
        Some(error) => Step::NamedError(Word(error.code.value.clone())),
        None => Step::BareError,
    };
    Clause::Step(Located::nowhere(step))
}
