//! The value of conditions that the content model and the return state decide.

use super::walk::Walk;
use tokenwright_tables::grammar::{Condition, ContentModel, Is};
use tokenwright_tables::kernel::effects::RegisterSet;
use tokenwright_tables::model::{Conjunction, Test};

impl Walk<'_> {
    /// Whether any of some conjunctions holds, if that is known.
    pub(super) fn knows_any(&self, any: &[Conjunction]) -> Option<bool> {
        self.revision
            .answer(any, &|condition| self.knows(condition))
    }

    fn knows(&self, condition: &Condition) -> Option<bool> {
        match condition {
            Condition::ContentModelFlag(is, models) => {
                let possible = self.possible?;
                let agrees = |model: &ContentModel| models.0.contains(model) == (*is == Is::Is);
                let (some, all) = (possible.iter().any(agrees), possible.iter().all(agrees));
                (some == all).then_some(all)
            }
            Condition::ReturnState(is, state) => {
                let back = self.reader.states.get(state.0.as_str())?;
                Some((self.settled? == *back) == (*is == Is::Is))
            }
            _ => None,
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
                let known = |condition: &Condition| self.knows(condition);
                if self.revision.answer_test(&test.value, &known) == Some(false) {
                    break;
                }
            }
        }
        reads
    }
}
