//! Which states emit a tag and test the namespace of the adjusted current node, which the tag may change.

use super::program::{ResolvedBlock, ResolvedClause, ResolvedCondition};
use tokenwright_tables::grammar::{Condition, Step, Token};

type Conditions<'a, 'r> = &'a [Vec<ResolvedCondition<'r>>];

/// How deeply definitions may nest.
const DEPTH: usize = 32;

/// Whether a state may emit a tag and test the namespace of the adjusted current node. `conditions` and `steps` are the
/// definitions.
pub(super) fn tests_node(
    block: &ResolvedBlock<'_>,
    conditions: &[Vec<Vec<ResolvedCondition<'_>>>],
    steps: &[Vec<ResolvedClause<'_>>],
) -> bool {
    let tests = NodeTests { conditions, steps };
    let mut rows = block.rows.iter();
    let mut bodies = rows.clone().map(|row| &row.body).chain([&block.body]);
    if !bodies.any(|body| tests.emits(body, DEPTH)) {
        return false;
    }
    tests.steps(&block.body, DEPTH)
        || rows.any(|row| tests.conditions(&row.when, DEPTH) || tests.steps(&row.body, DEPTH))
        || block
            .leaving
            .iter()
            .any(|rule| tests.steps(&rule.body, DEPTH))
}

struct NodeTests<'a, 'r> {
    conditions: &'a [Vec<Vec<ResolvedCondition<'r>>>],
    steps: &'a [Vec<ResolvedClause<'r>>],
}

impl NodeTests<'_, '_> {
    fn emits(&self, clauses: &[ResolvedClause<'_>], depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return true;
        };
        clauses.iter().any(|clause| match clause {
            ResolvedClause::Step { step, .. } => **step == Step::EmitToken(Token::Tag),
            ResolvedClause::Call { definition, .. } => self.emits(&self.steps[*definition], depth),
            ResolvedClause::If {
                then, otherwise, ..
            } => self.emits(then, depth) || self.emits(otherwise, depth),
        })
    }

    fn steps(&self, clauses: &[ResolvedClause<'_>], depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return true;
        };
        clauses.iter().any(|clause| match clause {
            ResolvedClause::Step { .. } => false,
            ResolvedClause::Call { definition, .. } => self.steps(&self.steps[*definition], depth),
            ResolvedClause::If {
                any,
                then,
                otherwise,
                ..
            } => {
                self.conditions(any, depth)
                    || self.steps(then, depth)
                    || self.steps(otherwise, depth)
            }
        })
    }

    fn conditions(&self, any: Conditions<'_, '_>, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return true;
        };
        any.iter().flatten().any(|condition| match condition {
            ResolvedCondition::Condition { condition, .. } => matches!(
                condition,
                Condition::AdjustedCurrentNode(_)
                    | Condition::CurrentNode(_)
                    | Condition::ForeignInsertionMode(_)
            ),
            ResolvedCondition::Defined { definition, .. } => {
                self.conditions(&self.conditions[*definition], depth)
            }
        })
    }
}
