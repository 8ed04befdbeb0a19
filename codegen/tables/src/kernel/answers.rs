//! Conditions of which some answers are not known.

use crate::grammar::Condition;
use crate::model::{Conjunction, Revision, Test};

/// How deep definitions may nest. A definition in terms of itself has no answer.
const NESTING: usize = 16;

/// Whether all of some conditions hold, if that is known.
pub fn all(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = Some(true);
    for answer in answers {
        match answer {
            Some(true) => {}
            Some(false) => return answer,
            None => known = None,
        }
    }
    known
}

/// Whether one of some conditions holds, if that is known.
pub fn any(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let negated = answers.into_iter().map(|answer| Some(!answer?));
    Some(!all(negated)?)
}

/// The known answers.
type Known<'k> = &'k dyn Fn(&Condition) -> Option<bool>;

impl Revision {
    /// Whether one of some conjunctions holds, if the known answers decide it.
    pub fn answer(&self, conjunctions: &[Conjunction], known: Known<'_>) -> Option<bool> {
        self.answer_any(conjunctions, known, NESTING)
    }

    /// Whether a condition holds, if the known answers decide it.
    pub fn answer_test(&self, test: &Test, known: Known<'_>) -> Option<bool> {
        self.answer_one(test, known, NESTING)
    }

    fn answer_any(&self, any_of: &[Conjunction], known: Known<'_>, depth: usize) -> Option<bool> {
        any(any_of.iter().map(|conjunction| {
            let tests = conjunction.iter();
            all(tests.map(|test| self.answer_one(&test.value, known, depth)))
        }))
    }

    fn answer_one(&self, test: &Test, known: Known<'_>, depth: usize) -> Option<bool> {
        match test {
            Test::Condition(condition) => known(condition),
            Test::Defined { name, negated } => {
                let any_of = self.defined_condition(name)?;
                let holds = self.answer_any(any_of, known, depth.checked_sub(1)?)?;
                Some(holds != *negated)
            }
        }
    }
}
