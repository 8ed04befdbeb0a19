//! The value of conditions that the content model and the return state decide.

use super::walk::Walk;
use tokenwright_tables::grammar::{Condition, ContentModel, Is};
use tokenwright_tables::kernel::effects::RegisterSet;
use tokenwright_tables::model::{Conjunction, Test};

impl Walk<'_> {
    /// Whether a conjunction holds, if that is known.
    fn knows_all(&self, all: &Conjunction, depth: usize) -> Option<bool> {
        let mut known = all.iter().map(|test| self.knows(&test.value, depth));
        known
            .try_fold(true, |held, known| match known {
                Some(false) => Err(()),
                Some(true) => Ok(held),
                None => Ok(false),
            })
            .map_or(Some(false), |held| held.then_some(true))
    }

    /// Whether any of some conjunctions holds, if that is known.
    pub(super) fn knows_any(&self, any: &[Conjunction], depth: usize) -> Option<bool> {
        let known = any.iter().map(|all| self.knows_all(all, depth));
        let known: Vec<_> = known.collect();
        if known.contains(&Some(true)) {
            return Some(true);
        }
        known
            .iter()
            .all(|known| *known == Some(false))
            .then_some(false)
    }

    fn knows(&self, test: &Test, depth: usize) -> Option<bool> {
        match test {
            Test::Condition(Condition::ContentModelFlag(is, models)) => {
                let possible = self.possible?;
                let agrees = |model: &ContentModel| models.0.contains(model) == (*is == Is::Is);
                let (some, all) = (possible.iter().any(agrees), possible.iter().all(agrees));
                (some == all).then_some(all)
            }
            Test::Condition(Condition::ReturnState(is, state)) => {
                let back = self.reader.states.get(state.0.as_str())?;
                Some((self.settled? == *back) == (*is == Is::Is))
            }
            Test::Condition(_) => None,
            Test::Defined { name, negated } => {
                let depth = depth.checked_sub(1)?;
                let held = self.knows_any(self.revision.defined_condition(name)?, depth)?;
                Some(held != *negated)
            }
        }
    }

    /// The registers read to decide whether one of some conjunctions holds.
    pub(super) fn read_by(&self, any: &[Conjunction], depth: usize) -> RegisterSet {
        let Some(depth) = depth.checked_sub(1) else {
            return RegisterSet::NONE;
        };
        let mut reads = RegisterSet::NONE;
        for all in any {
            for test in all {
                reads = reads.or(match &test.value {
                    Test::Condition(condition) => condition.effects().reads,
                    Test::Defined { name, .. } => self
                        .revision
                        .defined_condition(name)
                        .map_or(RegisterSet::NONE, |any| self.read_by(any, depth)),
                });
                // The remaining conditions are not evaluated.
                if self.knows(&test.value, depth) == Some(false) {
                    break;
                }
            }
        }
        reads
    }
}
